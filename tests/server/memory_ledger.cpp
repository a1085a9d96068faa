// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/memory_ledger.hpp>

#include "server/ledger_contract.hpp"
#include "support/catch.hpp"

#include <memory>
#include <string>

using namespace parley;
using namespace parley::testing;

// The contract starts a std::thread or two.

namespace {

std::unique_ptr<ledger> in_memory(ledger_limits const& limits, environment world) {
  return std::make_unique<memory_ledger>(limits, std::move(world));
}

}  // namespace

TEST_CASE("memory: a flow is claimed once", "[server][once-04]") { check_claims(in_memory); }

TEST_CASE("memory: a resend gets what was done", "[server][once-05]") { check_results(in_memory); }

TEST_CASE("memory: what has not begun may be tried again", "[server][once-06]") { check_endings(in_memory); }

TEST_CASE("memory: marks have limits, and are not dropped for room", "[server][once-04]") { check_limits(in_memory); }

TEST_CASE("memory: marks go when both clocks agree", "[server][once-03][once-04]") { check_times(in_memory); }

TEST_CASE("memory: the ledger of a process answers at once, and is no other's", "[server][once-04]") {
  memory_ledger first, second;
  CHECK(!first.blocks());
  CHECK(first.id() != second.id());
  CHECK(first.id().substr(0, 7) == "memory-");
}

TEST_CASE("memory: what is over takes no memory", "[server][once-04]") {
  ledger_world world;
  memory_ledger with({}, world.view());
  for (std::size_t i = 0; i != 100; ++i) {
    CHECK(claimed(with, flow_of(world, i, i % 7)) == ledger_verdict::mine);
    with.finish(flow_of(world, i).key, "done");
  }
  CHECK(with.size() == 100);
  world.pass(std::chrono::hours(1));
  auto later = flow_of(world, 100);
  later.until += std::chrono::hours(2);
  CHECK(claimed(with, later) == ledger_verdict::mine);
  CHECK(with.size() == 1);
}
