// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/event_store.hpp>

#include "support/catch.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <vector>

using namespace parley;

namespace {

using events = std::vector<stored_event>;

constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

events read(event_store& from, std::string_view session, std::uint64_t stream, std::uint64_t after,
            std::size_t most_bytes = all) {
  events got;
  int answers = 0;
  from.read(session, stream, after, most_bytes, [&](events what) {
    got = std::move(what);
    ++answers;
  });
  REQUIRE(answers == 1);
  return got;
}

// Events 1 … `last` of ten bytes each.
void fill(event_store& store, std::string_view session, std::uint64_t stream, std::uint64_t last,
          std::uint64_t first = 1) {
  for (auto number = first; number <= last; ++number) store.append(session, stream, number, std::string(10, 'x'));
}

std::vector<std::uint64_t> numbers(events const& of) {
  std::vector<std::uint64_t> all_of_them;
  for (auto const& one : of) all_of_them.push_back(one.number);
  return all_of_them;
}
using list = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("what stands behind a number is read in order, as often as one likes", "[server][event_store][LEG-34]") {
  memory_event_store store;
  store.append("s", 3, 1, "one");
  store.append("s", 3, 2, "two");
  CHECK(read(store, "s", 3, 0) == events{{1, "one"}, {2, "two"}});
  CHECK(read(store, "s", 3, 1) == events{{2, "two"}});
  CHECK(read(store, "s", 3, 2).empty());
  CHECK(read(store, "s", 3, 99).empty());
  store.append("s", 3, 3, "three");
  CHECK(read(store, "s", 3, 2) == events{{3, "three"}});
  CHECK(read(store, "s", 3, 0) == events{{1, "one"}, {2, "two"}, {3, "three"}});
}

TEST_CASE("a stream is its own, and so is a session", "[server][event_store][LEG-34][LEG-39]") {
  memory_event_store store;
  store.append("s", 1, 1, "a");
  store.append("s", 2, 1, "b");
  store.append("t", 1, 1, "c");
  CHECK(read(store, "s", 1, 0) == events{{1, "a"}});
  CHECK(read(store, "s", 2, 0) == events{{1, "b"}});
  CHECK(read(store, "t", 1, 0) == events{{1, "c"}});
  CHECK(read(store, "t", 2, 0).empty());
  CHECK(read(store, "u", 1, 0).empty());
}

TEST_CASE("a read takes no more than it wants, but always something", "[server][event_store]") {
  memory_event_store store;
  fill(store, "s", 1, 5);
  CHECK(numbers(read(store, "s", 1, 0, 25)) == list{1, 2});
  CHECK(numbers(read(store, "s", 1, 2, 20)) == list{3, 4});
  CHECK(numbers(read(store, "s", 1, 4, 0)) == list{5});
}

TEST_CASE("of what was sent only so much is kept, the newest of it", "[server][event_store][LEG-34]") {
  SECTION("in events") {
    memory_event_store store({.sent_events = 2});
    fill(store, "s", 1, 5);
    store.sent("s", 1, 5);
    CHECK(numbers(read(store, "s", 1, 0)) == list{4, 5});
    CHECK(store.bytes() == 20);
  }
  SECTION("in bytes") {
    memory_event_store store({.sent_bytes = 29});
    fill(store, "s", 1, 5);
    store.sent("s", 1, 5);
    CHECK(numbers(read(store, "s", 1, 0)) == list{4, 5});
  }
}

TEST_CASE("what was not sent is kept, however much it is", "[server][event_store][LEG-37]") {
  memory_event_store store({.sent_events = 2, .sent_bytes = 20});
  fill(store, "s", 1, 100);
  CHECK(read(store, "s", 1, 0).size() == 100);
  store.sent("s", 1, 98);
  CHECK(numbers(read(store, "s", 1, 0)) == list{97, 98, 99, 100});
}

TEST_CASE("an event that was sent once stays so, whatever is sent again", "[server][event_store]") {
  memory_event_store store({.sent_events = 3});
  fill(store, "s", 1, 3);
  store.sent("s", 1, 3);
  store.sent("s", 1, 1);
  store.sent("s", 2, 9);
  store.sent("t", 1, 9);
  fill(store, "s", 1, 4, 4);
  store.sent("s", 1, 4);
  CHECK(numbers(read(store, "s", 1, 0)) == list{2, 3, 4});
}

TEST_CASE("when all is full, whoever holds most loses what it was sent, and then what it was not",
          "[server][event_store][LEG-40]") {
  memory_event_store store({.all_bytes = 100});
  fill(store, "small", 1, 3);
  store.sent("small", 1, 3);
  fill(store, "large", 1, 4);
  fill(store, "large", 2, 3);
  store.sent("large", 2, 2);
  REQUIRE(store.bytes() == 100);

  fill(store, "large", 1, 6, 5);
  CHECK(store.bytes() == 100);
  CHECK(numbers(read(store, "large", 2, 0)) == list{3});
  CHECK(numbers(read(store, "large", 1, 0)) == list{1, 2, 3, 4, 5, 6});

  fill(store, "small", 1, 4, 4);
  CHECK(numbers(read(store, "large", 1, 0)) == list{2, 3, 4, 5, 6});
  CHECK(numbers(read(store, "small", 1, 0)) == list{1, 2, 3, 4});
}

TEST_CASE("the event that came last is there, however long it is", "[server][event_store]") {
  memory_event_store store({.sent_events = 1, .sent_bytes = 1, .all_bytes = 20});
  fill(store, "s", 1, 2);
  store.append("s", 1, 3, std::string(1000, 'x'));
  CHECK(numbers(read(store, "s", 1, 0)) == list{3});
  store.append("t", 1, 1, "next");
  CHECK(read(store, "s", 1, 0).empty());
  CHECK(store.bytes() == 4);
}

TEST_CASE("what is forgotten leaves nothing behind", "[server][event_store][LEG-26]") {
  memory_event_store store;
  fill(store, "s", 1, 3);
  fill(store, "s", 2, 3);
  fill(store, "t", 1, 3);
  store.forget_stream("s", 1);
  store.forget_stream("s", 1);
  store.forget_stream("u", 1);
  CHECK(read(store, "s", 1, 0).empty());
  CHECK(store.bytes() == 60);
  store.forget_stream("s", 2);
  CHECK(store.sessions() == 1);
  store.forget_session("t");
  store.forget_session("t");
  CHECK(store.sessions() == 0);
  CHECK(store.bytes() == 0);
}

TEST_CASE("several threads write and read streams of their own", "[server][event_store]") {
  memory_event_store store({.sent_events = 10});
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (std::uint64_t stream = 0; stream < 4; ++stream) {
    threads.emplace_back([&store, &wrong, stream] {
      std::uint64_t seen = 0;
      for (std::uint64_t number = 1; number <= 2000; ++number) {
        store.append(stream % 2 == 0 ? "s" : "t", stream, number, std::to_string(number));
        if (number % 3 != 0) continue;
        store.read(stream % 2 == 0 ? "s" : "t", stream, seen, all, [&](events got) {
          for (auto const& one : got) wrong += one.number == ++seen && one.message == std::to_string(seen) ? 0 : 1;
        });
        store.sent(stream % 2 == 0 ? "s" : "t", stream, seen);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
}
