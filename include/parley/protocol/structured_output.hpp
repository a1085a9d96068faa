// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/version.hpp>

#include <string>
#include <string_view>

namespace parley {

// Structured content in the older revisions (server/tools, "Output Schema"). 2026-07-28 allows any JSON value and any
// schema; from 2025-06-18 on it must be an object, whose schema says so at its root; before that there is none. A tool
// whose schema does not promise an object is shown there as one that gives {"result":…}, in the list and in results
// alike (T20).

// Whether values under that schema are wrapped: its root does not say `"type":"object"`. All texts here are JSON that
// parse() takes, on one line.
PARLEY_DECL bool must_wrap_output(std::string_view schema);

// The schema of {"result":…}. References in it that begin at the root (`#/$defs/…`) are led to where that is now, and
// its `$schema` stays at the root. What is below an `$id` has a root of its own and is left alone.
PARLEY_DECL std::string wrap_output_schema(std::string_view schema);

// A tool as tools/list shows it, made of what 2026-07-28 is shown: the output schema wrapped where it must be. Before
// 2025-06-18 it has none: some clients insist on structured content whatever the revision, once they have seen a
// schema, and there is none in results. Precondition: `listed` is a tool_description as text.
PARLEY_DECL std::string listed_tool_for(std::string_view listed, revision as);
// Whether results of that tool are wrapped.
PARLEY_DECL bool listed_tool_wraps(std::string_view listed);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/members.hpp>
#include <parley/json/schema_keyword_kinds.hpp>
#include <parley/json/writer.hpp>

namespace parley {
namespace detail {

inline constexpr std::string_view wrapped_root = "#/properties/result";

PARLEY_DECL bool has_own_root(std::string_view schema) {
  auto const id = string_in(member_text(schema, "$id"));
  return !id.empty() && id.front() != '#';
}

// A reference as it must read from inside the wrapping. "#name" is found by its name, wherever it stands.
PARLEY_DECL std::string led_reference(std::string_view target) {
  if (target.empty() || target == "#") return std::string(wrapped_root);
  return target.starts_with("#/") ? std::string(wrapped_root) + std::string(target.substr(1)) : std::string(target);
}

// A schema, or an array of them, with its references led, and without the keyword `left_out`. Recurses as deep as the
// text goes, which parse_limits bounds.
PARLEY_DECL void write_led(json_writer& out, std::string_view schema, std::string_view left_out = {}) {
  if (schema.starts_with('[')) {
    out.begin_array();
    for (std::string_view const each : elements_of(schema)) write_led(out, each);
    out.end_array();
    return;
  }
  if (!schema.starts_with('{') || has_own_root(schema)) {
    out.raw(schema);
    return;
  }
  out.begin_object();
  for (auto const& [keyword, value] : members_of(schema)) {
    if (keyword == left_out) continue;
    out.key(keyword);
    if ((keyword == "$ref" || keyword == "$dynamicRef") && value.starts_with('"')) {
      out.string(led_reference(string_in(value)));
    } else if (holds_named_schemas(keyword) && value.starts_with('{')) {
      out.begin_object();
      for (auto const& [name, each] : members_of(value)) {
        out.key(name);
        write_led(out, each);
      }
      out.end_object();
    } else if (holds_data(keyword)) {
      out.raw(value);
    } else {
      write_led(out, value);
    }
  }
  out.end_object();
}

}  // namespace detail

PARLEY_DECL bool must_wrap_output(std::string_view schema) {
  return string_in(member_text(schema, "type")) != "object";
}

PARLEY_DECL std::string wrap_output_schema(std::string_view schema) {
  std::string text;
  json_writer out(text);
  out.begin_object();
  auto const dialect = member_text(schema, "$schema");
  if (!dialect.empty()) out.key("$schema").raw(dialect);
  out.key("type").string("object").key("properties").begin_object().key("result");
  detail::write_led(out, schema, "$schema");  // which belongs to a root
  out.end_object().key("required").begin_array().string("result").end_array().end_object();
  return text;
}

PARLEY_DECL std::string listed_tool_for(std::string_view listed, revision as) {
  std::string text;
  json_writer out(text);
  out.begin_object();
  for (auto const& [name, value] : members_of(listed)) {
    if (name != "outputSchema") {
      out.key(name).raw(value);
    } else if (as >= revision::v2025_06_18) {
      out.key(name);
      must_wrap_output(value) ? out.raw(wrap_output_schema(value)) : out.raw(value);
    }
  }
  out.end_object();
  return text;
}

PARLEY_DECL bool listed_tool_wraps(std::string_view listed) {
  auto const schema = member_text(listed, "outputSchema");
  return !schema.empty() && must_wrap_output(schema);
}

}  // namespace parley

#endif
