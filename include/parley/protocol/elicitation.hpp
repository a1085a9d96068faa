// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>
#include <parley/json/writer.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace parley {

// What a person did with a question (ElicitResult; client/elicitation, "Response Actions").
enum class elicit_action : std::uint8_t {
  accept,   // form: filled in and sent. url: agreed to open the page, no more than that (ELU-02)
  decline,  // said no
  cancel,   // dismissed without a choice
};

PARLEY_DECL std::string_view to_string(elicit_action action);

// An answer as a client relays it. `content` points into the parsed message, and is null when absent.
struct elicit_answer {
  elicit_action action = elicit_action::cancel;
  json const* content = nullptr;
};

// Nothing when the value is no ElicitResult: not an object, no `action`, or another word than the three. Whether the
// content fits the form is for whoever asked to say.
PARLEY_DECL std::optional<elicit_answer> read_elicit_answer(json const& answer);

// One entry of `inputRequests`: {"method":…,"params":…}, without id and without envelope (MRTR-04). `schema` and
// `params` are complete JSON text.
PARLEY_DECL void write_form_request(json_writer& out, std::string_view message, std::string_view schema);
PARLEY_DECL void write_url_request(json_writer& out, std::string_view message, std::string_view url);
PARLEY_DECL void write_sampling_request(json_writer& out, std::string_view params);
PARLEY_DECL void write_roots_request(json_writer& out);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <string>

namespace parley {

PARLEY_DECL std::string_view to_string(elicit_action action) {
  switch (action) {
    case elicit_action::accept: return "accept";
    case elicit_action::decline: return "decline";
    case elicit_action::cancel: break;
  }
  return "cancel";
}

PARLEY_DECL std::optional<elicit_answer> read_elicit_answer(json const& answer) {
  if (!answer.is_object()) return std::nullopt;
  auto const word = answer.find("action");
  if (word == answer.end() || !word->is_string()) return std::nullopt;
  auto const content = answer.find("content");
  json const* const filled_in = content == answer.end() ? nullptr : &*content;
  for (auto const action : {elicit_action::accept, elicit_action::decline, elicit_action::cancel}) {
    if (word->get_ref<std::string const&>() == to_string(action)) return elicit_answer{action, filled_in};
  }
  return std::nullopt;
}

PARLEY_DECL void write_form_request(json_writer& out, std::string_view message, std::string_view schema) {
  out.begin_object().key("method").string("elicitation/create").key("params").begin_object();
  out.key("mode").string("form").key("message").string(message).key("requestedSchema").raw(schema);
  out.end_object().end_object();
}

PARLEY_DECL void write_url_request(json_writer& out, std::string_view message, std::string_view url) {
  out.begin_object().key("method").string("elicitation/create").key("params").begin_object();
  out.key("mode").string("url").key("message").string(message).key("url").string(url);
  out.end_object().end_object();
}

PARLEY_DECL void write_sampling_request(json_writer& out, std::string_view params) {
  out.begin_object().key("method").string("sampling/createMessage").key("params").raw(params).end_object();
}

PARLEY_DECL void write_roots_request(json_writer& out) {
  out.begin_object().key("method").string("roots/list").end_object();
}

}  // namespace parley

#endif
