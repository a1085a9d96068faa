// expect: parley: up to 32 fields of a plain aggregate can be read off
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/type_table.hpp>

struct wide {
  int a1, a2, a3, a4, a5, a6, a7, a8, b1, b2, b3, b4, b5, b6, b7, b8;
  int c1, c2, c3, c4, c5, c6, c7, c8, d1, d2, d3, d4, d5, d6, d7, d8, e1;
};

constexpr auto const& table = parley::table_of<wide>;
