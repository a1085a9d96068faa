// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/server/tool_table.hpp>
#include <parley/state/digest.hpp>
#include <parley/state/primitives.hpp>

namespace parley::detail {

// Pins what a tool is: its name, what it says of itself, its arguments, what it asks and in which order its parts
// depend on each other, and its output. Servers of one build agree on it; a tool that is changed while a flow is on its
// way gets another, and what was answered to the old one does not count for the new (once-01).
//
// Computed once, at registration. Throws std::invalid_argument when the notes on an argument contradict each other.
PARLEY_DECL digest128 definition_digest(tool_table const& tool, primitives const& with);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/form.hpp>
#include <parley/json/schema.hpp>

#include <optional>

namespace parley::detail {

PARLEY_DECL void add_hint(digest_of_parts& parts, std::optional<bool> hint) {
  parts.add(std::uint64_t{hint ? (*hint ? 2u : 1u) : 0u});
}

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
}

PARLEY_DECL digest128 definition_digest(tool_table const& tool, primitives const& with) {
  digest_of_parts parts("tool definition");
  parts.add(tool.name).add(tool.description).add(tool.options.title);
  add_hint(parts, tool.options.read_only);
  add_hint(parts, tool.options.destructive);
  add_hint(parts, tool.options.idempotent);
  add_hint(parts, tool.options.open_world);
  parts.add(std::uint64_t{tool.options.strict_arguments});
  parts.add(std::uint64_t{tool.nodes.size()});
  for (auto const& each : tool.nodes) add_node(parts, each);
  add_node(parts, tool.body);
  parts.add(tool.output != nullptr ? schema_text(*tool.output) : "");
  parts.add(std::uint64_t{tool.builds_input_required});
  return parts.finish(with);
}

}  // namespace parley::detail

#endif
