// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/json/type_table.hpp>
#include <parley/server/diagnostics.hpp>
#include <parley/server/function_shape.hpp>

#include <string_view>

namespace parley::detail {

// Whether a value of the type can be told by one text: the arguments of prompts, the variables of resource templates
// and what a completer reads all come as strings (server/prompts; PRM-03).
constexpr bool is_textual(type_table const& type) {
  switch (type.kind) {  // of an optional, the kind of what is inside
    case kind::boolean:
    case kind::integer:
    case kind::number:
    case kind::string:
    case kind::date:
    case kind::date_time:
    case kind::choice: return true;
    case kind::list:
    case kind::map:
    case kind::object:
    case kind::any: return false;
  }
  return false;
}

// The first argument of a body, or field of its Input, that `Fits` is false for; empty: none.
template <class Fits>
constexpr std::string_view first_argument_but(function_shape const& shape, Fits fits) {
  for (parameter_shape const* one : shape.parameters) {
    if (one->kind == parameter_kind::argument && !fits(one->name, *one->type)) return one->name;
    if (one->kind != parameter_kind::input) continue;
    for (field_table const& field : one->type->record->fields) {
      if (!fits(field.name, *field.type)) return field.name;
    }
  }
  return {};
}

template <function_shape const& Shape>
inline constexpr std::string_view first_untextual =
    first_argument_but(Shape, [](std::string_view, type_table const& type) { return is_textual(type); });

template <function_shape const& Shape, class Spelled>
constexpr void check_textual() {
  constexpr bool ok = first_untextual<Shape>.empty();
  using argument = diagnostics::argument<diagnostics::spell_text<first_untextual<Shape>>>;
  static_assert(diagnostics::checked<ok, diagnostics::argument_is_told_by_text<Spelled, argument>>);
}

}  // namespace parley::detail
