// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/protocol/request_id.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace parley {

// An answer as it can be given again, to another request that asks for the same: all of it but the id.

// `made` is a response to the request `id`, as protocol/encode.hpp and encode_handshake.hpp write them.
PARLEY_DECL std::string record_reply(reply const& made, request_id const& id);

// The same answer for the request `id`. Nothing when the record is none that record_reply wrote.
PARLEY_DECL std::optional<reply> replay_reply(std::string_view record, request_id const& id);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/writer.hpp>

#include <stdexcept>

namespace parley {
namespace detail {

// What stands in front of everything else in a response to that request.
PARLEY_DECL std::string response_head(request_id const& id) {
  std::string head;
  json_writer out(head);
  out.begin_object().key("jsonrpc").string("2.0");
  if (id.has_value()) {
    out.key("id");
    id.write(out);
  }
  return head;
}

}  // namespace detail

PARLEY_DECL std::string record_reply(reply const& made, request_id const& id) {
  auto const head = detail::response_head(id);
  if (!made.body.starts_with(head)) throw std::logic_error("parley: this is no response to that request");
  return static_cast<char>('0' + static_cast<int>(made.status)) + made.body.substr(head.size());
}

PARLEY_DECL std::optional<reply> replay_reply(std::string_view record, request_id const& id) {
  bool const is_response = record.size() > 2 && (record.substr(1).starts_with(R"(,"result":)") ||
                                                 record.substr(1).starts_with(R"(,"error":)"));
  if (!is_response) return std::nullopt;
  switch (auto const status = static_cast<reply_status>(record[0] - '0'); status) {
    case reply_status::ok:
    case reply_status::bad_request:
    case reply_status::not_found: {
      auto body = detail::response_head(id);
      body += record.substr(1);
      return reply{std::move(body), status};
    }
    case reply_status::accepted: break;
  }
  return std::nullopt;
}

}  // namespace parley

#endif
