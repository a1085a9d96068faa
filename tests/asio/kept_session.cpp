// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/asio/kept_session.hpp>

#include <parley/server/client_session.hpp>

#include "support/catch.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

using namespace parley;
using parley::detail::http_connection;
using parley::detail::kept_call;
using parley::detail::kept_session;
using parley::detail::kept_stream;
using parley::detail::stream_terms;

namespace {

struct fixture {
  boost::asio::io_context io{};
  std::shared_ptr<memory_event_store> store = std::make_shared<memory_event_store>();
  std::shared_ptr<client_session> agreed = std::make_shared<client_session>();
  std::stop_source all{};

  kept_session session(std::size_t most_streams = 2) {
    auto terms = std::make_shared<stream_terms>();
    terms->store = store;
    terms->session = "s";
    terms->wakes = std::make_shared<detail::wake_gate>();
    terms->backlog = 100;
    return kept_session(agreed, std::move(terms), most_streams);
  }
  std::shared_ptr<http_connection> connection() {
    return std::make_shared<http_connection>(boost::asio::ip::tcp::socket(io), nullptr, std::chrono::seconds(1));
  }
  std::shared_ptr<kept_call> call(std::shared_ptr<kept_stream> stream, int id = 1) {
    return std::make_shared<kept_call>(request_id::integer(id), std::move(stream), io.get_executor(), all.get_token());
  }
};

}  // namespace

TEST_CASE("each call has a stream of its own, with a number that no other has had", "[http][kept_session][LEG-34]") {
  fixture with;
  auto session = with.session();
  auto const first = session.open(1, false);
  auto const second = session.open(1, false);
  REQUIRE((first && second));
  CHECK(first->number() == 1);
  CHECK(second->number() == 2);
  CHECK(session.find(1) == first);
  CHECK(session.find(0) == session.standalone());
  CHECK(session.find(3) == nullptr);
  CHECK_FALSE(session.open(1, false));
}

TEST_CASE("an answered stream makes room for a new one, the oldest first", "[http][kept_session][LEG-40]") {
  fixture with;
  auto session = with.session();
  auto const first = session.open(1, false);
  auto const second = session.open(1, false);
  for (auto const& stream : {first, second}) {
    auto const reader = stream->attach(with.connection(), false);
    CHECK(stream->send("message"));
    stream->answer("answer");
    stream->detach(*reader);
  }
  auto const third = session.open(1, false);
  REQUIRE(third);
  CHECK(third->number() == 3);
  CHECK(session.find(1) == nullptr);
  CHECK(session.find(2) == second);
  CHECK(with.store->bytes() == std::string("messageanswer").size());
}

TEST_CASE("a stream to which nobody can come back is forgotten", "[http][kept_session][LEG-37]") {
  fixture with;
  auto session = with.session(1);
  auto const stream = session.open(1, false);
  auto const reader = stream->attach(with.connection(), false);
  session.tidy(stream);
  CHECK(session.find(1) == stream);
  stream->answer("answer");
  stream->detach(*reader);
  session.tidy(stream);
  CHECK(session.find(1) == nullptr);
  CHECK(session.open(1, false) != nullptr);
}

TEST_CASE("a session is in use while a call runs or a connection reads", "[http][kept_session][LEG-40]") {
  fixture with;
  auto session = with.session();
  CHECK_FALSE(session.is_busy());
  auto const call = with.call(session.open(1, false));
  CHECK(session.add(call));
  CHECK(session.is_busy());
  session.remove(call);
  CHECK_FALSE(session.is_busy());
  for (auto const& stream : {session.standalone(), session.find(1)}) {
    auto const reader = stream->attach(with.connection(), false);
    CHECK(session.is_busy());
    stream->detach(*reader);
    CHECK_FALSE(session.is_busy());
  }
}

TEST_CASE("a call is cancelled by its id, exactly as it was written", "[http][kept_session][CAN-09]") {
  fixture with;
  auto session = with.session();
  auto const one = with.call(session.open(1, false), 1);
  auto const two = with.call(session.open(1, false), 2);
  session.add(one);
  session.add(two);
  session.cancel(request_id::string("1"));
  CHECK_FALSE(one->stop_token().stop_requested());
  session.cancel(request_id::integer(1));
  CHECK(one->stop_token().stop_requested());
  CHECK_FALSE(two->stop_token().stop_requested());
  with.all.request_stop();
  CHECK(two->stop_token().stop_requested());
}

TEST_CASE("a call whose question nobody can hear is given up", "[http][kept_session][LEG-37]") {
  fixture with;
  auto session = with.session();
  auto const stream = session.open(1, false);
  auto const call = with.call(stream);
  auto const reader = stream->attach(with.connection(), false);
  SECTION("when its client left before it had heard of the stream") {
    stream->detach(*reader);
    call->notify("progress");
    CHECK_FALSE(call->stop_token().stop_requested());
    call->deliver("question");
    CHECK(call->stop_token().stop_requested());
  }
  SECTION("and not when it may come back") {
    call->notify("progress");
    stream->detach(*reader);
    call->deliver("question");
    CHECK_FALSE(call->stop_token().stop_requested());
  }
}

TEST_CASE("a session that is over keeps nothing and begins nothing", "[http][kept_session][LEG-26]") {
  fixture with;
  auto session = with.session();
  auto const stream = session.open(1, false);
  auto const reader = stream->attach(with.connection(), false);
  auto const call = with.call(stream);
  session.add(call);
  call->deliver("question");
  session.end();
  session.end();
  CHECK(call->stop_token().stop_requested());
  CHECK_FALSE(stream->look(*reader).reads);
  CHECK(with.store->sessions() == 0);
  stream->answer("late");
  CHECK(with.store->sessions() == 0);
  CHECK(session.open(1, false) == nullptr);
  CHECK(session.find(1) == nullptr);
  CHECK(session.find(0) == nullptr);
  CHECK_FALSE(session.add(with.call(stream)));
}
