// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What every ledger promises, as tests that take one. A test case calls a function of these with what makes the ledger;
// each SECTION starts with a new one.

#include <parley/core/environment.hpp>
#include <parley/server/ledger.hpp>
#include <parley/server/memory_ledger.hpp>

#include "support/catch.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace parley::testing {

// Clocks that stand until they are moved. Any thread may read them.
struct ledger_world {
  std::chrono::sys_time<std::chrono::milliseconds> const begin{std::chrono::sys_days{std::chrono::year{2026} / 7 / 28}};
  std::atomic<std::chrono::milliseconds> wall{std::chrono::milliseconds(0)};
  std::atomic<std::chrono::milliseconds> steady{std::chrono::milliseconds(0)};

  // Both clocks.
  void pass(std::chrono::milliseconds time) {
    wall = wall.load() + time;
    steady = steady.load() + time;
  }
  std::chrono::sys_time<std::chrono::milliseconds> now() const { return begin + wall.load(); }

  environment view() const {
    environment made = system_environment();
    made.wall_clock = [this] { return std::chrono::system_clock::time_point(now()); };
    made.steady_clock = [this] { return std::chrono::steady_clock::time_point(steady.load()); };
    made.log = [](log_event const&) {};
    return made;
  }
};

using ledger_maker = std::function<std::unique_ptr<ledger>(ledger_limits const&, environment)>;

inline std::array<std::byte, 16> sixteen(std::size_t number) {
  std::array<std::byte, 16> made{};
  for (std::size_t i = 0; i != sizeof number; ++i) made[15 - i] = static_cast<std::byte>(number >> (8 * i) & 255);
  return made;
}

// The flow of that number, with the answers of all flows that agree, until an hour from the beginning.
inline ledger_claim flow_of(ledger_world const& world, std::size_t number, std::size_t who = 1) {
  return {.key = {.flow = sixteen(number)},
          .answers = sixteen(77),
          .who = sixteen(who),
          .until = world.begin + std::chrono::hours(1)};
}

inline ledger_verdict claimed(ledger& with, ledger_claim const& what) { return with.claim(what).verdict; }
inline ledger_verdict found(ledger& with, ledger_claim const& what) { return with.find(what).verdict; }

// One yes, one run (once-04).
inline void check_claims(ledger_maker const& make) {
  ledger_world world;
  auto const with = make({}, world.view());
  auto const flow = flow_of(world, 1);

  SECTION("what nobody has claimed is absent, and looking does not claim it") {
    CHECK(found(*with, flow) == ledger_verdict::absent);
    CHECK(found(*with, flow) == ledger_verdict::absent);
    CHECK(claimed(*with, flow) == ledger_verdict::mine);
  }
  SECTION("of many who claim one flow, one gets it") {
    constexpr std::size_t flows = 25, threads = 8;
    std::vector<std::atomic<std::size_t>> mine(flows);
    std::atomic<std::size_t> ready = 0, others = 0;
    std::vector<std::thread> all;
    for (std::size_t n = 0; n != threads; ++n) {
      all.emplace_back([&] {
        ++ready;
        while (ready != threads) std::this_thread::yield();
        for (std::size_t i = 0; i != flows; ++i) {
          auto const verdict = claimed(*with, flow_of(world, i));
          if (verdict == ledger_verdict::mine) ++mine[i];
          if (verdict == ledger_verdict::running) ++others;
        }
      });
    }
    for (auto& each : all) each.join();
    for (auto const& each : mine) CHECK(each == 1);
    CHECK(others == flows * (threads - 1));
  }
  SECTION("flows, and the effects within them, are told apart by all their bytes") {
    auto effect = flow;
    effect.key.part = sixteen(1);
    auto other = flow;
    other.key.flow[0] = std::byte{1};
    CHECK(claimed(*with, flow) == ledger_verdict::mine);
    CHECK(claimed(*with, effect) == ledger_verdict::mine);
    CHECK(claimed(*with, other) == ledger_verdict::mine);
    with->finish(effect.key, "an effect");
    CHECK(found(*with, flow) == ledger_verdict::running);
    CHECK(found(*with, other) == ledger_verdict::running);
    CHECK(with->find(effect).outcome == "an effect");
  }
  SECTION("an id has 1 to 64 bytes, stays, and is not that of another ledger") {
    auto const id = std::string(with->id());
    CHECK(!id.empty());
    CHECK(id.size() <= 64);
    CHECK(id != no_ledger().id());
    CHECK(claimed(*with, flow) == ledger_verdict::mine);
    CHECK(with->id() == id);
    CHECK(make({}, world.view())->id() != id);
  }
  SECTION("whoever lets go without a word leaves it lost, and nobody gets it") {
    CHECK(claimed(*with, flow) == ledger_verdict::mine);
    with->abandon(flow.key);
    CHECK(found(*with, flow) == ledger_verdict::lost);
    CHECK(claimed(*with, flow) == ledger_verdict::lost);
  }
}

