// expect: parley: fields(...) in this type describes members of another type
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/type_table.hpp>

struct other {
  int weight;
};
struct order {
  int copies;
  static constexpr auto fields = parley::fields(parley::field<&other::weight>{.min = 1});
};

constexpr auto const& table = parley::table_of<order>;
