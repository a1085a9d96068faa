// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// JSON Schema (2020-12) of described types, written as text in declared order: forms are read by people, and a sorted
// object would put "age" before "name".
//
// Everything stands inline, without $ref; that ends, because a type that contains itself is not described. Narrow
// integers carry the range of their type, `int` and wider only the 0 of an unsigned one: a model gains nothing from
// reading 2147483647 beside every number, and a value out of range is refused with its limits all the same.

#include <parley/core/config.hpp>
#include <parley/json/type_table.hpp>
#include <parley/json/writer.hpp>

#include <span>
#include <string>

namespace parley {

struct schema_options {
  bool closed = false;   // objects say "additionalProperties": false, as read_options::refuse_unknown enforces
  bool headers = false;  // members say "x-mcp-header" (server/tools); only a tool's input schema may
};

// The schema of a type. `on` adds a title, a description and limits at the top. A std::optional may be null, except as
// a member, which is left out instead; that null is read there too is not said. Throws std::invalid_argument when
// declarations contradict each other; see check_declarations.
PARLEY_DECL std::string schema_text(type_table const& type, notes const& on = no_notes, schema_options options = {});

// The schema of an object with these members, in this order, none of which has a default: the arguments of a tool. A
// member without a name is an object itself; in its place stand its members, with their defaults. Throws like
// schema_text.
PARLEY_DECL std::string object_schema_text(std::span<field_table const> members, schema_options options = {});

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/defaults.hpp>
#include <parley/json/scalar.hpp>
#include <parley/json/write.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace parley {
namespace detail {

class schema_writer {
 public:
  schema_writer(json_writer& out, schema_options options) : out_(out), options_(options) {}

  // One schema. `initial` holds its default, or is null. Of a std::optional it is that of the type inside: a member
  // that is not there is left out.
  PARLEY_DECL void schema(type_table const& type, notes const& on, void const* initial);
  // The same where a std::optional cannot be left out: null is a value there.
  PARLEY_DECL void value_schema(type_table const& type, notes const& on);

  // The keywords of an object schema that tell its members. `initial` has the fields of T{}, or is null.
  PARLEY_DECL void members(std::span<field_table const> fields, fields_at const* initial);

  void keyword(std::string_view name, std::string_view text) {
    if (!text.empty()) out_.key(name).string(text);
  }

 private:
  using names = std::vector<std::string_view>;

  PARLEY_DECL void properties(std::span<field_table const> fields, fields_at const* initial, names& required);
  PARLEY_DECL void properties_of(type_table const& type, names& required);
  PARLEY_DECL void keywords(type_table const& type, notes const& on);
  PARLEY_DECL void number_range(type_table const& type, notes const& on);
  PARLEY_DECL void titled_choices(std::string_view name, choice_table const& choices);
  PARLEY_DECL void plain_choices(choice_table const& choices);
  PARLEY_DECL void items(type_table const& element);
  PARLEY_DECL void like(json const& example);
  PARLEY_DECL void properties_like(json const& example);

  template <class Number>
  void limit(std::string_view name, std::optional<Number> value) {
    if (value) out_.key(name).number(static_cast<double>(*value));
  }

  json_writer& out_;
  schema_options options_;
};

PARLEY_DECL std::string_view json_type(kind of) {
  switch (of) {
    case kind::boolean: return "boolean";
    case kind::integer: return "integer";
    case kind::number: return "number";
    case kind::string:
    case kind::date:
    case kind::date_time:
    case kind::choice: return "string";
    case kind::list: return "array";
    case kind::map:
    case kind::object: return "object";
    case kind::any: return {};
  }
  return {};
}

PARLEY_DECL std::string_view format_name(format of) {
  switch (of) {
    case format::none: return {};
    case format::email: return "email";
    case format::uri: return "uri";
    case format::date: return "date";
    case format::date_time: return "date-time";
  }
  return {};
}

// One value of a class that only its own `to_json` knows.
PARLEY_DECL json example_of(type_table const& type) {
  json example;
  type.converter->write(type.converter->prototype(), example);
  return example;
}

PARLEY_DECL void schema_writer::schema(type_table const& type, notes const& on, void const* initial) {
  if (type.optional != nullptr) {
    schema(*type.inner, on, initial == nullptr ? nullptr : type.optional->get(initial));
    return;
  }
  out_.begin_object();
  keyword("type", json_type(type.kind));
  keyword("title", on.title);
  keyword("description", on.description);
  keywords(type, on);
  if (initial != nullptr) {
    out_.key("default");
    write(out_, type, initial);
  }
  if (options_.headers) keyword("x-mcp-header", on.header);
  out_.end_object();
}

PARLEY_DECL void schema_writer::value_schema(type_table const& type, notes const& on) {
  if (type.optional == nullptr) {
    schema(type, on, nullptr);
    return;
  }
  out_.begin_object().key("anyOf").begin_array();
  schema(type, on, nullptr);
  out_.begin_object().key("type").string("null").end_object();
  out_.end_array().end_object();
}

PARLEY_DECL void schema_writer::keywords(type_table const& type, notes const& on) {
  switch (type.kind) {
    case kind::integer:
    case kind::number: number_range(type, on); break;
    case kind::string:
      limit("minLength", on.min_length);
      limit("maxLength", on.max_length);
      keyword("format", format_name(on.format));
      break;
    case kind::date: keyword("format", format_name(format::date)); break;
    case kind::date_time: keyword("format", format_name(format::date_time)); break;
    case kind::choice:
      if (type.choices->titles.empty())
        plain_choices(*type.choices);
      else
        titled_choices("oneOf", *type.choices);
      break;
    case kind::list: {
      items(*type.inner);
      std::size_t const fixed = type.sequence->fixed_size;
      limit("minItems", fixed == 0 ? on.min_items : fixed);
      limit("maxItems", fixed == 0 ? on.max_items : fixed);
      break;
    }
    case kind::map:
      out_.key("additionalProperties");
      value_schema(*type.inner, no_notes);
      break;
    case kind::object: {
      fields_at const initial(*type.record, type.record->prototype());
      members(type.record->fields, &initial);
      break;
    }
    case kind::any:
      if (type.converter != nullptr) like(example_of(type));
      break;
    case kind::boolean: break;
  }
}

PARLEY_DECL void schema_writer::members(std::span<field_table const> fields, fields_at const* initial) {
  names required;
  out_.key("properties").begin_object();
  properties(fields, initial, required);
  out_.end_object();
  if (!required.empty()) {
    out_.key("required").begin_array();
    for (std::string_view name : required) out_.string(name);
    out_.end_array();
  }
  if (options_.closed) out_.key("additionalProperties").boolean(false);
}

PARLEY_DECL void schema_writer::properties(std::span<field_table const> fields, fields_at const* initial,
                                           names& required) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    field_table const& field = fields[i];
    if (field.name.empty()) {
      properties_of(*field.type, required);
      continue;
    }
    void const* const value = initial == nullptr ? nullptr : (*initial)[i];
    if (is_required(field, value)) required.push_back(field.name);
    out_.key(field.name);
    schema(*field.type, *field.notes, has_default(field, value) ? value : nullptr);
  }
}