// A resend gets what was done, and nothing else gets through (once-05).
inline void check_results(ledger_maker const& make) {
  ledger_world world;
  auto const with = make({.result_bytes = 100, .result_size = 60}, world.view());
  auto const flow = flow_of(world, 1);

  SECTION("it runs until it is done, and then its result is there for all who agree") {
    CHECK(claimed(*with, flow) == ledger_verdict::mine);
    CHECK(found(*with, flow) == ledger_verdict::running);
    CHECK(claimed(*with, flow) == ledger_verdict::running);
    with->finish(flow.key, std::string("it\0is\xff", 6));
    for (auto const& again : {with->find(flow), with->claim(flow), with->find(flow)}) {
      CHECK(again.verdict == ledger_verdict::done);
      CHECK(again.is_kept);
      CHECK(again.outcome == std::string("it\0is\xff", 6));
    }
  }
  SECTION("an empty result is one that was kept") {
    CHECK(claimed(*with, flow) == ledger_verdict::mine);
    with->finish(flow.key, "");
    CHECK(with->find(flow).verdict == ledger_verdict::done);
    CHECK(with->find(flow).is_kept);
  }
  SECTION("other answers are refused while it runs, when it is done and when it is lost, and see no result") {
    auto other = flow;
    other.answers = sixteen(78);
    CHECK(claimed(*with, flow) == ledger_verdict::mine);
    CHECK(claimed(*with, other) == ledger_verdict::refused);
    with->finish(flow.key, "secret");
    for (auto const& again : {with->find(other), with->claim(other)}) {
      CHECK(again.verdict == ledger_verdict::refused);
      CHECK(again.outcome.empty());
    }
    auto const lost = flow_of(world, 2);
    other.key = lost.key;
    CHECK(claimed(*with, lost) == ledger_verdict::mine);
    with->abandon(lost.key);
    CHECK(claimed(*with, other) == ledger_verdict::refused);
    CHECK(found(*with, other) == ledger_verdict::refused);
  }
  SECTION("a result that is too long is not kept, and it is done all the same") {
    auto const longest = flow_of(world, 2);
    CHECK(claimed(*with, flow) == ledger_verdict::mine);
    CHECK(claimed(*with, longest) == ledger_verdict::mine);
    with->finish(flow.key, std::string(61, 'x'));
    with->finish(longest.key, std::string(60, 'x'));
    auto const again = with->claim(flow);
    CHECK(again.verdict == ledger_verdict::done);
    CHECK(!again.is_kept);
    CHECK(again.outcome.empty());
    CHECK(with->claim(longest).is_kept);
  }
  SECTION("when all results are too many bytes, the oldest are dropped, and the marks stay") {
    for (std::size_t i = 0; i != 5; ++i) {
      CHECK(claimed(*with, flow_of(world, i)) == ledger_verdict::mine);
    }
    for (std::size_t i : {4u, 3u, 2u, 1u}) with->finish(flow_of(world, i).key, std::string(33, 'x'));
    CHECK(!with->find(flow_of(world, 4)).is_kept);
    for (std::size_t i : {3u, 2u, 1u}) CHECK(with->find(flow_of(world, i)).is_kept);
    with->finish(flow_of(world, 0).key, std::string(60, 'y'));
    for (std::size_t i : {4u, 3u, 2u}) CHECK(!with->find(flow_of(world, i)).is_kept);
    CHECK(with->find(flow_of(world, 1)).is_kept);
    CHECK(with->find(flow_of(world, 0)).outcome == std::string(60, 'y'));
    for (std::size_t i = 0; i != 5; ++i) CHECK(claimed(*with, flow_of(world, i)) == ledger_verdict::done);
  }
}

// What has not begun may be tried again (once-06); all else that is said too late changes nothing.
inline void check_endings(ledger_maker const& make) {
  ledger_world world;
  auto const with = make({}, world.view());
  auto const flow = flow_of(world, 1);
  CHECK(claimed(*with, flow) == ledger_verdict::mine);

  SECTION("what is released can be claimed anew, with other answers too") {
    with->release(flow.key);
    CHECK(found(*with, flow) == ledger_verdict::absent);
    auto other = flow;
    other.answers = sixteen(78);
    CHECK(claimed(*with, other) == ledger_verdict::mine);
    CHECK(claimed(*with, flow) == ledger_verdict::refused);
  }
  SECTION("what is done stays as it was done") {
    with->finish(flow.key, "first");
    with->finish(flow.key, "second");
    with->release(flow.key);
    with->abandon(flow.key);
    CHECK(with->claim(flow).outcome == "first");
  }
  SECTION("what was let go of stays lost") {
    with->abandon(flow.key);
    with->abandon(flow.key);
    with->release(flow.key);
    with->finish(flow.key, "too late");
    CHECK(claimed(*with, flow) == ledger_verdict::lost);
  }
  SECTION("what was released is not made by a word that comes later") {
    with->release(flow.key);
    with->finish(flow.key, "too late");
    with->abandon(flow.key);
    with->release(flow.key);
    CHECK(found(*with, flow) == ledger_verdict::absent);
  }
  SECTION("words about what nobody claimed are harmless") {
    auto const other = flow_of(world, 2);
    with->finish(other.key, "never begun");
    with->abandon(other.key);
    with->release(other.key);
    CHECK(found(*with, other) == ledger_verdict::absent);
    CHECK(found(*with, flow) == ledger_verdict::running);
  }
}

