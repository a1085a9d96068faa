// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/pool.hpp>

#include "support/catch.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <vector>

using parley::pool;
using namespace std::chrono_literals;

namespace {

// Where tasks wait until the test lets them go.
struct barrier {
  std::promise<void> open{};
  std::shared_future<void> opened{open.get_future().share()};
};

bool eventually(auto const& held) {
  for (auto const end = std::chrono::steady_clock::now() + 20s; std::chrono::steady_clock::now() < end;) {
    if (held()) return true;
    std::this_thread::yield();
  }
  return false;
}

}  // namespace

TEST_CASE("a pool has no threads until there is work", "[asio]") {
  pool threads;
  CHECK(threads.threads() == 0);
}

TEST_CASE("every call that was let in has a thread, however long the others take", "[asio][STDIO-11]") {
  pool threads({.max_calls = 8});
  barrier hold;
  std::vector<pool::ticket> tickets;
  std::vector<std::future<void>> running;
  for (int i = 0; i < 8; ++i) {
    auto ticket = threads.try_enter();
    REQUIRE(ticket);
    tickets.push_back(std::move(*ticket));
    auto started = std::make_shared<std::promise<void>>();
    running.push_back(started->get_future());
    REQUIRE(threads.run([started, opened = hold.opened] {
      started->set_value();
      opened.wait();
    }));
  }
  for (auto& one : running) CHECK(one.wait_for(20s) == std::future_status::ready);
  CHECK(threads.threads() == 8);
  hold.open.set_value();
}

TEST_CASE("one call more than the limit is refused at once, and let in when another has left", "[asio][HTTP-22]") {
  pool threads({.max_calls = 1});
  auto first = threads.try_enter();
  REQUIRE(first);
  CHECK_FALSE(threads.try_enter());
  first.reset();
  CHECK(threads.try_enter());
}

TEST_CASE("threads that have nothing to do end, but for those that are kept", "[asio]") {
  pool threads({.max_calls = 6, .kept_threads = 1, .idle = 1ms});
  barrier hold;
  for (int i = 0; i < 6; ++i) REQUIRE(threads.run([opened = hold.opened] { opened.wait(); }));
  CHECK(threads.threads() == 6);
  hold.open.set_value();
  CHECK(eventually([&] { return threads.threads() == 1; }));
}

TEST_CASE("a thread that waits takes the next task", "[asio]") {
  pool threads;
  auto run = [&] {
    std::promise<std::thread::id> ran;
    auto where = ran.get_future();
    threads.run([&ran] { ran.set_value(std::this_thread::get_id()); });
    return where.get();
  };
  auto const first = run();
  CHECK(eventually([&] { return run() == first; }));
}

TEST_CASE("a stopped pool lets nobody in and runs nothing", "[asio]") {
  pool threads;
  threads.stop();
  CHECK(threads.stopped());
  CHECK_FALSE(threads.try_enter());
  CHECK_FALSE(threads.run([] {}));
}

TEST_CASE("stopping waits for what runs, and can be given a limit", "[asio][C-49]") {
  pool threads;
  barrier hold;
  std::atomic<bool> ended{false};
  REQUIRE(threads.run([&ended, opened = hold.opened] {
    opened.wait();
    ended = true;
  }));
  CHECK_FALSE(threads.stop_within(1ms));
  hold.open.set_value();
  threads.stop();
  CHECK(ended);
}

TEST_CASE("a task that nobody will run is destroyed", "[asio]") {
  pool threads;
  threads.stop();
  auto const owned = std::make_shared<int>(1);
  CHECK_FALSE(threads.run([owned] {}));
  CHECK(owned.use_count() == 1);
}

TEST_CASE("whoever has been in before waits for its turn instead of being refused", "[pool][thread][once-16]") {
  pool threads({.max_calls = 1, .max_waiting = 2});
  std::vector<int> order;
  {
    auto first = threads.try_enter();
    threads.when_there_is_room([&] { order.push_back(1); });
    threads.when_there_is_room([&] { order.push_back(2); });
    CHECK(order.empty());
    first.reset();
  }
  CHECK(order == std::vector{1});  // one place, one to take it
  {
    auto second = threads.try_enter();
    REQUIRE(second);
  }
  CHECK(order == std::vector{1, 2});
  threads.when_there_is_room([&] { order.push_back(3); });
  CHECK(order == std::vector{1, 2, 3});

  auto one = threads.try_wait();
  auto two = threads.try_wait();
  CHECK(two);
  CHECK_FALSE(threads.try_wait());
  one.reset();
  CHECK(threads.try_wait());

  auto held = threads.try_enter();
  threads.when_there_is_room([&] { order.push_back(4); });
  threads.stop();
  held.reset();
  CHECK(order.size() == 3);
}
