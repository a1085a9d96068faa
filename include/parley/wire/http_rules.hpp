// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/wire/http_request.hpp>
#include <parley/wire/media_type.hpp>
#include <parley/wire/origin.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace parley {

// What is decided about an HTTP request from its head alone (basic/transports/streamable-http; order of HTTP-19). The
// rules are pure and may be called from any thread. Limits of size and time belong to whoever reads the bytes.

struct http_policy {
  // Where the MCP endpoint is: an absolute path, compared byte by byte with that of the request. A query is ignored.
  std::string path = "/mcp";
  access_policy access{};
  // Whether the endpoint keeps sessions for clients of the older revisions, which then also use GET and DELETE.
  bool sessions = false;
};

// A request that is answered without looking at its body. All texts are ours and static.
struct http_refusal {
  unsigned status = 400;
  std::string_view message{};  // one sentence that says what is needed
  // One more header of the response, or empty.
  std::string_view field_name{};
  std::string_view field_value{};
};

// What is said at another path. Nobody speaks MCP there, so the body of that answer should be no message.
inline constexpr std::string_view no_such_path = "There is nothing at this path";

// What a request that may go on is for.
enum class http_purpose : std::uint8_t {
  message,    // POST: read the body and hand it to the server
  stream,     // GET: what a session has to say, or what a client has missed of a stream
  end,        // DELETE: the client needs its session no longer
  preflight,  // a browser asks before it sends a message: answer 204 with wire/cors.hpp, without authentication
};

struct http_admitted {
  http_purpose purpose = http_purpose::message;
  accepted_types accepts{};  // at least one, for a message; a stream of events, for a stream
};

// First step, for every request on every path: Host and Origin (SEC-01 … SEC-05). 400 without one Host, 403 when one
// of the two is not allowed; a request without Origin passes.
PARLEY_DECL result<void, http_refusal> check_host_and_origin(http_request_view const& request,
                                                             access_policy const& policy);

// Second step: path and method. 404 for another path, 405 with Allow for another method (HTTP-09, HTTP-20). GET and
// DELETE are other methods where there are no sessions, and for a client that names a revision without (LEG-20). Routes
// of the program's own come before it, authentication comes after it.
PARLEY_DECL result<http_purpose, http_refusal> check_route(http_request_view const& request, http_policy const& policy);

// Third step, for messages: what comes in (415) and what may go out (406; HTTP-02, HTTP-13, T26, T28); 400 when the
// length is given in two ways.
PARLEY_DECL result<accepted_types, http_refusal> check_content(http_request_view const& request);

// The same for GET: 406 unless a stream of events may go out (LEG-29).
PARLEY_DECL result<accepted_types, http_refusal> check_stream(http_request_view const& request);

// The three steps in order, for servers that let everybody in.
PARLEY_DECL result<http_admitted, http_refusal> http_precheck(http_request_view const& request,
                                                              http_policy const& policy);

// The body that goes with a refusal: a JSON-RPC error without an id, as its request has not been read.
PARLEY_DECL std::string refusal_body(http_refusal const& refusal);

// 202, 200, 400 or 404.
constexpr unsigned http_status(reply_status status) {
  switch (status) {
    case reply_status::accepted: return 202;
    case reply_status::ok: return 200;
    case reply_status::bad_request: return 400;
    case reply_status::not_found: return 404;
  }
  return 500;
}

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/core/uri.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/version.hpp>
#include <parley/wire/cors.hpp>

#include <cstddef>
#include <optional>

