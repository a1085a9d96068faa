// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/sqlite/ledger.hpp>

#include "server/ledger_contract.hpp"
#include "sqlite/scratch.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace parley;
using namespace parley::testing;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

// Each ledger of the contract has a file of its own.
struct in_files {
  std::shared_ptr<scratch> folder = std::make_shared<scratch>();
  std::shared_ptr<int> made = std::make_shared<int>(0);

  std::unique_ptr<ledger> operator()(ledger_limits const& limits, environment world) const {
    auto const file = *folder / std::to_string(++*made);
    return std::make_unique<sqlite_ledger>(file, sqlite_ledger_options{.limits = limits}, std::move(world));
  }
};

// A file, and clocks, that several ledgers share.
struct shared_file {
  scratch folder{};
  ledger_world world{};

  std::filesystem::path file() const { return folder / "ledger"; }
  std::unique_ptr<sqlite_ledger> open(sqlite_ledger_options const& options = {}) const {
    return std::make_unique<sqlite_ledger>(file(), options, world.view());
  }
  std::int64_t number(std::string_view sql) const { return number_in(detail::sqlite_database(file()), sql); }
  void run(char const* sql) const { detail::sqlite_database(file()).run(sql); }
};

}  // namespace

TEST_CASE("sqlite: a flow is claimed once", "[sqlite][once-04]") { check_claims(in_files()); }

TEST_CASE("sqlite: a resend gets what was done", "[sqlite][once-05]") { check_results(in_files()); }

TEST_CASE("sqlite: what has not begun may be tried again", "[sqlite][once-06]") { check_endings(in_files()); }

TEST_CASE("sqlite: marks have limits, and are not dropped for room", "[sqlite][once-04]") { check_limits(in_files()); }

TEST_CASE("sqlite: marks go when both clocks agree", "[sqlite][once-03][once-04]") { check_times(in_files()); }

TEST_CASE("two ledgers on one file are one ledger", "[sqlite][once-04]") {
  shared_file at;
  auto const first = at.open(), second = at.open();
  auto const flow = flow_of(at.world, 1);
  CHECK(first->blocks());
  CHECK(first->id() == second->id());
  CHECK(claimed(*first, flow) == ledger_verdict::mine);
  CHECK(claimed(*second, flow) == ledger_verdict::running);
  // Whoever did not get it cannot end it.
  second->finish(flow.key, "not mine");
  second->release(flow.key);
  second->abandon(flow.key);
  CHECK(claimed(*second, flow) == ledger_verdict::running);
  first->finish(flow.key, "done");
  CHECK(second->claim(flow).outcome == "done");
}

TEST_CASE("results and marks survive a restart", "[sqlite][once-04][once-05]") {
  shared_file at;
  auto const flow = flow_of(at.world, 1), long_one = flow_of(at.world, 2);
  std::string id;
  {
    auto const with = at.open({.limits = {.result_size = 10}});
    id = with->id();
    CHECK(claimed(*with, flow) == ledger_verdict::mine);
    CHECK(claimed(*with, long_one) == ledger_verdict::mine);
    with->finish(flow.key, "done");
    with->finish(long_one.key, "more than ten bytes");
  }
  auto const with = at.open();
  CHECK(with->id() == id);
  CHECK(with->claim(flow).outcome == "done");
  CHECK(with->claim(long_one).verdict == ledger_verdict::done);
  CHECK(!with->claim(long_one).is_kept);
}

TEST_CASE("what a ledger held when it went is lost at once", "[sqlite][once-05]") {
  shared_file at;
  auto const flow = flow_of(at.world, 1), released = flow_of(at.world, 2);
  {
    auto const with = at.open();
    CHECK(claimed(*with, flow) == ledger_verdict::mine);
    CHECK(claimed(*with, released) == ledger_verdict::mine);
    with->release(released.key);
  }
  auto const with = at.open();
  CHECK(claimed(*with, flow) == ledger_verdict::lost);
  CHECK(claimed(*with, released) == ledger_verdict::mine);
}

