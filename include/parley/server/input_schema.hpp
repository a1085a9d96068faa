// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/server/tool_table.hpp>

#include <string>

namespace parley::detail {

// The input schema of a tool: its arguments one by one, and in the place of an input that input's fields, in the order
// in which the signature has them (server/tools; TOOL-06). Throws std::invalid_argument when notes contradict each
// other (json/schema.hpp).
PARLEY_DECL std::string input_schema(tool_table const& tool);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/schema.hpp>
#include <parley/json/type_table.hpp>
#include <parley/json/writer.hpp>

#include <vector>

namespace parley::detail {

PARLEY_DECL field_table field_of(node const& argument) {
  return {argument.name, argument.type, argument.note != nullptr ? argument.note : &no_notes};
}

// Joins object schemas, one for each parameter, into one: their properties and what they require, in order. They are
// parley's own text, so that order may be read back.
PARLEY_DECL std::string join_object_schemas(std::vector<std::string> const& parts, bool closed) {
  ordered_json properties = ordered_json::object();
  ordered_json required = ordered_json::array();
  for (auto const& part : parts) {
    auto const schema = ordered_json::parse(part);
    if (auto const found = schema.find("properties"); found != schema.end()) properties.update(*found);
    if (auto const found = schema.find("required"); found != schema.end()) {
      required.insert(required.end(), found->begin(), found->end());
    }
  }
  std::string text;
  json_writer out(text);
  out.begin_object().key("type").string("object").key("properties").value(properties);
  if (!required.empty()) out.key("required").value(required);
  if (closed) out.key("additionalProperties").boolean(false);
  out.end_object();
  return text;
}

PARLEY_DECL std::string input_schema(tool_table const& tool) {
  schema_options const options{.closed = tool.options.strict_arguments, .headers = true};
  std::vector<field_table> members;
  std::vector<std::string> parts;
  for (node const& one : tool.nodes) {
    if (one.role == node_role::argument) {
      field_table const member = field_of(one);
      members.push_back(member);
      parts.push_back(object_schema_text({&member, 1}, options));
    } else if (one.role == node_role::input) {
      parts.push_back(schema_text(*one.type, no_notes, options));
    }
  }
  if (members.size() == parts.size()) return object_schema_text(members, options);
  return parts.size() == 1 ? parts.front() : join_object_schemas(parts, options.closed);
}

}  // namespace parley::detail

#endif
