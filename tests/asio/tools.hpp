// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/awaitable.hpp>

#include "server/engine_client.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>

// Tools that transports are tested with: each stands for one kind of work.
namespace parley::testing {

// How long a test waits for something that must happen before it fails.
inline constexpr std::chrono::seconds patience{20};

// Where handlers wait until the test lets them go on, or their request is cancelled.
class gate {
 public:
  // In a handler: false when cancelled.
  bool pass(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    ++arrived_;
    changed_.notify_all();
    bool const opened = changed_.wait(lock, stop, [this] { return open_; });
    if (!opened) ++cancelled_;
    changed_.notify_all();
    return opened;
  }

  void open() {
    std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  bool wait_arrived(int count) { return wait_for(arrived_, count); }
  bool wait_cancelled(int count) { return wait_for(cancelled_, count); }

 private:
  bool wait_for(int const& counter, int count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return counter >= count; });
  }

  std::mutex mutex_{};
  std::condition_variable_any changed_{};
  int arrived_ = 0;
  int cancelled_ = 0;
  bool open_ = false;
};

namespace tools {

inline std::string quick() { return "ok"; }
inline std::string pooled(Arg<"text"> text) { return *text; }

// Waits at the gate.
inline std::string wait(Service<gate> at, Context& context) {
  return at->pass(context.stop_token()) ? "passed" : "cancelled";
}
// Reports progress, and waits then.
inline std::string report(Service<gate> at, Context& context) {
  context.progress(1, 2, "half");
  return at->pass(context.stop_token()) ? "passed" : "cancelled";
}
// Sends many notifications, and waits then.
inline std::string flood(Service<gate> at, Context& context) {
  std::string const filling(1000, 'x');
  for (int i = 1; i <= 2000; ++i) context.progress(i, 2000, filling);
  return at->pass(context.stop_token()) ? "passed" : "cancelled";
}
inline std::string text_of(Arg<"bytes", int> bytes) { return std::string(static_cast<std::size_t>(*bytes), 'x'); }

inline boost::asio::awaitable<std::string> nap(Arg<"ms", int> ms) {
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, std::chrono::milliseconds(*ms));
  co_await timer.async_wait(boost::asio::use_awaitable);
  co_return "rested";
}

}  // namespace tools

// A server that offers them all. It logs nothing, since the still world's log belongs to one thread.
struct edge_server {
  explicit edge_server(server_options options = {}) : server("edge", "1.0", quiet(std::move(options))) {
    server.provide(at);
    server.tool<tools::quick>("Answers on the I/O thread.", {.inline_handler = true});
    server.tool<tools::pooled>("Answers on the pool.");
    server.tool<tools::wait>("Waits at the gate.");
    server.tool<tools::report>("Reports progress and waits at the gate.");
    server.tool<tools::flood>("Reports much progress and waits at the gate.");
    server.tool<tools::text_of>("A long text.");
    server.tool<tools::nap>("Waits without a thread.");
  }

  gate at{};
  Server server;

 private:
  static server_options quiet(server_options options) {
    options.world.log = [](log_event const&) {};
    options.keys.keys.push_back(key_of('k'));
    return options;
  }
};

// The envelope of a request that wants progress.
inline std::string with_progress() { return meta("{}", R"(,"progressToken":"p")"); }

}  // namespace parley::testing
