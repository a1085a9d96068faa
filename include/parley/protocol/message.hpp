// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/request_id.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace parley {

enum class message_kind : std::uint8_t {
  request,       // wants an answer
  notification,  // never gets one (BASE-05)
  response,      // answers a request of the server's; in 2026-07-28 there are none, so it is skipped (BASE-19)
};

// A message that a client sent, as far as JSON-RPC goes (basic/index). Moving it leaves `params` where they are.
struct incoming {
  message_kind kind = message_kind::notification;
  request_id id{};                       // has a value for requests
  std::string method{};                  // empty for responses
  std::shared_ptr<json const> params{};  // an object, or null when absent
};

// A message that is not taken. The answer carries `id` when it could be read, and no id otherwise: the schema of this
// revision has no null there.
struct refused_message {
  rpc_error error{};
  request_id id{};
  failure why{};  // for the log
};

// Reads one message from the text of one line or one body. Any text is a good argument; arrays (batches left with
// 2025-06-18), scalars and objects that are no JSON-RPC message are refused.
PARLEY_DECL result<incoming, refused_message> parse_message(std::string_view text, parse_limits const& limits = {});

// The request that a `notifications/cancelled` names; nothing for other messages, and for one whose params say
// nothing usable, which is to be ignored (CAN-05).
PARLEY_DECL std::optional<request_id> cancelled_request(incoming const& message);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <utility>

namespace parley {

PARLEY_DECL result<incoming, refused_message> parse_message(std::string_view text, parse_limits const& limits) {
  auto tree = parse(text, limits);
  if (!tree) return refused{refused_message{parse_error(), {}, std::move(tree).error()}};
  auto invalid = [](char const* what, request_id id = {}) {
    return refused{refused_message{invalid_request(what), std::move(id), failure{"invalid_request", what}}};
  };
  if (!tree->is_object()) return invalid("A message is one JSON object");

  incoming message;
  auto const id = tree->find("id");
  if (id != tree->end()) {
    auto read = request_id::from_json(*id);
    if (!read) return invalid("The id of a request is a string or an integer");
    message.id = *std::move(read);
  }
  auto const version = tree->find("jsonrpc");
  bool const is_2_0 = version != tree->end() && version->is_string() && version->get_ref<std::string const&>() == "2.0";
  if (!is_2_0) return invalid("jsonrpc must be \"2.0\"", std::move(message.id));

  auto const method = tree->find("method");
  if (method == tree->end()) {
    if (!tree->contains("result") && !tree->contains("error")) {
      return invalid("A request has a method", std::move(message.id));
    }
    message.kind = message_kind::response;
    return message;
  }
  if (!method->is_string()) return invalid("The method of a request is a string", std::move(message.id));
  message.method = std::move(method->get_ref<std::string&>());
  message.kind = message.id.has_value() ? message_kind::request : message_kind::notification;

  auto const params = tree->find("params");
  if (params == tree->end()) return message;
  if (params->is_object()) {
    message.params = std::make_shared<json const>(std::move(*params));
  } else if (message.kind == message_kind::request) {
    return refused{refused_message{invalid_params("params must be an object", error_origin::ladder),
                                   std::move(message.id), failure{"params", "not an object"}}};
  }
  return message;
}

PARLEY_DECL std::optional<request_id> cancelled_request(incoming const& message) {
  if (message.kind != message_kind::notification || message.method != "notifications/cancelled") return std::nullopt;
  if (message.params == nullptr) return std::nullopt;
  auto const id = message.params->find("requestId");
  return id == message.params->end() ? std::nullopt : request_id::from_json(*id);
}

}  // namespace parley

#endif
