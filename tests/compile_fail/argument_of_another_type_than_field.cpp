// expect: parley: this argument is taken with another type elsewhere in the tool
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Confirm {
  bool ok;
};

struct Order {
  std::string title;
  int copies = 1;
};

Elicit<Confirm> confirm(Arg<"copies", long> copies) { return {message("Order {}?", copies)}; }
int order(Input<Order> order, Resolve<confirm>) { return order->copies; }

auto const tool = detail::make_tool<order>("Order a book.");
