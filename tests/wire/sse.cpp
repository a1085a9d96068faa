// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/wire/sse.hpp>

#include "support/catch.hpp"

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
