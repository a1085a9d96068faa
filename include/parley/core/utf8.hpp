// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace parley {

// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF. All functions are pure and may
// be called from any thread.

// What stands at the front of a text. When it is not valid UTF-8, `value` is U+FFFD and `length` is the number of
// bytes that one U+FFFD replaces: the longest prefix of a valid sequence, at least 1 (Unicode ch. 3.9, "maximal
// subpart", which is also what browsers do).
struct code_point {
  char32_t value = 0xfffd;
  std::size_t length = 1;  // bytes, 1..4
  bool valid = false;
};

// Precondition: `text` is not empty.
constexpr code_point decode_utf8(std::string_view text) {
  auto byte = [&](std::size_t at) -> std::uint32_t { return static_cast<unsigned char>(text[at]); };
  std::uint32_t const lead = byte(0);
  if (lead < 0x80) return {static_cast<char32_t>(lead), 1, true};
  std::size_t const size = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (size == 0) return {};

  // Overlong forms, surrogates and values above U+10FFFF all show in the second byte.
  std::uint32_t const least = lead == 0xe0 ? 0xa0u : lead == 0xf0 ? 0x90u : 0x80u;
  std::uint32_t const most = lead == 0xed ? 0x9fu : lead == 0xf4 ? 0x8fu : 0xbfu;
  if (text.size() < 2 || byte(1) < least || byte(1) > most) return {};

  std::uint32_t value = (lead & (0x7fu >> size)) << 6 | (byte(1) & 0x3f);
  for (std::size_t at = 2; at < size; ++at) {
    if (at >= text.size() || (byte(at) & 0xc0) != 0x80) return {0xfffd, at, false};
    value = value << 6 | (byte(at) & 0x3f);
  }
  return {static_cast<char32_t>(value), size, true};
}

// Appends one code point; one that has no UTF-8 form (a surrogate, or above U+10FFFF) is appended as U+FFFD.
inline void append_utf8(std::string& out, char32_t code) {
  auto value = static_cast<std::uint32_t>(code);
  if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) value = 0xfffd;
  auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (value < 0x80) return put(value);
  if (value < 0x800) {
    put(0xc0 | value >> 6);
  } else {
    if (value < 0x10000) {
      put(0xe0 | value >> 12);
    } else {
      put(0xf0 | value >> 18);
      put(0x80 | (value >> 12 & 0x3f));
    }
    put(0x80 | (value >> 6 & 0x3f));
  }
  put(0x80 | (value & 0x3f));
}

namespace detail {

// The bytes at the front of `text`, in groups of eight, that are all below 0x80.
inline std::size_t ascii_prefix(std::string_view text) {
  std::size_t at = 0;
  for (; text.size() - at >= 8; at += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, text.data() + at, 8);
    if ((eight & 0x8080808080808080u) != 0) break;
  }
  return at;
}

}  // namespace detail

inline bool valid_utf8(std::string_view text) {
  while (!text.empty()) {
    text.remove_prefix(detail::ascii_prefix(text));
    for (int i = 0; i < 8 && !text.empty(); ++i) {
      code_point const next = decode_utf8(text);
      if (!next.valid) return false;
      text.remove_prefix(next.length);
    }
  }
  return true;
}

// The number of code points in valid UTF-8: what JSON Schema counts as the length of a string. In other text, the
// number of bytes that do not continue a sequence.
constexpr std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (char c : text) count += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
  return count;
}

}  // namespace parley
