// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/plan.hpp>

#include "support/catch.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace parley;
using namespace parley::detail;

namespace {

// Signatures written by hand: a plan sees nothing else of a function.
constexpr parameter_shape text(std::string_view name) {
  return {.kind = parameter_kind::argument, .name = name, .type = &table_of<std::string>};
}
constexpr parameter_shape number(std::string_view name) {
  return {.kind = parameter_kind::argument, .name = name, .type = &table_of<int>};
}
constexpr parameter_shape needs(function_shape const* (*resolver)(), bool takes_outcome = false) {
  return {.kind = parameter_kind::resolver, .resolver = resolver, .takes_outcome = takes_outcome};
}
template <class T>
constexpr parameter_shape input{.kind = parameter_kind::input, .type = &table_of<T>};
template <class T>
constexpr parameter_shape service{.kind = parameter_kind::service, .service = {service_of<T>, "service"}};
constexpr parameter_shape context{.kind = parameter_kind::context};

template <std::size_t Size>
using parameters = std::array<parameter_shape const*, Size>;

std::vector<std::uint16_t> slots_of(plan const& made, planned_function const& function) {
  auto const* const begin = made.from.data() + function.from.begin;
  return {begin, begin + function.from.size};
}

constexpr parameter_shape title = text("title"), copies = number("copies");

// order(title, stock(title), confirm(stock, copies), copies)
constexpr parameters<1> stock_takes{&title};
constexpr function_shape stock{.name = "stock", .parameters = stock_takes};
constexpr function_shape const* the_stock() { return &stock; }
constexpr parameter_shape needs_stock = needs(the_stock);
constexpr parameters<2> confirm_takes{&needs_stock, &copies};
constexpr function_shape confirm{.name = "confirm", .parameters = confirm_takes};
constexpr function_shape const* the_confirm() { return &confirm; }
constexpr parameter_shape needs_confirm = needs(the_confirm);
constexpr parameters<5> order_takes{&needs_confirm, &context, &title, &needs_stock, &copies};
constexpr function_shape order{.name = "order", .parameters = order_takes};

}  // namespace

TEST_CASE("what a resolver needs is placed before it", "[server]") {
  constexpr plan made = make_plan(order);
  static_assert(made.fault == plan_fault::none);
  REQUIRE(made.argument_count == 2);
  REQUIRE(made.resolver_count == 2);
  CHECK(made.arguments[0] == &title);
  CHECK(made.resolvers[0].shape == &stock);
  CHECK(made.resolvers[1].shape == &confirm);
}

TEST_CASE("slots are counted over arguments and then resolvers", "[server]") {
  plan const made = make_plan(order);
  CHECK(slots_of(made, made.resolvers[0]) == std::vector<std::uint16_t>{0});
  CHECK(slots_of(made, made.resolvers[1]) == std::vector<std::uint16_t>{2, 1});
  CHECK(slots_of(made, made.body) == std::vector<std::uint16_t>{3, 0, 2, 1});
}

TEST_CASE("the outcome is marked by the place of its parameter", "[server]") {
  static constexpr parameter_shape outcome = needs(the_stock, true);
  static constexpr parameters<3> takes{&context, &title, &outcome};
  CHECK(make_plan({.name = "tool", .parameters = takes}).body.takes_outcome == 0b10);
}

TEST_CASE("services are listed once, in the order in which they are met", "[server]") {
  static constexpr parameters<2> resolver_takes{&service<int>, &service<char>};
  static constexpr function_shape resolver{.name = "resolver", .parameters = resolver_takes};
  static constexpr auto the_resolver = []() -> function_shape const* { return &resolver; };
  static constexpr parameter_shape needs_resolver = needs(the_resolver);
  static constexpr parameters<3> takes{&service<char>, &needs_resolver, &service<int>};
  plan const made = make_plan({.name = "tool", .parameters = takes});
  CHECK(made.service_count == 2);
  CHECK(made.services[0].key == service_of<int>);
  CHECK(made.body.uses.size == 2);
  CHECK(made.uses[made.body.uses.begin] == 1);
  CHECK(made.uses[made.body.uses.begin + 1] == 0);
}

namespace {

struct Order {
  std::string title;
  int copies = 1;
};

}  // namespace

TEST_CASE("a field of the input is read from the input's slot", "[server]") {
  static constexpr parameters<2> takes{&input<Order>, &needs_confirm};
  plan const made = make_plan({.name = "tool", .parameters = takes});
  REQUIRE(made.fault == plan_fault::none);
  CHECK(made.argument_count == 1);
  CHECK(made.input == &table_of<Order>);
  auto const& reads = made.resolvers[1].from;  // stock, copies
  CHECK(made.from[reads.begin] == 1);
  CHECK(made.fields[reads.begin] == whole_value);
  CHECK(made.from[reads.begin + 1u] == 0);
  CHECK(made.fields[reads.begin + 1u] == 1);
}

