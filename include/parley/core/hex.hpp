// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/ascii.hpp>
#include <parley/core/config.hpp>
#include <parley/core/result.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

// Two hexadecimal digits a byte: keys that people write into settings, digests in logs. Pure; any thread.

// Lower-case digits.
PARLEY_DECL std::string hex_encode(std::span<std::byte const> bytes);

// Takes digits of either case and nothing else: no prefix, no white space, no odd digit at the end. The reason of a
// failure is "hex"; its detail never holds any of the text, which may be a key.
PARLEY_DECL result<std::vector<std::byte>> hex_decode(std::string_view text);

}  // namespace parley

#if PARLEY_DEFINITIONS

namespace parley {

PARLEY_DECL std::string hex_encode(std::span<std::byte const> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (std::byte const byte : bytes) {
    text += digits[std::to_integer<std::size_t>(byte >> 4)];
    text += digits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
  return text;
}

PARLEY_DECL result<std::vector<std::byte>> hex_decode(std::string_view text) {
  if (text.size() % 2 != 0) return refused{failure{"hex", "an odd number of digits"}};
  auto digit = [](char c) { return static_cast<unsigned>(is_ascii_digit(c) ? c - '0' : ascii_lower(c) - 'a' + 10); };
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t at = 0; at < text.size(); at += 2) {
    char const high = text[at], low = text[at + 1];
    if (!is_ascii_hex(high) || !is_ascii_hex(low)) return refused{failure{"hex", "not a hexadecimal digit"}};
    bytes.push_back(static_cast<std::byte>(digit(high) << 4 | digit(low)));
  }
  return bytes;
}

}  // namespace parley

#endif
