// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// From C++ values to JSON text, with members in declared order.

#include <parley/core/config.hpp>
#include <parley/json/type_table.hpp>
#include <parley/json/writer.hpp>

#include <string>

namespace parley {

// Writes the value. An empty std::optional is left out of an object, and null elsewhere.
// Throws std::domain_error for a value that has no JSON under the type's schema: an enumerator that is not offered, a
// number that is not finite, a day or moment outside the years 0 to 9999; and whatever a `to_json` of the user's
// throws. The writer then holds half a value. Precondition: `object` points to a live object of the type.
PARLEY_DECL void write(json_writer& out, type_table const& type, void const* object);

// The same as text of its own.
template <described T>
std::string to_json_text(T const& value) {
  std::string text;
  json_writer out(text);
  write(out, table_of<T>, &value);
  return text;
}

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/time.hpp>
#include <parley/json/check.hpp>
#include <parley/json/scalar.hpp>

#include <charconv>
#include <stdexcept>

namespace parley {
namespace detail {

// A float goes out as the shortest text that reads back as the same float: 0.1, not 0.10000000149011612.
PARLEY_DECL void write_number(json_writer& out, type_table const& type, void const* object) {
  if (type.width == sizeof(double)) {
    out.number(load_number(type, object));
    return;
  }
  char text[32];
  char const* const end = std::to_chars(text, text + sizeof text, load<float>(object)).ptr;
  out.raw({text, static_cast<std::size_t>(end - text)});
}

PARLEY_DECL void write_record(json_writer& out, record_table const& record, void const* object) {
  fields_at const fields(record, object);
  out.begin_object();
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    field_table const& field = record.fields[i];
    if (field.type->optional != nullptr && field.type->optional->get(fields[i]) == nullptr) continue;
    out.key(field.name);
    write(out, *field.type, fields[i]);
  }
  out.end_object();
}

PARLEY_DECL void write_map(json_writer& out, type_table const& type, void const* object) {
  struct context {
    json_writer& out;
    type_table const& type;
  } each{out, *type.inner};
  out.begin_object();
  type.mapping->visit(
      object,
      [](void* raw, std::string_view key, void const* value) {
        auto& in = *static_cast<context*>(raw);
        in.out.key(key);
        write(in.out, in.type, value);
      },
      &each);
  out.end_object();
}

PARLEY_DECL void write_any(json_writer& out, type_table const& type, void const* object) {
  if (type.converter == nullptr) {
    out.value(*static_cast<json const*>(object));
    return;
  }
  json converted;
  type.converter->write(object, converted);
  out.value(converted);
}

}  // namespace detail

PARLEY_DECL void write(json_writer& out, type_table const& type, void const* object) {
  if (type.optional != nullptr) {
    void const* const inside = type.optional->get(object);
    if (inside == nullptr)
      out.null();
    else
      write(out, *type.inner, inside);
    return;
  }
  if (std::string broken = detail::broken_promise(type, no_notes, object, formats::noted); !broken.empty())
    throw std::domain_error("parley: a value that is to be written " + broken);
  switch (type.kind) {
    case kind::boolean: out.boolean(*static_cast<bool const*>(object)); break;
    case kind::integer: detail::with_integer(type, object, [&](auto value) { out.integer(value); }); break;
    case kind::number: detail::write_number(out, type, object); break;
    case kind::string: out.string(*static_cast<std::string const*>(object)); break;
    case kind::date: out.string(format_date(*static_cast<date const*>(object))); break;
    case kind::date_time: out.string(format_date_time(*static_cast<date_time const*>(object))); break;
    case kind::choice: out.string(type.choices->names[detail::choice_index(type, object)]); break;
    case kind::list:
      out.begin_array();
      for (std::size_t i = 0, size = type.sequence->size(object); i < size; ++i)
        write(out, *type.inner, type.sequence->at(object, i));
      out.end_array();
      break;
    case kind::map: detail::write_map(out, type, object); break;
    case kind::object: detail::write_record(out, *type.record, object); break;
    case kind::any: detail::write_any(out, type, object); break;
  }
}

}  // namespace parley

#endif
