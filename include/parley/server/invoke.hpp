// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Calls a handler with the parameters that its signature asks for, read from a frame.

#include <parley/core/config.hpp>
#include <parley/server/await_seam.hpp>
#include <parley/server/handler_table.hpp>
#include <parley/server/parameter_shape.hpp>
#include <parley/server/signature.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace parley::detail {

// The value that a node's parameter reads. `at` counts the parameters that read a slot.
PARLEY_DECL void const* value_behind(frame const& on, node const& of, std::size_t at);

template <class Parameter>
inline constexpr parameter_kind kind_of_parameter = parameter_traits<marker_of<Parameter>>::kind;

// For each parameter, its place among those that read the same list: node::uses for services, node::from for the rest.
template <class... Parameter>
constexpr std::array<std::size_t, sizeof...(Parameter)> places() {
  [[maybe_unused]] std::size_t slots = 0, services = 0;
  [[maybe_unused]] auto place = [&](parameter_kind kind) -> std::size_t {
    return kind == parameter_kind::context ? 0 : kind == parameter_kind::service ? services++ : slots++;
  };
  return {place(kind_of_parameter<Parameter>)...};
}

// One parameter, from its place.
template <class Parameter>
decltype(auto) fetch(frame& on, node const& of, std::size_t place) {
  using plain = std::remove_cvref_t<Parameter>;
  using marker = marker_of<Parameter>;
  constexpr parameter_kind kind = kind_of_parameter<Parameter>;
  if constexpr (kind == parameter_kind::context)
    return static_cast<Context&>(*on.context);
  else if constexpr (kind == parameter_kind::service)
    return static_cast<marker&>(*static_cast<marker*>(on.services[of.uses[place]]));
  else if constexpr (requires { typename marker::outcome_type; })
    return plain(typename marker::outcome_type(on.slots[of.from[place]]));
  else
    return plain(*static_cast<typename marker::parameter_value const*>(value_behind(on, of, place)));
}

// Calls `function` and leaves what it returns, or the wait for it, in `out`.
template <class Put, class Result, class... Parameter, std::size_t... Index, class Function>
void call_handler(Function const& function, frame& on, node const& of, slot& out, types<Parameter...>,
                  std::index_sequence<Index...>) {
  using returned = handler_result<std::remove_cvref_t<Result>>;
  [[maybe_unused]] constexpr auto place = places<Parameter...>();
  if constexpr (returned::is_async) {
    out.pending = returned::template begin<Put>(function(fetch<Parameter>(on, of, place[Index])...), out);
  } else if constexpr (std::is_void_v<Result>) {
    function(fetch<Parameter>(on, of, place[Index])...);
    Put::put(out);
  } else {
    Put::put(out, function(fetch<Parameter>(on, of, place[Index])...));
  }
}

// A member function with its object, as a function of the same parameters.
template <auto Member, class Parameters>
struct bound_member;
template <auto Member, class... Parameter>
struct bound_member<Member, types<Parameter...>> {
  typename signature<decltype(Member)>::owner& object;
  decltype(auto) operator()(Parameter... parameter) const {
    return (object.*Member)(static_cast<Parameter&&>(parameter)...);
  }
};

// The run_function of a function or member function; `self` is the object.
template <auto Function, class Put>
void run_address(void const* self, frame& on, node const& of, slot& out) {
  using known = signature<decltype(Function)>;
  using parameters = typename known::parameters;
  constexpr std::make_index_sequence<parameters::size> indices{};
  if constexpr (std::is_void_v<typename known::owner>) {
    static_cast<void>(self);
    call_handler<Put, typename known::result>(*Function, on, of, out, parameters{}, indices);
  } else {
    // Registration took the object as what it is: a member function that is not const only ever gets one that is not.
    auto& object = *static_cast<typename known::owner*>(const_cast<void*>(self));
    bound_member<Function, parameters> const bound{object};
    call_handler<Put, typename known::result>(bound, on, of, out, parameters{}, indices);
  }
}

// The run_function of a function object; `self` is the object.
template <class Object, class Put>
void run_object(void const* self, frame& on, node const& of, slot& out) {
  using known = signature<Object>;
  using parameters = typename known::parameters;
  call_handler<Put, typename known::result>(*static_cast<Object const*>(self), on, of, out, parameters{},
                                            std::make_index_sequence<parameters::size>{});
}

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <vector>

namespace parley::detail {

PARLEY_DECL void const* value_behind(frame const& on, node const& of, std::size_t at) {
  void* const value = on.slots[of.from[at]].value.raw();
  if (of.fields[at] == whole_value) return value;
  record_table const& input = *of.type->record;
  std::vector<void*> addresses(input.fields.size());
  input.locate(value, addresses.data());
  return addresses[of.fields[at]];
}

}  // namespace parley::detail

#endif
