// expect: parley: this field has no shape in JSON
// expect: 'b', 'r', 'a', 'n', 'c', 'h', 'e', 's'
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/type_table.hpp>

struct tree {
  std::string name;
  std::vector<tree> branches;
};

constexpr auto const& table = parley::table_of<tree>;
