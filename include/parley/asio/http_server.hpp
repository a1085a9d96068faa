// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_options.hpp>
#include <parley/core/config.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace boost::asio {
class io_context;
}

namespace parley {

class Server;

// Serves Streamable HTTP (basic/transports/streamable-http) on the program's own io_context, which may run on any
// number of threads.
//
//   boost::asio::io_context io;
//   http_server http{io, server, {.port = 8080}};
//   http.route("GET", "/health", [](http_request const&) { return http_response{.body = "fine\n"}; });
//   http.start();
//   io.run();
class http_server {
 public:
  // Listens, but does not answer yet. `server` and `io` must outlive the http_server. Throws std::invalid_argument for
  // options that make no sense, and std::system_error when the address cannot be had.
  PARLEY_DECL http_server(boost::asio::io_context& io, Server& server, http_options options = {});
  http_server(http_server const&) = delete;
  http_server& operator=(http_server const&) = delete;
  // Stops without grace: closes all connections, cancels the calls under way, waits for plain handlers to return, and
  // while `io` runs on other threads gives coroutine handlers a second to end. After that `server` is not used any
  // more.
  PARLEY_DECL ~http_server();

  // Adds a route of the program's own. Only before start(). Throws std::invalid_argument unless there is a method, a
  // path that begins with '/', and a handler.
  PARLEY_DECL void route(std::string method, std::string path,
                         std::function<http_response(http_request const&)> handler);

  // Begins to answer; once. `ended` is called on a thread of `io` when the server has been stopped and the last
  // connection has gone. Throws std::logic_error as Server::check does.
  PARLEY_DECL void start(std::function<void()> ended = {});
  // From any thread: accepts no more connections, and lets the requests that have begun come to their end within
  // http_options::finish_within.
  PARLEY_DECL void stop();
  // From any thread: the same without grace.
  PARLEY_DECL void abort();
  // Waits for plain handlers that still run; false when one does after `limit`. Nothing new is let in.
  PARLEY_DECL bool join(std::chrono::milliseconds limit);

  // Where it listens.
  PARLEY_DECL std::uint16_t port() const;
  // "http://127.0.0.1:43211/mcp".
  PARLEY_DECL std::string url() const;

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/asio/http_listener.hpp>
#include <parley/asio/shared_core.hpp>
#include <parley/server/server.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <utility>

namespace parley {

struct http_server::parts {
  boost::asio::io_context& io;
  detail::shared_core<detail::http_listener> listener;
  bool started = false;
};

PARLEY_DECL http_server::http_server(boost::asio::io_context& io, Server& server, http_options options)
    : parts_(new parts{io,
                       detail::shared_core<detail::http_listener>(
                           std::make_unique<detail::http_listener>(io, server, std::move(options))),
                       false}) {}

PARLEY_DECL http_server::~http_server() {
  if (parts_->started) abort();
  parts_->listener->end_calls.request_stop();  // abort() is no more than posted, and `io` may have been stopped
  parts_->listener->wakes->shut();
  parts_->listener->threads.stop();
  parts_->listener.release(parts_->io, std::chrono::seconds(1));
}

PARLEY_DECL void http_server::route(std::string method, std::string path,
                                    std::function<http_response(http_request const&)> handler) {
  http_route added;
  added.method = std::move(method);
  added.path = std::move(path);
  added.handler = std::move(handler);
  detail::check_http_route(added);
  parts_->listener->options.routes.push_back(std::move(added));
}

PARLEY_DECL void http_server::start(std::function<void()> ended) {
  auto& listener = parts_->listener;
  listener->server.check();
  parts_->started = true;
  boost::asio::post(listener->strand(),
                    [self = listener.get(), ended = std::move(ended)]() mutable { self->start(std::move(ended)); });
}

PARLEY_DECL void http_server::stop() {
  auto const& listener = parts_->listener;
  boost::asio::post(listener->strand(), [self = listener.get()] { self->stop(); });
}

PARLEY_DECL void http_server::abort() {
  auto const& listener = parts_->listener;
  boost::asio::post(listener->strand(), [self = listener.get()] { self->abort(); });
}

PARLEY_DECL bool http_server::join(std::chrono::milliseconds limit) {
  return parts_->listener->threads.stop_within(limit);
}

PARLEY_DECL std::uint16_t http_server::port() const { return parts_->listener->endpoint().port(); }

PARLEY_DECL std::string http_server::url() const {
  auto const& options = parts_->listener->options;
  auto const& endpoint = parts_->listener->endpoint();
  auto const address = endpoint.address().to_string();
  return (options.tls ? "https://" : "http://") + (endpoint.address().is_v6() ? "[" + address + "]" : address) + ":" +
         std::to_string(endpoint.port()) + options.path;
}

}  // namespace parley

#endif