namespace parley {
namespace detail {

// The two parts of a request target that matter. A target that is a whole URI is allowed to everybody by RFC 9112
// §3.2.2 and names the host a second time.
struct request_target {
  std::optional<std::string_view> authority;
  std::string_view path;
};

PARLEY_DECL request_target split_target(std::string_view target) {
  request_target split;
  if (!target.starts_with('/')) {
    std::size_t const colon = target.find("://");
    auto const scheme = target.substr(0, colon);
    if (colon != std::string_view::npos &&
        (equals_ignoring_case(scheme, "http") || equals_ignoring_case(scheme, "https"))) {
      target.remove_prefix(colon + 3);
      std::size_t const end = target.find_first_of("/?");
      split.authority = target.substr(0, end);
      target.remove_prefix(split.authority->size());
    }
  }
  split.path = target.substr(0, target.find('?'));
  return split;
}

}  // namespace detail

PARLEY_DECL result<void, http_refusal> check_host_and_origin(http_request_view const& request,
                                                             access_policy const& policy) {
  auto const host = find_header(request, "Host");
  if (!host || host->empty() || count_header(request, "Host") > 1) {
    return refused{http_refusal{400, "A request needs one Host header"}};
  }
  auto const target = detail::split_target(request.target);
  if (!host_allowed(*host, policy) || (target.authority && !host_allowed(*target.authority, policy))) {
    return refused{http_refusal{403, "This Host is not allowed"}};
  }
  auto const origin = find_header(request, "Origin");
  if (origin && (count_header(request, "Origin") > 1 || !origin_allowed(*origin, policy))) {
    return refused{http_refusal{403, "This Origin is not allowed"}};
  }
  return {};
}

PARLEY_DECL result<http_purpose, http_refusal> check_route(http_request_view const& request,
                                                           http_policy const& policy) {
  if (detail::split_target(request.target).path != policy.path) {
    return refused{http_refusal{404, no_such_path}};
  }
  if (request.method == "POST") return http_purpose::message;
  if (is_preflight(request)) return http_purpose::preflight;
  auto const version = find_header(request, "MCP-Protocol-Version");
  if (policy.sessions && !(version && is_supported_version(*version))) {
    if (request.method == "GET") return http_purpose::stream;
    if (request.method == "DELETE") return http_purpose::end;
    return refused{http_refusal{405, "Messages are sent with POST", "Allow", "POST, GET, DELETE, OPTIONS"}};
  }
  return refused{http_refusal{405, "Messages are sent with POST", "Allow", "POST, OPTIONS"}};
}

PARLEY_DECL result<accepted_types, http_refusal> check_content(http_request_view const& request) {
  auto const type = find_header(request, "Content-Type");
  if (!type || count_header(request, "Content-Type") > 1 || !is_json_content_type(*type)) {
    return refused{http_refusal{415, "Content-Type must be application/json in UTF-8"}};
  }
  auto const coding = find_header(request, "Content-Encoding");
  if (coding && (count_header(request, "Content-Encoding") > 1 || !equals_ignoring_case(*coding, "identity"))) {
    return refused{http_refusal{415, "Content-Encoding is not supported", "Accept-Encoding", "identity"}};
  }
  // Two readers that believe different ones of the two would see different requests in the same bytes.
  std::size_t const lengths = count_header(request, "Content-Length");
  if (lengths > 1 || (lengths == 1 && count_header(request, "Transfer-Encoding") > 0)) {
    return refused{http_refusal{400, "The length of the body is given more than once"}};
  }
  auto const accepts = read_accept(request);
  if (!accepts.json && !accepts.event_stream) {
    return refused{http_refusal{406, "Accept must allow application/json or text/event-stream"}};
  }
  return accepts;
}

PARLEY_DECL result<accepted_types, http_refusal> check_stream(http_request_view const& request) {
  auto const accepts = read_accept(request);
  if (!accepts.event_stream) return refused{http_refusal{406, "Accept must allow text/event-stream"}};
  return accepts;
}

PARLEY_DECL result<http_admitted, http_refusal> http_precheck(http_request_view const& request,
                                                              http_policy const& policy) {
  if (auto const access = check_host_and_origin(request, policy.access); !access) return refused{access.error()};
  auto const purpose = check_route(request, policy);
  if (!purpose) return refused{purpose.error()};
  if (*purpose == http_purpose::preflight || *purpose == http_purpose::end) return http_admitted{*purpose, {}};
  auto const accepts = *purpose == http_purpose::stream ? check_stream(request) : check_content(request);
  if (!accepts) return refused{accepts.error()};
  return http_admitted{*purpose, *accepts};
}

PARLEY_DECL std::string refusal_body(http_refusal const& refusal) {
  std::string body;
  json_writer out(body);
  out.begin_object().key("jsonrpc").string("2.0").key("error").begin_object();
  out.key("code")
      .integer(static_cast<int>(error_code::invalid_request))
      .key("message")
      .string(refusal.message)
      .end_object()
      .end_object();
  return body;
}

}  // namespace parley

#endif
