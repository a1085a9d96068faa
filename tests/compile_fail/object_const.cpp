// expect: parley: this member function is not const, and the object it is to run on is
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Shop {
  int stock() { return 3; }
};
Shop const shop{};

auto const tool = detail::make_tool<&Shop::stock>(shop, "Count the books.");
