// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

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

}  // namespace parley
