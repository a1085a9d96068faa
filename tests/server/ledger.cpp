// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/ledger.hpp>

#include <parley/server/memory_ledger.hpp>

#include "state/fixtures.hpp"
#include "support/catch.hpp"

using namespace parley;
using namespace parley::testing;

TEST_CASE("no ledger has one name everywhere", "[server][once-04]") { CHECK(no_ledger().id() == "none"); }

TEST_CASE("a state that was sealed under another ledger starts over", "[server][once-04]") {
  still_world world;
  auto const with = guard_of(world);
  no_ledger const none;
  memory_ledger const memory;
  detail::binding request;
  request.method = "tools/call";
  request.ledger = memory.id();
  auto const token = with.seal(with.begin(world.now), request, world.now).value();
  CHECK(with.open(token, request, world.now));
  request.ledger = none.id();
  CHECK(with.open(token, request, world.now).error() == state_fault::wrong_ledger);
}
