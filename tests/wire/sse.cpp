// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/wire/sse.hpp>

#include "support/catch.hpp"

#include <limits>

using namespace parley;

TEST_CASE("an event is one data line", "[wire][sse][HTTP-08][C-45]") {
  CHECK(sse_event(R"({"id":1})") == "event: message\ndata: {\"id\":1}\n\n");
}

TEST_CASE("line separators of other standards do not end the data line", "[wire][sse][C-45]") {
  CHECK(sse_event("\"\xe2\x80\xa8 \xf0\x9f\x98\x80\"") ==
        "event: message\ndata: \"\xe2\x80\xa8 \xf0\x9f\x98\x80\"\n\n");
}

TEST_CASE("a message that spans lines cannot break out of its event", "[wire][sse][C-45]") {
  auto const event = sse_event("{\n\"a\":1,\r\n\"b\":2,\r\"c\":3}");
  CHECK(event == "event: message\ndata: { \"a\":1,  \"b\":2, \"c\":3}\n\n");
}

TEST_CASE("a comment is nothing but a comment", "[wire][sse][HTTP-08]") {
  CHECK(sse_comment().front() == ':');
  CHECK(sse_comment().ends_with("\n\n"));
  CHECK(sse_comment().find('\n') == sse_comment().size() - 2);
}

TEST_CASE("the response headers keep proxies from buffering", "[wire][sse][HTTP-07][C-45]") {
  CHECK(sse_headers[0].second == "text/event-stream");
  CHECK(sse_headers[1].second.find("no-cache") == 0);
  CHECK(sse_headers[2].first == "X-Accel-Buffering");
  CHECK(sse_headers[2].second == "no");
}

TEST_CASE("an event of a session says where it stands", "[wire][sse][LEG-34]") {
  CHECK(sse_event("{\n}", {.stream = 3, .number = 17}) == "event: message\nid: 3_17\ndata: { }\n\n");
}

TEST_CASE("a stream begins with a place and no message", "[wire][sse][LEG-35]") {
  using namespace std::chrono_literals;
  CHECK(sse_priming_event({.stream = 3, .number = 0}, 5s) == "id: 3_0\nretry: 5000\ndata: \n\n");
  CHECK(sse_priming_event({.stream = 0, .number = 2}, 0ms) == "id: 0_2\ndata: \n\n");
}

TEST_CASE("an id of an event is read as it was written and in no other way", "[wire][sse][LEG-34][LEG-36]") {
  auto const most = std::numeric_limits<std::uint64_t>::max();
  for (event_id const id : {event_id{0, 0}, event_id{1, 10}, event_id{most, most}}) {
    CHECK(parse_event_id(to_string(id)) == id);
  }
  for (auto text : {"", "_", "1", "1_", "_1", "1_2_3", "01_2", "1_02", "+1_2", "1_-2", " 1_2", "1_2 ", "1-2", "a_b",
                    "0x1_2", "18446744073709551616_0", "0_18446744073709551616"}) {
    CAPTURE(text);
    CHECK(!parse_event_id(text));
  }
}
