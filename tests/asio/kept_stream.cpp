// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/asio/kept_stream.hpp>

#include "support/catch.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace parley;
using parley::detail::event_box;
using parley::detail::http_connection;
using parley::detail::kept_stream;
using parley::detail::stream_terms;

namespace {

// A stream, and connections that go nowhere.
struct fixture {
  boost::asio::io_context io{};
  std::shared_ptr<memory_event_store> store = std::make_shared<memory_event_store>();
  std::shared_ptr<stream_terms> terms = std::make_shared<stream_terms>();

  fixture() {
    terms->store = store;
    terms->session = "s";
    terms->wakes = std::make_shared<detail::wake_gate>();
    terms->backlog = 100;
    terms->primes = true;
  }
  std::shared_ptr<kept_stream> stream(std::size_t answers = 1, bool as_array = false) {
    return std::make_shared<kept_stream>(terms, 1, answers, as_array);
  }
  std::shared_ptr<http_connection> connection() {
    return std::make_shared<http_connection>(boost::asio::ip::tcp::socket(io), nullptr, std::chrono::seconds(1));
  }
  // What a reader that has read up to there finds.
  std::vector<std::string> read(kept_stream& of, std::uint64_t after) {
    auto const box = std::make_shared<event_box>();
    of.read(after, 1'000'000, box);
    auto const events = box->take().value();
    std::vector<std::string> all;
    for (auto const& one : events) all.push_back(one.message);
    return all;
  }
};
using lines = std::vector<std::string>;

}  // namespace

TEST_CASE("an answer before which nothing is said is one body", "[http][kept_stream][LEG-22]") {
  fixture with;
  auto const stream = with.stream();
  auto const reader = stream->attach(with.connection(), false);
  REQUIRE(reader);
  CHECK_FALSE(stream->look(*reader).complete);
  stream->answer("result", 400);
  auto const seen = stream->look(*reader);
  REQUIRE(seen.whole);
  CHECK(seen.whole->text == "result");
  CHECK(seen.whole->status == 400);
  CHECK_FALSE(stream->look(*reader).whole);
  CHECK(with.store->bytes() == 0);
  CHECK_FALSE(stream->has_begun());
}

TEST_CASE("an answer behind something else is an event, the last one", "[http][kept_stream][LEG-22][LEG-34]") {
  fixture with;
  auto const stream = with.stream();
  auto const reader = stream->attach(with.connection(), false);
  stream->notify("a");
  CHECK(stream->send("b"));
  CHECK(stream->look(*reader).last == 2);
  stream->answer("c");
  stream->answer("d");
  auto const seen = stream->look(*reader);
  CHECK(seen.complete);
  CHECK_FALSE(seen.whole);
  CHECK(with.read(*stream, 0) == lines{"a", "b", "c"});
}

TEST_CASE("what began as an answer becomes an event when the response has begun", "[http][kept_stream]") {
  fixture with;
  auto const stream = with.stream(2, true);
  auto const reader = stream->attach(with.connection(), false);
  stream->answer("a");
  SECTION("because it has been silent for long") { stream->begin(); }
  SECTION("because of what another one has to say") { stream->notify("n"); }
  stream->answer("b");
  CHECK_FALSE(stream->look(*reader).whole);
  CHECK(with.read(*stream, 0).front() == "a");
  CHECK(with.read(*stream, 0).back() == "b");
}

TEST_CASE("the answers to a batch are one array, without those that were cancelled", "[http][kept_stream][LEG-61]") {
  fixture with;
  auto const stream = with.stream(3, true);
  auto const reader = stream->attach(with.connection(), false);
  stream->answer("1");
  stream->answer("");
  CHECK_FALSE(stream->look(*reader).complete);
  stream->answer("3");
  CHECK(stream->look(*reader).whole.value().text == "[1,3]");
}

TEST_CASE("what nobody can come back for is lost", "[http][kept_stream][LEG-37]") {
  fixture with;
  auto const stream = with.stream();
  auto const reader = stream->attach(with.connection(), false);
  stream->detach(*reader);
  stream->notify("a");
  CHECK_FALSE(stream->send("b"));
  stream->answer("c");
  CHECK(with.store->bytes() == 0);
  CHECK(stream->is_left());
}

TEST_CASE("what somebody may come back for is kept", "[http][kept_stream][LEG-37]") {
  fixture with;
  auto const stream = with.stream();
  stream->detach(stream->attach(with.connection(), false).value());
  CHECK_FALSE(stream->send("lost"));
  auto const reader = stream->attach(with.connection(), false);
  CHECK(stream->send("a"));
  stream->detach(*reader);
  CHECK(stream->send("b"));
  stream->answer("c");
  CHECK(stream->is_left());
  CHECK(with.read(*stream, 0) == lines{"a", "b", "c"});
}

