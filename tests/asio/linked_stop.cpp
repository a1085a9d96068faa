// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/asio/linked_stop.hpp>

#include "support/catch.hpp"

using parley::detail::linked_stop;

TEST_CASE("a call is stopped by itself, or with all others", "[asio][CAN-11]") {
  std::stop_source all;
  linked_stop one(all.get_token());
  linked_stop other(all.get_token());
  auto const token = one.get_token();
  one.request_stop();
  CHECK(token.stop_requested());
  CHECK(one.stop_requested());
  CHECK_FALSE(other.stop_requested());
  CHECK_FALSE(all.stop_requested());

  all.request_stop();
  CHECK(other.stop_requested());
  CHECK(linked_stop(all.get_token()).stop_requested());  // it came too late
}

TEST_CASE("nothing is stopped that has gone", "[asio]") {
  std::stop_source all;
  std::stop_token token;
  {
    linked_stop const one(all.get_token());
    token = one.get_token();
  }
  all.request_stop();
  CHECK_FALSE(token.stop_requested());
}
