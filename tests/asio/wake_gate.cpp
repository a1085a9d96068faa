// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/asio/wake_gate.hpp>

#include <boost/asio/io_context.hpp>

#include "support/catch.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

using parley::detail::wake_gate;

TEST_CASE("what is posted through an open gate runs, and nothing through a shut one", "[asio]") {
  boost::asio::io_context io;
  wake_gate gate;
  int ran = 0;
  gate.post(io.get_executor(), [&ran] { ++ran; });
  gate.shut();
  gate.post(io.get_executor(), [&ran] { ran += 10; });
  io.run();
  CHECK(ran == 1);
}

TEST_CASE("an io_context may go while others still try to wake it", "[asio][threads]") {
  for (int round = 0; round < 50; ++round) {
    auto const gate = std::make_shared<wake_gate>();
    std::optional<boost::asio::io_context> io(std::in_place);
    auto const executor = boost::asio::any_io_executor(io->get_executor());
    std::atomic<bool> stop{false};
    std::vector<std::thread> wakers;
    for (int i = 0; i < 2; ++i) {
      wakers.emplace_back([&] {
        while (!stop) gate->post(executor, [] {});
      });
    }
    io->run_one();
    gate->shut();
    io.reset();
    stop = true;
    for (auto& each : wakers) each.join();
  }
}
