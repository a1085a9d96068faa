// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/subscription_hub.hpp>

#include "support/catch.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace parley;
using parley::detail::subscription;
using parley::detail::subscription_hub;

namespace {

using lines = std::vector<std::string>;

request_id number(int value) { return request_id::integer(value); }

std::shared_ptr<subscription> open(subscription_hub& hub, int id, subscription_filter filter) {
  auto made = hub.open(number(id), std::move(filter));
  REQUIRE(made);
  return *made;
}

// Opens a stream and takes its acknowledgement.
std::shared_ptr<subscription> open_and_read(subscription_hub& hub, int id, subscription_filter filter) {
  auto made = open(hub, id, filter);
  REQUIRE(made->take().lines == lines{encode_acknowledged(number(id), filter)});
  return made;
}

std::string tools(int id) { return encode_list_changed(number(id), list_kind::tools); }
std::string prompts(int id) { return encode_list_changed(number(id), list_kind::prompts); }
std::string updated(int id, char const* uri) { return encode_resource_updated(number(id), uri); }

subscription_filter const tools_only{.tools_list_changed = true};

// Something that a waker rings and another thread waits for.
class bell {
 public:
  void ring() {
    std::lock_guard lock(mutex_);
    ++rings_;
    rung_.notify_all();
  }
  // Waits until it has rung since the last time; false when that does not happen for as long as no machine takes.
  bool wait() {
    std::unique_lock lock(mutex_);
    bool const heard = rung_.wait_for(lock, std::chrono::seconds(30), [this] { return rings_ > 0; });
    rings_ = 0;
    return heard;
  }

 private:
  std::mutex mutex_{};
  std::condition_variable rung_{};
  int rings_ = 0;
};

}  // namespace

TEST_CASE("the acknowledgement comes first, whatever has changed before it", "[server][SUB-02][SUB-03][SUB-11]") {
  subscription_hub hub({});
  auto const stream = open(hub, 1, {.tools_list_changed = true, .resource_subscriptions = {"notes://7"}});
  hub.resource_updated("notes://7");
  hub.list_changed(list_kind::tools);
  auto const told = stream->take();
  CHECK(told.lines == lines{encode_acknowledged(number(1), stream->filter()), updated(1, "notes://7"), tools(1)});
  CHECK_FALSE(told.last);
  CHECK(stream->take().lines.empty());
}

TEST_CASE("a stream tells what was asked for and nothing else", "[server][SUB-05]") {
  subscription_hub hub({});
  auto const stream = open_and_read(hub, 1, {.prompts_list_changed = true, .resource_subscriptions = {"notes://7"}});
  hub.list_changed(list_kind::tools);
  hub.list_changed(list_kind::resources);
  hub.resource_updated("notes://8");
  hub.resource_updated("notes://7/");
  hub.resource_updated("NOTES://7");
  hub.resource_updated("");
  CHECK(stream->take().lines.empty());
  hub.list_changed(list_kind::prompts);
  CHECK(stream->take().lines == lines{prompts(1)});
}

TEST_CASE("one change is told on every stream that wants it, under its own id", "[server][SUB-04][SUB-07]") {
  subscription_hub hub({});
  auto const first = open_and_read(hub, 1, tools_only);
  auto const second = open_and_read(hub, 2, {.tools_list_changed = true, .resource_subscriptions = {"a:1", "a:2"}});
  auto const third = open_and_read(hub, 3, {.resource_subscriptions = {"a:2"}});
  hub.list_changed(list_kind::tools);
  hub.resource_updated("a:2");
  CHECK(first->take().lines == lines{tools(1)});
  CHECK(second->take().lines == lines{tools(2), updated(2, "a:2")});
  CHECK(third->take().lines == lines{updated(3, "a:2")});
}

TEST_CASE("two clients that use one id have two streams", "[server][HTTP-23]") {
  subscription_hub hub({});
  auto const mine = open_and_read(hub, 1, tools_only);
  auto const yours = open_and_read(hub, 1, tools_only);
  CHECK(hub.count() == 2);
  mine->close();
  hub.list_changed(list_kind::tools);
  CHECK(mine->take().lines.empty());
  CHECK(yours->take().lines == lines{tools(1)});
}

TEST_CASE("a burst on a stream that is not read is told once", "[server][SUB-14][SUB-16]") {
  subscription_hub hub({});
  auto const stream = open_and_read(hub, 1, {.tools_list_changed = true, .resource_subscriptions = {"a:1"}});
  for (int i = 0; i < 10'000; ++i) {
    hub.list_changed(list_kind::tools);
    hub.resource_updated("a:1");
  }
  CHECK(stream->take().lines == lines{tools(1), updated(1, "a:1")});
}

