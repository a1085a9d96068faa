// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_server.hpp>

#include "asio/raw_client.hpp"
#include "asio/tools.hpp"

#include <boost/asio/io_context.hpp>

#include <future>
#include <optional>
#include <string>
#include <thread>
#include <utility>

// What the tests of HTTP share: a server that serves it, and requests written out.
namespace parley::testing {

// A server on a port of its own, with two threads under it.
class served {
 public:
  explicit served(http_options options = {}, server_options behind = {}) : edge(std::move(behind)) {
    http.emplace(io, edge.server, std::move(options));
    http->route("GET", "/health", [](http_request const&) { return http_response{.body = "fine\n"}; });
    http->route("POST", "/echo", [](http_request const& request) {
      return http_response{.status = 201, .body = std::string(request.query) + "|" + request.body};
    });
    http->start([this] { ended_.set_value(); });
    for (auto& thread : threads_) thread = std::thread([this] { io.run(); });
  }
  ~served() {
    http.reset();
    io.stop();
    for (auto& thread : threads_) thread.join();
  }

  raw_stream connect() const { return raw_stream::connect(http->port()); }
  // One request on a connection of its own.
  raw_response ask(std::string const& request) const {
    auto stream = connect();
    stream.write(request);
    return read_response(stream, request.starts_with("HEAD"));
  }
  bool ends() { return ended_.get_future().wait_for(patience) == std::future_status::ready; }

  edge_server edge;
  boost::asio::io_context io{};
  std::optional<http_server> http{};

 private:
  std::promise<void> ended_{};
  std::thread threads_[2];
};

inline std::string const usual_fields =
    "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
    "MCP-Protocol-Version: 2026-07-28\r\n";

inline std::string post(std::string const& body, std::string const& fields, std::string const& target = "/mcp") {
  return "POST " + target + " HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n" + fields +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace parley::testing
