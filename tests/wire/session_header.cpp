// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/wire/session_header.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

namespace {

http_request_view with(std::vector<std::pair<std::string_view, std::string_view>> headers) {
  return {"GET", "/mcp", std::move(headers)};
}

unsigned status_of_id(std::string_view value) {
  auto const id = read_session_id(with({{"Mcp-Session-Id", value}}));
  return id ? 0 : id.error().status;
}
unsigned status_of_event(std::string_view value) {
  auto const id = read_last_event_id(with({{"Last-Event-ID", value}}));
  return id ? 0 : id.error().status;
}

}  // namespace

TEST_CASE("a request names its session in a header of any letter case", "[wire][session_header][LEG-23]") {
  CHECK(read_session_id(with({{"MCP-Session-Id", " Ab-_9!~ "}})).value() == "Ab-_9!~");
  CHECK(read_session_id(with({{"mcp-session-id", "x"}})).value() == "x");
  CHECK(read_session_id(with({{"Mcp-Session", "x"}})).value() == std::nullopt);
}

TEST_CASE("an id that no session can have is an unknown one", "[wire][session_header][LEG-25]") {
  CHECK(status_of_id(std::string(longest_session_id, 'x')) == 0);
  CHECK(status_of_id(std::string(longest_session_id + 1, 'x')) == 404);
  for (auto value : {"", " ", "a b", "a\tb", "\xc3\xa4", "a\x7f"}) CHECK(status_of_id(value) == 404);
}

TEST_CASE("which of two sessions is meant is not guessed", "[wire][session_header][LEG-24]") {
  auto const both = read_session_id(with({{"Mcp-Session-Id", "a"}, {"mcp-session-id", "a"}}));
  REQUIRE(!both);
  CHECK(both.error().status == 400);
}

TEST_CASE("a client names the last event that it has seen", "[wire][session_header][LEG-34]") {
  CHECK(read_last_event_id(with({{"last-event-id", "3_17"}})).value() == event_id{3, 17});
  CHECK(read_last_event_id(with({})).value() == std::nullopt);
  CHECK(read_last_event_id(with({{"Last-Event-ID", ""}})).value() == std::nullopt);
}

TEST_CASE("what is no id of an event is refused", "[wire][session_header][LEG-36]") {
  for (auto value : {"5", "abc", "3_17, 3_18", "3_17x", "-1_2"}) CHECK(status_of_event(value) == 400);
  for (auto value : {"3_17", ""}) {
    CHECK(!read_last_event_id(with({{"Last-Event-ID", value}, {"Last-Event-ID", "3_17"}})));
  }
}

TEST_CASE("a version may be left out, and else must be one that has sessions over HTTP",
          "[wire][session_header][LEG-27][LEG-28]") {
  auto const named = [](std::string_view value) {
    return read_session_version(with({{"MCP-Protocol-Version", value}}));
  };
  CHECK(read_session_version(with({})).value() == std::nullopt);
  CHECK(named("2025-11-25").value() == revision::v2025_11_25);
  CHECK(named("2025-06-18").value() == revision::v2025_06_18);
  CHECK(named("2025-03-26").value() == revision::v2025_03_26);
  for (auto value : {"", "2024-11-05", "2026-07-28", "2025-11-26", "9999", "2025-11-25, 2025-06-18"}) {
    CAPTURE(value);
    REQUIRE(!named(value));
    CHECK(named(value).error().status == 400);
  }
  CHECK(!read_session_version(with({{"MCP-Protocol-Version", "2025-11-25"}, {"mcp-protocol-version", "2025-11-25"}})));
}
