// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/handler_table.hpp>
#include <parley/server/make_tool.hpp>

#include "support/catch.hpp"

#include <optional>
#include <string>

using namespace parley;
using detail::make_tool;
using detail::tool_table;

namespace {

int stock(Arg<"title"> title) { return static_cast<int>(title->size()); }

}  // namespace

TEST_CASE("a copy of a table outlives the table", "[server]") {
  std::optional<tool_table> first =
      make_tool<"order">("Order.", [](Arg<"title"> title, Resolve<stock> n) { return *title + std::to_string(*n); });
  tool_table const copy = *first;
  first.reset();
  REQUIRE(copy.nodes.size() == 2);
  CHECK(copy.nodes[1].from.size() == 1);
  CHECK(copy.nodes[1].from[0] == 0);
  REQUIRE(copy.body.from.size() == 2);
  CHECK(copy.body.from[1] == 1);
  CHECK(copy.body.fields[1] == detail::whole_value);
  CHECK(copy.owner.get() == copy.body.self);
}
