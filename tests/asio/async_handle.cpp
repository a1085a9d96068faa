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

// What handles messages. The pool is the first to go: a thread of it may still be on its way out of io_context::post
// when the answer is there already.
struct bench {
  edge_server edge{};
  boost::asio::io_context io{};
  parley::pool threads;

  explicit bench(parley::pool_options options = {}) : threads(options) {}
};

// Handles one message on the calling thread.
parley::reply handle(bench& on, std::string message, std::stop_token stop = {}) {
  heard sink;
  parley::reply answer;
  auto operation = parley::async_handle(on.edge.server, on.threads, std::move(message), {}, sink, std::move(stop));
  boost::asio::co_spawn(on.io, std::move(operation), [&](std::exception_ptr thrown, parley::reply what) {
    CHECK(thrown == nullptr);
    answer = std::move(what);
  });
  on.io.restart();
  on.io.run();
  return answer;
}

}  // namespace

TEST_CASE("handling awaits whatever the tool is made of", "[asio]") {
  bench on;
  CHECK(has(handle(on, call("1", "quick")).body, "ok"));
  CHECK(has(handle(on, call("1", "pooled", R"({"text":"here"})")).body, "here"));
  CHECK(has(handle(on, call("1", "nap", R"({"ms":1})")).body, "rested"));
  CHECK(on.threads.calls() == 0);
}

TEST_CASE("messages that ask for nothing get nothing, and bad ones their error", "[asio]") {
  bench on;
  CHECK(handle(on, R"({"jsonrpc":"2.0","method":"notifications/x"})").body.empty());
  CHECK(has(handle(on, "{").body, "-32700"));
}

TEST_CASE("a pool that lets nobody in makes the answer an error", "[asio]") {
  bench on({.max_calls = 1});
  auto const held = on.threads.try_enter();
  CHECK(has(handle(on, call("1", "nap", R"({"ms":1})")).body, "busy"));
}

TEST_CASE("a stream is acknowledged and ended, as nobody waits for it here", "[asio][SUB-02][SUB-08]") {
  bench on;
  auto const listen = request("1", "subscriptions/listen", R"("notifications":{"toolsListChanged":true},)");
  CHECK(has(handle(on, listen).body, R"("id":1,"result":{"resultType":"complete")"));
  std::stop_source stop;
  stop.request_stop();
  CHECK(handle(on, listen, stop.get_token()).body.empty());
}

TEST_CASE("a call that is stopped has no answer", "[asio][CAN-04][CAN-11]") {
  bench on;
  std::stop_source stop;
  std::thread stopper([&] {
    if (on.edge.at.wait_arrived(1)) stop.request_stop();
  });
  CHECK(handle(on, call("1", "wait"), stop.get_token()).body.empty());
  stopper.join();
  CHECK(on.edge.at.wait_cancelled(1));
}
