// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// From a schema to a program that checks values.

#include <parley/core/config.hpp>
#include <parley/json/schema_index.hpp>
#include <parley/json/schema_program.hpp>

#if PARLEY_DEFINITIONS

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley::detail {

// Writes the instructions of one schema after the other. In each, what is cheap comes first, and what depends on the
// others last.
class program_writer {
 public:
  program_writer(json const& root, schema_limits const& limits, schema_documents const& documents)
      : index_(root, limits, documents) {
    program_.limits = limits;
  }
  PARLEY_DECL schema_program write();

 private:
  using number = std::uint32_t;

  PARLEY_DECL void schema(number id);
  PARLEY_DECL void values();
  PARLEY_DECL void sizes();
  PARLEY_DECL void names();
  PARLEY_DECL void references();
  PARLEY_DECL void applicators();
  PARLEY_DECL void members();
  PARLEY_DECL void elements();
  PARLEY_DECL void refuse_loops() const;

  // The value of a keyword of the schema that is being written; null if it is not there or not of its dialect.
  json const* keyword(std::string_view name) const {
    auto const& here = index_.schemas()[id_];
    bool const active = (find_keyword(name)->vocabularies & here.vocabularies) != 0;
    return active ? find_member(*here.value, name) : nullptr;
  }
  void emit(schema_op op, number a = no_id, number b = no_id, number c = no_id) {
    program_.instructions.push_back({op, a, b, c});
  }
  // Puts an entry into a table and returns its index.
  template <class Table, class Entry>
  static number put(Table& table, Entry&& entry) {
    table.push_back(std::forward<Entry>(entry));
    return static_cast<number>(table.size() - 1);
  }
  number schema_of(std::string_view name) const {
    json const* const value = keyword(name);
    return value == nullptr ? no_id : index_.id_of(*value);
  }
  // The same, for a keyword whose schema is applied to the same value.
  number in_place(number applied) {
    if (applied != no_id) in_place_[id_].push_back(applied);
    return applied;
  }
  std::vector<number> list_of(json const& schemas) const {
    std::vector<number> list;
    for (json const& each : schemas) list.push_back(index_.id_of(each));
    return list;
  }
  static std::vector<std::string> strings(json const& list) { return list.get<std::vector<std::string>>(); }

  PARLEY_DECL number pattern_of(std::string const& text, std::string_view name);
  PARLEY_DECL void range(schema_op op, std::string_view least, std::string_view most);

  schema_index index_;
  schema_program program_;
  number id_ = 0;
  std::map<std::string, number> patterns_;
  std::map<std::string, number> dynamic_names_;
  std::vector<std::vector<number>> in_place_;  // by schema
};

PARLEY_DECL schema_program program_writer::write() {
  for (; id_ < index_.schemas().size(); ++id_) {
    program_.schemas.emplace_back();
    in_place_.emplace_back();
    schema(id_);
  }
  refuse_loops();
  // Only now all schemas are known that can have such an anchor.
  program_.dynamic_anchors.resize(dynamic_names_.size());
  for (auto const& [name, at] : dynamic_names_) program_.dynamic_anchors[at] = index_.dynamic_anchors(name);
  return std::move(program_);
}

PARLEY_DECL void program_writer::schema(number id) {
  auto const first = program_.instructions.size();
  json const* const value = index_.schemas()[id].value;
  if (value == nullptr) {
    emit(schema_op::is_schema, index_.schemas()[id].vocabularies);
  } else if (value->is_boolean()) {
    if (!value->get<bool>()) emit(schema_op::never);
  } else {
    values();
    sizes();
    names();
    references();
    applicators();
    members();
    elements();
    for (auto const& [name, op] : {std::pair{"unevaluatedItems", schema_op::unevaluated_items},
                                   std::pair{"unevaluatedProperties", schema_op::unevaluated_properties}}) {
      if (keyword(name) == nullptr) continue;
      emit(op, schema_of(name));
      program_.notes_evaluated = true;
    }
  }
  auto& out = program_.schemas[id];
  out.first = static_cast<number>(first);
  out.count = static_cast<number>(program_.instructions.size() - first);
  out.resource = index_.schemas()[id].resource;
}

PARLEY_DECL void program_writer::values() {
  if (json const* const types = keyword("type")) {
    number bits = 0;
    for (json const& each : types->is_array() ? *types : json::array({*types}))
      bits |= type_bit(each.get_ref<std::string const&>());
    emit(schema_op::type, bits);
  }
  for (auto const& [name, op] :
       {std::pair{"const", schema_op::constant}, std::pair{"enum", schema_op::choice},
        std::pair{"multipleOf", schema_op::multiple_of}, std::pair{"minimum", schema_op::minimum},
        std::pair{"exclusiveMinimum", schema_op::exclusive_minimum}, std::pair{"maximum", schema_op::maximum},
        std::pair{"exclusiveMaximum", schema_op::exclusive_maximum}})
    if (json const* const value = keyword(name)) emit(op, put(program_.values, *value));
}

// A count that no 64 bits can hold is beyond every value.
PARLEY_DECL void program_writer::range(schema_op op, std::string_view least, std::string_view most) {
  auto count = [](json const& value) {
    if (!value.is_number_float()) return value.get<std::uint64_t>();
    double const size = value.get<double>();
    return size < 18446744073709551616.0 ? static_cast<std::uint64_t>(size) : UINT64_MAX;
  };
  schema_program::range counts;
  json const* const lower = keyword(least);
  json const* const upper = keyword(most);
  if (lower != nullptr) counts.least = count(*lower);
  if (upper != nullptr) counts.most = count(*upper);
  if (op == schema_op::contains) {
    if (lower == nullptr) counts.least = 1;
    emit(op, schema_of("contains"), put(program_.counts, counts));
  } else if (lower != nullptr || upper != nullptr) {
    emit(op, put(program_.counts, counts));
  }
}

PARLEY_DECL void program_writer::sizes() {
  range(schema_op::length, "minLength", "maxLength");
  range(schema_op::item_count, "minItems", "maxItems");
  range(schema_op::property_count, "minProperties", "maxProperties");
  if (json const* const text = keyword("pattern"))
    emit(schema_op::pattern, pattern_of(text->get_ref<std::string const&>(), "pattern"));
  if (json const* const unique = keyword("uniqueItems"); unique != nullptr && unique->get<bool>())
    emit(schema_op::unique_items);
}

PARLEY_DECL std::uint32_t program_writer::pattern_of(std::string const& text, std::string_view name) {
  if (auto const known = patterns_.find(text); known != patterns_.end()) return known->second;
  auto const& limits = program_.limits;
  if (text.size() > limits.max_pattern_bytes)
    index_.refuse(id_, name, "has a pattern of more than " + std::to_string(limits.max_pattern_bytes) + " bytes");
  if (patterns_.size() >= limits.max_patterns)
    index_.refuse(0, {}, "has more than " + std::to_string(limits.max_patterns) + " patterns");
  auto compiled = pattern::compile(text);
  if (!compiled) index_.refuse(id_, name, "has a pattern that " + compiled.error().detail + ": " + text);
  number const at = put(program_.patterns, std::move(*compiled));
  patterns_.emplace(text, at);
  return at;
}

PARLEY_DECL void program_writer::names() {
  if (json const* const list = keyword("required"); list != nullptr && !list->empty())
    emit(schema_op::required, put(program_.name_lists, strings(*list)));
  if (json const* const map = keyword("dependentRequired"))
    for (auto each = map->begin(); each != map->end(); ++each)
      emit(schema_op::dependent_required, put(program_.names, each.key()), put(program_.name_lists, strings(*each)));
}

PARLEY_DECL void program_writer::references() {
  if (json const* const reference = keyword("$ref"))
    emit(schema_op::reference, in_place(index_.resolve(id_, "$ref", reference->get_ref<std::string const&>()).schema));
  if (json const* const reference = keyword("$dynamicRef")) {
    auto const target = index_.resolve(id_, "$dynamicRef", reference->get_ref<std::string const&>());
    if (target.dynamic_name.empty()) {
      emit(schema_op::reference, in_place(target.schema));
    } else {
      auto const fresh = static_cast<number>(dynamic_names_.size());
      emit(schema_op::dynamic_reference, target.schema,
           dynamic_names_.emplace(target.dynamic_name, fresh).first->second);
    }
  }
}

PARLEY_DECL void program_writer::applicators() {
  for (auto const& [name, op] : {std::pair{"allOf", schema_op::all_of}, std::pair{"anyOf", schema_op::any_of},
                                 std::pair{"oneOf", schema_op::one_of}}) {
    json const* const schemas = keyword(name);
    if (schemas == nullptr) continue;
    auto list = list_of(*schemas);
    for (number const each : list) in_place(each);
    emit(op, put(program_.schema_lists, std::move(list)));
  }
  if (keyword("not") != nullptr) emit(schema_op::negation, in_place(schema_of("not")));
  if (keyword("if") != nullptr)
    emit(schema_op::condition, in_place(schema_of("if")), in_place(schema_of("then")), in_place(schema_of("else")));
  if (json const* const map = keyword("dependentSchemas"))
    for (auto each = map->begin(); each != map->end(); ++each)
      emit(schema_op::dependent_schema, put(program_.names, each.key()), in_place(index_.id_of(*each)));
}

PARLEY_DECL void program_writer::members() {
  schema_program::property_set set;
  if (json const* const map = keyword("properties"))
    for (auto each = map->begin(); each != map->end(); ++each) set.named.emplace_back(each.key(), index_.id_of(*each));
  if (json const* const map = keyword("patternProperties"))
    for (auto each = map->begin(); each != map->end(); ++each)
      set.patterned.emplace_back(pattern_of(each.key(), "patternProperties"), index_.id_of(*each));
  set.rest = schema_of("additionalProperties");
  if (!set.named.empty() || !set.patterned.empty() || set.rest != no_id)
    emit(schema_op::properties, put(program_.property_sets, std::move(set)));
  if (keyword("propertyNames") != nullptr) emit(schema_op::property_names, schema_of("propertyNames"));
}

PARLEY_DECL void program_writer::elements() {
  json const* const prefix = keyword("prefixItems");
  if (prefix != nullptr || keyword("items") != nullptr)
    emit(schema_op::items, prefix == nullptr ? no_id : put(program_.schema_lists, list_of(*prefix)),
         schema_of("items"));
  if (keyword("contains") != nullptr) range(schema_op::contains, "minContains", "maxContains");
}

// A schema that leads back to itself without a step into the value would be applied for ever. Where that depends on a
// `$dynamicRef`, the limit of depth stops it when it happens.
PARLEY_DECL void program_writer::refuse_loops() const {
  enum class state : unsigned char { fresh, open, done };
  std::vector<state> states(in_place_.size(), state::fresh);
  std::vector<std::pair<number, std::size_t>> path;  // a schema, and the next of its edges
  for (number start = 0; start < in_place_.size(); ++start) {
    if (states[start] == state::fresh) path.emplace_back(start, 0);
    while (!path.empty()) {
      auto& [here, edge] = path.back();
      states[here] = state::open;
      if (edge == in_place_[here].size()) {
        states[here] = state::done;
        path.pop_back();
        continue;
      }
      number const next = in_place_[here][edge++];
      if (states[next] == state::open)
        index_.refuse(next, {}, "leads back to itself without a step into the value, and would be applied for ever");
      if (states[next] == state::fresh) path.emplace_back(next, 0);
    }
  }
}

PARLEY_DECL schema_program compile_program(json const& schema, schema_limits const& limits,
                                           schema_documents const& documents) {
  check_limits(limits);
  return program_writer(schema, limits, documents).write();
}

}  // namespace parley::detail

#endif
