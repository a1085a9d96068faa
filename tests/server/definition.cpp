// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/definition.hpp>

#include "server/scripted_tool.hpp"
#include "support/catch.hpp"

#include <set>

using namespace parley;
using namespace parley::testing;

namespace {

struct small {
  bool ok = false;
};

struct base_tool : scripted_tool {
  base_tool() {
    argument<std::string>("path");
    resolver("confirm", {0}, [](detail::frame&, detail::slot&) {});
    table.nodes[1].asks = true;
    table.nodes[1].form = &detail::form_of<small>();
    body({0, 1}, [](detail::frame&, detail::slot&) {});
  }
};

detail::digest128 digest(scripted_tool const& tool) {
  return detail::definition_digest(tool.table, *default_primitives<>::get());
}

}  // namespace

TEST_CASE("two tools that say the same have one digest", "[server][once-01]") {
  CHECK(digest(base_tool()) == digest(base_tool()));
}

TEST_CASE("whatever is changed about a tool changes its digest", "[server][once-01]") {
  std::set<detail::digest128> seen{digest(base_tool())};
  std::size_t changes = 1;
  auto changed = [&](auto&& change) {
    base_tool tool;
    change(tool);
    seen.insert(digest(tool));
    ++changes;
  };
  static notes const note{.description = "a folder"};
  static std::uint16_t const only_first[] = {0}, swapped[] = {1, 0};
  changed([](base_tool& it) { it.table.name = "other"; });
  changed([](base_tool& it) { it.table.description = "Deletes it."; });
  changed([](base_tool& it) { it.table.options.title = "Delete"; });
  changed([](base_tool& it) { it.table.options.destructive = true; });
  changed([](base_tool& it) { it.table.options.destructive = false; });
  changed([](base_tool& it) { it.table.options.read_only = false; });
  changed([](base_tool& it) { it.table.rules.strict_arguments = true; });
  changed([](base_tool& it) { it.table.nodes[0].name = "folder"; });
  changed([](base_tool& it) { it.table.nodes[0].note = &note; });
  changed([](base_tool& it) { it.table.nodes[0].type = &table_of<int>; });
  changed([](base_tool& it) { it.table.nodes[1].form = nullptr; });
  changed([](base_tool& it) { it.table.nodes[1].action = &table_of<small>; });
  changed([](base_tool& it) { it.table.nodes[1].kind = detail::question_kind::url; });
  changed([](base_tool& it) { it.table.body.takes_outcome = 2; });
  changed([](base_tool& it) { it.table.body.from = only_first; });
  changed([](base_tool& it) { it.table.body.from = swapped; });
  changed([](base_tool& it) { it.table.output = &table_of<small>; });
  changed([](base_tool& it) { it.table.builds_input_required = true; });
  changed([](base_tool& it) { it.argument<int>("more"); });
  CHECK(seen.size() == changes);
}