TEST_CASE("a stream for nothing stays open", "[server][SUB-15]") {
  subscription_hub hub({});
  auto const stream = open_and_read(hub, 1, {});
  hub.list_changed(list_kind::tools);
  auto const told = stream->take();
  CHECK(told.lines.empty());
  CHECK_FALSE(told.last);
  CHECK(hub.count() == 1);
}

TEST_CASE("as many streams are open as may be, and no more", "[server][SUB-14]") {
  subscription_hub hub({}, 2);
  auto const first = open(hub, 1, {});
  auto second = open(hub, 2, {.resource_subscriptions = {"a:1"}});
  auto const third = hub.open(number(3), {});
  REQUIRE_FALSE(third);
  CHECK(third.error().code == error_code::internal_error);
  CHECK(third.error().message == "Subscription limit reached");
  CHECK(status_of(third.error()) == reply_status::ok);
  CHECK(hub.count() == 2);

  second.reset();
  CHECK(hub.count() == 1);
  hub.resource_updated("a:1");
  CHECK(hub.open(number(4), {}));
}

TEST_CASE("a stream that the server ends tells what waits and then answers its request", "[server][SUB-08]") {
  auto const calc = make_identity({.name = "calc", .version = "1.4.2"});
  subscription_hub hub(calc);
  auto const ended = open_and_read(hub, 1, tools_only);
  auto const other = open_and_read(hub, 2, tools_only);
  hub.list_changed(list_kind::tools);
  ended->end();
  ended->end();
  hub.list_changed(list_kind::tools);

  auto const told = ended->take();
  CHECK(told.lines == lines{tools(1)});
  REQUIRE(told.last);
  CHECK(told.last->body == encode_listen_result(number(1), calc));
  CHECK(told.last->status == reply_status::ok);
  CHECK(hub.count() == 2);

  hub.list_changed(list_kind::tools);
  CHECK(ended->take().lines.empty());
  CHECK_FALSE(ended->take().last);
  CHECK(other->take().lines == lines{tools(2)});
}

TEST_CASE("all streams end together, and those that come late at once", "[server][SUB-08]") {
  subscription_hub hub({});
  auto const first = open_and_read(hub, 1, tools_only);
  auto const second = open(hub, 2, tools_only);
  hub.end_all();
  CHECK(first->take().last);
  auto const both = second->take();
  CHECK(both.lines == lines{encode_acknowledged(number(2), tools_only)});
  CHECK(both.last);

  auto const late = open(hub, 3, tools_only);
  hub.list_changed(list_kind::tools);
  auto const told = late->take();
  CHECK(told.lines == lines{encode_acknowledged(number(3), tools_only)});
  REQUIRE(told.last);
  CHECK(told.last->body == encode_listen_result(number(3), {}));
  CHECK(hub.count() == 3);
}

TEST_CASE("nothing comes after the client has gone", "[server][SUB-09]") {
  subscription_hub hub({});
  auto const stream = open(hub, 1, {.tools_list_changed = true, .resource_subscriptions = {"a:1"}});
  hub.list_changed(list_kind::tools);
  stream->close();
  stream->close();
  CHECK(hub.count() == 0);
  hub.resource_updated("a:1");
  stream->end();
  hub.end_all();
  auto const told = stream->take();
  CHECK(told.lines.empty());
  CHECK_FALSE(told.last);
}

TEST_CASE("the streams of a hub that is gone have ended", "[server]") {
  std::optional<subscription_hub> hub(std::in_place, server_identity{});
  auto const stream = open_and_read(*hub, 1, tools_only);
  int woken = 0;
  stream->set_waker([&] { ++woken; });
  hub.reset();
  CHECK(woken == 1);
  CHECK(stream->take().last);
  stream->close();
}

TEST_CASE("a stream wakes its driver once until it is looked at", "[server][SUB-16]") {
  subscription_hub hub({});
  auto const stream = open_and_read(hub, 1, {.tools_list_changed = true, .resource_subscriptions = {"a:1"}});
  int woken = 0;
  stream->set_waker([&] { ++woken; });
  CHECK(woken == 0);
  hub.list_changed(list_kind::prompts);
  hub.resource_updated("a:2");
  CHECK(woken == 0);
  hub.list_changed(list_kind::tools);
  CHECK(woken == 1);
  hub.list_changed(list_kind::tools);
  hub.resource_updated("a:1");
  stream->end();
  CHECK(woken == 1);
  CHECK(stream->take().last);
  hub.list_changed(list_kind::tools);
  hub.end_all();
  CHECK(woken == 1);
}

