// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/annotations.hpp>
#include <parley/protocol/content.hpp>
#include <parley/protocol/icon.hpp>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley {

// An argument of a prompt (PromptArgument; server/prompts). All arguments are strings on the wire.
struct prompt_argument {
  std::string name{};
  std::string title{};
  std::string description{};
  bool required = false;
};

// A prompt as prompts/list shows it (Prompt; server/prompts). Views last as long as what they were made from. Empty
// texts are left out, but for the name.
struct prompt_description {
  std::string_view name{};
  std::string_view title{};
  std::string_view description{};
  std::span<icon const> icons{};
  std::span<prompt_argument const> arguments{};
  std::string_view meta{};  // a JSON object as text
};

PARLEY_DECL void write(json_writer& out, prompt_description const& prompt);

// Whether a prompt may have that name: 1 to 128 bytes without control characters. The specification has no rule.
constexpr bool is_prompt_name(std::string_view name) {
  for (char const c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return false;
  }
  return !name.empty() && name.size() <= 128;
}

// One message of a prompt (PromptMessage): exactly one content block.
struct PromptMessage {
  parley::role role = parley::role::user;
  content_block content{};

  static PromptMessage user(std::string text) { return {parley::role::user, text_content{std::move(text), {}, {}}}; }
  static PromptMessage assistant(std::string text) {
    return {parley::role::assistant, text_content{std::move(text), {}, {}}};
  }
};

// What a prompt gives back (GetPromptResult; server/prompts). Most handlers return text or messages and never see one.
struct GetPromptResult {
  std::string description{};  // empty: left out
  std::vector<PromptMessage> messages{};
  std::string meta{};  // `_meta`: a JSON object as text, or empty
};

// The members of the result object, without its braces.
PARLEY_DECL void write_members(json_writer& out, GetPromptResult const& result);

}  // namespace parley

#if PARLEY_DEFINITIONS

namespace parley {

PARLEY_DECL void write(json_writer& out, prompt_description const& prompt) {
  out.begin_object().key("name").string(prompt.name);
  detail::write_optional(out, "title", prompt.title);
  detail::write_optional(out, "description", prompt.description);
  write_icons(out, prompt.icons);
  if (!prompt.arguments.empty()) {
    out.key("arguments").begin_array();
    for (prompt_argument const& one : prompt.arguments) {
      out.begin_object().key("name").string(one.name);
      detail::write_optional(out, "title", one.title);
      detail::write_optional(out, "description", one.description);
      if (one.required) out.key("required").boolean(true);
      out.end_object();
    }
    out.end_array();
  }
  detail::write_meta(out, prompt.meta);
  out.end_object();
}

PARLEY_DECL void write_members(json_writer& out, GetPromptResult const& result) {
  detail::write_optional(out, "description", result.description);
  out.key("messages").begin_array();
  for (PromptMessage const& one : result.messages) {
    out.begin_object().key("role").string(to_string(one.role)).key("content");
    write(out, one.content);
    out.end_object();
  }
  out.end_array();
}

}  // namespace parley

#endif
