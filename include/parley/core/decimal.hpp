// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace parley {

// 2^53 − 1: up to it, every integer has a double of its own, and so means the same to every reader of JSON.
inline constexpr std::int64_t max_safe_integer = 9007199254740991;

// The integer that a decimal text stands for, in −max_safe_integer … max_safe_integer. The text is spelled as a number
// of JSON is (RFC 8259 §6): "42", "42.0", "4.2e1" and "-0" stand for integers; "42.5" does not, "042", "+42", "0x2a"
// and " 42" are no such numbers, and "1e16" is out of range. Exact: nothing is rounded on the way, so that
// "9007199254740992.5" and "42.00000000000000000001" are refused. Linear in the text; pure.
PARLEY_DECL std::optional<std::int64_t> parse_safe_integer(std::string_view text);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>

#include <cstddef>

namespace parley {
namespace detail {

// Takes the digits that a text begins with off it.
PARLEY_DECL std::string_view take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_ascii_digit(text[count])) ++count;
  auto const digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

// An exponent with its sign, of which `text` begins behind the `e`. Far from 0 it stops growing: what counts is on
// which side of the digits it puts the point.
PARLEY_DECL std::optional<std::int64_t> take_exponent(std::string_view& text) {
  constexpr std::int64_t far = 1'000'000'000'000'000;
  bool const negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  auto const digits = take_digits(text);
  if (digits.empty()) return std::nullopt;
  std::int64_t size = 0;
  for (char const digit : digits) {
    if (size < far) size = size * 10 + (digit - '0');
  }
  return negative ? -size : size;
}

}  // namespace detail

PARLEY_DECL std::optional<std::int64_t> parse_safe_integer(std::string_view text) {
  bool const negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  auto const whole = detail::take_digits(text);
  if (whole.empty() || (whole.size() > 1 && whole.front() == '0')) return std::nullopt;
  std::string_view fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = detail::take_digits(text);
    if (fraction.empty()) return std::nullopt;
  }
  std::int64_t exponent = 0;
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    auto const given = detail::take_exponent(text);
    if (!given) return std::nullopt;
    exponent = *given;
  }
  if (!text.empty()) return std::nullopt;

  // How many of the digits, and of the zeros that may be thought behind them, stand before the point.
  std::int64_t const point = static_cast<std::int64_t>(whole.size()) + exponent;
  std::int64_t value = 0;
  std::int64_t place = 0;
  for (auto const part : {whole, fraction}) {
    for (char const digit : part) {
      bool const before_point = place++ < point;
      if (before_point) value = value * 10 + (digit - '0');
      if ((!before_point && digit != '0') || value > max_safe_integer) return std::nullopt;
    }
  }
  for (; place < point && value != 0; ++place) {
    value *= 10;
    if (value > max_safe_integer) return std::nullopt;
  }
  return negative ? -value : value;
}

}  // namespace parley

#endif
