// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/error.hpp>

#include <cstdint>
#include <string>

namespace parley {

// How an answer is to be framed by a transport that has status codes (basic/transports/streamable-http). Transports
// without them send the body and nothing else.
enum class reply_status : std::uint8_t {
  accepted,     // 202, no body: a notification
  ok,           // 200: a result, or an error that the method itself gave
  bad_request,  // 400: refused before it reached its method, or a capability of the client's is missing
  not_found,    // 404: no such method
};

// What a message is answered with.
struct reply {
  std::string body{};  // one JSON-RPC response on one line, or empty: nothing is to be sent
  reply_status status = reply_status::accepted;
};

// The status of an error: 404 for -32601, 400 for what was refused before it reached its method and for the codes that
// the specification ties to 400, else 200, as on a stream that has begun (HTTP-10, HTTP-11).
PARLEY_DECL reply_status status_of(rpc_error const& why);

}  // namespace parley

#if PARLEY_DEFINITIONS

namespace parley {

PARLEY_DECL reply_status status_of(rpc_error const& why) {
  switch (why.code) {
    case error_code::method_not_found: return reply_status::not_found;
    case error_code::parse_error:
    case error_code::invalid_request:
    case error_code::header_mismatch:
    case error_code::missing_client_capability:
    case error_code::unsupported_protocol_version: return reply_status::bad_request;
    case error_code::invalid_params:
    case error_code::internal_error:
    case error_code::resource_not_found:
    case error_code::url_elicitation_required: break;
  }
  return why.origin == error_origin::ladder ? reply_status::bad_request : reply_status::ok;
}

}  // namespace parley

#endif
