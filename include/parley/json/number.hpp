// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Numbers of JSON as the values that they are, and not as the types that hold them: 1.0 is 1, and 2^53 + 1 is not 2^53.
// All functions are pure.

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>

#include <compare>

namespace parley::detail {

// How `a` stands to `b`, exactly, whether they are held as integers or doubles; unordered if one is NaN.
// Precondition: both are numbers.
PARLEY_DECL std::partial_ordering compare_numbers(json const& a, json const& b);

// Whether the number has no fraction, however it is written. Precondition: it is a number.
PARLEY_DECL bool is_whole(json const& number);

// Whether `number` is a whole multiple of `divisor`. A double counts as the shortest decimal that stands for it, which
// is what was written: 0.0075 is a multiple of 0.0001. Exact at any size; at most some 700 steps.
// Precondition: both are numbers, the divisor finite and above 0.
PARLEY_DECL bool is_multiple(json const& number, json const& divisor);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/scalar.hpp>

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>

namespace parley::detail {

// Calls `visit` with the number in the type that holds it.
template <class Visit>
auto with_number(json const& number, Visit visit) {
  if (number.is_number_unsigned()) return visit(number.get<std::uint64_t>());
  if (number.is_number_integer()) return visit(number.get<std::int64_t>());
  return visit(number.get<double>());
}

template <class A, class B>
std::partial_ordering compare_exactly(A a, B b) {
  if constexpr (std::integral<A> && std::integral<B>) {
    if (std::cmp_equal(a, b)) return std::partial_ordering::equivalent;
    return std::cmp_less(a, b) ? std::partial_ordering::less : std::partial_ordering::greater;
  } else if constexpr (std::integral<A>) {
    if (std::isnan(b)) return std::partial_ordering::unordered;
    return compare(a, b) <=> 0;
  } else if constexpr (std::integral<B>) {
    if (std::isnan(a)) return std::partial_ordering::unordered;
    return 0 <=> compare(b, a);
  } else {
    return a <=> b;
  }
}

PARLEY_DECL std::partial_ordering compare_numbers(json const& a, json const& b) {
  return with_number(
      a, [&b](auto left) { return with_number(b, [left](auto right) { return compare_exactly(left, right); }); });
}

PARLEY_DECL bool is_whole(json const& number) {
  if (!number.is_number_float()) return true;
  double const value = number.get<double>();
  return std::isfinite(value) && std::trunc(value) == value;
}

// digits · 10^exponent, the digits without a 0 at the end. 0 is 0 · 10^0.
struct decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
};

// The size of a number, without its sign. Precondition: it is finite.
PARLEY_DECL decimal decimal_of(json const& number) {
  decimal out;
  if (number.is_number_unsigned()) {
    out.digits = number.get<std::uint64_t>();
  } else if (number.is_number_integer()) {
    auto const value = number.get<std::int64_t>();
    out.digits = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  } else {
    char text[32];
    auto const end =
        std::to_chars(text, text + sizeof text, std::fabs(number.get<double>()), std::chars_format::scientific).ptr;
    char const* at = text;
    for (bool fraction = false; *at != 'e'; ++at) {
      if (*at == '.') {
        fraction = true;
      } else {
        out.digits = out.digits * 10 + static_cast<std::uint64_t>(*at - '0');  // at most 17 of them
        if (fraction) --out.exponent;
      }
    }
    ++at;
    if (*at == '+') ++at;
    int power = 0;
    std::from_chars(at, end, power);
    out.exponent += power;
  }
  if (out.digits == 0) return {};
  for (; out.digits % 10 == 0; out.digits /= 10) ++out.exponent;
  return out;
}

// (a + b) mod m. Precondition: both are below m.
constexpr std::uint64_t add_modulo(std::uint64_t a, std::uint64_t b, std::uint64_t m) {
  return a >= m - b && b != 0 ? a - (m - b) : a + b;
}

PARLEY_DECL bool is_multiple(json const& number, json const& divisor) {
  if (number.is_number_float() && !std::isfinite(number.get<double>())) return false;
  decimal const a = decimal_of(number);
  decimal const b = decimal_of(divisor);
  if (a.digits == 0) return true;
  // Then 10 would have to divide a.digits.
  if (a.exponent < b.exponent) return false;
  std::uint64_t rest = a.digits % b.digits;
  for (int i = b.exponent; i < a.exponent && rest != 0; ++i) {
    std::uint64_t const twice = add_modulo(rest, rest, b.digits);
    std::uint64_t const four_times = add_modulo(twice, twice, b.digits);
    rest = add_modulo(add_modulo(four_times, four_times, b.digits), twice, b.digits);
  }
  return rest == 0;
}

}  // namespace parley::detail

#endif
