// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/call_state.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

std::shared_ptr<detail::call_state> open_call(notification_sink& sink) {
  envelope about;
  about.progress_token = request_id::integer(1);
  about.log_level = severity::debug;
  return std::make_shared<detail::call_state>(std::make_shared<json const>(json::object({{"_meta", json::object()}})),
                                              "work", std::move(about), principal::stdio(), sink, std::stop_token{});
}

}  // namespace

TEST_CASE("progress of several threads comes out in rising order", "[server][PRG-03]") {
  heard sink;
  auto const call = open_call(sink);
  std::atomic<int> next = 0;
  auto count = [&] {
    for (int i = next++; i < 1000; i = next++) call->progress(i, {}, {});
  };
  std::thread other(count);
  count();
  other.join();
  double last = -1;
  for (auto const& line : sink.lines()) {
    double const now = json::parse(line)["params"]["progress"];
    CHECK(now > last);
    last = now;
  }
  CHECK(last == 999);
}

TEST_CASE("when close() has returned, nothing more is sent, whoever is still talking", "[server][LOG-04][PRG-02]") {
  heard sink;
  auto const call = open_call(sink);
  std::atomic<bool> stop = false;
  std::thread talker([&] {
    while (!stop) call->log(severity::info, "1", {});
  });
  while (sink.lines().size() < 10) std::this_thread::yield();
  call->close();
  auto const sent = sink.lines().size();
  for (int i = 0; i < 1000; ++i) call->progress(i, {}, {});
  stop = true;
  talker.join();
  CHECK(sink.lines().size() == sent);
}

TEST_CASE("what concerns the flow is there only between open and close", "[server]") {
  heard sink;
  auto const call = open_call(sink);
  CHECK_THROWS_AS(call->flow_time(), std::logic_error);
  CHECK_THROWS_AS(call->random(), std::logic_error);
  CHECK_THROWS_AS(call->author_state(), std::logic_error);
  CHECK_THROWS_AS(call->input_responses(), std::logic_error);
}
