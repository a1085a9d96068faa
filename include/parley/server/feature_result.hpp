// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What the bodies of prompts, of resources and of completers may return, once awaited; for tools see body_result.hpp.
//
//   prompt     text or a content block: one message of the user's; PromptMessage, std::vector<PromptMessage>,
//              GetPromptResult, InputRequired, prompt_outcome
//   resource   text; ResourceContents, std::vector<ResourceContents>, ReadResourceResult, InputRequired,
//              resource_outcome; a described type: its JSON
//   completer  std::vector<std::string>, Completion

#include <parley/core/config.hpp>
#include <parley/json/type_table.hpp>
#include <parley/server/body_result.hpp>
#include <parley/server/diagnostics.hpp>
#include <parley/server/outcome.hpp>
#include <parley/server/slot.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace parley::detail {

template <class T, class... Known>
concept one_of = (std::same_as<T, Known> || ...);

template <class T>
concept text_like = !std::is_void_v<T> && std::convertible_to<T, std::string_view>;

// Each leaves a body_outcome in the slot.
PARLEY_DECL void put_messages(slot& out, std::vector<PromptMessage> messages);
PARLEY_DECL void put_outcome(slot& out, prompt_outcome outcome);
PARLEY_DECL void put_resource(slot& out, std::vector<ResourceContents> contents);
PARLEY_DECL void put_outcome(slot& out, resource_outcome outcome);
PARLEY_DECL void put_json_resource(slot& out, type_table const& type, void const* value);

// What may not be returned leaves nothing: it is refused with a sentence, after which nothing else should come.
struct put_prompt {
  static void put(slot&) {}
  template <class T>
  static void put(slot& out, T&& returned) {
    using result = std::remove_cvref_t<T>;
    if constexpr (one_of<result, GetPromptResult, InputRequired, prompt_outcome>)
      put_outcome(out, prompt_outcome(std::forward<T>(returned)));
    else if constexpr (std::same_as<result, std::vector<PromptMessage>>)
      put_messages(out, std::forward<T>(returned));
    else if constexpr (std::same_as<result, PromptMessage>)
      put_messages(out, {std::forward<T>(returned)});
    else if constexpr (text_like<result>)
      put_messages(out, {PromptMessage::user(std::string(std::forward<T>(returned)))});
    else if constexpr (body_kind_of<result>() == body_kind::content)
      put_messages(out, {PromptMessage{role::user, std::forward<T>(returned)}});
  }
};

struct put_read {
  static void put(slot&) {}
  template <class T>
  static void put(slot& out, T&& returned) {
    using result = std::remove_cvref_t<T>;
    if constexpr (one_of<result, ReadResourceResult, InputRequired, resource_outcome>)
      put_outcome(out, resource_outcome(std::forward<T>(returned)));
    else if constexpr (std::same_as<result, std::vector<ResourceContents>>)
      put_resource(out, std::forward<T>(returned));
    else if constexpr (std::same_as<result, ResourceContents>)
      put_resource(out, {std::forward<T>(returned)});
    else if constexpr (text_like<result>)
      put_resource(out, {ResourceContents::of_text(std::string(std::forward<T>(returned)))});
    else if constexpr (body_kind_of<result>() == body_kind::structured)
      put_json_resource(out, table_of<result>, &returned);
  }
};

struct put_completion {
  static void put(slot&) {}
  template <class T>
  static void put(slot& out, T&& returned) {
    using result = std::remove_cvref_t<T>;
    if constexpr (std::same_as<result, Completion>)
      put_outcome(out, body_outcome(std::forward<T>(returned)));
    else if constexpr (std::same_as<result, std::vector<std::string>>)
      put_outcome(out, body_outcome(Completion{.values = std::forward<T>(returned), .total = {}, .has_more = false}));
  }
};

struct prompt_role {
  using put = put_prompt;
  template <class T>
  static constexpr bool may_return =
      one_of<T, GetPromptResult, InputRequired, prompt_outcome, PromptMessage, std::vector<PromptMessage>> ||
      body_kind_of<T>() == body_kind::content || text_like<T>;
  template <class T>
  static constexpr bool may_ask_by_hand = one_of<T, InputRequired, prompt_outcome>;
  template <class>
  static constexpr type_table const* output = nullptr;
  template <class Function, class T>
  using return_rule = diagnostics::prompt_returns_messages<Function, T>;
};

struct resource_role {
  using put = put_read;
  template <class T>
  static constexpr bool may_return =
      one_of<T, ReadResourceResult, InputRequired, resource_outcome, ResourceContents, std::vector<ResourceContents>> ||
      text_like<T> || body_kind_of<T>() == body_kind::structured;
  template <class T>
  static constexpr bool may_ask_by_hand = one_of<T, InputRequired, resource_outcome>;
  template <class>
  static constexpr type_table const* output = nullptr;
  template <class Function, class T>
  using return_rule = diagnostics::resource_returns_contents<Function, T>;
};

struct completer_role {
  using put = put_completion;
  template <class T>
  static constexpr bool may_return = one_of<T, std::vector<std::string>, Completion>;
  template <class>
  static constexpr bool may_ask_by_hand = false;
  template <class>
  static constexpr type_table const* output = nullptr;
  template <class Function, class T>
  using return_rule = diagnostics::completer_returns_values<Function, T>;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/write.hpp>

#include <variant>

namespace parley::detail {

PARLEY_DECL void put_messages(slot& out, std::vector<PromptMessage> messages) {
  put_outcome(out, body_outcome(GetPromptResult{.description = {}, .messages = std::move(messages), .meta = {}}));
}

PARLEY_DECL void put_outcome(slot& out, prompt_outcome outcome) {
  std::visit([&](auto& which) { put_outcome(out, body_outcome(std::move(which))); }, outcome);
}

PARLEY_DECL void put_resource(slot& out, std::vector<ResourceContents> contents) {
  put_outcome(out, body_outcome(ReadResourceResult{.contents = std::move(contents), .meta = {}}));
}

PARLEY_DECL void put_outcome(slot& out, resource_outcome outcome) {
  std::visit([&](auto& which) { put_outcome(out, body_outcome(std::move(which))); }, outcome);
}

PARLEY_DECL void put_json_resource(slot& out, type_table const& type, void const* value) {
  std::string text;
  json_writer writer(text);
  write(writer, type, value);
  put_resource(out, {ResourceContents::of_text(std::move(text), "application/json")});
}

}  // namespace parley::detail

#endif
