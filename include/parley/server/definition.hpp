// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/server/feature_table.hpp>
#include <parley/server/handler_table.hpp>
#include <parley/state/digest.hpp>
#include <parley/state/primitives.hpp>

#include <string_view>

namespace parley::detail {

// Pins what a handler is: its name, what it says of itself, its arguments, what it asks and in which order its parts
// depend on each other, and its output. Servers of one build agree on it; a tool that is changed while a flow is on its
// way gets another, and what was answered to the old one does not count for the new (once-01). `said` is what people
// and models read of it, or of what it belongs to.
//
// Computed once, at registration. Throws std::invalid_argument when the notes on an argument contradict each other.
PARLEY_DECL digest128 definition_digest(handler_table const& handler, std::string_view said, primitives const& with);
PARLEY_DECL digest128 definition_digest(tool_table const& tool, primitives const& with);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/form.hpp>
#include <parley/json/schema.hpp>
#include <parley/json/writer.hpp>

#include <optional>
#include <string>

namespace parley::detail {

// 0, 1, 2 for absent, false and true.
PARLEY_DECL char hint_text(std::optional<bool> hint) { return hint ? (*hint ? '2' : '1') : '0'; }

PARLEY_DECL void add_node(digest_of_parts& parts, node const& what) {
  parts.add(static_cast<std::uint64_t>(what.role)).add(what.name);
  parts.add(what.type != nullptr ? schema_text(*what.type, what.note != nullptr ? *what.note : no_notes) : "");
  parts.add(std::uint64_t{what.from.size()});
  for (auto const index : what.from) parts.add(std::uint64_t{index});
  parts.add(std::uint64_t{what.fields.size()});
  for (auto const index : what.fields) parts.add(std::uint64_t{index});
  parts.add(std::uint64_t{what.takes_outcome});
  parts.add(std::uint64_t{what.asks}).add(static_cast<std::uint64_t>(what.kind));
  parts.add(what.form != nullptr ? what.form->schema : "").add(what.form != nullptr ? what.form->signature : "");
  parts.add(what.action != nullptr ? schema_text(*what.action) : "");
}

PARLEY_DECL digest128 definition_digest(handler_table const& handler, std::string_view said, primitives const& with) {
  digest_of_parts parts("definition");
  parts.add(handler.name).add(said);
  parts.add(std::uint64_t{handler.rules.strict_arguments});
  parts.add(std::uint64_t{handler.nodes.size()});
  for (auto const& each : handler.nodes) add_node(parts, each);
  add_node(parts, handler.body);
  parts.add(handler.output != nullptr ? schema_text(*handler.output) : "");
  parts.add(std::uint64_t{handler.builds_input_required});
  return parts.finish(with);
}

PARLEY_DECL digest128 definition_digest(tool_table const& tool, primitives const& with) {
  std::string said;
  for (auto const hint :
       {tool.options.read_only, tool.options.destructive, tool.options.idempotent, tool.options.open_world}) {
    said += hint_text(hint);
  }
  json_writer(said).begin_array().string(tool.options.title).string(tool.description).end_array();
  return definition_digest(tool, said, with);
}

}  // namespace parley::detail

#endif
