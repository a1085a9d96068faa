// expect: parley: a member function is a resolver only for tools that are member functions of the same class
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Shop {
  int stock() { return 3; }
};
int order(Resolve<&Shop::stock> stock) { return *stock; }

auto const tool = detail::make_tool<order>("Order a book.");
