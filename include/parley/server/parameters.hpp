// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// The words of a signature: what the parameters of a tool and of a resolver may be.
//
//     std::string restart(Arg<"service"> service, Resolve<confirm_restart> confirm, Service<Units>& units);
//
// Arg, Input and Resolve are small references: they are taken by value, also by coroutines, and what they refer to
// lives until the call is over.

#include <parley/core/fixed_string.hpp>
#include <parley/json/type_table.hpp>
#include <parley/server/await_seam.hpp>
#include <parley/server/diagnostics.hpp>
#include <parley/server/elicitation_result.hpp>
#include <parley/server/resolver_result.hpp>
#include <parley/server/service.hpp>
#include <parley/server/signature.hpp>

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>

namespace parley {

namespace detail {

// What Arg, Input and Resolve have in common: they read as a T const.
template <class T>
class reference_parameter {
 public:
  using parameter_value = T;

  // Refers to `value` and does not copy it. With this, a test calls a handler like any function.
  explicit reference_parameter(T const& value) : value_(&value) {}

  T const& operator*() const { return *value_; }
  T const* operator->() const { return value_; }
  operator T const&() const { return *value_; }

 private:
  T const* value_;
};

}  // namespace detail

// An argument that the model supplies, part of the tool's input schema. Reads as *name, name->, or as a T const&. With
// std::optional it may be left out. In a resolver it names an argument of the tool, or a field of the tool's Input:
// name and type must match, the description takes no part.
template <fixed_string Name, class T = std::string, fixed_string Description = "">
class Arg : public detail::reference_parameter<T> {
  using spelled = diagnostics::argument<diagnostics::spell<Name>>;
  static_assert(diagnostics::checked<!Name.view().empty(), diagnostics::argument_has_a_name<spelled>>);
  static_assert(diagnostics::checked<described<T>, diagnostics::argument_has_a_shape_in_json<spelled, T>>);

 public:
  using detail::reference_parameter<T>::reference_parameter;
};

// All the arguments of a tool as one described aggregate (json/describe.hpp): its fields are the arguments, with their
// defaults, ranges and titles. Beside it a tool may have further Args with other names.
template <class T>
class Input : public detail::reference_parameter<T> {
  static constexpr bool is_aggregate = detail::reflected<T> && described<T>;
  static_assert(diagnostics::checked<is_aggregate, diagnostics::input_is_an_aggregate<T>>);

 public:
  using detail::reference_parameter<T>::reference_parameter;
};

namespace detail {

// What a resolver resolves to, for anything that stands in Resolve<…>. What cannot stand there seems to be an int that
// is asked for, so that nothing but the rule that it breaks is reported.
template <auto Resolver>
struct resolution {
  static constexpr bool is_function = false;
  static constexpr bool is_void = false;
  static constexpr bool asks = true;
  using value = int;
};
template <auto Resolver>
requires function_address<decltype(Resolver)>
struct resolution<Resolver> {
  using returned = handler_result<std::remove_cvref_t<typename signature<decltype(Resolver)>::result>>;
  using result = resolver_result<typename returned::type>;
  static constexpr bool is_function = true;
  static constexpr bool is_void = std::is_void_v<typename result::value>;
  static constexpr bool asks = result::asks || is_void;
  using value = std::conditional_t<is_void, int, typename result::value>;
};

template <auto Resolver, class Wanted>
class resolve_checks {
  using resolved = resolution<Resolver>;
  using spelled = diagnostics::function<Resolver>;
  static_assert(diagnostics::checked<resolved::is_function, diagnostics::resolver_is_a_function<spelled>>);
  static_assert(diagnostics::checked<!resolved::is_void, diagnostics::resolver_returns_a_value<spelled>>);
  static constexpr bool is_usable = resolved::is_function && !resolved::is_void;
  static constexpr bool yields = !is_usable || std::same_as<Wanted, typename resolved::value>;
  static_assert(diagnostics::checked<
                yields, diagnostics::resolver_yields_what_is_taken<spelled, Wanted, typename resolved::value>>);
};

}  // namespace detail

// A value that the server finds by itself, hidden from the model: what `Resolver`, a function with parameters like a
// tool's, returns or asks for. It runs at most once a round, however many consume it. Of a member function, the object
// is the tool's own. When a person is asked and declines or cancels, the call ends and the body does not run.
//
// With ElicitationResult<T>, where T is what the resolver asks for, a decline and a cancel reach the body.
template <auto Resolver, class As = typename detail::resolution<Resolver>::value>
class Resolve : detail::resolve_checks<Resolver, As>, public detail::reference_parameter<As> {
 public:
  using detail::reference_parameter<As>::reference_parameter;
};

template <auto Resolver, class T>
class Resolve<Resolver, ElicitationResult<T>> : detail::resolve_checks<Resolver, T>, public ElicitationResult<T> {
  static_assert(diagnostics::checked<detail::resolution<Resolver>::asks,
                                     diagnostics::resolver_may_ask<diagnostics::function<Resolver>>>);

 public:
  using outcome_type = ElicitationResult<T>;

  // From ElicitationResult<T>::declined() and its like, for tests.
  explicit Resolve(ElicitationResult<T> outcome) : ElicitationResult<T>(std::move(outcome)) {}

  ElicitationResult<T> const& operator*() const { return *this; }
  ElicitationResult<T> const* operator->() const { return this; }
};

}  // namespace parley
