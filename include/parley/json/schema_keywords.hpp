// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// The keywords of JSON Schema 2020-12: which vocabulary each belongs to, what its value must look like, and where there
// are schemas in it. One table serves the check of a schema that is compiled and that of an instance which has to be a
// schema itself.

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace parley::detail {

// The vocabularies of the dialect, as bits.
namespace vocabulary {
inline constexpr unsigned core = 1, applicator = 2, unevaluated = 4, validation = 8, metadata = 16, format = 32,
                          content = 64, all = 127;
}  // namespace vocabulary

enum class keyword_shape : std::uint8_t {
  anything,
  text,
  identifier,  // a URI reference without a fragment
  anchor,
  vocabularies,
  schema,
  schemas,     // a list of at least one
  schema_map,  // an object whose members are schemas
  list,
  flag,
  number,
  divisor,  // a number above 0
  count,    // a whole number of at least 0
  types,
  names,    // a list of strings, each there once
  name_map  // an object whose members are `names`
};

struct keyword_rule {
  std::string_view name;
  unsigned vocabularies;
  keyword_shape shape;
};

// The rule of a keyword; null for a name that is none, which a schema may hold all the same.
PARLEY_DECL keyword_rule const* find_keyword(std::string_view name);

// What is wrong with the value of such a keyword, without a look into the schemas in it; empty: nothing. "must be a
// whole number of at least 0".
PARLEY_DECL std::string broken_shape(keyword_shape shape, json const& value);

// The bits of one of the dialect's own meta-schemas, by its URI without a fragment; 0 for another URI.
PARLEY_DECL unsigned metaschema_vocabularies(std::string_view uri);

// The bit of a vocabulary, by its URI; 0 for another URI.
PARLEY_DECL unsigned vocabulary_bit(std::string_view uri);

// The type's bit by its name: "null", "boolean" … "integer"; 0 for another name.
PARLEY_DECL unsigned type_bit(std::string_view name);

namespace type_bits {
inline constexpr unsigned null = 1, boolean = 2, object = 4, array = 8, number = 16, string = 32, integer = 64;
}  // namespace type_bits

inline constexpr std::string_view dialect_uri = "https://json-schema.org/draft/2020-12/schema";

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/json/number.hpp>
#include <parley/json/pointer.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <vector>

namespace parley::detail {

PARLEY_DECL keyword_rule const* find_keyword(std::string_view name) {
  using enum keyword_shape;
  static constexpr keyword_rule rules[] = {
      {"$anchor", vocabulary::core, anchor},
      {"$comment", vocabulary::core, text},
      {"$defs", vocabulary::core, schema_map},
      {"$dynamicAnchor", vocabulary::core, anchor},
      {"$dynamicRef", vocabulary::core, text},
      {"$id", vocabulary::core, identifier},
      {"$ref", vocabulary::core, text},
      {"$schema", vocabulary::core, text},
      {"$vocabulary", vocabulary::core, vocabularies},
      {"additionalProperties", vocabulary::applicator, schema},
      {"allOf", vocabulary::applicator, schemas},
      {"anyOf", vocabulary::applicator, schemas},
      {"const", vocabulary::validation, anything},
      {"contains", vocabulary::applicator, schema},
      {"contentEncoding", vocabulary::content, text},
      {"contentMediaType", vocabulary::content, text},
      {"contentSchema", vocabulary::content, schema},
      {"default", vocabulary::metadata, anything},
      {"definitions", vocabulary::core, schema_map},  // its name in older dialects, which the meta-schema still has
      {"dependentRequired", vocabulary::validation, name_map},
      {"dependentSchemas", vocabulary::applicator, schema_map},
      {"deprecated", vocabulary::metadata, flag},
      {"description", vocabulary::metadata, text},
      {"else", vocabulary::applicator, schema},
      {"enum", vocabulary::validation, list},
      {"examples", vocabulary::metadata, list},
      {"exclusiveMaximum", vocabulary::validation, number},
      {"exclusiveMinimum", vocabulary::validation, number},
      {"format", vocabulary::format, text},
      {"if", vocabulary::applicator, schema},
      {"items", vocabulary::applicator, schema},
      {"maxContains", vocabulary::validation, count},
      {"maxItems", vocabulary::validation, count},
      {"maxLength", vocabulary::validation, count},
      {"maxProperties", vocabulary::validation, count},
      {"maximum", vocabulary::validation, number},
      {"minContains", vocabulary::validation, count},
      {"minItems", vocabulary::validation, count},
      {"minLength", vocabulary::validation, count},
      {"minProperties", vocabulary::validation, count},
      {"minimum", vocabulary::validation, number},
      {"multipleOf", vocabulary::validation, divisor},
      {"not", vocabulary::applicator, schema},
      {"oneOf", vocabulary::applicator, schemas},
      {"pattern", vocabulary::validation, text},
      {"patternProperties", vocabulary::applicator, schema_map},
      {"prefixItems", vocabulary::applicator, schemas},
      {"properties", vocabulary::applicator, schema_map},
      {"propertyNames", vocabulary::applicator, schema},
      {"readOnly", vocabulary::metadata, flag},
      {"required", vocabulary::validation, names},
      {"then", vocabulary::applicator, schema},
      {"title", vocabulary::metadata, text},
      {"type", vocabulary::validation, types},
      {"unevaluatedItems", vocabulary::unevaluated, schema},
      {"unevaluatedProperties", vocabulary::unevaluated, schema},
      {"uniqueItems", vocabulary::validation, flag},
      {"writeOnly", vocabulary::metadata, flag},
  };
  constexpr auto by_name = [](keyword_rule const& a, keyword_rule const& b) { return a.name < b.name; };
  static_assert(std::is_sorted(std::begin(rules), std::end(rules), by_name));
  auto const at = std::lower_bound(std::begin(rules), std::end(rules), keyword_rule{name, 0, anything}, by_name);
  return at != std::end(rules) && at->name == name ? at : nullptr;
}

PARLEY_DECL unsigned type_bit(std::string_view name) {
  constexpr std::string_view types[] = {"null", "boolean", "object", "array", "number", "string", "integer"};
  for (unsigned i = 0; i < std::size(types); ++i) {
    if (types[i] == name) return 1u << i;
  }
  return 0;
}

PARLEY_DECL unsigned vocabulary_bit(std::string_view uri) {
  constexpr std::string_view start = "https://json-schema.org/draft/2020-12/vocab/";
  constexpr std::string_view names[] = {"core",      "applicator",        "unevaluated", "validation",
                                        "meta-data", "format-annotation", "content"};
  if (!uri.starts_with(start)) return 0;
  for (unsigned i = 0; i < std::size(names); ++i) {
    if (names[i] == uri.substr(start.size())) return 1u << i;
  }
  return 0;
}

PARLEY_DECL unsigned metaschema_vocabularies(std::string_view uri) {
  constexpr std::string_view start = "https://json-schema.org/draft/2020-12/meta/";
  if (uri == dialect_uri) return vocabulary::all;
  if (!uri.starts_with(start)) return 0;
  return vocabulary_bit("https://json-schema.org/draft/2020-12/vocab/" + std::string(uri.substr(start.size())));
}

// Whether all are strings, and none stands twice.
PARLEY_DECL bool are_names(json const& value) {
  if (!value.is_array()) return false;
  std::vector<std::string_view> names;
  for (json const& each : value) {
    if (!each.is_string()) return false;
    names.push_back(each.get_ref<std::string const&>());
  }
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

PARLEY_DECL bool are_types(json const& value) {
  auto is_type = [](json const& each) { return each.is_string() && type_bit(each.get_ref<std::string const&>()) != 0; };
  if (!value.is_array()) return is_type(value);
  return !value.empty() && are_names(value) && std::all_of(value.begin(), value.end(), is_type);
}

PARLEY_DECL bool is_anchor(json const& value) {
  if (!value.is_string()) return false;
  auto const& text = value.get_ref<std::string const&>();
  if (text.empty() || !(is_ascii_alpha(text.front()) || text.front() == '_')) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_ascii_alpha(c) || is_ascii_digit(c) || c == '_' || c == '-' || c == '.'; });
}

PARLEY_DECL bool is_identifier(json const& value) {
  if (!value.is_string()) return false;
  auto const& text = value.get_ref<std::string const&>();
  std::size_t const hash = text.find('#');
  return hash == text.npos || hash + 1 == text.size();
}

PARLEY_DECL bool is_finite_number(json const& value) {
  return value.is_number() && (!value.is_number_float() || std::isfinite(value.get<double>()));
}

PARLEY_DECL std::string broken_shape(keyword_shape shape, json const& value) {
  auto unless = [](bool good, char const* message) { return std::string(good ? "" : message); };
  auto all_members = [&value](auto is_good) {
    return value.is_object() && std::all_of(value.begin(), value.end(), is_good);
  };
  switch (shape) {
    case keyword_shape::anything:
    case keyword_shape::schema: return {};
    case keyword_shape::text: return unless(value.is_string(), "must be a string");
    case keyword_shape::identifier:
      return unless(is_identifier(value), "must be a URI reference without a fragment, as a string");
    case keyword_shape::anchor:
      return unless(is_anchor(value),
                    "must be a name of letters, digits, '_', '-' and '.' that begins with a letter or '_'");
    case keyword_shape::vocabularies:
      return unless(all_members([](json const& each) { return each.is_boolean(); }),
                    "must be an object whose members are true or false");
    case keyword_shape::schemas:
      return unless(value.is_array() && !value.empty(), "must be a list of at least one schema");
    case keyword_shape::schema_map: return unless(value.is_object(), "must be an object whose members are schemas");
    case keyword_shape::list: return unless(value.is_array(), "must be a list");
    case keyword_shape::flag: return unless(value.is_boolean(), "must be true or false");
    case keyword_shape::number: return unless(is_finite_number(value), "must be a number");
    case keyword_shape::divisor:
      return unless(is_finite_number(value) && std::is_gt(compare_numbers(value, json(0))), "must be a number above 0");
    case keyword_shape::count:
      return unless(value.is_number() && is_whole(value) && std::is_gteq(compare_numbers(value, json(0))),
                    "must be a whole number of at least 0");
    case keyword_shape::types:
      return unless(are_types(value),
                    "must be one of null, boolean, object, array, number, string, integer, or a list "
                    "of some of them, each there once");
    case keyword_shape::names: return unless(are_names(value), "must be a list of strings, each there once");
    case keyword_shape::name_map:
      return unless(all_members(are_names), "must be an object whose members are lists of strings, each there once");
  }
  return {};
}

// Calls `visit(schema, pointer)` for each schema that stands in the value of a keyword; the pointer to it from there is
// "/name", "/0" or empty. Precondition: broken_shape finds nothing.
template <class Visit>
void visit_schemas(keyword_shape shape, json const& value, Visit visit) {
  if (shape == keyword_shape::schema) {
    visit(value, std::string());
  } else if (shape == keyword_shape::schemas) {
    for (std::size_t i = 0; i < value.size(); ++i) visit(value[i], '/' + std::to_string(i));
  } else if (shape == keyword_shape::schema_map) {
    for (auto member = value.begin(); member != value.end(); ++member) {
      std::string pointer;
      append_to_pointer(pointer, member.key());
      visit(*member, pointer);
    }
  }
}

// Whether a value is valid under the dialect's meta-schema, or under those of some of its vocabularies. `step` is
// called before each keyword and may throw. Does not recurse.
template <class Step>
bool is_schema(json const& value, unsigned vocabularies, Step step) {
  std::vector<json const*> open{&value};
  while (!open.empty()) {
    json const& schema = *open.back();
    open.pop_back();
    if (schema.is_boolean()) continue;
    if (!schema.is_object()) return false;
    for (auto member = schema.begin(); member != schema.end(); ++member) {
      step();
      keyword_rule const* const rule = find_keyword(member.key());
      if (rule == nullptr || (rule->vocabularies & vocabularies) == 0) continue;
      if (!broken_shape(rule->shape, *member).empty()) return false;
      visit_schemas(rule->shape, *member, [&](json const& inside, std::string const&) { open.push_back(&inside); });
    }
  }
  return true;
}

}  // namespace parley::detail

#endif
