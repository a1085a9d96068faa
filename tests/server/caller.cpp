// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/caller.hpp>

#include "support/catch.hpp"

using namespace parley;

TEST_CASE("a caller that says nothing else is the process at the other end of a pipe", "[server][STDIO-16]") {
  caller const from;
  CHECK(from.who == principal::stdio());
  CHECK(from.over == transport::stdio);
  CHECK_FALSE(from.mirror.has_value());
}
