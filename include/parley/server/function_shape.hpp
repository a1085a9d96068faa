// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Signatures as data: what plan.hpp sorts, and what becomes the nodes of a tool_table.
//
// Each function that is a tool or a resolver gets one constant `function_shape`, and a small function that reads its
// parameters from a frame and calls it. From here on nothing is a template over the user's types.

#include <parley/core/config.hpp>
#include <parley/server/await_seam.hpp>
#include <parley/server/body_result.hpp>
#include <parley/server/diagnostics.hpp>
#include <parley/server/handler_table.hpp>
#include <parley/server/invoke.hpp>
#include <parley/server/parameter_shape.hpp>
#include <parley/server/parameters.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace parley::detail {

// A class, by the address of an object that exists once per class.
using class_id = void const*;
template <class T>
inline constexpr char class_tag = 0;

struct function_shape {
  std::string_view name{};
  std::span<parameter_shape const* const> parameters{};
  class_id owner = nullptr;  // of a member function
  bool is_member = false;
  run_function run = nullptr;
  bool asynchronous = false;
  // Of a resolver.
  bool asks = false;
  question_kind kind = question_kind::form;
  form_table const& (*form)() = nullptr;
  void (*make)(box&) = nullptr;
  type_table const* action = nullptr;
  // Of a body.
  type_table const* output = nullptr;
  bool builds_input_required = false;
};

// Arg, Input and Resolve come by value, since a coroutine's references to them would dangle; a Context and a Service
// live as long as the call, and may come by reference as well.
template <class Parameter>
constexpr bool is_taken_rightly() {
  using marker = marker_of<Parameter>;
  constexpr parameter_kind kind = parameter_traits<marker>::kind;
  if constexpr (kind == parameter_kind::context)
    return !std::is_rvalue_reference_v<Parameter>;
  else if constexpr (kind == parameter_kind::service)
    return std::convertible_to<marker&, Parameter>;
  else
    return !std::is_reference_v<Parameter>;
}

// The checks of one parameter, and then its shape.
template <class Function, class Parameter>
constexpr parameter_shape const* checked_parameter() {
  using traits = parameter_traits<marker_of<Parameter>>;
  constexpr bool is_known = traits::kind != parameter_kind::unknown;
  static_assert(diagnostics::checked<is_known, diagnostics::parameter_is_known<Function, Parameter>>);
  constexpr bool is_fine = !is_known || is_taken_rightly<Parameter>();
  static_assert(diagnostics::checked<is_fine, diagnostics::parameter_is_taken_by_value<Function, Parameter>>);
  return &traits::shape;
}

// `Function` stands for the function in diagnostics.
template <class Function, class Types>
struct parameter_list;
template <class Function, class... Parameter>
struct parameter_list<Function, types<Parameter...>> {
  static constexpr std::array<parameter_shape const*, sizeof...(Parameter)> shapes{
      checked_parameter<Function, Parameter>()...};
};

template <class Signature>
constexpr class_id owner_of() {
  if constexpr (std::is_void_v<typename Signature::owner>)
    return nullptr;
  else
    return &class_tag<typename Signature::owner>;
}

template <auto Resolver>
struct resolver_function {
  using shape_signature = signature<decltype(Resolver)>;
  using returned = handler_result<std::remove_cvref_t<typename shape_signature::result>>;
  using result = resolver_result<typename returned::type>;

  static constexpr function_shape shape{
      .name = name_of<Resolver>,
      .parameters = parameter_list<diagnostics::function<Resolver>, typename shape_signature::parameters>::shapes,
      .owner = owner_of<shape_signature>(),
      .is_member = !std::is_void_v<typename shape_signature::owner>,
      .run = &run_address<Resolver, put_finding>,
      .asynchronous = returned::is_async,
      .asks = result::asks,
      .kind = result::kind,
      .form = result::form,
      .make = result::make,
      .action = result::action,
  };
};

template <auto Resolver>
constexpr function_shape const* resolver_shape() {
  if constexpr (function_address<decltype(Resolver)>)
    return &resolver_function<Resolver>::shape;
  else
    return nullptr;  // refused by Resolve itself
}

// What the bodies given by address and the function objects have in common. `Role` says what the body belongs to.
template <class Role, class Function, class Signature>
constexpr function_shape body_shape(std::string_view name, run_function run) {
  using returned = handler_result<std::remove_cvref_t<typename Signature::result>>;
  using result = typename returned::type;
  constexpr bool is_known = Role::template may_return<result>;
  static_assert(diagnostics::checked<is_known, typename Role::template return_rule<Function, result>>);
  return {
      .name = name,
      .parameters = parameter_list<Function, typename Signature::parameters>::shapes,
      .run = run,
      .asynchronous = returned::is_async,
      .output = Role::template output<result>,
      .builds_input_required = Role::template may_ask_by_hand<result>,
  };
}

template <auto Body, class Role = tool_role>
inline constexpr function_shape shape_of_address = [] {
  using body_signature = signature<decltype(Body)>;
  auto shape = body_shape<Role, diagnostics::function<Body>, body_signature>(name_of<Body>,
                                                                             &run_address<Body, typename Role::put>);
  shape.owner = owner_of<body_signature>();
  shape.is_member = !std::is_void_v<typename body_signature::owner>;
  return shape;
}();

template <fixed_string Name, class Object, class Role = tool_role>
inline constexpr function_shape shape_of_object =
    body_shape<Role, diagnostics::tool<diagnostics::spell<Name>>, signature<Object>>(
        Name.view(), &run_object<Object, typename Role::put>);

}  // namespace parley::detail
