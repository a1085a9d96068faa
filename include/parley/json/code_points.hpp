// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Sets of characters in a regular expression.

#include <parley/core/config.hpp>

#include <optional>
#include <vector>

namespace parley::detail {

// A set of code points as ranges, which hold both of their ends, may overlap and stand in any order.
struct code_points {
  struct range {
    char32_t first;
    char32_t last;
  };
  static constexpr char32_t greatest = 0x10ffff;

  std::vector<range> ranges{};

  void add(char32_t first, char32_t last) { ranges.push_back({first, last}); }
  void add(code_points const& others) { ranges.insert(ranges.end(), others.ranges.begin(), others.ranges.end()); }

  // Every code point up to U+10FFFF that is not in the set; the ranges stand in order and apart.
  PARLEY_DECL code_points complement() const;
};

// What the letter stands for after a backslash: \d, \w, \s as ECMA-262 §22.2.2.9 has them, digits and letters of words
// being those of ASCII, and \D, \W, \S. Nothing for another letter.
PARLEY_DECL std::optional<code_points> class_escape(char32_t letter);

// What '.' stands for: all but the line terminators of ECMA-262 §12.3.
PARLEY_DECL code_points any_but_line_ends();

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <algorithm>

namespace parley::detail {

PARLEY_DECL code_points code_points::complement() const {
  auto sorted = ranges;
  std::sort(sorted.begin(), sorted.end(), [](range a, range b) { return a.first < b.first; });
  code_points out;
  char32_t next = 0;
  for (range const each : sorted) {
    if (each.first > next) out.add(next, each.first - 1);
    next = std::max(next, static_cast<char32_t>(each.last + 1));
  }
  if (next <= greatest) out.add(next, greatest);
  return out;
}

PARLEY_DECL std::optional<code_points> class_escape(char32_t letter) {
  switch (letter) {
    case U'd': return code_points{{{U'0', U'9'}}};
    case U'w': return code_points{{{U'0', U'9'}, {U'A', U'Z'}, {U'_', U'_'}, {U'a', U'z'}}};
    case U's':
      return code_points{{{0x9, 0xd},
                          {0x20, 0x20},
                          {0xa0, 0xa0},
                          {0x1680, 0x1680},
                          {0x2000, 0x200a},
                          {0x2028, 0x2029},
                          {0x202f, 0x202f},
                          {0x205f, 0x205f},
                          {0x3000, 0x3000},
                          {0xfeff, 0xfeff}}};
    case U'D': return class_escape(U'd')->complement();
    case U'W': return class_escape(U'w')->complement();
    case U'S': return class_escape(U's')->complement();
    default: return std::nullopt;
  }
}

PARLEY_DECL code_points any_but_line_ends() {
  return code_points{{{U'\n', U'\n'}, {U'\r', U'\r'}, {0x2028, 0x2029}}}.complement();
}

}  // namespace parley::detail

#endif