TEST_CASE("a lease that has run out leaves the claim lost, and written down as that", "[sqlite][once-05]") {
  shared_file at;
  auto const first = at.open(), second = at.open();
  auto const flow = flow_of(at.world, 1);
  CHECK(claimed(*first, flow) == ledger_verdict::mine);
  at.world.pass(seconds(30) - milliseconds(1));
  CHECK(found(*second, flow) == ledger_verdict::running);
  at.world.pass(milliseconds(1));

  SECTION("for whoever looks") { CHECK(found(*second, flow) == ledger_verdict::lost); }
  SECTION("for whoever claims") { CHECK(claimed(*second, flow) == ledger_verdict::lost); }
  SECTION("also while another writes, who is not waited for") {
    detail::sqlite_database writer(at.file());
    writer.run("BEGIN IMMEDIATE");
    CHECK(found(*second, flow) == ledger_verdict::lost);
    writer.run("ROLLBACK");
    CHECK(claimed(*second, flow) == ledger_verdict::lost);
  }
  CHECK(at.number("SELECT state FROM entry") == 2);
  CHECK(claimed(*second, flow) == ledger_verdict::lost);
  auto other = flow;
  other.answers = sixteen(78);
  CHECK(claimed(*second, other) == ledger_verdict::refused);
}

TEST_CASE("whoever was only slow still says how it ended", "[sqlite][once-05]") {
  shared_file at;
  auto const first = at.open(), second = at.open();
  auto const flow = flow_of(at.world, 1);
  CHECK(claimed(*first, flow) == ledger_verdict::mine);
  at.world.pass(seconds(31));
  CHECK(found(*second, flow) == ledger_verdict::lost);
  SECTION("it was done") {
    first->finish(flow.key, "late");
    CHECK(second->claim(flow).outcome == "late");
  }
  SECTION("it has not begun") {
    first->release(flow.key);
    CHECK(claimed(*second, flow) == ledger_verdict::mine);
  }
  SECTION("it does not know") {
    first->abandon(flow.key);
    first->finish(flow.key, "too late");
    CHECK(claimed(*second, flow) == ledger_verdict::lost);
  }
}

TEST_CASE("leases are measured by the steady clock, and after a restart of the machine by the other", "[sqlite]") {
  shared_file at;
  auto const first = at.open(), second = at.open();
  auto const flow = flow_of(at.world, 1);
  CHECK(claimed(*first, flow) == ledger_verdict::mine);
  at.world.wall = seconds(31);
  CHECK(found(*second, flow) == ledger_verdict::running);
  at.run("UPDATE entry SET boot = x'00'");
  CHECK(found(*second, flow) == ledger_verdict::lost);
}

TEST_CASE("after a restart of the machine the wall clock alone says what is over", "[sqlite][once-03]") {
  shared_file at;
  auto const with = at.open();
  auto const flow = flow_of(at.world, 1);
  CHECK(claimed(*with, flow) == ledger_verdict::mine);
  with->finish(flow.key, "done");
  at.world.wall = hours(1);
  CHECK(claimed(*with, flow) == ledger_verdict::done);
  at.run("UPDATE entry SET boot = x'00'");
  CHECK(claimed(*with, flow) == ledger_verdict::mine);
}

TEST_CASE("leases are renewed while a claim is held", "[sqlite][once-05]") {
  shared_file at;
  auto const with = at.open({.lease = seconds(1), .patience = milliseconds(500)});
  auto const flow = flow_of(at.world, 1);
  CHECK(claimed(*with, flow) == ledger_verdict::mine);
  auto const first = at.number("SELECT lease_steady FROM entry");
  at.world.pass(seconds(5));
  at.run("UPDATE entry SET state = 2");  // by somebody who took it for dead
  auto const late = std::chrono::steady_clock::now() + seconds(30);
  while (at.number("SELECT lease_steady FROM entry") == first && std::chrono::steady_clock::now() < late) {
    std::this_thread::yield();
  }
  CHECK(at.number("SELECT lease_steady FROM entry") == first + 5000);
  CHECK(at.number("SELECT state FROM entry") == 0);
}

