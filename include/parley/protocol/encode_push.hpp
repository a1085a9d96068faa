// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/request_id.hpp>

#include <string>
#include <string_view>

namespace parley {

// What a server sends to clients of the revisions before 2026-07-28 without having been asked: requests of its own, and
// what belongs to them. Changes are told in protocol/subscriptions.hpp; progress and log lines are the same in all
// revisions (protocol/encode.hpp). Every text is one line.

// A request: elicitation/create, sampling/createMessage or roots/list (LEG-50). `params` is a JSON object as text, or
// empty for none. Precondition: `id` has a value, which the client has not been sent before.
PARLEY_DECL std::string encode_request(request_id const& id, std::string_view method, std::string_view params);

// notifications/cancelled: the server no longer waits for the answer to that request of its own (LEG-56). An empty
// reason is left out. Precondition: `id` has a value.
PARLEY_DECL std::string encode_cancelled(request_id const& id, std::string_view reason);

// notifications/elicitation/complete: the person has been to the page. In 2025-11-25 alone (LEG-52).
PARLEY_DECL std::string encode_elicitation_complete(std::string_view elicitation_id);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/writer.hpp>

namespace parley {

PARLEY_DECL std::string encode_request(request_id const& id, std::string_view method, std::string_view params) {
  std::string text;
  text.reserve(80 + method.size() + params.size());
  json_writer out(text);
  out.begin_object().key("jsonrpc").string("2.0").key("id");
  id.write(out);
  out.key("method").string(method);
  if (!params.empty()) out.key("params").raw(params);
  out.end_object();
  return text;
}

PARLEY_DECL std::string encode_cancelled(request_id const& id, std::string_view reason) {
  std::string text;
  json_writer out(text);
  out.begin_object().key("jsonrpc").string("2.0").key("method").string("notifications/cancelled");
  out.key("params").begin_object().key("requestId");
  id.write(out);
  if (!reason.empty()) out.key("reason").string(reason);
  out.end_object().end_object();
  return text;
}

PARLEY_DECL std::string encode_elicitation_complete(std::string_view elicitation_id) {
  std::string text;
  json_writer out(text);
  out.begin_object().key("jsonrpc").string("2.0").key("method").string("notifications/elicitation/complete");
  out.key("params").begin_object().key("elicitationId").string(elicitation_id).end_object().end_object();
  return text;
}

}  // namespace parley

#endif
