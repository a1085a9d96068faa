// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Elicitation forms: the flat subset of JSON Schema that a client shows to a person (client/elicitation, form mode).
//
// A form's type is a plain aggregate of bool, integers, floating point numbers, std::string, date, date_time,
// enumerations, lists of enumerations, and std::optional of these. Anything else does not compile, nor does a form
// without fields, nor a field that sounds like a secret.

#include <parley/core/config.hpp>
#include <parley/json/secret.hpp>
#include <parley/json/type_table.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>

namespace parley {
namespace detail {

// A form ready to be asked with. Made once for each type, lives as long as the program, and is never changed: any
// number of threads may read it.
struct form_table {
  type_table const& type;  // what an answer's content is read into
  std::string schema;      // JSON text for `requestedSchema`, members in declared order
  std::string signature;   // text that differs whenever answers are read into something else; goes into digests
};

// Whether a field of the type can be filled in by a person. Asks the type and not its table, whose pointers g++ cannot
// compare while compiling under -fsanitize=undefined.
template <class T>
constexpr bool is_flat() {
  using value = typename optional_of<T>::value_type;
  if constexpr (is_list<value>)
    return std::is_enum_v<typename value::value_type>;
  else
    return kind_of<value>() != kind::object && kind_of<value>() != kind::map && kind_of<value>() != kind::any;
}

template <class... T>
constexpr std::array<bool, sizeof...(T)> are_flat(types<T...>) {
  return {is_flat<T>()...};
}

constexpr bool asks_for_secret(field_table const& field) {
  return !field.notes->not_a_secret && (smells_of_secret(field.name) || smells_of_secret(field.notes->title));
}

// The first field that has no place in a form; the number of fields when all have.
template <class T>
constexpr std::size_t first_misfit() {
  constexpr auto flat = are_flat(field_types<T>{});
  std::size_t at = 0;
  while (at < flat.size() && flat[at] && !asks_for_secret(record_of<T>.fields[at])) ++at;
  return at;
}

}  // namespace detail

namespace diagnostics {

template <bool IsFlat, bool AsksForSecret, class Form, class Field>
struct form_field {
  static_assert(
      IsFlat,
      "parley: a form is flat: its fields are bool, integers, floating point numbers, std::string, "
      "parley::date, parley::date_time, enum class, std::vector of enum class, or std::optional of these; the "
      "field named in this error is something else");
  static_assert(!AsksForSecret,
                "parley: a form must not ask for secrets, and the name or title of the field named in this error says "
                "that it does; send the person to a page of yours with ElicitUrl, or write .not_a_secret = true in the "
                "field's notes if it only sounds like one");
};

}  // namespace diagnostics

namespace detail {

// Instantiated for its assertions. One that fails names the form's type and the field.
template <class T>
constexpr bool check_form() {
  if constexpr (!described<T> || !reflected<T>) {
    static_assert(
        reflected<T> && described<T>,
        "parley: a form is a plain aggregate whose fields are what the person fills in; this type is not one");
  } else if constexpr (field_types<T>::size == 0) {
    static_assert(field_types<T>::size != 0,
                  "parley: a form needs at least one field, because some clients accept an empty form without showing "
                  "it to anybody");
  } else if constexpr (constexpr std::size_t misfit = first_misfit<T>(); misfit != field_types<T>::size) {
    using explanation =
        diagnostics::form_field<are_flat(field_types<T>{})[misfit], asks_for_secret(record_of<T>.fields[misfit]), T,
                                diagnostics::field_name<T, misfit>>;
    static_cast<void>(explanation{});
  }
  return true;
}

PARLEY_DECL form_table const& form_for(type_table const& type);

// The form that asks for a T. A T that cannot stand in a form does not compile, and the sentence names the field; notes
// that contradict each other or a default (a default below its own minimum) throw std::invalid_argument, which happens
// when the tool is registered. Safe to call from any thread.
template <class T>
form_table const& form_of() {
  static_assert(check_form<T>());
  return form_for(table_of<T>);
}

}  // namespace detail
}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/schema.hpp>

#include <map>
#include <memory>
#include <mutex>

namespace parley::detail {

// "int32" and the like: schemas leave out the width of an integer, but an answer is read by it.
PARLEY_DECL void append_signature(std::string& out, type_table const& type) {
  if (type.optional != nullptr) {
    out += '?';
    append_signature(out, *type.inner);
    return;
  }
  switch (type.kind) {
    case kind::boolean: out += "bool"; break;
    case kind::integer: (out += type.is_signed ? "int" : "uint") += std::to_string(8 * type.width); break;
    case kind::number: (out += "float") += std::to_string(8 * type.width); break;
    case kind::string: out += "string"; break;
    case kind::date: out += "date"; break;
    case kind::date_time: out += "date-time"; break;
    case kind::any: out += "any"; break;
    case kind::map:
    case kind::list:
      out += type.kind == kind::map ? "map of " : "list of ";
      append_signature(out, *type.inner);
      break;
    case kind::choice:
      out += "choice(";
      for (std::size_t i = 0; i < type.choices->names.size(); ++i)
        ((out += type.choices->names[i]) += '=') += std::to_string(type.choices->values[i]) + ' ';
      out += ')';
      break;
    case kind::object:
      (out += type.record->name) += '{';
      for (field_table const& field : type.record->fields) {
        (out += field.name) += ':';
        append_signature(out, *field.type);
        out += ' ';
      }
      out += '}';
      break;
  }
}

PARLEY_DECL form_table const& form_for(type_table const& type) {
  static std::mutex guard;
  static std::map<type_table const*, std::unique_ptr<form_table const>> forms;
  std::lock_guard const lock(guard);
  auto& form = forms[&type];
  if (form == nullptr) {
    auto made = std::make_unique<form_table>(form_table{type, schema_text(type), {}});
    append_signature(made->signature, type);
    form = std::move(made);
  }
  return *form;
}

}  // namespace parley::detail

#endif
