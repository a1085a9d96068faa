// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

// Base64 in the two forms that MCP uses (RFC 4648). All functions are pure and may be called from any thread.
//
// Decoding is strict in both forms: each byte string has exactly one text that decodes to it, so two different texts
// never mean the same token, header or content. The only failure reason is "base64".

// Standard alphabet with padding (RFC 4648 §4): `data` and `blob` of content, and encoded header values.
PARLEY_DECL std::string base64_encode(std::span<std::byte const> bytes);
PARLEY_DECL std::string base64_encode(std::string_view bytes);

// Refuses characters outside the alphabet (white space too), missing or surplus padding, and unused bits that are
// not zero.
PARLEY_DECL result<std::vector<std::byte>> base64_decode(std::string_view text);
// The same, for those who hold bytes as text.
PARLEY_DECL result<std::string> base64_decode_text(std::string_view text);

// URL-safe alphabet without padding (RFC 4648 §5): tokens.
PARLEY_DECL std::string base64url_encode(std::span<std::byte const> bytes);
PARLEY_DECL std::string base64url_encode(std::string_view bytes);

// Refuses padding, characters outside the alphabet, lengths that no byte string has, and unused bits that are not
// zero.
PARLEY_DECL result<std::vector<std::byte>> base64url_decode(std::string_view text);
PARLEY_DECL result<std::string> base64url_decode_text(std::string_view text);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <array>
#include <cstdint>

namespace parley {
namespace detail {

struct base64_alphabet {
  std::string_view letters;
  std::array<std::uint8_t, 256> values;  // 64 marks a character that is not a letter

  constexpr explicit base64_alphabet(std::string_view chosen) : letters(chosen), values{} {
    for (auto& value : values) value = 64;
    for (std::size_t i = 0; i < letters.size(); ++i) {
      values[static_cast<unsigned char>(letters[i])] = static_cast<std::uint8_t>(i);
    }
  }
};

inline constexpr base64_alphabet base64_standard{"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"};
inline constexpr base64_alphabet base64_url{"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"};

PARLEY_DECL std::string base64_encode_with(base64_alphabet const& alphabet, bool padded, std::string_view bytes) {
  std::size_t const whole = bytes.size() / 3;
  std::size_t const rest = bytes.size() % 3;
  std::size_t const tail = rest == 0 ? 0 : (padded ? 4 : rest + 1);
  std::string text(whole * 4 + tail, '=');
  auto byte = [&](std::size_t at) -> std::uint32_t { return static_cast<unsigned char>(bytes[at]); };
  auto letter = [&](std::uint32_t six) { return alphabet.letters[six & 63]; };

  std::size_t out = 0;
  for (std::size_t in = 0; in < whole * 3; in += 3) {
    std::uint32_t const three = byte(in) << 16 | byte(in + 1) << 8 | byte(in + 2);
    text[out++] = letter(three >> 18);
    text[out++] = letter(three >> 12);
    text[out++] = letter(three >> 6);
    text[out++] = letter(three);
  }
  if (rest != 0) {
    std::uint32_t const last = byte(whole * 3) << 16 | (rest == 2 ? byte(whole * 3 + 1) << 8 : 0);
    text[out++] = letter(last >> 18);
    text[out++] = letter(last >> 12);
    if (rest == 2) text[out++] = letter(last >> 6);
  }
  return text;
}

// Fills `out` (a container of one-byte elements) and says whether `text`, already without padding, was canonical.
template <class Container>
bool base64_decode_with(base64_alphabet const& alphabet, std::string_view text, Container& out) {
  using element = typename Container::value_type;
  std::size_t const whole = text.size() / 4;
  std::size_t const rest = text.size() % 4;
  if (rest == 1) return false;
  out.resize(whole * 3 + (rest == 0 ? 0 : rest - 1));
  auto value = [&](std::size_t at) -> std::uint32_t { return alphabet.values[static_cast<unsigned char>(text[at])]; };

  std::uint32_t seen = 0;  // bit 6 is set once anything foreign has been read
  std::size_t at = 0;
  for (std::size_t in = 0; in < whole * 4; in += 4) {
    std::uint32_t const a = value(in), b = value(in + 1), c = value(in + 2), d = value(in + 3);
    seen |= a | b | c | d;
    std::uint32_t const three = a << 18 | b << 12 | c << 6 | d;
    out[at++] = static_cast<element>(three >> 16 & 0xff);
    out[at++] = static_cast<element>(three >> 8 & 0xff);
    out[at++] = static_cast<element>(three & 0xff);
  }
  if (rest != 0) {
    std::uint32_t const a = value(whole * 4), b = value(whole * 4 + 1), c = rest == 3 ? value(whole * 4 + 2) : 0;
    seen |= a | b | c;
    std::uint32_t const last = a << 18 | b << 12 | c << 6;
    out[at++] = static_cast<element>(last >> 16 & 0xff);
    if (rest == 3) out[at++] = static_cast<element>(last >> 8 & 0xff);
    if ((last & (rest == 3 ? 0xffu : 0xffffu)) != 0) return false;
  }
  return (seen & 64) == 0;
}

template <class Container>
result<Container> base64_decode_standard(std::string_view text) {
  failure const no{"base64", "not canonical padded base64"};
  if (text.size() % 4 != 0) return refused{no};
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  Container out;
  if (!base64_decode_with(base64_standard, text, out)) return refused{no};
  return out;
}

template <class Container>
result<Container> base64_decode_url(std::string_view text) {
  Container out;
  if (!base64_decode_with(base64_url, text, out)) return refused{failure{"base64", "not canonical base64url"}};
  return out;
}

PARLEY_DECL std::string_view bytes_as_text(std::span<std::byte const> bytes) {
  return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}

}  // namespace detail

PARLEY_DECL std::string base64_encode(std::span<std::byte const> bytes) {
  return base64_encode(detail::bytes_as_text(bytes));
}
PARLEY_DECL std::string base64_encode(std::string_view bytes) {
  return detail::base64_encode_with(detail::base64_standard, true, bytes);
}
PARLEY_DECL result<std::vector<std::byte>> base64_decode(std::string_view text) {
  return detail::base64_decode_standard<std::vector<std::byte>>(text);
}
PARLEY_DECL result<std::string> base64_decode_text(std::string_view text) {
  return detail::base64_decode_standard<std::string>(text);
}
PARLEY_DECL std::string base64url_encode(std::span<std::byte const> bytes) {
  return base64url_encode(detail::bytes_as_text(bytes));
}
PARLEY_DECL std::string base64url_encode(std::string_view bytes) {
  return detail::base64_encode_with(detail::base64_url, false, bytes);
}
PARLEY_DECL result<std::vector<std::byte>> base64url_decode(std::string_view text) {
  return detail::base64_decode_url<std::vector<std::byte>>(text);
}
PARLEY_DECL result<std::string> base64url_decode_text(std::string_view text) {
  return detail::base64_decode_url<std::string>(text);
}

}  // namespace parley

#endif
