// expect: parley: this resolver takes an Input that the tool does not take
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
};
Elicit<Confirm> confirm(Input<Order> order) { return {message("Order {}?", order->title)}; }
std::string order(Arg<"title"> title, Resolve<confirm>) { return *title; }

auto const tool = detail::make_tool<order>("Order a book.");
