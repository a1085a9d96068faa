// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/async_handle.hpp>

#include "asio/tools.hpp"
#include "support/catch.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <stop_token>
#include <string>
#include <thread>

using namespace parley::testing;

namespace {

bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

// Handles one message on an io_context of its own, on the calling thread.
parley::reply handle(edge_server& edge, parley::pool& threads, std::string message, std::stop_token stop = {}) {
  boost::asio::io_context io;
  heard sink;
  parley::reply answer;
  auto operation = parley::async_handle(edge.server, threads, std::move(message), {}, sink, std::move(stop));
  boost::asio::co_spawn(io, std::move(operation), [&](std::exception_ptr thrown, parley::reply what) {
    CHECK(thrown == nullptr);
    answer = std::move(what);
  });
  io.run();
  return answer;
}

}  // namespace

TEST_CASE("handling awaits whatever the tool is made of", "[asio]") {
  edge_server edge;
  parley::pool threads;
  CHECK(has(handle(edge, threads, call("1", "quick")).body, "ok"));
  CHECK(has(handle(edge, threads, call("1", "pooled", R"({"text":"here"})")).body, "here"));
  CHECK(has(handle(edge, threads, call("1", "nap", R"({"ms":1})")).body, "rested"));
  CHECK(threads.calls() == 0);
}

TEST_CASE("messages that ask for nothing get nothing, and bad ones their error", "[asio]") {
  edge_server edge;
  parley::pool threads;
  CHECK(handle(edge, threads, R"({"jsonrpc":"2.0","method":"notifications/x"})").body.empty());
  CHECK(has(handle(edge, threads, "{").body, "-32700"));
}

TEST_CASE("a pool that lets nobody in makes the answer an error", "[asio]") {
  edge_server edge;
  parley::pool threads({.max_calls = 1});
  auto const held = threads.try_enter();
  CHECK(has(handle(edge, threads, call("1", "nap", R"({"ms":1})")).body, "busy"));
}

TEST_CASE("a call that is stopped has no answer", "[asio][CAN-04][CAN-11]") {
  edge_server edge;
  parley::pool threads;
  std::stop_source stop;
  std::thread stopper([&] {
    if (edge.at.wait_arrived(1)) stop.request_stop();
  });
  CHECK(handle(edge, threads, call("1", "wait"), stop.get_token()).body.empty());
  stopper.join();
  CHECK(edge.at.wait_cancelled(1));
}
