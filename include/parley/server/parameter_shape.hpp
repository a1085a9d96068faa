// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/fixed_string.hpp>
#include <parley/json/type_table.hpp>
#include <parley/server/elicitation_result.hpp>
#include <parley/server/parameters.hpp>
#include <parley/server/service.hpp>
#include <parley/server/slot.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace parley {
class Context;
}

namespace parley::detail {

enum class parameter_kind : std::uint8_t { argument, input, resolver, service, context, unknown };

struct function_shape;

// One parameter of a function, by its kind.
struct parameter_shape {
  parameter_kind kind = parameter_kind::unknown;
  std::string_view name{};                        // argument
  type_table const* type = nullptr;               // argument, input; the address tells types apart
  notes const* note = nullptr;                    // argument
  void (*make)(box&) = nullptr;                   // argument, input
  function_shape const* (*resolver)() = nullptr;  // resolver; a function, so that cycles can be told
  bool takes_outcome = false;                     // resolver
  service_need service{};                         // service
};

// The marker that a parameter type is, or derives from: a program may give `Resolve<check_stock>` a name of its own.
template <fixed_string Name, class T, fixed_string Description>
Arg<Name, T, Description> marker(Arg<Name, T, Description> const*);
template <class T>
Input<T> marker(Input<T> const*);
template <auto Resolver, class As>
Resolve<Resolver, As> marker(Resolve<Resolver, As> const*);
template <class T>
Service<T> marker(Service<T> const*);
Context marker(Context const*);
void marker(void const*);

template <class Parameter>
using marker_of = decltype(detail::marker(static_cast<std::remove_cvref_t<Parameter> const*>(nullptr)));

template <auto Resolver>
constexpr function_shape const* resolver_shape();

template <class Marker>
struct parameter_traits {
  static constexpr parameter_kind kind = parameter_kind::unknown;
  static constexpr parameter_shape shape{};
};
template <>
struct parameter_traits<Context> {
  static constexpr parameter_kind kind = parameter_kind::context;
  static constexpr parameter_shape shape{.kind = kind};
};
template <class T>
struct parameter_traits<Service<T>> {
  static constexpr parameter_kind kind = parameter_kind::service;
  static constexpr parameter_shape shape{.kind = kind, .service = {service_of<T>, type_name<T>}};
};
template <fixed_string Name, class T, fixed_string Description>
struct parameter_traits<Arg<Name, T, Description>> {
  static constexpr parameter_kind kind = parameter_kind::argument;
  static constexpr notes note{.description = Description.view()};
  static constexpr parameter_shape shape{
      .kind = kind, .name = Name.view(), .type = &table_of<T>, .note = &note, .make = &make<T>};
};
template <class T>
struct parameter_traits<Input<T>> {
  static constexpr parameter_kind kind = parameter_kind::input;
  static constexpr parameter_shape shape{.kind = kind, .type = &table_of<T>, .make = &make<T>};
};
template <auto Resolver, class As>
struct parameter_traits<Resolve<Resolver, As>> {
  static constexpr parameter_kind kind = parameter_kind::resolver;
  static constexpr parameter_shape shape{.kind = kind, .resolver = &resolver_shape<Resolver>};
};
template <auto Resolver, class T>
struct parameter_traits<Resolve<Resolver, ElicitationResult<T>>> {
  static constexpr parameter_kind kind = parameter_kind::resolver;
  static constexpr parameter_shape shape{.kind = kind, .resolver = &resolver_shape<Resolver>, .takes_outcome = true};
};

}  // namespace parley::detail
