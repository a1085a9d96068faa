// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Runs a compiled schema on a value.

#include <parley/core/config.hpp>
#include <parley/json/check.hpp>
#include <parley/json/schema_assert.hpp>
#include <parley/json/schema_program.hpp>
#include <parley/json/schema_words.hpp>
#include <parley/json/value.hpp>

#if PARLEY_DEFINITIONS

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace parley::detail {

// One check of one value. It calls itself for each schema that is applied inside another, down to the limit of depth.
class schema_run : schema_assertions {
 public:
  using schema_assertions::schema_assertions;

  PARLEY_DECL std::vector<violation> check(json const& value);

 private:
  // Each returns whether the value is good, and notes what is not unless the run is quiet.
  PARLEY_DECL bool schema(schema_id id, json const& value, value_place const& at);
  PARLEY_DECL bool instruction(schema_instruction const& what, json const& value, value_place const& at,
                               std::size_t first_mark);
  PARLEY_DECL bool several(schema_instruction const& what, json const& value, value_place const& at);
  PARLEY_DECL bool negation(schema_id id, json const& value, value_place const& at);
  PARLEY_DECL bool properties(schema_program::property_set const& set, json const& value, value_place const& at);
  PARLEY_DECL bool property_names(schema_id id, json const& value, value_place const& at);
  PARLEY_DECL bool items(schema_instruction const& what, json const& value, value_place const& at);
  PARLEY_DECL bool contains(schema_instruction const& what, json const& value, value_place const& at);
  PARLEY_DECL bool unevaluated(schema_id id, json const& value, value_place const& at, std::size_t first_mark);
  // Applies a schema to a member or an element.
  PARLEY_DECL bool child(schema_id id, json const& value, value_place const& at);
  PARLEY_DECL schema_id dynamic_target(schema_instruction const& what);

  // Only whether the value is good.
  bool quietly(schema_id id, json const& value, value_place const& at) {
    ++quiet_;
    bool const good = schema(id, value, at);
    --quiet_;
    return good;
  }
  bool may_leave() const { return quiet_ != 0 || full(); }  // after the first fault
  bool is_never(schema_id id) const {
    auto const& one = program_.schemas[id];
    return one.count == 1 && program_.instructions[one.first].op == schema_op::never;
  }
  // Notes that a member or an element was evaluated; the container itself stands for all that is in it.
  void mark(json const& value) {
    if (program_.notes_evaluated) marks_.push_back(&value);
  }
  static std::string const& any_name() {
    static std::string const name = "*";
    return name;
  }

  std::size_t depth_ = 0;
  std::vector<std::uint32_t> scope_;  // the dynamic scope (core §7.1): resources, outermost first
  std::vector<json const*> marks_;    // what was evaluated in the containers that are being checked
};

PARLEY_DECL std::vector<violation> schema_run::check(json const& value) {
  try {
    schema(program_.root, value, {});
    return std::move(found_);
  } catch (stop const& limit) {
    return {{std::string(), std::string("could not be checked: ") + limit.why}};
  }
}

PARLEY_DECL bool schema_run::schema(schema_id id, json const& value, value_place const& at) {
  step();
  if (++depth_ > program_.limits.max_evaluation_depth)
    throw stop{"it leads the schema deeper into itself than the limits allow"};
  auto const& one = program_.schemas[id];
  bool const enters = scope_.empty() || scope_.back() != one.resource;
  if (enters) scope_.push_back(one.resource);
  std::size_t const first_mark = marks_.size();
  bool good = true;
  for (std::uint32_t i = one.first; i < one.first + one.count && (good || !may_leave()); ++i) {
    auto const& what = program_.instructions[i];
    // These stand last, and depend on what the others found to be good.
    if (!good && (what.op == schema_op::unevaluated_items || what.op == schema_op::unevaluated_properties)) break;
    step();
    good = instruction(what, value, at, first_mark) && good;
  }
  if (!good) marks_.resize(first_mark);
  if (enters) scope_.pop_back();
  --depth_;
  return good;
}

PARLEY_DECL bool schema_run::instruction(schema_instruction const& what, json const& value, value_place const& at,
                                         std::size_t first_mark) {
  switch (what.op) {
    case schema_op::reference: return schema(what.a, value, at);
    case schema_op::dynamic_reference: return schema(dynamic_target(what), value, at);
    case schema_op::all_of:
    case schema_op::any_of:
    case schema_op::one_of: return several(what, value, at);
    case schema_op::negation: return negation(what.a, value, at);
    case schema_op::condition: {
      schema_id const next = quietly(what.a, value, at) ? what.b : what.c;
      return next == no_id || schema(next, value, at);
    }
    case schema_op::dependent_schema:
      return find_member(value, program_.names[what.a]) == nullptr || schema(what.b, value, at);
    case schema_op::properties: return properties(program_.property_sets[what.a], value, at);
    case schema_op::property_names: return property_names(what.a, value, at);
    case schema_op::items: return items(what, value, at);
    case schema_op::contains: return contains(what, value, at);
    case schema_op::unevaluated_items: return !value.is_array() || unevaluated(what.a, value, at, first_mark);
    case schema_op::unevaluated_properties: return !value.is_object() || unevaluated(what.a, value, at, first_mark);
    default: return assertion(what, value, at);
  }
}

PARLEY_DECL bool schema_run::child(schema_id id, json const& value, value_place const& at) {
  std::size_t const marks = marks_.size();
  bool const good = schema(id, value, at);
  marks_.resize(marks);
  if (good) mark(value);
  return good;
}

PARLEY_DECL bool schema_run::several(schema_instruction const& what, json const& value, value_place const& at) {
  auto const& list = program_.schema_lists[what.a];
  bool const all = what.op == schema_op::all_of;
  std::size_t good = 0;
  std::size_t tried = 0;
  for (schema_id const each : list) {
    ++tried;
    good += (all ? schema(each, value, at) : quietly(each, value, at)) ? 1u : 0u;
    if (all && good < tried && may_leave()) return false;
    // What else is good still counts for the unevaluated.
    if (what.op == schema_op::any_of && good == 1 && !program_.notes_evaluated) return true;
    if (what.op == schema_op::one_of && good == 2) break;
  }
  if (all) return good == list.size();
  if (what.op == schema_op::any_of) {
    return good != 0 || refuse(at, [&] {
             return list.size() == 1 ? std::string("must be what the schema describes")
                                     : "must be one of the " + std::to_string(list.size()) + " things described";
           });
  }
  return good == 1 || refuse(at, [&] {
           std::string const of = " of the " + std::to_string(list.size()) + " things described";
           return good == 0 ? "must be one" + of : "must be only one" + of;
         });
}

PARLEY_DECL bool schema_run::negation(schema_id id, json const& value, value_place const& at) {
  std::size_t const marks = marks_.size();
  bool const good = !quietly(id, value, at);
  marks_.resize(marks);
  return good || refuse(at, [] { return "must not be what the schema rules out"; });
}

PARLEY_DECL bool schema_run::properties(schema_program::property_set const& set, json const& value,
                                        value_place const& at) {
  if (!value.is_object()) return true;
  bool good = true;
  bool unknown = false;  // so that members that must not be there are told only once
  for (auto member = value.begin(); member != value.end() && (good || !may_leave()); ++member) {
    step();
    auto const named = std::lower_bound(set.named.begin(), set.named.end(), member.key(),
                                        [](auto const& a, std::string const& name) { return a.first < name; });
    bool const has_name = named != set.named.end() && named->first == member.key();
    bool known = has_name;
    if (has_name) good = child(named->second, *member, {&at, &named->first}) && good;
    std::string const& name = has_name ? named->first : any_name();
    for (auto const& [which, schema_of] : set.patterned) {
      if (!matches(which, member.key())) continue;
      known = true;
      good = child(schema_of, *member, {&at, &name}) && good;
    }
    if (known || set.rest == no_id) continue;
    if (is_never(set.rest)) {
      unknown = true;
      good = false;
    } else {
      good = child(set.rest, *member, {&at, &name}) && good;
    }
  }
  if (unknown) return refuse(at, [] { return "has members that it must not have"; });
  return good;
}

PARLEY_DECL bool schema_run::property_names(schema_id id, json const& value, value_place const& at) {
  if (!value.is_object()) return true;
  for (auto member = value.begin(); member != value.end(); ++member) {
    json const name = member.key();
    std::size_t const marks = marks_.size();
    bool const good = quietly(id, name, at);
    marks_.resize(marks);
    if (!good) return refuse(at, [] { return "has a member whose name is not allowed"; });
  }
  return true;
}

PARLEY_DECL bool schema_run::items(schema_instruction const& what, json const& value, value_place const& at) {
  if (!value.is_array()) return true;
  std::size_t const prefix = what.a == no_id ? 0 : program_.schema_lists[what.a].size();
  bool good = true;
  for (std::size_t i = 0; i < value.size() && (good || !may_leave()); ++i) {
    schema_id const applied = i < prefix ? program_.schema_lists[what.a][i] : what.b;
    if (applied == no_id) break;
    if (i >= prefix && is_never(applied))
      return refuse(at, [prefix] { return count_text("must have at most ", prefix, " item"); });
    good = child(applied, value[i], {&at, nullptr, i}) && good;
  }
  return good;
}

PARLEY_DECL bool schema_run::contains(schema_instruction const& what, json const& value, value_place const& at) {
  if (!value.is_array()) return true;
  auto const& range = program_.counts[what.b];
  std::uint64_t count = 0;
  ++quiet_;
  for (std::size_t i = 0; i < value.size() && count <= range.most; ++i) {
    if (child(what.a, value[i], {&at, nullptr, i})) ++count;
    if (count >= range.least && range.most == UINT64_MAX && !program_.notes_evaluated) break;
  }
  --quiet_;
  return (count >= range.least && count <= range.most) ||
         refuse(at, [&] { return size_words(count, range.least, " item", range.most) + " of the kind described"; });
}

PARLEY_DECL bool schema_run::unevaluated(schema_id id, json const& value, value_place const& at,
                                         std::size_t first_mark) {
  std::vector<json const*> seen(marks_.begin() + static_cast<std::ptrdiff_t>(first_mark), marks_.end());
  step(seen.size() + value.size());
  std::sort(seen.begin(), seen.end());
  auto const has = [&seen](json const& one) { return std::binary_search(seen.begin(), seen.end(), &one); };
  bool good = true;
  if (!has(value)) {
    std::size_t i = 0;
    for (json const& each : value) {
      value_place const here = value.is_array() ? value_place{&at, nullptr, i++} : value_place{&at, &any_name()};
      if (has(each)) continue;
      if (is_never(id)) {
        return refuse(at, [&] {
          return value.is_array() ? "has items that it must not have" : "has members that it must not have";
        });
      }
      good = child(id, each, here) && good;
      if (!good && may_leave()) return false;
    }
  }
  if (good) mark(value);
  return good;
}

PARLEY_DECL schema_id schema_run::dynamic_target(schema_instruction const& what) {
  auto const& anchors = program_.dynamic_anchors[what.b];
  for (std::uint32_t const resource : scope_) {
    step();
    auto const at = std::lower_bound(anchors.begin(), anchors.end(), std::pair{resource, schema_id{0}});
    if (at != anchors.end() && at->first == resource) return at->second;
  }
  return what.a;
}

}  // namespace parley::detail

#endif