TEST_CASE("the end wakes the driver too", "[server][SUB-08]") {
  subscription_hub hub({});
  auto const one = open_and_read(hub, 1, {});
  auto const other = open_and_read(hub, 2, {});
  int woken = 0;
  one->set_waker([&] { ++woken; });
  other->set_waker([&] { woken += 10; });
  one->end();
  CHECK(woken == 1);
  hub.end_all();
  CHECK(woken == 11);
}

TEST_CASE("a waker that comes late hears at once of what waits", "[server][SUB-11]") {
  subscription_hub hub({});
  auto const stream = open(hub, 1, tools_only);
  int woken = 0;
  stream->set_waker([&] { ++woken; });
  CHECK(woken == 1);
  stream->take();
  stream->set_waker([&] { woken += 10; });
  CHECK(woken == 1);
  hub.list_changed(list_kind::tools);
  CHECK(woken == 11);
}

TEST_CASE("a waker may take from its stream, end it and close it", "[server]") {
  subscription_hub hub({});
  SECTION("take") {
    auto const stream = open(hub, 1, tools_only);
    lines seen;
    stream->set_waker([&] {
      for (auto& line : stream->take().lines) seen.push_back(std::move(line));
    });
    hub.list_changed(list_kind::tools);
    hub.list_changed(list_kind::tools);
    CHECK(seen == lines{encode_acknowledged(number(1), tools_only), tools(1), tools(1)});
  }
  SECTION("end") {
    auto const stream = open_and_read(hub, 1, tools_only);
    int woken = 0;
    stream->set_waker([&] {
      ++woken;
      stream->end();
    });
    hub.list_changed(list_kind::tools);
    CHECK(woken == 1);
    CHECK(stream->take().last);
  }
  SECTION("close, and with it the waker that owns the stream") {
    auto stream = open_and_read(hub, 1, tools_only);
    std::weak_ptr<subscription> const watched = stream;
    subscription& unowned = *stream;
    unowned.set_waker([own = std::move(stream)] { own->close(); });
    CHECK(hub.count() == 1);
    hub.list_changed(list_kind::tools);
    CHECK(hub.count() == 0);
    CHECK(watched.expired());
  }
  SECTION("close, when it is called as it is set") {
    auto stream = open(hub, 1, tools_only);
    std::weak_ptr<subscription> const watched = stream;
    subscription& unowned = *stream;
    unowned.set_waker([own = std::move(stream)] { own->close(); });
    CHECK(hub.count() == 0);
    CHECK(watched.expired());
  }
}

TEST_CASE("a stream that is closed forgets its waker, and takes no other", "[server]") {
  subscription_hub hub({});
  auto const stream = open_and_read(hub, 1, tools_only);
  auto const owned = std::make_shared<int>();
  stream->set_waker([owned] { ++*owned; });
  CHECK(owned.use_count() == 2);
  stream->close();
  CHECK(owned.use_count() == 1);
  stream->set_waker([owned] { ++*owned; });
  CHECK(owned.use_count() == 1);
  hub.list_changed(list_kind::tools);
  CHECK(*owned == 0);
}

TEST_CASE("close() waits for a waker that runs on another thread", "[server]") {
  subscription_hub hub({});
  auto const stream = open_and_read(hub, 1, tools_only);
  std::promise<void> entered;
  std::promise<void> leave;
  std::atomic<bool> left{false};
  stream->set_waker([&, may_leave = leave.get_future().share()] {
    entered.set_value();
    may_leave.wait();
    left = true;
  });
  std::thread publisher([&] { hub.list_changed(list_kind::tools); });
  entered.get_future().wait();
  // While the waker runs the stream can be read, and others opened and told.
  CHECK(stream->take().lines == lines{tools(1)});
  auto const other = open_and_read(hub, 2, {.prompts_list_changed = true});
  hub.list_changed(list_kind::prompts);
  CHECK(other->take().lines == lines{prompts(2)});

  auto closing = std::async(std::launch::async, [&] {
    stream->close();
    return left.load();
  });
  // However long it takes, close() is not done before the waker is.
  CHECK(closing.wait_for(std::chrono::milliseconds(50)) == std::future_status::timeout);
  leave.set_value();
  CHECK(closing.get());
  publisher.join();
}