TEST_CASE("a file that is locked for too long is out of reach, and nothing runs", "[sqlite][once-07]") {
  shared_file at;
  auto const with = at.open({.patience = milliseconds(20)});
  auto const flow = flow_of(at.world, 1), other = flow_of(at.world, 2), third = flow_of(at.world, 3);
  CHECK(claimed(*with, flow) == ledger_verdict::mine);
  CHECK(claimed(*with, third) == ledger_verdict::mine);
  {
    detail::sqlite_database writer(at.file());
    writer.run("BEGIN IMMEDIATE");
    CHECK_THROWS_AS(with->claim(other), ledger_unreachable);
    CHECK(found(*with, other) == ledger_verdict::absent);
    CHECK(claimed(*with, flow) == ledger_verdict::running);
    CHECK_THROWS_AS(with->finish(flow.key, "done"), ledger_unreachable);
    CHECK(claimed(*with, flow) == ledger_verdict::lost);
    with->abandon(third.key);
    CHECK(claimed(*with, third) == ledger_verdict::lost);
    writer.run("ROLLBACK");
  }
  // What was not written down is not made up for: it may have been done.
  with->finish(flow.key, "done");
  CHECK(claimed(*with, flow) == ledger_verdict::lost);
  CHECK(claimed(*with, other) == ledger_verdict::mine);
}

TEST_CASE("all that wait for a locked file give up together", "[sqlite][once-07]") {
  shared_file at;
  auto const with = at.open({.patience = milliseconds(200)});
  detail::sqlite_database writer(at.file());
  writer.run("BEGIN IMMEDIATE");
  auto const begin = std::chrono::steady_clock::now();
  std::atomic<int> failed = 0;
  std::vector<std::thread> all;
  for (std::size_t n = 0; n != 30; ++n) {
    all.emplace_back([&, n] {
      try {
        with->claim(flow_of(at.world, n));
      } catch (ledger_unreachable const&) {
        ++failed;
      }
    });
  }
  for (auto& each : all) each.join();
  CHECK(failed == 30);
  CHECK(std::chrono::steady_clock::now() - begin < seconds(4));  // and not 30 times 200 ms
}

TEST_CASE("the file keeps count of entries and bytes", "[sqlite][once-04]") {
  shared_file at;
  auto const with = at.open({.limits = {.result_bytes = 1000}});
  auto const agrees =
      "SELECT (SELECT count(*) FROM entry) = entries AND"
      " (SELECT coalesce(sum(length(outcome)), 0) FROM result) = bytes FROM ledger";
  for (std::size_t i = 0; i != 40; ++i) {
    CHECK(claimed(*with, flow_of(at.world, i, i % 3)) == ledger_verdict::mine);
    if (i % 5 == 0) with->release(flow_of(at.world, i).key);
    with->finish(flow_of(at.world, i).key, std::string(i * 3, 'x'));
  }
  CHECK(at.number("SELECT entries FROM ledger") == 32);
  CHECK(at.number("SELECT bytes FROM ledger") > 900);
  CHECK(at.number(agrees) == 1);
  at.world.pass(hours(2));
  auto later = flow_of(at.world, 100);
  later.until += hours(9);
  CHECK(claimed(*with, later) == ledger_verdict::mine);
  CHECK(at.number("SELECT entries FROM ledger") == 1);
  CHECK(at.number("SELECT bytes FROM ledger") == 0);
  CHECK(at.number(agrees) == 1);
}

TEST_CASE("options out of range are refused when the ledger is made, before there is a file", "[sqlite]") {
  shared_file at;
  for (auto const& bad :
       {sqlite_ledger_options{.lease = milliseconds(999), .patience = milliseconds(0)},
        sqlite_ledger_options{.lease = hours(1) + milliseconds(1)}, sqlite_ledger_options{.patience = milliseconds(-1)},
        sqlite_ledger_options{.lease = seconds(2), .patience = milliseconds(1001)}}) {
    CHECK_THROWS_AS(at.open(bad), std::invalid_argument);
  }
  CHECK(!std::filesystem::exists(at.file()));
}
