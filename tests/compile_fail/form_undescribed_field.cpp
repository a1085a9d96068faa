// expect: parley: this field has no shape in JSON
// expect: 'w', 'h', 'e', 'r', 'e'
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/form.hpp>

struct place {
  std::string name;
  int* where;
};

auto const& form = parley::detail::form_of<place>();
