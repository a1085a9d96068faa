// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/version.hpp>

#include <cstdint>
#include <optional>
#include <span>
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

// A page that a person is sent to.
struct url_elicitation {
  std::string_view id{};  // 2025-11-25 alone: the server's, which tells it from all others of that server; else empty
  std::string_view url{};
  std::string_view message{};
};

// The params of `elicitation/create`: in 2026-07-28 an entry of `inputRequests` (MRTR-04), from 2025-06-18 to
// 2025-11-25 a request of its own (LEG-50). In the first of these there is only the form, and no member `mode`;
// `schema` is in its words already (protocol/form_schema.hpp). Pages there are from the second on (LEG-52).
PARLEY_DECL void write_form_params(json_writer& out, std::string_view message, std::string_view schema, revision as);
PARLEY_DECL void write_url_params(json_writer& out, url_elicitation const& page);

// -32042 with `data.elicitations`: the request can go on once the person has been to these pages (LEG-52). For clients
// of 2025-11-25 alone.
PARLEY_DECL rpc_error url_elicitation_required(std::span<url_elicitation const> pages);

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

PARLEY_DECL void write_form_params(json_writer& out, std::string_view message, std::string_view schema, revision as) {
  out.begin_object();
  if (as >= revision::v2025_11_25) out.key("mode").string("form");
  out.key("message").string(message).key("requestedSchema").raw(schema).end_object();
}

PARLEY_DECL void write_url_params(json_writer& out, url_elicitation const& page) {
  out.begin_object().key("mode").string("url").key("message").string(page.message);
  out.key("url").string(page.url);
  if (!page.id.empty()) out.key("elicitationId").string(page.id);
  out.end_object();
}

PARLEY_DECL rpc_error url_elicitation_required(std::span<url_elicitation const> pages) {
  rpc_error error{error_code::url_elicitation_required,
                  "This request needs a visit to a web page first",
                  {},
                  error_origin::handler};
  json_writer out(error.data);
  out.begin_object().key("elicitations").begin_array();
  for (auto const& page : pages) write_url_params(out, page);
  out.end_array().end_object();
  return error;
}

}  // namespace parley

#endif
