// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/recorded_reply.hpp>

#include <parley/protocol/encode.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

TEST_CASE("an answer is given again under another id, and is the same otherwise", "[protocol][once-05]") {
  for (auto const& first : {request_id::integer(7), request_id::string("a \"quoted\" id"), request_id()}) {
    for (auto const& second : {request_id::string("8"), request_id::integer(8)}) {
      reply const made{encode_result(first, R"({"content":[{"type":"text","text":"id"}]})"), reply_status::ok};
      auto const again = replay_reply(record_reply(made, first), second);
      REQUIRE(again);
      CHECK(again->body == encode_result(second, R"({"content":[{"type":"text","text":"id"}]})"));
      CHECK(again->status == reply_status::ok);
    }
  }
}

TEST_CASE("errors keep their status", "[protocol][once-05]") {
  rpc_error const why = invalid_params("That is wrong");
  auto const first = request_id::integer(1);
  auto const made = encode_error(first, why);
  auto const again = replay_reply(record_reply(made, first), request_id::integer(2));
  REQUIRE(again);
  CHECK(again->body == encode_error(request_id::integer(2), why).body);
  CHECK(again->status == made.status);
}

TEST_CASE("what is no record is not replayed", "[protocol][once-05]") {
  for (std::string const bad : {"", "1", "1,", "1{}", "0,\"result\":{}}", "9,\"result\":{}}", "1,\"method\":\"x\"}"}) {
    CAPTURE(bad);
    CHECK_FALSE(replay_reply(bad, request_id::integer(1)));
  }
  CHECK_THROWS_AS(record_reply({"{}", reply_status::ok}, request_id::integer(1)), std::logic_error);
}
