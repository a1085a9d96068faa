// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/ascii.hpp>
#include <parley/core/config.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/content.hpp>
#include <parley/protocol/icon.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley {

// A tool as tools/list shows it (Tool; server/tools). Views last as long as what they were made from. Empty texts are
// left out, but for the name and the input schema.
struct tool_description {
  std::string_view name{};
  std::string_view title{};
  std::string_view description{};
  std::span<icon const> icons{};
  std::string_view input_schema{};   // JSON text of an object schema
  std::string_view output_schema{};  // JSON text of any schema
  // What the tool does to the world. Absent: the client assumes the worst (server/tools, "Annotations").
  std::optional<bool> read_only{};
  std::optional<bool> destructive{};
  std::optional<bool> idempotent{};
  std::optional<bool> open_world{};
  std::string_view meta{};  // a JSON object as text
};

PARLEY_DECL void write(json_writer& out, tool_description const& tool);

// Whether a tool may have that name: 1 to 128 of A-Z a-z 0-9 _ - . (server/tools, "Tool Names").
constexpr bool is_tool_name(std::string_view name) {
  for (char const c : name) {
    if (!is_ascii_alpha(c) && !is_ascii_digit(c) && c != '_' && c != '-' && c != '.') return false;
  }
  return !name.empty() && name.size() <= 128;
}

// What a tool gives back (CallToolResult; server/tools). Most handlers return text or a described type and never see
// one; it is for those that mix content, or report an error that carries content.
struct CallToolResult {
  std::vector<content_block> blocks{};  // `content`; may be empty
  std::string structured{};             // `structuredContent`: one JSON value as text, or empty for none
  bool is_error = false;                // the tool ran and failed, and the content says how
  std::string meta{};                   // `_meta`: a JSON object as text, or empty

  static CallToolResult text(std::string what) {
    CallToolResult made;
    made.blocks.push_back(text_content{std::move(what), {}, {}});
    return made;
  }
  static CallToolResult error(std::string what) {
    CallToolResult made = text(std::move(what));
    made.is_error = true;
    return made;
  }
};

}  // namespace parley

#if PARLEY_DEFINITIONS

namespace parley {
namespace detail {

PARLEY_DECL void write_hint(json_writer& out, std::string_view name, std::optional<bool> hint) {
  if (hint) out.key(name).boolean(*hint);
}

}  // namespace detail

PARLEY_DECL void write(json_writer& out, tool_description const& tool) {
  out.begin_object().key("name").string(tool.name);
  if (!tool.title.empty()) out.key("title").string(tool.title);
  if (!tool.description.empty()) out.key("description").string(tool.description);
  write_icons(out, tool.icons);
  out.key("inputSchema").raw(tool.input_schema);
  if (!tool.output_schema.empty()) out.key("outputSchema").raw(tool.output_schema);
  if (tool.read_only || tool.destructive || tool.idempotent || tool.open_world) {
    out.key("annotations").begin_object();
    detail::write_hint(out, "readOnlyHint", tool.read_only);
    detail::write_hint(out, "destructiveHint", tool.destructive);
    detail::write_hint(out, "idempotentHint", tool.idempotent);
    detail::write_hint(out, "openWorldHint", tool.open_world);
    out.end_object();
  }
  if (!tool.meta.empty()) out.key("_meta").raw(tool.meta);
  out.end_object();
}

}  // namespace parley

#endif
