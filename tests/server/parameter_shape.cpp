// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/parameter_shape.hpp>

#include "support/catch.hpp"

#include <concepts>
#include <string>
#include <type_traits>

using namespace parley;
using detail::marker_of;
using detail::parameter_kind;
using detail::parameter_shape;
using detail::parameter_traits;

namespace {

struct Order {
  std::string title;
};
struct Database {};

int stock() { return 3; }

struct Title : Arg<"title"> {
  using Arg<"title">::Arg;
};

template <class Parameter>
constexpr parameter_shape const& shape_of = parameter_traits<marker_of<Parameter>>::shape;
template <class Parameter>
constexpr parameter_kind kind_of = parameter_traits<marker_of<Parameter>>::kind;

}  // namespace

TEST_CASE("each kind of parameter is known, by value and by reference", "[server]") {
  static_assert(kind_of<Arg<"title">> == parameter_kind::argument);
  static_assert(kind_of<Input<Order>> == parameter_kind::input);
  static_assert(kind_of<Resolve<stock>> == parameter_kind::resolver);
  static_assert(kind_of<Service<Database>> == parameter_kind::service);
  static_assert(kind_of<Service<Database>&> == parameter_kind::service);
  static_assert(kind_of<Context&> == parameter_kind::context);
  static_assert(kind_of<Context const&> == parameter_kind::context);
  SUCCEED();
}

TEST_CASE("a type of the program's own that derives from a marker is that parameter", "[server]") {
  static_assert(std::same_as<marker_of<Title const&>, Arg<"title">>);
  SUCCEED();
}

TEST_CASE("anything else is of no known kind", "[server]") {
  static_assert(std::is_void_v<marker_of<std::string>>);
  static_assert(std::is_void_v<marker_of<int&>>);
  static_assert(std::is_void_v<marker_of<Order>>);
  static_assert(kind_of<Order> == parameter_kind::unknown);
  SUCCEED();
}

TEST_CASE("an argument's shape has its name, type and description", "[server]") {
  auto const& shape = shape_of<Arg<"copies", int, "How many">>;
  CHECK(shape.name == "copies");
  CHECK(shape.type == &table_of<int>);
  CHECK(shape.note->description == "How many");
  detail::box made;
  shape.make(made);
  CHECK(made.get<int>() == 0);
}

TEST_CASE("a service's shape says its type, for the error at start", "[server]") {
  CHECK(shape_of<Service<Database>&>.service.key == detail::service_of<Database>);
  CHECK(shape_of<Service<Database>&>.service.type_name == "Database");
}
