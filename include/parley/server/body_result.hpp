// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/type_table.hpp>
#include <parley/protocol/content.hpp>
#include <parley/server/diagnostics.hpp>
#include <parley/server/outcome.hpp>
#include <parley/server/slot.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace parley::detail {

// What the body of a tool may return, once awaited (server/tools, "Tool Result").
enum class body_kind : std::uint8_t {
  nothing,     // void: a result without content
  text,        // anything that is a std::string_view: one text block
  content,     // one content block
  contents,    // std::vector<content_block>
  outcome,     // CallToolResult, InputRequired or tool_outcome
  structured,  // a described type: structured content, and the same JSON as text for clients that only read text
  unknown,
};

// The types with a meaning of their own. Listed rather than tried for conversion to a variant, which would cost the
// compiler milliseconds for each type of the user's.
template <class T>
inline constexpr body_kind own_body_kind = body_kind::unknown;
template <>
inline constexpr body_kind own_body_kind<void> = body_kind::nothing;
template <>
inline constexpr body_kind own_body_kind<CallToolResult> = body_kind::outcome;
template <>
inline constexpr body_kind own_body_kind<InputRequired> = body_kind::outcome;
template <>
inline constexpr body_kind own_body_kind<tool_outcome> = body_kind::outcome;
template <>
inline constexpr body_kind own_body_kind<std::vector<content_block>> = body_kind::contents;
template <>
inline constexpr body_kind own_body_kind<content_block> = body_kind::content;
template <>
inline constexpr body_kind own_body_kind<text_content> = body_kind::content;
template <>
inline constexpr body_kind own_body_kind<image_content> = body_kind::content;
template <>
inline constexpr body_kind own_body_kind<audio_content> = body_kind::content;
template <>
inline constexpr body_kind own_body_kind<resource_link> = body_kind::content;
template <>
inline constexpr body_kind own_body_kind<embedded_resource> = body_kind::content;

template <class T>
constexpr body_kind body_kind_of() {
  if constexpr (own_body_kind<T> != body_kind::unknown)
    return own_body_kind<T>;
  else if constexpr (std::convertible_to<T, std::string_view>)
    return body_kind::text;
  else if constexpr (described<T>)
    return body_kind::structured;
  else
    return body_kind::unknown;
}

// The table of what stands in structured content; null when nothing does.
template <class T>
constexpr type_table const* output_of() {
  if constexpr (body_kind_of<T>() == body_kind::structured)
    return &table_of<T>;
  else
    return nullptr;
}

template <class T>
inline constexpr bool may_build_input_required = std::same_as<T, InputRequired> || std::same_as<T, tool_outcome>;

// Each leaves a body_outcome in the slot of a body.
PARLEY_DECL void put_outcome(slot& out, body_outcome outcome);
PARLEY_DECL void put_outcome(slot& out, tool_outcome outcome);
PARLEY_DECL void put_content(slot& out, std::vector<content_block> blocks);
PARLEY_DECL void put_text(slot& out, std::string text);
// Throws std::domain_error when the value is not what the tool's output schema promises (TOOL-11).
PARLEY_DECL void put_structured(slot& out, type_table const& type, void const* value);

// Puts what a tool's body returned into its slot (see await_seam.hpp).
struct put_body {
  static void put(slot& out) { put_content(out, {}); }
  template <class T>
  static void put(slot& out, T&& returned) {
    constexpr body_kind kind = body_kind_of<std::remove_cvref_t<T>>();
    if constexpr (kind == body_kind::text)
      put_text(out, std::string(std::forward<T>(returned)));
    else if constexpr (kind == body_kind::contents)
      put_content(out, std::forward<T>(returned));
    else if constexpr (kind == body_kind::outcome)
      put_outcome(out, tool_outcome(std::forward<T>(returned)));
    else if constexpr (kind == body_kind::content)
      put_content(out, {std::forward<T>(returned)});
    else if constexpr (kind == body_kind::structured)
      put_structured(out, table_of<std::remove_cvref_t<T>>, &returned);
  }
};

// What the bodies of tools are: which results they may have, and what is said to others. Prompts, resources and
// completers have their own (server/feature_result.hpp).
struct tool_role {
  using put = put_body;
  template <class T>
  static constexpr bool may_return = body_kind_of<T>() != body_kind::unknown;
  template <class T>
  static constexpr bool may_ask_by_hand = may_build_input_required<T>;
  template <class T>
  static constexpr type_table const* output = output_of<T>();
  template <class Function, class T>
  using return_rule = diagnostics::tool_returns_what_a_model_can_read<Function, T>;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/check.hpp>
#include <parley/json/write.hpp>

#include <stdexcept>

namespace parley::detail {

PARLEY_DECL void put_outcome(slot& out, body_outcome outcome) { out.put(std::move(outcome)); }

PARLEY_DECL void put_outcome(slot& out, tool_outcome outcome) {
  std::visit([&](auto& which) { put_outcome(out, body_outcome(std::move(which))); }, outcome);
}

PARLEY_DECL void put_content(slot& out, std::vector<content_block> blocks) {
  CallToolResult result;
  result.blocks = std::move(blocks);
  put_outcome(out, body_outcome(std::move(result)));
}

PARLEY_DECL void put_text(slot& out, std::string text) {
  put_outcome(out, body_outcome(CallToolResult::text(std::move(text))));
}

PARLEY_DECL void put_structured(slot& out, type_table const& type, void const* value) {
  auto const broken = check(type, no_notes, value, formats::noted);
  if (!broken.empty()) throw std::domain_error("a result outside its output schema: " + to_text(broken));
  std::string json;
  json_writer writer(json);
  write(writer, type, value);
  CallToolResult result = CallToolResult::text(json);
  result.structured = std::move(json);
  put_outcome(out, body_outcome(std::move(result)));
}

}  // namespace parley::detail

#endif
