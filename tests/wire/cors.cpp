// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/wire/cors.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

namespace {

using fields = std::vector<std::pair<std::string, std::string>>;

std::string field(fields const& all, std::string_view name) {
  for (auto const& [key, value] : all) {
    if (key == name) return value;
  }
  return "<none>";
}

http_request_view preflight(std::string_view wanted) {
  return {"OPTIONS",
          "/mcp",
          {{"Origin", "http://localhost:6274"},
           {"Access-Control-Request-Method", "POST"},
           {"Access-Control-Request-Headers", wanted}}};
}

}  // namespace

TEST_CASE("a preflight is OPTIONS with both of its headers", "[wire][cors][HDR-29]") {
  CHECK(is_preflight(preflight("")));
  CHECK(!is_preflight({"OPTIONS", "/mcp", {}}));
  CHECK(!is_preflight({"OPTIONS", "/mcp", {{"Origin", "http://localhost"}}}));
  CHECK(!is_preflight({"OPTIONS", "/mcp", {{"Access-Control-Request-Method", "POST"}}}));
  CHECK(!is_preflight({"POST", "/mcp", {{"Origin", "http://localhost"}, {"Access-Control-Request-Method", "POST"}}}));
}

TEST_CASE("the headers of MCP are granted, others are not", "[wire][cors][HDR-29]") {
  auto const granted = [](std::string_view wanted) {
    return field(preflight_fields(preflight(wanted)), "Access-Control-Allow-Headers");
  };
  CHECK(granted("content-type,mcp-method , Mcp-Param-Zone") == "content-type, mcp-method, Mcp-Param-Zone");
  CHECK(granted("authorization,x-evil,mcp-name") == "authorization, mcp-name");
  CHECK(granted("x-evil") == "<none>");
  CHECK(granted(",, ,") == "<none>");
  CHECK(granted("mcp-param-a\r\nX-Evil: 1") == "<none>");
}

TEST_CASE("an answer names the one origin it is for", "[wire][cors][HDR-29]") {
  auto const answer = cors_fields({"POST", "/mcp", {{"Origin", "http://localhost:6274"}}});
  CHECK(field(answer, "Access-Control-Allow-Origin") == "http://localhost:6274");
  CHECK(field(answer, "Vary") == "Origin");
  CHECK(field(answer, "Access-Control-Allow-Credentials") == "<none>");
  CHECK(field(preflight_fields(preflight("")), "Access-Control-Allow-Origin") == "http://localhost:6274");
  CHECK(field(preflight_fields(preflight("")), "Access-Control-Allow-Methods") == "POST");
  CHECK(cors_fields({"POST", "/mcp", {}}).empty());
}

TEST_CASE("a page may use a session where there are sessions", "[wire][cors][HDR-29][LEG-20]") {
  CHECK(field(preflight_fields(preflight(""), true), "Access-Control-Allow-Methods") == "POST, GET, DELETE");
  CHECK(field(preflight_fields(preflight("mcp-session-id, Last-Event-ID")), "Access-Control-Allow-Headers") ==
        "mcp-session-id, Last-Event-ID");
  auto const answer = cors_fields({"POST", "/mcp", {{"Origin", "http://localhost:6274"}}});
  CHECK(field(answer, "Access-Control-Expose-Headers") == "Mcp-Session-Id, WWW-Authenticate");
}
