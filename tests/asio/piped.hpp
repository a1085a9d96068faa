// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/stdio.hpp>

#include "asio/raw_client.hpp"
#include "asio/tools.hpp"
#include "support/catch.hpp"

#include <boost/asio/io_context.hpp>

#include <fcntl.h>

#include <chrono>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <utility>

// What the tests of stdio share.
namespace parley::testing {

// A server on two pipes, on a thread of its own, and the client's ends of the pipes.
class piped {
 public:
  explicit piped(stdio_options options = {}, server_options behind = {}) : edge(std::move(behind)) {
    int to_server[2];
    int from_server[2];
    REQUIRE(::pipe2(to_server, O_CLOEXEC) == 0);
    REQUIRE(::pipe2(from_server, O_CLOEXEC) == 0);
    options.input = to_server[0];
    options.output = from_server[1];
    in.emplace(to_server[1]);
    out.emplace(from_server[0]);
    serving.emplace(io, edge.server, options);
    ::close(to_server[0]);
    ::close(from_server[1]);
    serving->start([this] { ended_.set_value(); });
    thread_ = std::thread([this] { io.run(); });
  }
  ~piped() {
    serving.reset();
    io.stop();
    thread_.join();
  }

  bool write(std::string const& lines) { return in->write(lines); }
  std::string line() { return out->read_line(); }
  bool ends() { return ended_.get_future().wait_for(patience) == std::future_status::ready; }

  edge_server edge;
  boost::asio::io_context io{};
  std::optional<raw_stream> in{};
  std::optional<raw_stream> out{};
  std::optional<stdio_server> serving{};

 private:
  std::promise<void> ended_{};
  std::thread thread_{};
};

inline std::string cancel(std::string const& id) {
  return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + "}}\n";
}

}  // namespace parley::testing
