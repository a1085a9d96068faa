// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/check.hpp>
#include <parley/json/value.hpp>
#include <parley/server/handler_table.hpp>
#include <parley/server/slot.hpp>

#include <span>
#include <vector>

namespace parley::detail {

// Reads `params.arguments` into the slots of the arguments and inputs among `tool.nodes`; `slots[i]` belongs to
// `nodes[i]`. Returns what is wrong, at most `max_violations`; empty: all those slots are known. Members that the
// signature does not name are skipped, or are violations when the tool is strict (TOOL-15). A hand-written schema goes
// first. Where the rules say that arguments are textual, each comes as a string: "3" is read as the integer 3, "true"
// as a boolean; what is no string is a violation (PRM-06).
//
// Precondition: `arguments` is an object.
PARLEY_DECL std::vector<violation> read_arguments(handler_table const& tool, json const& arguments,
                                                  std::span<slot> slots);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/parse.hpp>
#include <parley/json/read.hpp>
#include <parley/json/type_table.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace parley::detail {

// The members of `arguments` that `names` names. Strict reading needs it where several parts of a signature share one
// object, since each would refuse the members of the others.
PARLEY_DECL json members_named(json const& arguments, std::span<field_table const> names) {
  json part = json::object();
  for (auto const& each : names) {
    auto const member = arguments.find(each.name);
    if (member != arguments.end()) part[std::string(each.name)] = *member;
  }
  return part;
}

// The value that a text stands for; the text itself where it stands for none, so that reading it says what is wanted.
PARLEY_DECL json value_of_text(type_table const& type, std::string const& text) {
  switch (type.kind) {
    case kind::boolean:
      if (text == "true" || text == "false") return text == "true";
      break;
    case kind::integer:
    case kind::number:
      if (auto value = parse(text); value && value->is_number()) return *std::move(value);
      break;
    default: break;
  }
  return text;
}

// The arguments of a prompt as those of a tool would be.
PARLEY_DECL json values_of_texts(handler_table const& of, json const& texts, std::vector<violation>& wrong) {
  json values = json::object();
  auto take = [&](std::string_view name, type_table const& type) {
    auto const text = texts.find(name);
    if (text == texts.end()) return;
    type_table const& inner = type.optional != nullptr ? *type.inner : type;
    std::string member(name);
    if (text->is_string()) {
      values[member] = value_of_text(inner, text->get_ref<std::string const&>());
    } else if (text->is_array() && inner.kind == kind::list) {  // an exploded variable of a template
      for (auto const& each : *text) values[member].push_back(value_of_text(*inner.inner, each.get<std::string>()));
    } else {
      wrong.push_back({'/' + member, "must be a string"});
    }
  };
  for (node const& one : of.nodes) {
    if (one.role == node_role::argument) take(one.name, *one.type);
    if (one.role != node_role::input) continue;
    if (one.type->record == nullptr) return texts;  // all of them, as they are
    for (auto const& field : one.type->record->fields) take(field.name, *field.type);
  }
  return values;
}

PARLEY_DECL std::vector<violation> read_arguments(handler_table const& tool, json const& given, std::span<slot> slots) {
  std::vector<violation> wrong;
  json values;
  if (tool.rules.textual_arguments) {
    values = values_of_texts(tool, given, wrong);
    if (!wrong.empty()) return wrong;
  }
  json const& arguments = tool.rules.textual_arguments ? values : given;
  if (tool.input_check != nullptr) {
    wrong = tool.input_check->validate(arguments);
    if (!wrong.empty()) return wrong;
  }
  auto add = [&](std::vector<violation> more) {
    for (auto& each : more) wrong.push_back(std::move(each));
  };
  read_options options;
  options.refuse_unknown = tool.rules.strict_arguments;
  auto own_part = [&](std::span<field_table const> names) {
    return options.refuse_unknown ? members_named(arguments, names) : json();
  };

  std::vector<field_table> members;
  std::vector<void*> objects;
  std::vector<std::string_view> named;  // strict: all names that the signature knows
  for (std::size_t i = 0; i < tool.nodes.size(); ++i) {
    node const& of = tool.nodes[i];
    notes const* const on = of.note != nullptr ? of.note : &no_notes;
    if (of.role == node_role::argument) {
      of.make(slots[i].value);
      members.push_back({of.name, of.type, on});
      objects.push_back(slots[i].value.raw());
      named.push_back(of.name);
    } else if (of.role == node_role::input) {
      of.make(slots[i].value);
      auto const fields = of.type->record != nullptr ? of.type->record->fields : std::span<field_table const>{};
      for (auto const& field : fields) named.push_back(field.name);
      json const part = own_part(fields);
      add(read(*of.type, *on, options.refuse_unknown ? part : arguments, slots[i].value.raw(), options));
    } else {
      continue;
    }
    slots[i].state = slot_state::known;
  }
  if (!members.empty()) {
    json const part = own_part(members);
    add(read_members(members, objects, options.refuse_unknown ? part : arguments, options));
  }
  if (options.refuse_unknown) {
    for (auto const& [name, value] : arguments.items()) {
      if (std::find(named.begin(), named.end(), name) != named.end()) continue;
      wrong.push_back({{}, "has members that it must not have"});  // their names are the caller's text
      break;
    }
  }
  if (wrong.size() > max_violations) wrong.resize(max_violations);
  return wrong;
}

}  // namespace parley::detail

#endif
