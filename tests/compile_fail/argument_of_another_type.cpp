// expect: parley: this argument is taken with another type elsewhere in the tool
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Confirm {
  bool ok;
};

Elicit<Confirm> confirm(Arg<"copies", long> copies) { return {message("Order {}?", copies)}; }
int order(Arg<"copies", int> copies, Resolve<confirm>) { return *copies; }

auto const tool = detail::make_tool<order>("Order a book.");
