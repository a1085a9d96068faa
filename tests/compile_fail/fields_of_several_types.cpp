// expect: parley: fields(...) describes the members of one type, and these belong to several
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/type_table.hpp>

struct other {
  int weight;
};
struct order {
  int copies;
  static constexpr auto fields =
      parley::fields(parley::field<&order::copies>{.min = 1}, parley::field<&other::weight>{.min = 1});
};

constexpr auto const& table = parley::table_of<order>;
