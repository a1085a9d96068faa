// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/server/handler_table.hpp>

#include <string>

namespace parley::detail {

// The input schema of a tool: its arguments one by one, and in the place of an input that input's fields, in the order
// in which the signature has them (server/tools; TOOL-06). Throws std::invalid_argument when notes contradict each
// other (json/schema.hpp).
PARLEY_DECL std::string input_schema(handler_table const& tool);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/schema.hpp>
#include <parley/json/type_table.hpp>

#include <vector>

namespace parley::detail {

PARLEY_DECL std::string input_schema(handler_table const& tool) {
  schema_options const options{.closed = tool.rules.strict_arguments, .headers = true};
  std::vector<field_table> members;
  bool any_named = false;
  for (node const& one : tool.nodes) {
    if (one.role == node_role::argument) {
      members.push_back({one.name, one.type, one.note != nullptr ? one.note : &no_notes});
      any_named = true;
    } else if (one.role == node_role::input) {
      members.push_back({{}, one.type, &no_notes});
    }
  }
  if (members.size() == 1 && !any_named) return schema_text(*members.front().type, no_notes, options);
  return object_schema_text(members, options);
}

}  // namespace parley::detail

#endif