TEST_CASE("no change is missed by a driver that sleeps until it is woken", "[server][SUB-11]") {
  // Every reader must come to know of the last state: publishers raise a number and then tell that it changed; a reader
  // that is told reads the number. A change that wakes nobody leaves a reader asleep for ever.
  constexpr int readers = 3;
  constexpr int publishers = 2;
  constexpr int changes = 2000;
  subscription_hub hub({});
  std::atomic<int> state{0};
  std::atomic<int> missed{0};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < readers; ++i) {
    threads.emplace_back([&, i] {
      auto const made = hub.open(number(i), {.tools_list_changed = true, .resource_subscriptions = {"a:1"}});
      if (!made) {
        ++wrong;
        return;
      }
      auto const& stream = *made;
      bell woken;
      stream->set_waker([&] { woken.ring(); });
      // The list and the resource are told of separately, and each must reach the end.
      int known_tools = state;
      int known_resource = state;
      bool first = true;
      while (known_tools < publishers * changes || known_resource < publishers * changes) {
        if (!woken.wait()) {
          ++missed;
          break;
        }
        for (auto const& line : stream->take().lines) {
          bool const acknowledged = line.find("/acknowledged\"") != std::string::npos;
          if (acknowledged != first) ++wrong;
          first = false;
          if (line == tools(i)) known_tools = state;
          if (line == updated(i, "a:1")) known_resource = state;
        }
      }
      stream->close();
    });
  }
  for (int i = 0; i < publishers; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < changes; ++n) {
        ++state;
        hub.list_changed(list_kind::tools);
        hub.resource_updated("a:1");
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(missed == 0);
  CHECK(wrong == 0);
  CHECK(hub.count() == 0);
}

TEST_CASE("streams come and go while others publish, and the hub ends", "[server][SUB-09][SUB-14]") {
  constexpr int clients = 4;
  constexpr int rounds = 400;
  constexpr std::size_t limit = 3;  // fewer than clients, so that some are turned away
  subscription_hub hub({}, limit);
  std::atomic<int> opened{0}, turned_away{0}, acknowledged{0}, late_calls{0}, too_many{0}, unanswered{0};
  std::atomic<bool> publishing{true};

  std::vector<std::thread> publishers;
  for (int i = 0; i < 2; ++i) {
    publishers.emplace_back([&, i] {
      while (publishing) {
        hub.list_changed(i == 0 ? list_kind::tools : list_kind::resources);
        hub.resource_updated(i == 0 ? "a:1" : "a:2");
        if (hub.count() > limit) ++too_many;
      }
    });
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < clients; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < rounds; ++round) {
        auto made = hub.open(number(i), {true, false, true, {"a:1", "a:2", "a:" + std::to_string(round)}});
        if (!made) {
          ++turned_away;
          std::this_thread::yield();
          continue;
        }
        ++opened;
        auto stream = *std::move(made);
        auto const closed = std::make_shared<std::atomic<bool>>(false);
        stream->set_waker([closed, &late_calls] {
          if (*closed) ++late_calls;
        });
        if (round % 3 == 0) stream->end();
        auto const told = stream->take();
        if (!told.lines.empty() && told.lines.front() == encode_acknowledged(number(i), stream->filter())) {
          ++acknowledged;
        }
        if ((round % 3 == 0) != told.last.has_value()) ++unanswered;
        if (round % 2 == 0) {
          stream->close();
        } else {
          stream.reset();
        }
        *closed = true;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(hub.count() == 0);

  // The last ones are ended by the hub, from another thread.
  std::vector<std::shared_ptr<subscription>> last;
  std::vector<std::unique_ptr<bell>> bells;
  for (std::size_t i = 0; i < limit; ++i) {
    last.push_back(open_and_read(hub, static_cast<int>(i), {}));
    bells.push_back(std::make_unique<bell>());
    last.back()->set_waker([&ringing = *bells.back()] { ringing.ring(); });
  }
  std::thread ender([&] { hub.end_all(); });
  for (std::size_t i = 0; i < limit; ++i) {
    CHECK(bells[i]->wait());
    CHECK(last[i]->take().last);
    last[i]->close();
  }
  ender.join();
  publishing = false;
  for (auto& thread : publishers) thread.join();

  CHECK(opened + turned_away == clients * rounds);
  CHECK(acknowledged == opened);
  CHECK(unanswered == 0);
  CHECK(late_calls == 0);
  CHECK(too_many == 0);
  CHECK(hub.count() == 0);
}
