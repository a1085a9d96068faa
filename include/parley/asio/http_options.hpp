// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_response.hpp>
#include <parley/asio/pool.hpp>
#include <parley/asio/tls.hpp>
#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/server/session_options.hpp>
#include <parley/state/principal.hpp>
#include <parley/wire/http_request.hpp>
#include <parley/wire/origin.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley {

// Why a request is not let in (basic/authorization).
struct http_challenge {
  unsigned status = 401;  // 400: the request for authorization is malformed; 401; 403: known, but not allowed
  // The value of WWW-Authenticate; empty: none.
  std::string authenticate = "Bearer";
  // One of RFC 6750's words, such as "invalid_token", for the body; empty: no body. Never a part of a token.
  std::string error{};
};

// Says who sends a request, from its head alone: the body has not been read then. Called on an I/O thread, so it must
// not block, and from several threads at once. What it throws is answered with 500.
using http_authenticator = std::function<result<principal, http_challenge>(http_request_view const&)>;

// A request to a route of the program's own.
struct http_request {
  http_request_view const& head;
  std::string_view path;   // without the query
  std::string_view query;  // without '?', as it came
  std::string body;
  principal who;  // anonymous unless the route is `authenticated`
};

// A path of the program's own beside the MCP endpoint, such as a health check. Host and Origin are checked before.
struct http_route {
  std::string method = "GET";  // a GET route answers HEAD too
  std::string path{};          // compared byte by byte, without the query
  // Called on the pool, from several threads at once. What it throws is answered with 500.
  std::function<http_response(http_request const&)> handler{};
  bool authenticated = false;  // asks `authenticate` first
};

// How to serve Streamable HTTP. Every member has a default; use designated initialisers.
struct http_options {
  // Where to listen: an address, or a name that is looked up once. Anything but loopback lets other machines in, so it
  // also needs `access.hosts`: the names under which clients reach the server.
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  // 0: the system chooses; http_server::port() says what
  std::string path = "/mcp";
  // Which values of Host and Origin are taken (wire/origin.hpp).
  access_policy access{};
  // Nobody: everybody is let in and is anonymous.
  http_authenticator authenticate{};
  std::optional<tls_files> tls{};
  std::vector<http_route> routes{};
  // How clients of the older revisions are served, which begin with a handshake, and what is kept for them.
  session_options sessions{};

  // Connections at once. One more is answered 503 and closed.
  std::size_t max_connections = 1024;
  // Calls under way at once, over all connections. One more is answered 503 with a JSON-RPC error.
  pool_options calls{};
  // Bytes of request line and headers; more is answered 431. So is more than `max_headers`.
  std::size_t max_header_bytes = std::size_t{32} << 10;
  std::size_t max_headers = 100;
  // Bytes of a body, chunked or not; more is answered 413. server_options::max_message_size limits messages too.
  std::size_t max_body = std::size_t{4} << 20;
  // Bytes of notifications that may wait for a client that reads slowly; beyond them they are dropped.
  std::size_t backlog = std::size_t{1} << 20;

  // Times are from a millisecond to a year.

  // For the head of a request from its first byte on, and again for its body; then 408. Also for a TLS handshake.
  std::chrono::milliseconds read_timeout{30'000};
  // For one write to make it into the system's buffers; then the connection is closed.
  std::chrono::milliseconds write_timeout{30'000};
  // A connection without a request is closed after this time.
  std::chrono::milliseconds idle_timeout{75'000};
  // A response without a byte for so long becomes a stream, and a stream gets a comment, so that nothing between here
  // and the client takes the silence for an end.
  std::chrono::milliseconds keep_alive{15'000};
  // How long calls under way may go on after stop(), 0 included; then they are cancelled and their connections closed.
  std::chrono::milliseconds finish_within{5'000};
};

}  // namespace parley