TEST_CASE("a faulty tool is told by what is wrong with it, and where", "[server]") {
  struct fault {
    plan_fault kind;
    std::string_view at, about;
    bool operator==(fault const&) const = default;
  };
  auto fault_of = [](std::span<parameter_shape const* const> takes) {
    plan const made = make_plan({.name = "tool", .parameters = takes});
    return fault{made.fault, made.at, made.about};
  };

  SECTION("a resolver's argument that the tool does not take") {
    parameters<2> const takes{&copies, &needs_confirm};
    CHECK(fault_of(takes) == fault{plan_fault::argument_not_taken, "stock", "title"});
  }
  SECTION("a resolver's argument of another type") {
    static constexpr parameter_shape other = text("copies");
    parameters<3> const takes{&title, &other, &needs_confirm};
    CHECK(fault_of(takes) == fault{plan_fault::argument_of_another_type, "confirm", "copies"});
  }
  SECTION("an argument that is taken twice") {
    parameters<2> const takes{&title, &title};
    CHECK(fault_of(takes) == fault{plan_fault::duplicate_argument, "tool", "title"});
  }
  SECTION("two inputs") {
    parameters<2> const takes{&input<Order>, &input<Order>};
    CHECK(fault_of(takes) == fault{plan_fault::two_inputs, "tool", ""});
  }
  SECTION("a resolver's input that the tool does not take") {
    static constexpr parameters<1> resolver_takes{&input<Order>};
    static constexpr function_shape resolver{.name = "resolver", .parameters = resolver_takes};
    static constexpr auto the_resolver = []() -> function_shape const* { return &resolver; };
    static constexpr parameter_shape needs_resolver = needs(the_resolver);
    parameters<1> const takes{&needs_resolver};
    CHECK(fault_of(takes) == fault{plan_fault::input_not_taken, "resolver", ""});
  }
  SECTION("two resolvers of one name, also when one needs the other") {
    static constexpr function_shape twin{.name = "stock"};
    static constexpr auto the_twin = []() -> function_shape const* { return &twin; };
    static constexpr parameter_shape needs_twin = needs(the_twin);
    parameters<3> const takes{&title, &needs_stock, &needs_twin};
    CHECK(fault_of(takes) == fault{plan_fault::duplicate_resolver, "tool", "stock"});

    static constexpr parameters<1> wrapper_takes{&needs_twin};
    static constexpr function_shape wrapper{.name = "stock", .parameters = wrapper_takes};
    static constexpr auto the_wrapper = []() -> function_shape const* { return &wrapper; };
    static constexpr parameter_shape needs_wrapper = needs(the_wrapper);
    parameters<1> const nested{&needs_wrapper};
    CHECK(fault_of(nested) == fault{plan_fault::duplicate_resolver, "stock", "stock"});
  }
  SECTION("a member without its object") {
    static constexpr function_shape member{.name = "member", .owner = &class_tag<Order>, .is_member = true};
    static constexpr auto the_member = []() -> function_shape const* { return &member; };
    static constexpr parameter_shape needs_member = needs(the_member);
    parameters<1> const takes{&needs_member};
    CHECK(fault_of(takes) == fault{plan_fault::no_object, "member", ""});
  }
  SECTION("more parameters than a function may have") {
    std::array<parameter_shape const*, max_parameters + 1> takes{};
    takes.fill(&context);
    CHECK(fault_of(takes) == fault{plan_fault::too_large, "tool", ""});
  }
}

namespace {

extern function_shape const egg;
function_shape const* the_egg() { return &egg; }
constexpr parameter_shape needs_egg = needs(the_egg);
constexpr parameters<1> hen_takes{&needs_egg};
constexpr function_shape hen{.name = "hen", .parameters = hen_takes};
function_shape const* the_hen() { return &hen; }
constexpr parameter_shape needs_hen = needs(the_hen);
constexpr parameters<1> egg_takes{&needs_hen};
function_shape const egg{.name = "egg", .parameters = egg_takes};

}  // namespace

TEST_CASE("a cycle is found, whoever begins it", "[server]") {
  static constexpr parameters<1> takes{&needs_hen};
  plan const made = make_plan({.name = "tool", .parameters = takes});
  CHECK(made.fault == plan_fault::cycle);
  CHECK(made.at == "egg");
  CHECK(made.about == "hen");
}
