// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/value.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/annotations.hpp>
#include <parley/protocol/content.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace parley {

// Asking the client's model (client/sampling). The feature is deprecated in 2026-07-28 and kept for the clients that
// have it. Tools and context from other servers, which need sub-capabilities of their own, are not offered.

struct sampling_message {
  role from = role::user;
  std::variant<text_content, image_content, audio_content> content{};
  std::string meta{};  // `_meta`: a JSON object as text, or empty
};

// What kind of model would suit. Priorities go from 0 to 1; absent means no opinion.
struct model_preferences {
  std::vector<std::string> hints{};  // names or parts of names, the best first
  std::optional<double> cost_priority{};
  std::optional<double> speed_priority{};
  std::optional<double> intelligence_priority{};
};

// The question. A resolver returns one; who consumes it takes a SampleResult. Asking throws std::invalid_argument when
// there is no message, `max_tokens` is under 1, or a text that should be JSON is none.
//
//   Sample title(Arg<"text"> text) { return {"Find a title for: " + *text, 40}; }
struct Sample {
  Sample() = default;
  // One message of the user's, and how many tokens the answer may take.
  PARLEY_DECL Sample(std::string text, std::int64_t max_tokens);

  std::vector<sampling_message> messages{};
  std::int64_t max_tokens = 0;  // at least 1
  std::string system_prompt{};
  model_preferences preferences{};
  std::optional<double> temperature{};
  std::vector<std::string> stop_sequences{};
  std::string metadata{};  // for the provider: a JSON object as text, or empty
};

// The params of sampling/createMessage.
PARLEY_DECL void write(json_writer& out, Sample const& what);

// The answer (CreateMessageResult). `content` is complete JSON text, one block or an array of them, since a client may
// send kinds that are not known here; `text` is what its text blocks say, one after the other.
struct SampleResult {
  role from = role::assistant;
  std::string text{};
  std::string content{};
  std::string model{};
  std::string stop_reason{};  // "endTurn", "maxTokens" … or empty
};

// Fails with "sampling" when a member that must be there is missing or has another type.
PARLEY_DECL result<SampleResult> read_sample_result(json const& answer);

}  // namespace parley

#if PARLEY_DEFINITIONS

namespace parley {
namespace detail {

PARLEY_DECL void write_priority(json_writer& out, std::string_view name, std::optional<double> const& value) {
  if (value) out.key(name).number(*value);
}

PARLEY_DECL void write_preferences(json_writer& out, model_preferences const& wish) {
  if (wish.hints.empty() && !wish.cost_priority && !wish.speed_priority && !wish.intelligence_priority) return;
  out.key("modelPreferences").begin_object();
  if (!wish.hints.empty()) {
    out.key("hints").begin_array();
    for (auto const& name : wish.hints) out.begin_object().key("name").string(name).end_object();
    out.end_array();
  }
  write_priority(out, "costPriority", wish.cost_priority);
  write_priority(out, "speedPriority", wish.speed_priority);
  write_priority(out, "intelligencePriority", wish.intelligence_priority);
  out.end_object();
}

// Adds what one content block says; false when it is not a block.
PARLEY_DECL bool read_sampled_block(json const& block, std::string& text) {
  if (!block.is_object()) return false;
  auto const type = block.find("type");
  if (type == block.end() || !type->is_string()) return false;
  if (*type != "text") return true;
  auto const said = block.find("text");
  if (said == block.end() || !said->is_string()) return false;
  text += said->get_ref<std::string const&>();
  return true;
}

}  // namespace detail

PARLEY_DECL Sample::Sample(std::string text, std::int64_t tokens) : max_tokens(tokens) {
  messages.push_back({role::user, text_content{std::move(text)}});
}

PARLEY_DECL void write(json_writer& out, Sample const& what) {
  out.begin_object().key("messages").begin_array();
  for (auto const& message : what.messages) {
    out.begin_object().key("role").string(to_string(message.from)).key("content");
    std::visit([&](auto const& block) { write(out, content_block{block}); }, message.content);
    detail::write_meta(out, message.meta);
    out.end_object();
  }
  out.end_array();
  detail::write_preferences(out, what.preferences);
  if (!what.system_prompt.empty()) out.key("systemPrompt").string(what.system_prompt);
  if (what.temperature) out.key("temperature").number(*what.temperature);
  out.key("maxTokens").integer(what.max_tokens);
  if (!what.stop_sequences.empty()) {
    out.key("stopSequences").begin_array();
    for (auto const& sequence : what.stop_sequences) out.string(sequence);
    out.end_array();
  }
  if (!what.metadata.empty()) out.key("metadata").raw(what.metadata);
  out.end_object();
}

PARLEY_DECL result<SampleResult> read_sample_result(json const& answer) {
  auto malformed = [](char const* what) { return refused{failure{"sampling", what}}; };
  if (!answer.is_object()) return malformed("not an object");
  auto const from = answer.find("role");
  auto const said = answer.find("content");
  auto const model = answer.find("model");
  if (from == answer.end() || (*from != "user" && *from != "assistant")) return malformed("role");
  if (model == answer.end() || !model->is_string()) return malformed("model");
  if (said == answer.end()) return malformed("content");

  SampleResult result;
  result.from = *from == "user" ? role::user : role::assistant;
  result.model = model->get<std::string>();
  if (said->is_array()) {
    for (auto const& block : *said) {
      if (!detail::read_sampled_block(block, result.text)) return malformed("content");
    }
  } else if (!detail::read_sampled_block(*said, result.text)) {
    return malformed("content");
  }
  json_writer(result.content).value(*said);
  if (auto const why = answer.find("stopReason"); why != answer.end()) {
    if (!why->is_string()) return malformed("stopReason");
    result.stop_reason = why->get<std::string>();
  }
  return result;
}

}  // namespace parley

#endif
