// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace parley {

// A JSON text without the white space between its tokens, and so on one line. All else stays as its author wrote it:
// the order of members, the spelling of numbers and of strings.
//
// Precondition: parse() takes the text. Pure.
inline std::string compact(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char const c = text[i];
    if (in_string) {
      out += c;
      if (c == '\\') {
        out += text[++i];
      } else if (c == '"') {
        in_string = false;
      }
    } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
      out += c;
      in_string = c == '"';
    }
  }
  return out;
}

// Makes an author's text compact. False: it is no JSON that parse() takes, or no object; then it is left as it is.
PARLEY_DECL bool compact_json(std::string& text);
PARLEY_DECL bool compact_object(std::string& text);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/parse.hpp>

namespace parley {

PARLEY_DECL bool compact_json(std::string& text) {
  if (!parse(text)) return false;
  text = compact(text);
  return true;
}

PARLEY_DECL bool compact_object(std::string& text) {
  auto const tree = parse(text);
  if (!tree || !tree->is_object()) return false;
  text = compact(text);
  return true;
}

}  // namespace parley

#endif
