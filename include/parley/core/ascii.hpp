// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley {

// Character classes and comparisons of protocols: ASCII only, whatever the locale of the process. Bytes from 0x80 on
// are in no class and compare as they are. All functions are pure.

constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_ascii_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_ascii_hex(char c) { return is_ascii_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
// U+0021 … U+007E: what may stand in a URI or a header without looking like something else.
constexpr bool is_ascii_visible(char c) { return c > ' ' && c < '\x7f'; }

// A token of HTTP: what names of headers are made of (RFC 9110 §5.6.2). Never empty.
constexpr bool is_http_token(std::string_view text) {
  for (char const c : text) {
    if (!is_ascii_alpha(c) && !is_ascii_digit(c) && std::string_view("!#$%&'*+-.^_`|~").find(c) == text.npos)
      return false;
  }
  return !text.empty();
}

constexpr char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = ascii_lower(c);
  return lower;
}

constexpr bool equals_ignoring_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (ascii_lower(a[i]) != ascii_lower(b[i])) return false;
  }
  return true;
}

// Without the spaces and tabs at both ends: "optional white space" of RFC 9110 §5.6.3.
constexpr std::string_view trim(std::string_view text, std::string_view white = " \t") {
  std::size_t const first = text.find_first_not_of(white);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(white) - first + 1);
}

}  // namespace parley
