// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/ascii.hpp>
#include <parley/core/config.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace parley {

// Percent-encoding (RFC 3986 §2). All functions are pure, take any bytes, and work in one pass.

// Letters, digits, '-', '.', '_' and '~': these mean the same with and without encoding.
constexpr bool is_uri_unreserved(char c) {
  return is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// The characters that may delimit parts of a URI, and so mean something else once they are encoded.
constexpr bool is_uri_reserved(char c) {
  constexpr std::string_view reserved = ":/?#[]@!$&'()*+,;=";
  return reserved.find(c) != reserved.npos;
}

// Whether '%' and two hexadecimal digits stand at `at`, which may be past the end.
constexpr bool is_percent_triplet(std::string_view text, std::size_t at = 0) {
  return at < text.size() && text.size() - at >= 3 && text[at] == '%' && is_ascii_hex(text[at + 1]) &&
         is_ascii_hex(text[at + 2]);
}

namespace detail {

// Precondition: both are hexadecimal digits.
constexpr char byte_of_hex(char high, char low) {
  auto digit = [](char c) { return is_ascii_digit(c) ? c - '0' : ascii_lower(c) - 'a' + 10; };
  return static_cast<char>(static_cast<unsigned char>(digit(high) << 4 | digit(low)));
}

}  // namespace detail

// The byte that a triplet stands for. Precondition: is_percent_triplet(text, at).
constexpr char percent_triplet_byte(std::string_view text, std::size_t at = 0) {
  return detail::byte_of_hex(text[at + 1], text[at + 2]);
}

// Every triplet replaced by its byte, once; nothing if a '%' is not followed by two hexadecimal digits. The bytes need
// not be valid UTF-8, and '+' stays what it is.
PARLEY_DECL std::optional<std::string> percent_decode(std::string_view text);

// Every triplet replaced by its byte, and what comes out decoded again, until no triplet is left. A '%' that begins no
// triplet stays. This is no way to read a URI: it shows what a text turns into if somebody decodes it too often.
PARLEY_DECL std::string percent_decode_fully(std::string_view text);

// Appends `text` with all but the unreserved characters encoded, in upper-case digits.
PARLEY_DECL void append_percent_encoded(std::string& out, std::string_view text);

// The same, but reserved characters and triplets that already stand in `text` stay as they are (RFC 6570 §3.2.1).
PARLEY_DECL void append_uri_text(std::string& out, std::string_view text);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <algorithm>

namespace parley {

PARLEY_DECL std::optional<std::string> percent_decode(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      bytes += text[at];
    } else {
      if (!is_percent_triplet(text, at)) return std::nullopt;
      bytes += percent_triplet_byte(text, at);
      at += 2;
    }
  }
  return bytes;
}

PARLEY_DECL std::string percent_decode_fully(std::string_view text) {
  // From the end to the front, on a stack: what follows a '%' is then already decoded, and each step takes more off
  // than it puts back, so the work is linear however often the text was encoded.
  std::string stack;
  stack.reserve(text.size());
  for (std::size_t at = text.size(); at-- > 0;) {
    char c = text[at];
    while (c == '%' && stack.size() >= 2) {
      char const high = stack[stack.size() - 1], low = stack[stack.size() - 2];
      if (!is_ascii_hex(high) || !is_ascii_hex(low)) break;
      stack.resize(stack.size() - 2);
      c = detail::byte_of_hex(high, low);
    }
    stack += c;
  }
  std::reverse(stack.begin(), stack.end());
  return stack;
}

namespace detail {

PARLEY_DECL void append_triplet(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  auto const byte = static_cast<unsigned char>(c);
  out += '%';
  out += digits[byte >> 4];
  out += digits[byte & 15];
}

}  // namespace detail

PARLEY_DECL void append_percent_encoded(std::string& out, std::string_view text) {
  for (char const c : text) {
    if (is_uri_unreserved(c)) {
      out += c;
    } else {
      detail::append_triplet(out, c);
    }
  }
}

PARLEY_DECL void append_uri_text(std::string& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const c = text[at];
    if (is_uri_unreserved(c) || is_uri_reserved(c) || is_percent_triplet(text, at)) {
      out += c;
    } else {
      detail::append_triplet(out, c);
    }
  }
}

}  // namespace parley

#endif
