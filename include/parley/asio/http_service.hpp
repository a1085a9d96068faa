// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_options.hpp>
#include <parley/asio/http_request_reader.hpp>
#include <parley/asio/pool.hpp>
#include <parley/asio/session_keeper.hpp>
#include <parley/asio/wake_gate.hpp>
#include <parley/core/config.hpp>
#include <parley/wire/http_rules.hpp>

#include <boost/asio/io_context.hpp>

#include <atomic>
#include <memory>
#include <stop_token>

namespace parley {
class Server;
}

namespace parley::detail {

// What all sessions of one server share.
struct http_service {
  PARLEY_DECL http_service(Server& with, http_options given, boost::asio::io_context& io);

  Server& server;
  http_options options;
  http_policy policy{};
  http_request_limits limits{};
  std::shared_ptr<boost::asio::ssl::context> tls{};  // null: none
  pool threads;
  std::atomic<bool> stopping{false};
  std::shared_ptr<wake_gate> const wakes = std::make_shared<wake_gate>();  // for streams that wake their sessions
  std::stop_source end_calls{};                                            // asks all handlers to stop, from any thread
  std::unique_ptr<session_keeper> keeper{};                                // null: only 2026-07-28 is spoken
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/server/server.hpp>

#include <boost/asio/ssl/context.hpp>

#include <algorithm>
#include <utility>

namespace parley::detail {

PARLEY_DECL http_service::http_service(Server& with, http_options given, boost::asio::io_context& io)
    : server(with), options(std::move(given)), threads(options.calls) {
  policy.path = options.path;
  policy.access = options.access;
  limits.head_bytes = options.max_header_bytes;
  limits.fields = options.max_headers;
  limits.body_bytes = std::min(options.max_body, server.options().max_message_size);
  if (options.tls) tls = make_tls_context(*options.tls);
  if (options.sessions.mode == session_mode::off) return;
  keeper = std::make_unique<session_keeper>(
      session_keeper::place{server, threads, io, wakes, end_calls.get_token(), options.backlog}, options.sessions);
  policy.sessions = !keeper->is_stateless();
}

}  // namespace parley::detail

#endif
