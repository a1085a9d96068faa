// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/function_shape.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;
using detail::function_shape;
using detail::parameter_kind;
using detail::question_kind;
using detail::resolver_shape;
using detail::shape_of_address;

namespace {

struct Confirm {
  bool ok;
};

struct Shop {
  ElicitUrl<Confirm> pay(Arg<"title"> title) { return {message("Pay for {}.", title), "https://shop.example/pay"}; }
  Confirm order(Arg<"title">, Resolve<&Shop::pay> paid, Context&) const { return *paid; }
};

int stock(Service<Shop>&) { return 3; }
InputRequired ask_by_hand() { return {}; }

}  // namespace

TEST_CASE("a resolver's shape says what it takes and how it asks", "[server]") {
  constexpr function_shape const& pay = *resolver_shape<&Shop::pay>();
  static_assert(pay.name == "pay");
  static_assert(pay.parameters.size() == 1);
  static_assert(pay.owner == &detail::class_tag<Shop>);
  static_assert(pay.asks && pay.kind == question_kind::url);
  static_assert(!pay.asynchronous);
  CHECK(pay.form == nullptr);

  CHECK_FALSE(resolver_shape<stock>()->asks);
  CHECK(resolver_shape<stock>()->owner == nullptr);
  CHECK(resolver_shape<stock>()->parameters[0]->kind == parameter_kind::service);
}

TEST_CASE("a body's shape says what it gives back", "[server]") {
  constexpr function_shape const& order = shape_of_address<&Shop::order>;
  static_assert(order.name == "order");
  static_assert(order.output == &table_of<Confirm>);
  static_assert(!order.builds_input_required);
  static_assert(shape_of_address<ask_by_hand>.builds_input_required);
  REQUIRE(order.parameters.size() == 3);
  CHECK(order.parameters[1]->resolver() == resolver_shape<&Shop::pay>());
  CHECK(order.parameters[2]->kind == parameter_kind::context);
}

TEST_CASE("one function has one shape", "[server]") { CHECK(resolver_shape<stock>() == resolver_shape<&stock>()); }

TEST_CASE("a function object's shape has the name that it was given", "[server]") {
  auto count = [](Arg<"n", int> n) { return *n; };
  CHECK(detail::shape_of_object<"count", decltype(count)>.name == "count");
  CHECK(detail::shape_of_object<"count", decltype(count)>.output == &table_of<int>);
}
