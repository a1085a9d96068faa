// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/testing/answer.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>
#include <vector>

using namespace parley;
using parley::testing::answer;

TEST_CASE("a result that is complete is told from one that failed", "[testing]") {
  answer const good(
      {R"({"id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"a"},{"type":"image"},)"
       R"({"type":"text","text":"b"}],"structuredContent":{"n":1}}})",
       reply_status::ok});
  CHECK(good.completed());
  CHECK_FALSE(good.failed());
  CHECK_FALSE(good.asks());
  CHECK(good.text() == "ab");
  CHECK(good.structured() == R"({"n":1})");

  answer const bad({R"({"id":1,"result":{"resultType":"complete","content":[],"isError":true}})", reply_status::ok});
  CHECK(bad.failed());
  CHECK_FALSE(bad.completed());
}

TEST_CASE("questions are found by their keys", "[testing]") {
  answer const asked(
      {R"({"id":1,"result":{"resultType":"input_required","inputRequests":{"b":{},"a":{}},"requestState":"s"}})",
       reply_status::ok});
  CHECK(asked.asks());
  CHECK(asked.asks("a"));
  CHECK_FALSE(asked.asks("c"));
  CHECK(asked.keys() == std::vector<std::string>{"a", "b"});
  CHECK(asked.state() == "s");
}

TEST_CASE("an error is its code and its message", "[testing]") {
  answer const error({R"({"id":1,"error":{"code":-32602,"message":"Unknown tool"}})", reply_status::ok});
  CHECK(error.error() == -32602);
  CHECK(error.text() == "Unknown tool");
  CHECK_FALSE(error.completed());
}

TEST_CASE("no answer at all is neither good nor bad", "[testing]") {
  answer const nothing;
  CHECK(nothing.body().empty());
  CHECK(nothing.tree().is_null());
  CHECK_FALSE(nothing.completed());
  CHECK_FALSE(nothing.failed());
  CHECK_FALSE(nothing.asks());
  CHECK_FALSE(nothing.error().has_value());
}

TEST_CASE("a body that is no JSON fails the test that got it", "[testing]") {
  CHECK_THROWS_AS(answer({"oops", reply_status::ok}), std::invalid_argument);
}
