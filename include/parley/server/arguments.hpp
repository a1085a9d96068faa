// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/check.hpp>
#include <parley/json/value.hpp>
#include <parley/server/slot.hpp>
#include <parley/server/tool_table.hpp>

#include <span>
#include <vector>

namespace parley::detail {

// Reads `params.arguments` into the slots of the arguments and inputs among `tool.nodes`; `slots[i]` belongs to
// `nodes[i]`. Returns what is wrong, at most `max_violations`; empty: all those slots are known. Members that the
// signature does not name are skipped, or are violations when the tool is strict (TOOL-15).
//
// Precondition: `arguments` is an object.
PARLEY_DECL std::vector<violation> read_arguments(tool_table const& tool, json const& arguments, std::span<slot> slots);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/read.hpp>
#include <parley/json/type_table.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace parley::detail {

// The members of `arguments` that `names` names. Strict reading needs it where several parts of a signature share one
// object, since each would refuse the members of the others.
PARLEY_DECL json members_of(json const& arguments, std::span<field_table const> names) {
  json part = json::object();
  for (auto const& each : names) {
    auto const member = arguments.find(each.name);
    if (member != arguments.end()) part[std::string(each.name)] = *member;
  }
  return part;
}

PARLEY_DECL std::vector<violation> read_arguments(tool_table const& tool, json const& arguments,
                                                  std::span<slot> slots) {
  std::vector<violation> wrong;
  auto add = [&](std::vector<violation> more) {
    for (auto& each : more) wrong.push_back(std::move(each));
  };
  read_options options;
  options.refuse_unknown = tool.options.strict_arguments;
  auto own_part = [&](std::span<field_table const> names) {
    return options.refuse_unknown ? members_of(arguments, names) : json();
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
