// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/session_table.hpp>

#include <parley/core/ascii.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace parley;
using namespace std::chrono_literals;

namespace {

struct fake_session {
  std::atomic<bool> busy{false};
  bool is_busy() const noexcept { return busy; }
};
using table = detail::session_table<fake_session>;

principal const ann = principal::user("issuer", "ann");
principal const bob = principal::user("issuer", "bob");
principal const cat = principal::user("issuer", "cat");

// A clock that the test turns, and randomness that counts.
struct world {
  std::chrono::steady_clock::time_point now{};
  unsigned char drawn = 0;
  environment seen() {
    environment made;
    made.steady_clock = [this] { return now; };
    made.random = [this](std::span<std::byte> out) {
      for (auto& byte : out) byte = std::byte{drawn++};
    };
    return made;
  }
};

std::string add(table& to, principal const& who, bool busy = false) {
  auto const session = std::make_shared<fake_session>();
  session->busy = busy;
  auto const made = to.add(who, session);
  return made ? made->id : "(no room)";
}

}  // namespace

TEST_CASE("a session is found by its id, by whoever began it and by nobody else", "[server][session_table][LEG-39]") {
  world around;
  table sessions(10, 1h, around.seen());
  auto const session = std::make_shared<fake_session>();
  auto const id = sessions.add(ann, session).value().id;
  CHECK(sessions.find(id, ann) == session);
  CHECK(sessions.find(id, bob) == nullptr);
  CHECK(sessions.find(id, principal::anonymous()) == nullptr);
  CHECK(sessions.find(id + "x", ann) == nullptr);
  CHECK(sessions.find("", ann) == nullptr);
  CHECK(sessions.take(id, bob) == nullptr);
  CHECK(sessions.take(id, ann) == session);
  CHECK(sessions.find(id, ann) == nullptr);
  CHECK(sessions.take(id, ann) == nullptr);
  CHECK(sessions.size() == 0);
}

TEST_CASE("an id is 192 random bits in letters that a header may hold", "[server][session_table][LEG-23][SEC-06]") {
  table sessions(100, 1h, system_environment());
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i) ids.insert(add(sessions, ann));
  CHECK(ids.size() == 100);
  for (auto const& id : ids) {
    CHECK(id.size() == 32);
    CHECK(std::all_of(id.begin(), id.end(), [](char c) { return is_ascii_visible(c); }));
  }
}

TEST_CASE("a session that nobody uses for its time is over", "[server][session_table][LEG-40]") {
  world around;
  table sessions(10, 30min, around.seen());
  auto const unused = add(sessions, ann);
  auto const used = add(sessions, ann);
  around.now += 29min;
  CHECK(sessions.take_idle().empty());
  CHECK(sessions.find(used, ann) != nullptr);
  CHECK(sessions.find(unused, bob) == nullptr);  // what somebody else asks does not keep it
  around.now += 1min;
  CHECK(sessions.find(unused, ann) == nullptr);
  CHECK(sessions.take(unused, ann) == nullptr);
  CHECK(sessions.take_idle().size() == 1);
  CHECK(sessions.find(unused, ann) == nullptr);
  CHECK(sessions.find(used, ann) != nullptr);
}

TEST_CASE("a session in which something is under way is in use", "[server][session_table][LEG-40]") {
  world around;
  table sessions(10, 30min, around.seen());
  auto const session = std::make_shared<fake_session>();
  auto const id = sessions.add(ann, session).value().id;
  session->busy = true;
  around.now += 10h;
  CHECK(sessions.take_idle().empty());
  session->busy = false;
  around.now += 29min;
  CHECK(sessions.take_idle().empty());
  around.now += 1min;
  CHECK(sessions.take_idle() == table::sessions{session});
}

TEST_CASE("when all are taken, the one goes that was unused for longest", "[server][session_table][LEG-40]") {
  world around;
  table sessions(3, 1h, around.seen());
  auto const first = add(sessions, ann);
  auto const second = add(sessions, ann);
  auto const third = add(sessions, ann, true);
  auto const session = sessions.find(first, ann);
  auto const made = sessions.add(ann, std::make_shared<fake_session>());
  REQUIRE(made);
  REQUIRE(made->displaced != nullptr);
  CHECK(made->displaced != session);
  CHECK(sessions.find(second, ann) == nullptr);
  CHECK(sessions.find(first, ann) == session);
  CHECK(sessions.find(third, ann) != nullptr);
  CHECK(sessions.size() == 3);
}

TEST_CASE("one in which something is under way is taken from nobody", "[server][session_table][LEG-40]") {
  world around;
  table sessions(2, 1h, around.seen());
  add(sessions, ann, true);
  add(sessions, bob, true);
  CHECK(add(sessions, ann) == "(no room)");
  CHECK(add(sessions, cat) == "(no room)");
  CHECK(sessions.size() == 2);
}

TEST_CASE("whoever holds most makes room, and nobody who holds less than the newcomer",
          "[server][session_table][LEG-40][SEC-06]") {
  world around;
  table sessions(4, 1h, around.seen());
  auto const bobs = add(sessions, bob);
  around.now += 1s;
  auto const oldest = add(sessions, ann);
  around.now += 1s;
  auto const busy = add(sessions, ann, true);
  auto const newest = add(sessions, ann);
  SECTION("somebody new takes it from her") {
    add(sessions, cat);
    CHECK(sessions.find(oldest, ann) == nullptr);
    CHECK(sessions.find(bobs, bob) != nullptr);
    add(sessions, cat);
    CHECK(sessions.find(newest, ann) == nullptr);
    CHECK(sessions.find(bobs, bob) != nullptr);
    CHECK(sessions.find(busy, ann) != nullptr);
  }
  SECTION("she takes it from herself, until there is nothing to take") {
    auto const again = add(sessions, ann);
    CHECK(sessions.find(oldest, ann) == nullptr);
    sessions.find(newest, ann)->busy = true;
    sessions.find(again, ann)->busy = true;
    CHECK(add(sessions, ann) == "(no room)");
    CHECK(sessions.find(bobs, bob) != nullptr);
    CHECK(add(sessions, cat) != "(no room)");  // two with one each: the one that was unused for longest
    CHECK(sessions.find(bobs, bob) == nullptr);
  }
}

TEST_CASE("at the end all leave", "[server][session_table][LEG-40]") {
  world around;
  table sessions(5, 1h, around.seen());
  auto const id = add(sessions, ann, true);
  add(sessions, bob);
  CHECK(sessions.take_all().size() == 2);
  CHECK(sessions.size() == 0);
  CHECK(sessions.find(id, ann) == nullptr);
  CHECK(add(sessions, ann) != "(no room)");
}

TEST_CASE("threads begin, find and end sessions at once", "[server][session_table]") {
  table sessions(20, 1h, system_environment());
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (auto const& who : {ann, bob, cat}) {
    threads.emplace_back([&sessions, &wrong, who] {
      for (int i = 0; i < 500; ++i) {
        auto const session = std::make_shared<fake_session>();
        session->busy = true;
        auto const made = sessions.add(who, session);
        if (!made || sessions.find(made->id, who) != session || sessions.take(made->id, who) != session) ++wrong;
        sessions.take_idle();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(sessions.size() == 0);
}
