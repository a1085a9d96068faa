// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// From a signature to the table of a handler, for all that can be called.

#include <parley/core/config.hpp>
#include <parley/core/fixed_string.hpp>
#include <parley/server/diagnostics.hpp>
#include <parley/server/function_shape.hpp>
#include <parley/server/handler_table.hpp>
#include <parley/server/plan.hpp>

#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

namespace parley::detail {

// Why a tool cannot be planned, in words. Instantiated only then.
template <function_shape const& Body>
struct explanation {
  static constexpr plan broken = make_plan(Body);

  // clang takes no part of an object as a template argument.
  static constexpr std::string_view tool_name = Body.name, at_name = broken.at, about_name = broken.about;

  using tool = diagnostics::tool<diagnostics::spell_text<tool_name>>;
  using at = diagnostics::resolver<diagnostics::spell_text<at_name>>;
  using argument = diagnostics::argument<diagnostics::spell_text<about_name>>;
  using other = diagnostics::resolver<diagnostics::spell_text<about_name>>;

  template <plan_fault Fault>
  static constexpr bool no = broken.fault != Fault;

  static_assert(diagnostics::checked<no<plan_fault::too_large>, diagnostics::tool_is_small_enough<tool, at>>);
  static_assert(diagnostics::checked<no<plan_fault::duplicate_argument>,
                                     diagnostics::arguments_have_distinct_names<tool, argument>>);
  static_assert(diagnostics::checked<no<plan_fault::two_inputs>, diagnostics::tool_has_one_input<tool>>);
  static_assert(diagnostics::checked<no<plan_fault::argument_not_taken>,
                                     diagnostics::tool_takes_the_argument<tool, at, argument>>);
  static_assert(diagnostics::checked<no<plan_fault::argument_of_another_type>,
                                     diagnostics::argument_has_one_type<tool, at, argument>>);
  static_assert(diagnostics::checked<no<plan_fault::input_not_taken>, diagnostics::tool_takes_the_input<tool, at>>);
  static_assert(diagnostics::checked<no<plan_fault::duplicate_resolver>,
                                     diagnostics::resolvers_have_distinct_names<tool, other>>);
  static_assert(diagnostics::checked<no<plan_fault::cycle>, diagnostics::resolvers_form_no_cycle<tool, at, other>>);
  static_assert(diagnostics::checked<no<plan_fault::no_object>, diagnostics::resolver_has_an_object<tool, at>>);
};

// Makes a handler of a body, under the body's own name. `self` is the object behind the body and behind the resolvers
// that are members.
PARLEY_DECL handler_table build_handler(function_shape const& body, void const* self,
                                        std::shared_ptr<void> owner = nullptr);

template <function_shape const& Body>
handler_table checked_handler(void const* self, std::shared_ptr<void> owner = nullptr) {
  if constexpr (make_plan(Body).fault != plan_fault::none) {
    static_assert(sizeof(explanation<Body>) != 0);
    return {};
  } else {
    return build_handler(Body, self, std::move(owner));
  }
}

// The three ways to give a handler. What cannot be a handler does not compile. `Role` says what it is a handler of, and
// may have more to check: `Role::check<shape>()` is instantiated with the shape of the body.
template <class Role, auto Function>
requires(!std::is_member_function_pointer_v<decltype(Function)>) handler_table make_handler() {
  constexpr bool ok = function_address<decltype(Function)>;
  static_assert(diagnostics::checked<ok, diagnostics::handler_has_one_signature<diagnostics::function<Function>>>);
  if constexpr (ok) {
    Role::template check<shape_of_address<Function, Role>, diagnostics::function<Function>>();
    return checked_handler<shape_of_address<Function, Role>>(nullptr);
  } else {
    return {};
  }
}

template <class Role, auto Member, class Object>
requires std::is_member_function_pointer_v<decltype(Member)> handler_table make_handler(Object& object) {
  using member = signature<decltype(Member)>;
  constexpr bool ok = member::is_const || !std::is_const_v<Object>;
  static_assert(diagnostics::checked<ok, diagnostics::object_may_be_changed<diagnostics::function<Member>>>);
  if constexpr (ok) {
    typename member::owner const& self = object;
    Role::template check<shape_of_address<Member, Role>, diagnostics::function<Member>>();
    return checked_handler<shape_of_address<Member, Role>>(&self);
  } else {
    return {};
  }
}

template <class Role, fixed_string Name, class Object>
handler_table make_handler(Object object) {
  using spelled = diagnostics::tool<diagnostics::spell<Name>>;
  constexpr bool ok = has_signature<Object>;
  static_assert(diagnostics::checked<ok, diagnostics::handler_has_one_signature<spelled>>);
  if constexpr (ok) {
    // The stored object is const, as calls on several threads need.
    constexpr bool shared = std::is_pointer_v<Object> || signature<Object>::is_const;
    static_assert(diagnostics::checked<shared, diagnostics::lambda_is_not_mutable<spelled>>);
    if constexpr (shared) {
      Role::template check<shape_of_object<Name, Object, Role>, spelled>();
      void* const self = new Object(std::move(object));
      return checked_handler<shape_of_object<Name, Object, Role>>(
          self, std::shared_ptr<void>(self, [](void* raw) { delete static_cast<Object*>(raw); }));
    }
  }
  return {};
}

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parley::detail {

PARLEY_DECL handler_table build_handler(function_shape const& body, void const* self, std::shared_ptr<void> owner) {
  plan const made = make_plan(body);
  handler_table handler;
  handler.name = body.name;
  handler.output = body.output;
  handler.builds_input_required = body.builds_input_required;
  handler.services.assign(made.services.begin(),
                          made.services.begin() + static_cast<std::ptrdiff_t>(made.service_count));
  handler.owner = std::move(owner);

  // `from`, `fields` and `uses` of all functions, one list after the other.
  std::size_t const from_count = made.from_count;
  auto lists = std::make_shared<std::vector<std::uint16_t>>(2 * from_count + made.uses_count);
  auto end = std::copy_n(made.from.begin(), from_count, lists->begin());
  end = std::copy_n(made.fields.begin(), from_count, end);
  std::copy_n(made.uses.begin(), made.uses_count, end);
  std::uint16_t const* const links = lists->data();
  handler.links = std::move(lists);

  auto function_node = [&](planned_function const& planned, node_role role) {
    function_shape const& shape = *planned.shape;
    node made_node{.role = role, .name = shape.name, .type = made.input};
    made_node.from = {links + planned.from.begin, planned.from.size};
    made_node.fields = {links + from_count + planned.from.begin, planned.from.size};
    made_node.uses = {links + 2 * from_count + planned.uses.begin, planned.uses.size};
    made_node.takes_outcome = planned.takes_outcome;
    made_node.asks = shape.asks;
    made_node.asynchronous = shape.asynchronous;
    made_node.kind = shape.kind;
    if (shape.form != nullptr) made_node.form = &shape.form();
    made_node.make = shape.make;
    made_node.action = shape.action;
    made_node.self = self;
    made_node.run = shape.run;
    return made_node;
  };
  handler.nodes.reserve(made.argument_count + made.resolver_count);
  for (std::size_t i = 0; i < made.argument_count; ++i) {
    parameter_shape const& taken = *made.arguments[i];
    bool const is_input = taken.kind == parameter_kind::input;
    handler.nodes.push_back({.role = is_input ? node_role::input : node_role::argument,
                             .name = taken.name,
                             .type = taken.type,
                             .note = taken.note,
                             .make = taken.make});
  }
  for (std::size_t i = 0; i < made.resolver_count; ++i) {
    handler.nodes.push_back(function_node(made.resolvers[i], node_role::resolver));
  }
  handler.body = function_node(made.body, node_role::body);
  return handler;
}

}  // namespace parley::detail

#endif
