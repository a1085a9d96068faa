// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include "support/catch.hpp"

#include <parley/core/environment.hpp>

#include <algorithm>
#include <array>
#include <chrono>

using namespace parley;

TEST_CASE("the levels are the eight of RFC 5424 in rising order", "[core][environment][LOG-03]") {
  std::string words;
  for (auto level : {severity::debug, severity::info, severity::notice, severity::warning, severity::error,
                     severity::critical, severity::alert, severity::emergency}) {
    words += std::string(to_string(level)) + ' ';
  }
  CHECK(words == "debug info notice warning error critical alert emergency ");
  CHECK(severity::debug < severity::emergency);
}

TEST_CASE("the operator's log tells time in UTC to the second", "[core][environment]") {
  using namespace std::chrono;
  CHECK(detail::log_time(sys_days{2026y / July / 28d} + 9h + 5min + 7s + 999ms) == "2026-07-28T09:05:07Z");
}

TEST_CASE("the real environment has clocks that run and bytes that differ", "[core][environment]") {
  auto const world = system_environment();
  auto const earlier = world.steady_clock();
  CHECK(earlier <= world.steady_clock());
  CHECK(world.wall_clock() > std::chrono::system_clock::time_point{});

  std::array<std::byte, 32> first{}, second{};
  world.random(first);
  world.random(second);
  CHECK(first != second);
  CHECK(std::any_of(first.begin(), first.end(), [](std::byte byte) { return byte != std::byte{}; }));
}
