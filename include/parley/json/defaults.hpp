// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Which members a JSON object may leave out, and what stands in for them.
//
// A member has a default when T{} holds something other than the blank value of its type (0, false, "", the empty list,
// the enumerator 0, no day). What a default member initialiser says beyond that cannot be told: `bool ok = false` and
// `bool ok` make the same object, so both are required. A note `.optional = true` settles it for one field.

#include <parley/core/config.hpp>
#include <parley/json/type_table.hpp>

namespace parley {

// Whether an object of the table's type is what value-initialisation makes of a scalar, string or container. A class is
// blank when all its fields are, or when one of them is required: {} could not stand for it.
// Precondition: `object` points to a live object of the type.
PARLEY_DECL bool is_blank(type_table const& type, void const* object);

// Whether the member must be given. `initial` is the field inside T{}; null when there is no such object, as for the
// arguments of a tool that each stand alone.
PARLEY_DECL bool is_required(field_table const& field, void const* initial);

// Whether leaving the member out means that it has the value it has in T{}, so that a schema can name it.
PARLEY_DECL bool has_default(field_table const& field, void const* initial);

// Throws std::invalid_argument when the notes on a type, or on the fields inside it, contradict each other (a minimum
// above the maximum) or a default (3 below a minimum of 5), or name a header that they must not. The text names type
// and field, for the program's author.
PARLEY_DECL void check_declarations(type_table const& type, notes const& on = no_notes);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/json/check.hpp>
#include <parley/json/scalar.hpp>

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

namespace parley {

PARLEY_DECL bool is_blank(type_table const& type, void const* object) {
  if (type.optional != nullptr) return type.optional->get(object) == nullptr;
  switch (type.kind) {
    case kind::boolean: return !*static_cast<bool const*>(object);
    case kind::integer:
    case kind::choice: return detail::with_integer(type, object, [](auto value) { return value == 0; });
    case kind::number: return std::fpclassify(detail::load_number(type, object)) == FP_ZERO;
    case kind::string: return static_cast<std::string const*>(object)->empty();
    case kind::date: return !static_cast<date const*>(object)->ok();
    case kind::date_time: return detail::load<date_time>(object) == date_time{};
    case kind::list: {
      // The elements of a std::array are always there; it is blank when they are.
      std::size_t const size = type.sequence->size(object);
      for (std::size_t i = 0; i < size; ++i)
        if (type.sequence->fixed_size == 0 || !is_blank(*type.inner, type.sequence->at(object, i))) return false;
      return true;
    }
    case kind::map: {
      bool empty = true;
      type.mapping->visit(
          object, [](void* found, std::string_view, void const*) { *static_cast<bool*>(found) = false; }, &empty);
      return empty;
    }
    case kind::object: {
      fields_at const fields(*type.record, object);
      bool all_blank = true;
      for (std::size_t i = 0; i < type.record->fields.size(); ++i) {
        field_table const& field = type.record->fields[i];
        if (is_required(field, fields[i])) return true;
        all_blank = all_blank && is_blank(*field.type, fields[i]);
      }
      return all_blank;
    }
    case kind::any: return type.converter != nullptr || static_cast<json const*>(object)->is_null();
  }
  return true;
}

PARLEY_DECL bool is_required(field_table const& field, void const* initial) {
  if (field.type->optional != nullptr || field.notes->optional) return false;
  return initial == nullptr || is_blank(*field.type, initial);
}

PARLEY_DECL bool has_default(field_table const& field, void const* initial) {
  if (initial == nullptr) return false;
  return (field.notes->optional && field.type->optional == nullptr) || !is_blank(*field.type, initial);
}

namespace detail {

// Whether a header may repeat a value of the type (server/tools, "x-mcp-header"). What a class with conversions of its
// own is in JSON, its schema tells.
PARLEY_DECL bool may_have_header(type_table const& type) {
  switch (type.kind) {
    case kind::boolean:
    case kind::integer:
    case kind::string:
    case kind::date:
    case kind::date_time:
    case kind::choice: return true;
    case kind::any: return (type.optional != nullptr ? *type.inner : type).converter != nullptr;
    case kind::number:
    case kind::list:
    case kind::map:
    case kind::object: break;
  }
  return false;
}

[[noreturn]] PARLEY_DECL void refuse_declaration(std::string const& where, std::string_view fault) {
  throw std::invalid_argument("parley: " + where + ' ' + std::string(fault));
}

PARLEY_DECL void check_notes(type_table const& type, notes const& on, std::string const& where) {
  if (on.min && on.max && *on.min > *on.max) refuse_declaration(where, "has a minimum above its maximum");
  if (on.min_length && on.max_length && *on.min_length > *on.max_length)
    refuse_declaration(where, "has a minimum length above its maximum length");
  if (on.min_items && on.max_items && *on.min_items > *on.max_items)
    refuse_declaration(where, "has a minimum of items above its maximum of items");
  if ((on.min && !std::isfinite(*on.min)) || (on.max && !std::isfinite(*on.max)))
    refuse_declaration(where, "has a bound that is no finite number");
  if (type.kind == kind::list && type.optional == nullptr && type.sequence->fixed_size != 0 &&
      (on.min_items || on.max_items))
    refuse_declaration(where, "is a std::array, whose number of items its type fixes");
  if (on.header.empty()) return;
  if (!is_http_token(on.header))
    refuse_declaration(where, "has a header that is no name of one: use letters, digits, - and _");
  if (!may_have_header(type))
    refuse_declaration(where, "has a header, which only a boolean, an integer or what is a string in JSON may have");
}

PARLEY_DECL void check_declarations_at(type_table const& type, notes const& on, std::string const& where) {
  check_notes(type, on, where);
  if (type.inner != nullptr) check_declarations_at(*type.inner, no_notes, where);
  if (type.record == nullptr) return;
  record_table const& record = *type.record;
  fields_at const initial(record, record.prototype());
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    field_table const& field = record.fields[i];
    std::string const name = std::string(record.name) + "::" + std::string(field.name);
    check_declarations_at(*field.type, *field.notes, name);
    if (!has_default(field, initial[i])) continue;
    auto const broken = check(*field.type, *field.notes, initial[i]);
    if (!broken.empty()) refuse_declaration(name, "has a default that breaks its own rules: it " + broken[0].message);
  }
}

}  // namespace detail

PARLEY_DECL void check_declarations(type_table const& type, notes const& on) {
  detail::check_declarations_at(type, on, type.record == nullptr ? "a value" : std::string(type.record->name));
}

}  // namespace parley

#endif
