// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/body_result.hpp>
#include <parley/server/invoke.hpp>

#include "support/catch.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

using namespace parley;
using namespace parley::detail;

namespace {

struct Order {
  int copies = 1;
  std::string title;
};
struct Shelf {
  int books = 0;
};

int stock() { return 3; }

Context const* seen = nullptr;
std::string see(Resolve<stock> stock, Service<Shelf>& shelf, Context& context, Arg<"title"> title,
                Service<Order> order) {
  seen = &context;
  return std::to_string(*stock) + *title + std::to_string(shelf->books) + order->title;
}

struct counter {
  int calls = 0;
  int count(Arg<"title"> title) noexcept { return calls += static_cast<int>(title->size()); }
};

void refuse() { throw std::runtime_error("no"); }

std::string text_in(slot const& out) {
  return std::get<text_content>(std::get<CallToolResult>(out.value.get<detail::body_outcome>()).blocks.at(0)).text;
}

}  // namespace

TEST_CASE("each parameter is counted among those of its list", "[server]") {
  constexpr auto place =
      places<Resolve<stock>, Service<Shelf>&, Context&, Arg<"title">, Service<Order>, Input<Order>>();
  static_assert(place == std::array<std::size_t, 6>{0, 0, 0, 1, 1, 2});
  static_assert(places<>().empty());
  SUCCEED();
}

TEST_CASE("a function gets what its signature asks for", "[server]") {
  slot slots[2];
  slots[0].put(std::string("Dune"));
  slots[1].put(7);
  Shelf shelf{4};
  Order order{1, "x"};
  Service<Shelf> shelf_handle(shelf);
  Service<Order> order_handle(order);
  void* const services[] = {&order_handle, &shelf_handle};
  char request = 0;  // only its address counts
  frame on{slots, reinterpret_cast<Context*>(&request), services};

  std::uint16_t const from[] = {1, 0}, fields[] = {whole_value, whole_value}, uses[] = {1, 0};
  node of{.role = node_role::body, .from = from, .fields = fields, .uses = uses};
  slot out;
  run_address<see, put_body>(nullptr, on, of, out);
  CHECK(text_in(out) == "7Dune4x");
  CHECK(seen == on.context);
}

TEST_CASE("a field of an input is read in place", "[server]") {
  slot slots[1];
  slots[0].put(Order{3, "Dune"});
  frame on{slots, nullptr, {}};
  std::uint16_t const from[] = {0}, fields[] = {1};
  node of{.type = &table_of<Order>, .from = from, .fields = fields};
  CHECK(value_behind(on, of, 0) == &slots[0].value.get<Order>().title);
}

TEST_CASE("a member function runs on its object", "[server]") {
  slot slots[1];
  slots[0].put(std::string("Dune"));
  frame on{slots, nullptr, {}};
  std::uint16_t const from[] = {0}, fields[] = {whole_value};
  node of{.from = from, .fields = fields};
  counter object;
  slot out;
  run_address<&counter::count, put_finding>(&object, on, of, out);
  CHECK(out.value.get<int>() == 4);
  CHECK(object.calls == 4);
}

TEST_CASE("what a handler throws is let through", "[server]") {
  frame on;
  node of;
  slot out;
  CHECK_THROWS_AS((run_address<refuse, put_body>(nullptr, on, of, out)), std::runtime_error);
  CHECK_FALSE(out.value);
}
