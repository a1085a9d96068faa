// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/ledger.hpp>

#include "state/fixtures.hpp"
#include "support/catch.hpp"

using namespace parley;
using namespace parley::testing;

namespace {

struct ledger_of_a_process final : ledger {
  std::string_view id() const noexcept override { return "3f9c"; }
};

}  // namespace

TEST_CASE("no ledger has one name everywhere", "[server][once-04]") { CHECK(no_ledger().id() == "none"); }

TEST_CASE("a state that was sealed under another ledger starts over", "[server][once-04]") {
  still_world world;
  auto const with = guard_of(world);
  no_ledger const none;
  ledger_of_a_process const memory;
  detail::binding request;
  request.method = "tools/call";
  request.ledger = memory.id();
  auto const token = with.seal(with.begin(world.now), request, world.now).value();
  CHECK(with.open(token, request, world.now));
  request.ledger = none.id();
  CHECK(with.open(token, request, world.now).error() == state_fault::wrong_ledger);
}
