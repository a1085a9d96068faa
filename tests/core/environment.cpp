// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include "support/catch.hpp"

#include <parley/core/environment.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <string>

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

TEST_CASE("a line for the operator stays one line, however it was made", "[core][environment]") {
  std::string lines;
  auto world = system_environment();
  world.log = [&](log_event const& event) {
    lines += std::string(event.event) + ' ' + std::string(event.detail) + '\n';
  };
  write_log(world, severity::error, "tool_failed", "first\r\nsecond\x1b[2J\x7f");
  CHECK(lines == "tool_failed first??second?[2J?\n");
  lines.clear();
  write_log(world, severity::error, "e", "\xc2\x9b\x33m \xc2\xa7 \xc3\x9b");  // U+009B begins what a terminal obeys
  CHECK(lines == "e \xc2?3m \xc2\xa7 \xc3\x9b\n");
  lines.clear();
  write_log(world, severity::error, "e", std::string(5000, 'x'));
  CHECK(lines.size() == 1024 + 3);
}

TEST_CASE("a log that throws stops nothing", "[core][environment]") {
  auto world = system_environment();
  world.log = [](log_event const&) { throw std::runtime_error("disk full"); };
  CHECK_NOTHROW(write_log(world, severity::error, "e", "d"));
}
