// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/wire/media_type.hpp>

#include "support/catch.hpp"

using namespace parley;

namespace {

accepted_types accept(std::string_view value) { return read_accept({"POST", "/mcp", {{"Accept", value}}}); }

constexpr accepted_types both{true, true}, json_only{true, false}, stream_only{false, true}, neither{};

}  // namespace

TEST_CASE("no Accept header means that anything will do", "[wire][media_type][C-38]") {
  CHECK(read_accept({"POST", "/mcp", {}}) == both);
}

TEST_CASE("wildcards, weights and letter case are understood", "[wire][media_type][T26][C-38]") {
  CHECK(accept("application/json, text/event-stream") == both);
  CHECK(accept("*/*") == both);
  CHECK(accept("application/*, text/event-stream;q=0.9") == both);
  CHECK(accept("Application/JSON,TEXT/EVENT-STREAM") == both);
  CHECK(accept("text/html, */*;q=0.1") == both);
  CHECK(accept("application/json") == json_only);
  CHECK(accept("APPLICATION/*;q=0.001") == json_only);
  CHECK(accept("application/json; charset=utf-8") == json_only);
  CHECK(accept("text/*") == stream_only);
  CHECK(accept(" , text/event-stream ; q=1 ,,") == stream_only);
}

TEST_CASE("several Accept headers are one list", "[wire][media_type][C-38]") {
  CHECK(read_accept({"POST", "/mcp", {{"Accept", "application/json"}, {"X", "y"}, {"accept", "text/event-stream"}}}) ==
        both);
}

TEST_CASE("types that a client does not name are not sent", "[wire][media_type][C-38]") {
  CHECK(accept("text/html") == neither);
  CHECK(accept("") == neither);
  CHECK(accept("application/jsonp, application/json-seq") == neither);
  CHECK(accept("*") == neither);
  CHECK(accept("json") == neither);
  CHECK(accept("application/json+x") == neither);
}

TEST_CASE("weight zero means no, and the more specific range decides", "[wire][media_type][T26]") {
  CHECK(accept("application/json;q=0, */*") == stream_only);
  CHECK(accept("*/*, application/json;q=0") == stream_only);
  CHECK(accept("text/*;q=0, */*") == json_only);
  CHECK(accept("text/*;q=0, text/event-stream, application/json;q=0.000") == stream_only);
  CHECK(accept("*/*;q=0.0") == neither);
  CHECK(accept("*/*;Q=0") == neither);
  CHECK(accept("*/*;q=0.") == neither);
  CHECK(accept("*/*;q=0.01") == both);
  CHECK(accept("application/json;q=0, application/json") == json_only);
}

TEST_CASE("commas and semicolons inside quotes do not separate", "[wire][media_type]") {
  CHECK(accept("application/json;x=\"a,*/*;q=0\"") == json_only);
  CHECK(accept("application/json;x=\"\\\",\";q=0") == neither);
  CHECK(accept("text/html;x=\"unclosed, */*") == neither);
  CHECK(accept("text/html;x=\"\\") == neither);
}

TEST_CASE("JSON in UTF-8 is taken however it is spelled", "[wire][media_type][HTTP-13][C-38]") {
  auto const type =
      GENERATE("application/json", "Application/JSON", "application/json; charset=utf-8",
               "application/json;charset=\"UTF-8\"", "application/json ; CHARSET=Utf-8", "application/json;",
               "application/json; version=1; ;charset=utf-8", "application/json;charset=\"ut\\f-8\"");
  CAPTURE(type);
  CHECK(is_json_content_type(type));
}

TEST_CASE("other content types are not JSON", "[wire][media_type][HTTP-13][T28][C-38]") {
  auto const type =
      GENERATE("", "text/plain", "text/json", "application/jsonx", "application/x-www-form-urlencoded", "json",
               "application/*", "application/json; charset=latin1", "application/json;charset=utf-16",
               "application/json; charset", "application/json; charset=", "application/json, text/plain",
               "application / json", "application/json;x=\";\";charset=latin1");
  CAPTURE(type);
  CHECK(!is_json_content_type(type));
}
