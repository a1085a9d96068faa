// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/alarm.hpp>

#include "support/catch.hpp"

using parley::detail::alarm;

TEST_CASE("whoever waits is woken once, whether it rings before or after", "[server]") {
  alarm early, late;
  int woken = 0;
  early.ring();
  CHECK(early.has_rung());
  early.set_waker([&] { ++woken; });
  CHECK(woken == 1);
  early.ring();
  CHECK(woken == 1);

  late.set_waker([&] { ++woken; });
  CHECK(woken == 1);
  CHECK_FALSE(late.has_rung());
  late.ring();
  late.ring();
  CHECK(woken == 2);
}

TEST_CASE("what rang before a look is of the past", "[server]") {
  alarm one;
  one.ring();
  one.reset();
  int first = 0, second = 0;
  one.set_waker([&] { ++first; });
  one.set_waker([&] { ++second; });
  CHECK(second == 0);
  one.ring();
  CHECK(first == 0);
  CHECK(second == 1);
}
