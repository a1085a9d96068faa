// expect: parley: these resolvers need one another, so that none could be the first to run
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

// A type of its own lets a parameter be named before the resolver behind it is declared.
struct Price;
int stock(Price price);
int price(Resolve<stock> stock);
struct Price : Resolve<price> {
  using Resolve<price>::Resolve;
};

int stock(Price price) { return *price; }
int price(Resolve<stock> stock) { return *stock; }
int order(Resolve<price> price) { return *price; }

auto const tool = detail::make_tool<order>("Order a book.");