TEST_CASE("progress that waits is bounded, and other messages are not", "[http][kept_stream][LEG-37]") {
  fixture with;
  auto const stream = with.stream();
  auto const reader = stream->attach(with.connection(), false);
  std::string const sixty(60, 'x');
  stream->notify(sixty);
  stream->notify(sixty);
  CHECK(stream->last() == 1);
  CHECK(stream->send(sixty));
  stream->notify("x");
  CHECK(stream->last() == 2);
  stream->sent({{1, sixty}, {2, sixty}});
  stream->sent({{1, sixty}});
  CHECK(stream->last_sent() == 2);
  stream->notify(sixty);
  CHECK(stream->look(*reader).last == 3);
}

TEST_CASE("a stream has one reader, who may be displaced", "[http][kept_stream][LEG-30]") {
  fixture with;
  auto const stream = with.stream(0);
  auto const first = stream->attach(with.connection(), false);
  REQUIRE(first);
  CHECK_FALSE(stream->attach(with.connection(), false));
  auto const second = stream->attach(with.connection(), true);
  REQUIRE(second);
  CHECK_FALSE(stream->look(*first).reads);
  CHECK(stream->look(*second).reads);
  stream->detach(*first);
  CHECK(stream->has_reader());
  stream->detach(*second);
  CHECK_FALSE(stream->has_reader());
  CHECK(stream->attach(with.connection(), false));
}

TEST_CASE("a reader is let go when its client can come back", "[http][kept_stream][LEG-35]") {
  fixture with;
  SECTION("and comes back to where it was") {
    auto const stream = with.stream();
    stream->release();
    auto const reader = stream->attach(with.connection(), false);
    CHECK_FALSE(stream->look(*reader).released);
    stream->release();
    CHECK(stream->look(*reader).released);
    CHECK(stream->has_begun());
    stream->detach(*reader);
    auto const again = stream->attach(with.connection(), true);
    CHECK_FALSE(stream->look(*again).released);
  }
  SECTION("and not when it cannot") {
    with.terms->primes = false;
    auto const stream = with.stream();
    auto const reader = stream->attach(with.connection(), false);
    stream->release();
    CHECK_FALSE(stream->look(*reader).released);
    CHECK_FALSE(stream->has_begun());
  }
}

TEST_CASE("when a session is over nothing is said any more", "[http][kept_stream][LEG-26]") {
  fixture with;
  auto const stream = with.stream();
  auto const reader = stream->attach(with.connection(), false);
  stream->notify("a");
  stream->close();
  stream->notify("b");
  CHECK_FALSE(stream->send("c"));
  stream->answer("d");
  CHECK(stream->last() == 1);
  CHECK_FALSE(stream->look(*reader).reads);
}

TEST_CASE("a reader hears of what is said, of the answer and of the end", "[http][kept_stream]") {
  fixture with;
  auto const stream = with.stream();
  auto const reader = stream->attach(with.connection(), false);
  auto const woken = [&] {
    stream->look(*reader);
    with.io.restart();
    return with.io.run();
  };
  stream->notify("a");
  stream->notify("b");
  CHECK(woken() == 1);
  stream->send("c");
  CHECK(woken() == 1);
  stream->answer("d");
  CHECK(woken() == 1);
  stream->release();
  CHECK(woken() == 1);
  stream->close();
  CHECK(woken() == 1);
}

TEST_CASE("a reader that waits for the store is woken when it answers", "[http][kept_stream][LEG-34]") {
  struct late_store : event_store {
    std::function<void(std::vector<stored_event>)> asked{};
    void append(std::string_view, std::uint64_t, std::uint64_t, std::string) noexcept override {}
    void read(std::string_view, std::uint64_t, std::uint64_t, std::size_t,
              std::function<void(std::vector<stored_event>)> done) noexcept override {
      asked = std::move(done);
    }
    void forget_stream(std::string_view, std::uint64_t) noexcept override {}
    void forget_session(std::string_view) noexcept override {}
  };
  fixture with;
  auto const store = std::make_shared<late_store>();
  with.terms->store = store;
  auto const stream = with.stream(0);
  stream->attach(with.connection(), false);
  auto const box = std::make_shared<event_box>();
  stream->read(0, 100, box);
  CHECK_FALSE(box->take());
  CHECK(with.io.run() == 0);
  store->asked({{1, "a"}});
  with.io.restart();
  CHECK(with.io.run() == 1);
  CHECK(box->take().value() == std::vector<stored_event>{{1, "a"}});
  store->asked = nullptr;
}
