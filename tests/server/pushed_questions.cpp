// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/pushed_questions.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <memory>

using namespace parley;
using detail::pushed_questions;

namespace {

incoming result_of(json value) {
  incoming message;
  message.kind = message_kind::response;
  message.result = std::make_shared<json const>(std::move(value));
  return message;
}
incoming error() {
  incoming message;
  message.kind = message_kind::response;
  return message;
}

struct watched {
  pushed_questions both{{{"a", "first", nullptr}, {"b", "second", nullptr}}};
  int woken = 0;

  watched() {
    both.set_waker([this] { ++woken; });
  }
};

}  // namespace

TEST_CASE("they are settled with the last answer, and not before", "[server][LEG-50]") {
  watched two;
  two.both.take("b", result_of(2));
  CHECK_FALSE(two.both.settled());
  CHECK(two.woken == 0);
  two.both.take("a", result_of(1));
  CHECK(two.both.settled());
  CHECK(two.woken == 1);
  auto const all = two.both.questions();
  CHECK(*all[0].answer == 1);
  CHECK(*all[1].answer == 2);
}

TEST_CASE("an answer counts the first time, and for a question that was asked", "[server][once-18]") {
  watched two;
  two.both.take("a", result_of(1));
  two.both.take("a", result_of(7));
  two.both.take("c", result_of(7));
  CHECK(*two.both.questions()[0].answer == 1);
  CHECK_FALSE(two.both.settled());
}

TEST_CASE("one that cannot be answered settles them all", "[server][LEG-51]") {
  watched two;
  two.both.take("b", error());
  CHECK(two.both.settled());
  CHECK(two.both.failed() == "second");
  CHECK(two.woken == 1);
}

TEST_CASE("so does the end of the session", "[server][LEG-26]") {
  watched two;
  two.both.lose();
  CHECK(two.both.settled());
  CHECK(two.both.lost());
  CHECK(two.woken == 1);
}

TEST_CASE("a waker is called once, at once when there is nothing to wait for, and the last one counts", "[server]") {
  watched two;
  two.both.wake();
  two.both.lose();
  CHECK(two.woken == 1);
  int late = 0;
  two.both.set_waker([&] { ++late; });
  CHECK(late == 1);

  watched early;
  early.both.wake();
  int then = 0;
  early.both.set_waker([&] { ++then; });  // somebody wanted a look before there was anybody to wake
  CHECK(then == 1);
  early.both.look();
  early.both.set_waker([&] { ++then; });
  CHECK(then == 1);

  watched other;
  int instead = 0;
  other.both.set_waker([&] { ++instead; });
  other.both.lose();
  CHECK(other.woken == 0);
  CHECK(instead == 1);
}