// There is an end to what one principal, and all of them, may have remembered (once-04).
inline void check_limits(ledger_maker const& make) {
  ledger_world world;

  SECTION("one principal's flood leaves room for another") {
    auto const with = make({.entries = 100, .entries_per_principal = 3}, world.view());
    for (std::size_t i = 0; i != 3; ++i) CHECK(claimed(*with, flow_of(world, i)) == ledger_verdict::mine);
    CHECK(claimed(*with, flow_of(world, 3)) == ledger_verdict::full);
    CHECK(found(*with, flow_of(world, 3)) == ledger_verdict::absent);
    CHECK(claimed(*with, flow_of(world, 4, 2)) == ledger_verdict::mine);
    // What is known is still answered.
    CHECK(claimed(*with, flow_of(world, 2)) == ledger_verdict::running);
    with->release(flow_of(world, 2).key);
    CHECK(claimed(*with, flow_of(world, 3)) == ledger_verdict::mine);
  }
  SECTION("marks are not dropped to make room for more") {
    auto const with = make({.entries = 3, .entries_per_principal = 3}, world.view());
    for (std::size_t i = 0; i != 3; ++i) {
      CHECK(claimed(*with, flow_of(world, i, i)) == ledger_verdict::mine);
      with->finish(flow_of(world, i).key, "done");
    }
    CHECK(claimed(*with, flow_of(world, 3, 3)) == ledger_verdict::full);
    for (std::size_t i = 0; i != 3; ++i) CHECK(claimed(*with, flow_of(world, i)) == ledger_verdict::done);
    world.pass(std::chrono::hours(1));
    CHECK(claimed(*with, flow_of(world, 3, 3)) == ledger_verdict::mine);
  }
  SECTION("limits of nothing are refused when the ledger is made") {
    CHECK_THROWS_AS(make({.entries = 0}, world.view()), std::invalid_argument);
    CHECK_THROWS_AS(make({.entries_per_principal = 0}, world.view()), std::invalid_argument);
    CHECK_THROWS_AS(make({.result_bytes = 0}, world.view()), std::invalid_argument);
    CHECK_THROWS_AS(make({.result_size = 0}, world.view()), std::invalid_argument);
  }
}

// An entry is dropped when both clocks say that its time is over, and not before (once-03, once-04).
inline void check_times(ledger_maker const& make) {
  using std::chrono::hours;
  ledger_world world;
  auto const with = make({.entries = 2}, world.view());
  auto const flow = flow_of(world, 1), second = flow_of(world, 2);
  auto later = flow_of(world, 3);
  later.until += hours(24);
  CHECK(claimed(*with, flow) == ledger_verdict::mine);
  with->finish(flow.key, "done");
  CHECK(claimed(*with, second) == ledger_verdict::mine);

  SECTION("a wall clock that jumps ahead drops no mark") {
    world.wall = hours(2);
    CHECK(claimed(*with, later) == ledger_verdict::full);
    CHECK(claimed(*with, flow) == ledger_verdict::done);
  }
  SECTION("a wall clock that is set back keeps marks until it says so too") {
    world.steady = hours(2);
    CHECK(claimed(*with, later) == ledger_verdict::full);
    CHECK(claimed(*with, flow) == ledger_verdict::done);
    world.pass(hours(1));
    CHECK(claimed(*with, later) == ledger_verdict::mine);
  }
  SECTION("when both agree, there is room again, and what still runs is not forgotten") {
    world.pass(hours(1) - std::chrono::milliseconds(1));
    CHECK(claimed(*with, later) == ledger_verdict::full);
    world.pass(std::chrono::milliseconds(1));
    CHECK(claimed(*with, later) == ledger_verdict::mine);
    CHECK(found(*with, flow) == ledger_verdict::absent);
    CHECK(found(*with, second) == ledger_verdict::running);
    world.pass(hours(2));
    CHECK(claimed(*with, flow) == ledger_verdict::full);
    with->finish(second.key, "at last");
    CHECK(with->find(second).outcome == "at last");
    world.pass(hours(1));
    CHECK(claimed(*with, flow) == ledger_verdict::mine);
    CHECK(found(*with, second) == ledger_verdict::absent);
  }
  SECTION("times far from now do no harm") {
    with->release(second.key);
    later.until = std::chrono::sys_time<std::chrono::milliseconds>(
        std::chrono::milliseconds(std::numeric_limits<std::int64_t>::max()));
    CHECK(claimed(*with, later) == ledger_verdict::mine);
    with->finish(later.key, "for ever");
    world.pass(hours(24 * 365 * 2));
    CHECK(claimed(*with, later) == ledger_verdict::done);
  }
}

}  // namespace parley::testing
