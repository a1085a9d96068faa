// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <cstdint>
#include <string_view>

namespace parley {

// Whether a text that a peer sent can be made part of a path (server/resources, Security Considerations). The text is
// to be decoded before it is checked, once: a check of encoded text would miss "%2e%2e".

// What could go wrong. Risks to the file system only: a text without risk may still be nonsense, or too long.
enum class path_risk : std::uint8_t {
  none,
  control_character,  // U+0000 … U+001F, U+007F … U+009F: a zero ends the name for the system, others garble logs
  backslash,          // separates folders on some systems
  slash,              // where one name was expected
  dot_segment,        // "." or ".."
  absolute,           // begins with '/' or a drive letter
  encoded_again,      // has one of the above, or is not UTF-8, once it is decoded again
};

// One sentence, in our words only.
constexpr std::string_view to_string(path_risk risk);

// A text that is to be one name in a folder. An empty text carries no risk.
//
// A text that was encoded twice, such as "%2e%2e%2f" out of "%252e%252e%252f", is harmless as it is, but what a handler
// passes it on to (another URL, another service) may decode it. Nobody gives files such names, so nothing is lost by
// calling it a risk; other texts with percent signs, "50%" or "%41", carry none. Neither function throws anything but
// std::bad_alloc. Pure; any thread.
PARLEY_DECL path_risk check_path_name(std::string_view text);

// A text that is to be a path below a folder: names with '/' between them. An empty name at the start would make it
// absolute; elsewhere it does no harm.
PARLEY_DECL path_risk check_relative_path(std::string_view text);

constexpr std::string_view to_string(path_risk risk) {
  switch (risk) {
    case path_risk::none: break;
    case path_risk::control_character: return "it holds a control character";
    case path_risk::backslash: return "it holds a backslash";
    case path_risk::slash: return "it holds a slash";
    case path_risk::dot_segment: return "it holds \".\" or \"..\" as a name";
    case path_risk::absolute: return "it is an absolute path";
    case path_risk::encoded_again: return "it becomes unsafe when it is decoded once more";
  }
  return "no risk";
}

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/core/percent.hpp>
#include <parley/core/utf8.hpp>

#include <cstddef>
#include <string>

namespace parley {
namespace detail {

PARLEY_DECL path_risk risk_of_characters(std::string_view text) {
  path_risk found = path_risk::none;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto const byte = static_cast<unsigned char>(text[i]);
    // In UTF-8, 0xc2 begins U+0080 … U+00BF.
    bool const c1 = byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (byte < 0x20 || byte == 0x7f || c1) return path_risk::control_character;
    if (byte == '\\') found = path_risk::backslash;
  }
  return found;
}

PARLEY_DECL path_risk risk_of_name(std::string_view text) {
  if (auto const risk = risk_of_characters(text); risk != path_risk::none) return risk;
  if (text.find('/') != std::string_view::npos) return path_risk::slash;
  return text == "." || text == ".." ? path_risk::dot_segment : path_risk::none;
}

PARLEY_DECL path_risk risk_of_path(std::string_view text) {
  if (auto const risk = risk_of_characters(text); risk != path_risk::none) return risk;
  bool const drive =
      text.size() >= 2 && is_ascii_alpha(text[0]) && text[1] == ':' && (text.size() == 2 || text[2] == '/');
  if (text.starts_with('/') || drive) return path_risk::absolute;
  while (true) {
    std::size_t const slash = text.find('/');
    auto const name = text.substr(0, slash);
    if (name == "." || name == "..") return path_risk::dot_segment;
    if (slash == std::string_view::npos) return path_risk::none;
    text.remove_prefix(slash + 1);
  }
}

PARLEY_DECL path_risk risk_once_decoded(std::string_view text, path_risk (*check)(std::string_view)) {
  if (auto const risk = check(text); risk != path_risk::none) return risk;
  if (text.find('%') == std::string_view::npos) return path_risk::none;
  std::string const decoded = percent_decode_fully(text);
  return valid_utf8(decoded) && check(decoded) == path_risk::none ? path_risk::none : path_risk::encoded_again;
}

}  // namespace detail

PARLEY_DECL path_risk check_path_name(std::string_view text) {
  return detail::risk_once_decoded(text, detail::risk_of_name);
}

PARLEY_DECL path_risk check_relative_path(std::string_view text) {
  return detail::risk_once_decoded(text, detail::risk_of_path);
}

}  // namespace parley

#endif
