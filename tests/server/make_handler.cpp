// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/make_handler.hpp>

#include <parley/server/context.hpp>
#include <parley/server/feature_result.hpp>
#include <parley/server/input_required.hpp>

#include "support/catch.hpp"

#include <memory>
#include <string>
#include <vector>

using namespace parley;
using detail::handler_table;
using detail::make_handler;
using detail::node_role;
using detail::prompt_role;
using detail::resource_role;
using detail::tool_role;

namespace {

// Says what shape it was shown.
std::string_view checked_name;
struct watchful_role : prompt_role {
  template <detail::function_shape const& Shape, class>
  static void check() {
    checked_name = Shape.name;
  }
};
// Has nothing of its own to check.
template <class Role>
struct lenient : Role {
  template <detail::function_shape const&, class>
  static void check() {}
};

struct Order {
  std::string title;
  int copies = 1;
};
struct Units {};

std::string look_up(Arg<"title"> title) { return *title; }
std::string place(Input<Order> order, Resolve<look_up> found, Service<Units>&, Context&) {
  return order->title + *found;
}

struct Shop {
  std::string name(Arg<"title">) const { return "shop"; }
  std::string rename(Arg<"title">) { return "shop"; }
};
struct Front {
  virtual ~Front() = default;
  int pad = 1;
};
struct BookShop : Front, Shop {};

std::vector<std::uint16_t> listed(std::span<std::uint16_t const> indices) { return {indices.begin(), indices.end()}; }

}  // namespace

TEST_CASE("a function becomes a handler under its own name", "[server]") {
  handler_table const made = make_handler<watchful_role, place>();
  CHECK(made.name == "place");
  CHECK(checked_name == "place");
  REQUIRE(made.nodes.size() == 2);
  CHECK(made.nodes[0].role == node_role::input);
  CHECK(made.nodes[0].type == &table_of<Order>);
  CHECK(made.nodes[1].role == node_role::resolver);
  CHECK(made.nodes[1].name == "look_up");
  CHECK(listed(made.nodes[1].from) == std::vector<std::uint16_t>{0});
  CHECK(listed(made.nodes[1].fields) == std::vector<std::uint16_t>{0});  // of the input, its first field
  CHECK(listed(made.body.from) == std::vector<std::uint16_t>{0, 1});
  CHECK(listed(made.body.uses) == std::vector<std::uint16_t>{0});
  REQUIRE(made.services.size() == 1);
  CHECK(made.services[0].type_name == "Units");
  CHECK(made.body.self == nullptr);
  CHECK(made.owner == nullptr);
  // Who has the options says how it is run.
  CHECK_FALSE(made.rules.textual_arguments);
}

TEST_CASE("the lists behind a handler outlive the table that they were made for", "[server]") {
  auto made = std::make_unique<handler_table>(make_handler<lenient<prompt_role>, place>());
  handler_table const copy = *made;
  made.reset();
  CHECK(listed(copy.body.from) == std::vector<std::uint16_t>{0, 1});
}

TEST_CASE("a member function runs on the part of the object that it belongs to", "[server]") {
  BookShop shop;
  Shop& part = shop;
  CHECK(make_handler<lenient<prompt_role>, &Shop::name>(shop).body.self == &part);
  CHECK(make_handler<lenient<prompt_role>, &BookShop::rename>(shop).body.self == &part);
  BookShop const& fixed = shop;
  CHECK(make_handler<lenient<prompt_role>, &Shop::name>(fixed).body.self == &part);
}

TEST_CASE("a lambda is kept for as long as a table that runs it", "[server]") {
  auto const held = std::make_shared<int>(1);
  {
    handler_table made = make_handler<watchful_role, "say">([held](Arg<"title"> title) { return *title; });
    CHECK(made.name == "say");
    CHECK(checked_name == "say");
    CHECK(held.use_count() == 2);
    handler_table const copy = made;
    made = {};
    CHECK(held.use_count() == 2);
    CHECK(copy.body.self == copy.owner.get());
  }
  CHECK(held.use_count() == 1);
}

TEST_CASE("the role says what a result means", "[server]") {
  auto const order = [] { return Order{}; };
  CHECK(make_handler<lenient<tool_role>, "order">(order).output == &table_of<Order>);
  CHECK(make_handler<lenient<resource_role>, "order">(order).output == nullptr);

  auto const ask = []() -> InputRequired { return {}; };
  CHECK(make_handler<lenient<tool_role>, "ask">(ask).builds_input_required);
  CHECK(make_handler<lenient<prompt_role>, "ask">(ask).builds_input_required);
  CHECK(make_handler<lenient<resource_role>, "ask">(ask).builds_input_required);
  CHECK_FALSE(make_handler<lenient<prompt_role>, "say">([] { return std::string(); }).builds_input_required);
  CHECK(make_handler<lenient<prompt_role>, "say">([]() -> prompt_outcome { return {}; }).builds_input_required);
}