PARLEY_DECL void schema_writer::properties_of(type_table const& type, names& required) {
  if (type.record != nullptr) {
    fields_at const initial(*type.record, type.record->prototype());
    properties(type.record->fields, &initial, required);
  } else if (type.converter != nullptr) {
    properties_like(example_of(type));
  }
}

PARLEY_DECL void schema_writer::number_range(type_table const& type, notes const& on) {
  std::optional<double> least = on.min;
  std::optional<double> most = on.max;
  if (type.kind == kind::integer)
    with_integer_type(type, [&]<class T>(T) {
      using limits = std::numeric_limits<T>;
      bool const narrow = sizeof(T) < sizeof(std::int32_t);
      if (narrow || !type.is_signed)
        least = std::max(static_cast<double>(limits::min()), least.value_or(limits::min()));
      if (narrow)
        most = std::min(static_cast<double>(limits::max()), most.value_or(static_cast<double>(limits::max())));
    });
  limit("minimum", least);
  limit("maximum", most);
}

PARLEY_DECL void schema_writer::plain_choices(choice_table const& choices) {
  out_.key("enum").begin_array();
  for (std::string_view name : choices.names) out_.string(name);
  out_.end_array();
}

PARLEY_DECL void schema_writer::titled_choices(std::string_view name, choice_table const& choices) {
  out_.key(name).begin_array();
  for (std::size_t i = 0; i < choices.names.size(); ++i) {
    out_.begin_object();
    out_.key("const").string(choices.names[i]);
    out_.key("title").string(choices.titles[i]);
    out_.end_object();
  }
  out_.end_array();
}

PARLEY_DECL void schema_writer::items(type_table const& element) {
  out_.key("items");
  if (element.choices == nullptr || element.choices->titles.empty()) {
    value_schema(element, no_notes);
    return;
  }
  // Several titled choices are spelled with "anyOf" and without "type", single ones with "oneOf" (client/elicitation).
  out_.begin_object();
  titled_choices("anyOf", *element.choices);
  out_.end_object();
}

PARLEY_DECL void schema_writer::like(json const& example) {
  if (example.is_boolean()) keyword("type", "boolean");
  if (example.is_number()) keyword("type", example.is_number_float() ? "number" : "integer");
  if (example.is_string()) keyword("type", "string");
  if (example.is_array()) keyword("type", "array");
  if (!example.is_object()) return;
  keyword("type", "object");
  out_.key("properties").begin_object();
  properties_like(example);
  out_.end_object();
}

PARLEY_DECL void schema_writer::properties_like(json const& example) {
  if (!example.is_object()) return;
  for (auto const& [name, value] : example.items()) {
    out_.key(name).begin_object();
    like(value);
    out_.end_object();
  }
}

}  // namespace detail

PARLEY_DECL std::string schema_text(type_table const& type, notes const& on, schema_options options) {
  check_declarations(type, on);
  std::string text;
  json_writer out(text);
  detail::schema_writer(out, options).value_schema(type, on);
  return text;
}

PARLEY_DECL std::string object_schema_text(std::span<field_table const> members, schema_options options) {
  for (field_table const& member : members) check_declarations(*member.type, *member.notes);
  std::string text;
  json_writer out(text);
  detail::schema_writer writer(out, options);
  out.begin_object();
  writer.keyword("type", "object");
  writer.members(members, nullptr);
  out.end_object();
  return text;
}

}  // namespace parley

#endif
