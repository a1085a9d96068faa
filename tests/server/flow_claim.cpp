// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/flow_claim.hpp>

#include <parley/server/memory_ledger.hpp>

#include "state/fixtures.hpp"
#include "support/catch.hpp"

#include <memory>
#include <string>
#include <utility>
#include <variant>

using namespace parley;
using namespace parley::detail;
using namespace parley::testing;

namespace {

using next = flow_claim::next;

struct desk {
  still_world world{};
  memory_ledger book{{}, world.view()};
  environment view = world.view();
  std::shared_ptr<claim_waiters> waiters = std::make_shared<claim_waiters>();

  ledger_claim what(int answers = 1) {
    ledger_claim made;
    made.key.flow[0] = std::byte{1};
    made.answers[0] = std::byte(answers);
    made.until = std::chrono::floor<std::chrono::milliseconds>(world.now) + std::chrono::hours(1);
    return made;
  }
  std::unique_ptr<flow_claim> claim(int answers = 1) {
    return std::make_unique<flow_claim>(book, *waiters, what(answers), "charge", view);
  }
};

std::string refusal(flow_claim& of) { return std::get<call_refused>(of.ending()).text; }

// A ledger on a disk that is gone.
struct broken_ledger final : ledger {
  std::string_view id() const noexcept override { return "broken"; }
  bool blocks() const noexcept override { return true; }
  ledger_finding find(ledger_claim const&) override { throw ledger_unreachable("no disk"); }
  ledger_finding claim(ledger_claim const&) override { return {ledger_verdict::mine, true, {}}; }
  void finish(ledger_key const&, std::string) override { throw ledger_unreachable("no disk"); }
  void release(ledger_key const&) override { throw ledger_unreachable("no disk"); }
  void abandon(ledger_key const&) noexcept override { ++abandoned; }
  int abandoned = 0;
};

}  // namespace

TEST_CASE("the first claims, the second waits and hears what came of it", "[server][once-04][once-05]") {
  desk at;
  auto const first = at.claim();
  CHECK(first->look() == next::go_on);
  CHECK(first->take() == next::go_on);
  CHECK(first->is_held());

  auto const second = at.claim();
  CHECK(second->look() == next::wait);
  CHECK_FALSE(second->is_answered());
  int rung = 0;
  second->set_waker([&] { ++rung; });
  first->finish("record");
  CHECK(rung == 1);
  second->look_again(false);
  CHECK(second->look() == next::over);
  CHECK(std::get<call_replayed>(second->ending()).record == "record");
}

TEST_CASE("other answers to a flow are refused, whether it runs or has ended", "[server][once-05]") {
  desk at;
  auto const first = at.claim();
  first->take();
  auto const other = at.claim(2);
  CHECK(other->look() == next::over);
  CHECK(std::get<rpc_error>(other->ending()).data == already_answered().data);
  first->finish("record");
  CHECK(other->take() == next::over);
  CHECK(std::get<rpc_error>(other->ending()).message == already_answered().message);
}

TEST_CASE("a claim that goes without a word may have run", "[server][once-05]") {
  desk at;
  at.claim()->take();
  auto const second = at.claim();
  CHECK(second->look() == next::over);
  CHECK(refusal(*second).starts_with("charge may have run"));
}

TEST_CASE("a claim that is released is free", "[server][once-06]") {
  desk at;
  auto const first = at.claim();
  first->take();
  auto const second = at.claim();
  CHECK(second->take() == next::wait);
  first->release();
  second->look_again(false);
  CHECK(second->take() == next::go_on);
  CHECK(second->is_held());
}

TEST_CASE("whoever gives up waiting is told so, and so is everybody once the flow is over", "[server][once-05]") {
  desk at;
  auto const first = at.claim();
  first->take();
  auto const second = at.claim();
  REQUIRE(second->look() == next::wait);
  SECTION("the driver cannot wait") { second->look_again(true); }
  SECTION("the flow's time is over") {
    at.world.pass(std::chrono::hours(2));
    second->look_again(false);
  }
  CHECK(second->look() == next::over);
  CHECK(refusal(*second).starts_with("charge is still running"));
}

TEST_CASE("who waits looks more seldom each time", "[server][once-05]") {
  desk at;
  auto const first = at.claim();
  first->take();
  auto const second = at.claim();
  REQUIRE(second->look() == next::wait);
  CHECK(second->patience() == std::chrono::milliseconds(20));
  CHECK(second->patience() == std::chrono::milliseconds(40));
  for (int i = 0; i < 10; ++i) second->patience();
  CHECK(second->patience() == std::chrono::milliseconds(1000));
}

TEST_CASE("a ledger that cannot be reached denies", "[server][once-07]") {
  desk at;
  broken_ledger book;
  {
    flow_claim one(book, *at.waiters, at.what(), "charge", at.view);
    CHECK(one.look() == next::over);
    CHECK(std::get<rpc_error>(one.ending()).message == not_recordable().message);
    CHECK(one.take() == next::go_on);
    one.finish("record");
  }
  CHECK(book.abandoned == 1);  // and not a second time
  CHECK(at.world.lines == std::vector<std::string>{"ledger_unreachable: no disk", "ledger_unreachable: no disk"});
}
