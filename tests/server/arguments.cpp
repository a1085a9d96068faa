// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/arguments.hpp>

#include "server/scripted_tool.hpp"
#include "support/catch.hpp"

#include <optional>
#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

struct room {
  int floor = 1;
};

struct booking {
  std::string email{};
  int guests = 2;
  room where{};
};

// Reads the arguments of a tool; `slots` keeps what was read.
struct reading {
  std::vector<detail::slot> slots{};
  std::string complaint{};

  reading(scripted_tool const& tool, char const* text) : slots(tool.table.nodes.size()) {
    complaint = to_text(detail::read_arguments(tool.table, json::parse(text), slots));
  }
};

bool holds(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("arguments are read by name into their slots, optional ones may be absent", "[server][C-27][C-51]") {
  scripted_tool tool;
  tool.argument<std::string>("a");
  tool.argument<std::optional<int>>("b");
  reading const both(tool, R"({"b":1e2,"a":"x"})");
  CHECK(both.complaint.empty());
  CHECK(both.slots[0].value.get<std::string>() == "x");
  CHECK(both.slots[1].value.get<std::optional<int>>() == 100);
  CHECK(both.slots[1].state == detail::slot_state::known);
  CHECK(reading(tool, R"({"a":"x"})").slots[1].value.get<std::optional<int>>() == std::nullopt);
  CHECK(reading(tool, R"({"a":"x","b":null,"z":1})").complaint.empty());
  CHECK(holds(reading(tool, R"({})").complaint, "a is required"));
  CHECK(holds(reading(tool, R"({"a":"x","b":1.5})").complaint, "b must be"));
}

TEST_CASE("limits on an argument hold", "[server][TOOL-15]") {
  static notes const at_most_eight{.max = 8};
  scripted_tool tool;
  tool.argument<int>("guests", &at_most_eight);
  CHECK(reading(tool, R"({"guests":8})").complaint.empty());
  CHECK(reading(tool, R"({"guests":9})").complaint == "guests must be at most 8");
}

TEST_CASE("an input is read from the whole object, with its defaults", "[server]") {
  scripted_tool tool;
  tool.input<booking>();
  reading const some(tool, R"({"email":"a@example.net","where":{"floor":3}})");
  CHECK(some.complaint.empty());
  auto const& read = some.slots[0].value.get<booking>();
  CHECK(read.guests == 2);
  CHECK(read.where.floor == 3);
  CHECK(holds(reading(tool, R"({"guests":3})").complaint, "email is required"));
  CHECK(holds(reading(tool, R"({"email":"a","where":{"floor":"x"}})").complaint, "where/floor"));
}

TEST_CASE("resolvers have no argument", "[server]") {
  scripted_tool tool;
  tool.argument<std::string>("a");
  tool.resolver("confirm", {}, [](detail::frame&, detail::slot&) {});
  reading const one(tool, R"({"a":"x","confirm":{"ok":true}})");
  CHECK(one.complaint.empty());
  CHECK(one.slots[1].state == detail::slot_state::empty);
}

TEST_CASE("a strict tool refuses what its signature does not name, at every level, without repeating it", "[server]") {
  scripted_tool tool;
  tool.table.rules.strict_arguments = true;
  tool.argument<std::string>("a");
  tool.input<booking>();
  CHECK(reading(tool, R"({"a":"x","email":"e","guests":1})").complaint.empty());
  auto const unknown = reading(tool, R"({"a":"x","email":"e","evil":1,"worse":2})").complaint;
  CHECK(unknown == "the value has members that it must not have");
  CHECK(holds(reading(tool, R"({"a":"x","email":"e","where":{"floor":1,"evil":2}})").complaint, "where has members"));
}

TEST_CASE("no more than eight complaints are made", "[server]") {
  scripted_tool tool;
  static std::string const names = "abcdefghijkl";
  for (std::size_t i = 0; i < names.size(); ++i) tool.argument<int>(std::string_view(names).substr(i, 1));
  std::vector<detail::slot> slots(tool.table.nodes.size());
  CHECK(detail::read_arguments(tool.table, json::object(), slots).size() == 8);
}
