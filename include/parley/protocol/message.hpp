// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/request_id.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

enum class message_kind : std::uint8_t {
  request,       // wants an answer
  notification,  // never gets one (BASE-05)
  response,      // answers a request of the server's; in 2026-07-28 there are none (BASE-19)
};

// A message that a client sent, as far as JSON-RPC goes (basic/index). Moving it leaves `params` and `result` where
// they are.
struct incoming {
  message_kind kind = message_kind::notification;
  request_id id{};                       // has a value for requests; of a response none when it could not be read
  std::string method{};                  // empty for responses
  std::shared_ptr<json const> params{};  // an object, or null when absent
  std::shared_ptr<json const> result{};  // of a response: any value; null: it is an error, or both
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

// Messages that one batch may have (LEG-61).
inline constexpr std::size_t longest_batch = 32;

// Reads a batch, which 2025-03-26 alone has: each of its messages, or why that one is not taken. Refused as a whole
// when it is no array, or has no message or too many. A handshake does not belong into a batch, and another batch
// neither.
PARLEY_DECL result<std::vector<result<incoming, refused_message>>, refused_message> parse_batch(
    std::string_view text, parse_limits const& limits = {});

// The request that a `notifications/cancelled` names; nothing for other messages, and for one whose params say
// nothing usable, which is to be ignored (CAN-05).
PARLEY_DECL std::optional<request_id> cancelled_request(incoming const& message);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <utility>

namespace parley {

namespace detail {

PARLEY_DECL refused_message invalid_message(char const* what, request_id id = {}) {
  return {invalid_request(what), std::move(id), failure{"invalid_request", what}};
}

// Moves what it needs out of the tree.
PARLEY_DECL result<incoming, refused_message> read_message(json& tree) {
  auto invalid = [](char const* what, request_id id = {}) { return refused{invalid_message(what, std::move(id))}; };
  if (!tree.is_object()) return invalid("A message is one JSON object");

  incoming message;
  auto const method = tree.find("method");
  bool const responds = method == tree.end() && (tree.contains("result") || tree.contains("error"));
  auto const id = tree.find("id");
  if (id != tree.end()) {
    auto read = request_id::from_json(*id);
    // A client that could not read a request of ours says so with the id null. To answer that with an error of our own
    // would go on for ever.
    if (!read && !responds) return invalid("The id of a request is a string or an integer");
    if (read) message.id = *std::move(read);
  }
  auto const version = tree.find("jsonrpc");
  bool const is_2_0 = version != tree.end() && version->is_string() && version->get_ref<std::string const&>() == "2.0";
  if (!is_2_0) return invalid("jsonrpc must be \"2.0\"", std::move(message.id));

  if (responds) {
    message.kind = message_kind::response;
    if (auto const result = tree.find("result"); result != tree.end() && !tree.contains("error")) {
      message.result = std::make_shared<json const>(std::move(*result));
    }
    return message;
  }
  if (method == tree.end()) return invalid("A request has a method", std::move(message.id));
  if (!method->is_string()) return invalid("The method of a request is a string", std::move(message.id));
  message.method = std::move(method->get_ref<std::string&>());
  message.kind = message.id.has_value() ? message_kind::request : message_kind::notification;

  auto const params = tree.find("params");
  if (params == tree.end()) return message;
  if (params->is_object()) {
    message.params = std::make_shared<json const>(std::move(*params));
  } else if (message.kind == message_kind::request) {
    return refused{refused_message{invalid_params("params must be an object", error_origin::ladder),
                                   std::move(message.id), failure{"params", "not an object"}}};
  }
  return message;
}

}  // namespace detail

PARLEY_DECL result<incoming, refused_message> parse_message(std::string_view text, parse_limits const& limits) {
  auto tree = parse(text, limits);
  if (!tree) return refused{refused_message{parse_error(), {}, std::move(tree).error()}};
  return detail::read_message(*tree);
}

PARLEY_DECL result<std::vector<result<incoming, refused_message>>, refused_message> parse_batch(
    std::string_view text, parse_limits const& limits) {
  auto tree = parse(text, limits);
  if (!tree) return refused{refused_message{parse_error(), {}, std::move(tree).error()}};
  if (!tree->is_array() || tree->empty() || tree->size() > longest_batch) {
    return refused{detail::invalid_message("A batch is an array of 1 to 32 messages")};
  }
  std::vector<result<incoming, refused_message>> messages;
  for (json& one : *tree) {
    auto read = detail::read_message(one);
    if (read && read->method == "initialize") {
      messages.emplace_back(refused{detail::invalid_message("initialize does not belong into a batch", read->id)});
    } else {
      messages.push_back(std::move(read));
    }
  }
  return messages;
}

PARLEY_DECL std::optional<request_id> cancelled_request(incoming const& message) {
  if (message.kind != message_kind::notification || message.method != "notifications/cancelled") return std::nullopt;
  if (message.params == nullptr) return std::nullopt;
  auto const id = message.params->find("requestId");
  return id == message.params->end() ? std::nullopt : request_id::from_json(*id);
}

}  // namespace parley

#endif
