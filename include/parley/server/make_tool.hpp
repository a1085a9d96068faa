// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// From a signature to the table of a tool.

#include <parley/core/config.hpp>
#include <parley/core/fixed_string.hpp>
#include <parley/protocol/tool.hpp>
#include <parley/server/diagnostics.hpp>
#include <parley/server/function_shape.hpp>
#include <parley/server/plan.hpp>
#include <parley/server/tool_table.hpp>

#include <memory>
#include <string>
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

  template <std::string_view const& Text, std::size_t... Index>
  static auto spell(std::index_sequence<Index...>) -> diagnostics::name<Text[Index]...>;
  template <std::string_view const& Text>
  using spelled = decltype(spell<Text>(std::make_index_sequence<Text.size()>{}));

  using tool = diagnostics::tool<spelled<tool_name>>;
  using at = diagnostics::resolver<spelled<at_name>>;
  using argument = diagnostics::argument<spelled<about_name>>;
  using other = diagnostics::resolver<spelled<about_name>>;

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

// Makes a tool of a body. `self` is the object behind the body and behind the resolvers that are members.
PARLEY_DECL tool_table build_tool(function_shape const& body, std::string description, tool_options options,
                                  void const* self, std::shared_ptr<void> owner = nullptr);

template <function_shape const& Body>
tool_table checked_tool(std::string description, tool_options options, void const* self,
                        std::shared_ptr<void> owner = nullptr) {
  if constexpr (make_plan(Body).fault != plan_fault::none) {
    static_assert(sizeof(explanation<Body>) != 0);
    return {};
  } else {
    return build_tool(Body, std::move(description), std::move(options), self, std::move(owner));
  }
}

// The three ways to give a handler. What cannot be a handler does not compile.
template <auto Function>
requires(!std::is_member_function_pointer_v<decltype(Function)>) tool_table
    make_tool(std::string description, tool_options options = {}) {
  constexpr bool ok = function_address<decltype(Function)>;
  static_assert(diagnostics::checked<ok, diagnostics::handler_has_one_signature<diagnostics::function<Function>>>);
  if constexpr (ok) {
    using tool = diagnostics::function<Function>;
    static_assert(diagnostics::checked<is_tool_name(name_of<Function>), diagnostics::tool_name_is_allowed<tool>>);
    return checked_tool<shape_of_address<Function>>(std::move(description), std::move(options), nullptr);
  } else {
    return {};
  }
}

template <auto Member, class Object>
requires std::is_member_function_pointer_v<decltype(Member)> tool_table make_tool(Object& object,
                                                                                  std::string description,
                                                                                  tool_options options = {}) {
  using member = signature<decltype(Member)>;
  constexpr bool ok = member::is_const || !std::is_const_v<Object>;
  static_assert(diagnostics::checked<ok, diagnostics::object_may_be_changed<diagnostics::function<Member>>>);
  if constexpr (ok) {
    typename member::owner const& self = object;
    return checked_tool<shape_of_address<Member>>(std::move(description), std::move(options), &self);
  } else {
    return {};
  }
}

template <fixed_string Name, class Object>
tool_table make_tool(std::string description, Object object, tool_options options = {}) {
  using tool = diagnostics::tool<diagnostics::spell<Name>>;
  constexpr bool ok = has_signature<Object>;
  static_assert(diagnostics::checked<ok, diagnostics::handler_has_one_signature<tool>>);
  if constexpr (ok) {
    // The stored object is const, as calls on several threads need.
    constexpr bool shared = std::is_pointer_v<Object> || signature<Object>::is_const;
    static_assert(diagnostics::checked<shared, diagnostics::lambda_is_not_mutable<tool>>);
    static_assert(diagnostics::checked<is_tool_name(Name.view()), diagnostics::tool_name_is_allowed<tool>>);
    if constexpr (shared) {
      void* const self = new Object(std::move(object));
      return checked_tool<shape_of_object<Name, Object>>(
          std::move(description), std::move(options), self,
          std::shared_ptr<void>(self, [](void* raw) { delete static_cast<Object*>(raw); }));
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

PARLEY_DECL tool_table build_tool(function_shape const& body, std::string description, tool_options options,
                                  void const* self, std::shared_ptr<void> owner) {
  plan const made = make_plan(body);
  tool_table tool;
  tool.name = body.name;
  tool.description = std::move(description);
  tool.options = std::move(options);
  tool.output = body.output;
  tool.builds_input_required = body.builds_input_required;
  tool.services.assign(made.services.begin(), made.services.begin() + static_cast<std::ptrdiff_t>(made.service_count));
  tool.owner = std::move(owner);

  // `from`, `fields` and `uses` of all functions, one list after the other.
  std::size_t const from_count = made.from_count;
  auto lists = std::make_shared<std::vector<std::uint16_t>>(2 * from_count + made.uses_count);
  auto end = std::copy_n(made.from.begin(), from_count, lists->begin());
  end = std::copy_n(made.fields.begin(), from_count, end);
  std::copy_n(made.uses.begin(), made.uses_count, end);
  std::uint16_t const* const links = lists->data();
  tool.links = std::move(lists);

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
    made_node.self = self;
    made_node.run = shape.run;
    return made_node;
  };
  tool.nodes.reserve(made.argument_count + made.resolver_count);
  for (std::size_t i = 0; i < made.argument_count; ++i) {
    parameter_shape const& taken = *made.arguments[i];
    bool const is_input = taken.kind == parameter_kind::input;
    tool.nodes.push_back({.role = is_input ? node_role::input : node_role::argument,
                          .name = taken.name,
                          .type = taken.type,
                          .note = taken.note,
                          .make = taken.make});
  }
  for (std::size_t i = 0; i < made.resolver_count; ++i) {
    tool.nodes.push_back(function_node(made.resolvers[i], node_role::resolver));
  }
  tool.body = function_node(made.body, node_role::body);
  return tool;
}

}  // namespace parley::detail

#endif
