// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/wire/http_rules.hpp>

#include <parley/json/parse.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace parley;

namespace {

// A request that passes, for tests to spoil.
struct request : http_request_view {
  request() {
    method = "POST";
    target = "/mcp";
    headers = {{"Host", "127.0.0.1:8080"},
               {"Content-Type", "application/json"},
               {"Accept", "application/json, text/event-stream"}};
  }
  request& with(std::string_view name, std::string_view value) {
    headers.emplace_back(name, value);
    return *this;
  }
  request& without(std::string_view name) {
    std::erase_if(headers, [&](auto const& header) { return equals_ignoring_case(header.first, name); });
    return *this;
  }
  request& set(std::string_view name, std::string_view value) { return without(name).with(name, value); }
  request& as(std::string_view new_method, std::string_view new_target) {
    method = new_method;
    target = new_target;
    return *this;
  }
};

// The status of the refusal, or 0 when the request may go on.
unsigned refused_with(http_request_view const& view, http_policy const& policy = {}) {
  auto const checked = http_precheck(view, policy);
  return checked ? 0 : checked.error().status;
}

}  // namespace

TEST_CASE("a good request goes on with what it accepts", "[wire][http_rules][HTTP-02]") {
  auto const admitted = http_precheck(request(), {}).value();
  CHECK(admitted.purpose == http_purpose::message);
  CHECK(admitted.accepts == accepted_types{true, true});
  CHECK(http_precheck(request().set("Accept", "application/json"), {}).value().accepts == accepted_types{true, false});
}

TEST_CASE("one Host header is needed", "[wire][http_rules][SEC-03][C-39]") {
  CHECK(refused_with(request().without("Host")) == 400);
  CHECK(refused_with(request().set("Host", " ")) == 400);
  CHECK(refused_with(request().with("Host", "127.0.0.1:8080")) == 400);
  CHECK(refused_with(request().set("Host", "evil.example")) == 403);
}

TEST_CASE("foreign pages are kept out on every method and path", "[wire][http_rules][SEC-01][SEC-05][T23][C-39]") {
  auto const method = GENERATE("POST", "GET", "HEAD", "DELETE", "OPTIONS", "PUT");
  auto const target = GENERATE("/mcp", "/other", "/.well-known/oauth-protected-resource");
  CHECK(refused_with(request().as(method, target).with("Origin", "http://evil.example")) == 403);
  CHECK(refused_with(request().as(method, target).with("Origin", "null")) == 403);
  CHECK(refused_with(request().as(method, target).set("Host", "evil.example")) == 403);
  CHECK(refused_with(
            request().as(method, target).with("Origin", "http://localhost").with("Origin", "http://localhost")) == 403);
}

TEST_CASE("a request from no page passes, and one from this machine", "[wire][http_rules][SEC-01]") {
  CHECK(refused_with(request()) == 0);
  CHECK(refused_with(request().with("Origin", "http://[::1]:8080")) == 0);
}

TEST_CASE("the endpoint has one path", "[wire][http_rules][HTTP-20][C-41]") {
  CHECK(refused_with(request().as("POST", "/mcp?x=1")) == 0);
  for (auto target : {"/", "/mcp/", "//mcp", "/MCP", "/other", "/mcpx", "/%6dcp", "*", "", "mcp", "?/mcp"}) {
    CAPTURE(target);
    CHECK(refused_with(request().as("POST", target)) == 404);
  }
  CHECK(refused_with(request().as("POST", "/tools"), {.path = "/tools"}) == 0);
}

TEST_CASE("a target that is a whole URI is held to its host too", "[wire][http_rules][SEC-03]") {
  CHECK(refused_with(request().as("POST", "http://localhost:8080/mcp")) == 0);
  CHECK(refused_with(request().as("POST", "http://localhost:8080/mcp?x=1")) == 0);
  CHECK(refused_with(request().as("POST", "http://evil.example/mcp")) == 403);
  CHECK(refused_with(request().as("POST", "http://localhost@evil.example/mcp")) == 403);
  CHECK(refused_with(request().as("POST", "http://localhost:8080")) == 404);
  CHECK(refused_with(request().as("POST", "://localhost:8080/mcp")) == 404);
  CHECK(refused_with(request().as("POST", "other?://localhost:8080/mcp")) == 404);
}

TEST_CASE("other methods are told which one is right", "[wire][http_rules][HTTP-09][C-41]") {
  auto const method = GENERATE("GET", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS", "post", "");
  auto const checked = http_precheck(request().as(method, "/mcp").with("Last-Event-ID", "5"), {});
  REQUIRE(!checked);
  CHECK(checked.error().status == 405);
  CHECK(checked.error().field_name == "Allow");
  CHECK(checked.error().field_value.find("POST") == 0);
}

TEST_CASE("where there are sessions, GET opens a stream and DELETE ends one", "[wire][http_rules][LEG-20][LEG-26]") {
  http_policy const policy{.sessions = true};
  auto bare = request().without("Content-Type").without("Accept");
  auto const stream = http_precheck(bare.as("GET", "/mcp").with("Accept", "text/event-stream"), policy);
  REQUIRE(stream);
  CHECK(stream->purpose == http_purpose::stream);
  CHECK(stream->accepts.event_stream);
  auto const end = http_precheck(bare.as("DELETE", "/mcp").without("Accept"), policy);
  REQUIRE(end);
  CHECK(end->purpose == http_purpose::end);
  for (auto method : {"HEAD", "PUT", "PATCH", "OPTIONS", "get", "delete", ""}) {
    CAPTURE(method);
    auto const other = http_precheck(bare.as(method, "/mcp"), policy);
    REQUIRE(!other);
    CHECK(other.error().status == 405);
    CHECK(other.error().field_value == "POST, GET, DELETE, OPTIONS");
  }
  CHECK(refused_with(bare.as("GET", "/other"), policy) == 404);
}

TEST_CASE("a client of a revision without sessions is told so by GET and DELETE", "[wire][http_rules][HTTP-09][T29]") {
  http_policy const policy{.sessions = true};
  auto const method = GENERATE("GET", "DELETE");
  auto const version = GENERATE("2026-07-28", "2025-11-25", "1900-01-01", "");
  bool const is_without = std::string_view(version) == "2026-07-28";
  auto const checked = http_precheck(request().as(method, "/mcp").with("MCP-Protocol-Version", version), policy);
  CHECK(checked.has_value() != is_without);
  if (checked) return;
  CHECK(checked.error().status == 405);
  CHECK(checked.error().field_value == "POST, OPTIONS");
}

TEST_CASE("a stream goes only to who takes one", "[wire][http_rules][LEG-29]") {
  http_policy const policy{.sessions = true};
  CHECK(refused_with(request().as("GET", "/mcp").set("Accept", "application/json"), policy) == 406);
  CHECK(refused_with(request().as("GET", "/mcp").set("Accept", "text/event-stream;q=0, */*"), policy) == 406);
  CHECK(refused_with(request().as("GET", "/mcp").set("Accept", "text/*"), policy) == 0);
}

TEST_CASE("a preflight needs neither content type nor Accept", "[wire][http_rules][HDR-29]") {
  auto browser = request().as("OPTIONS", "/mcp").without("Content-Type").without("Accept");
  browser.with("Origin", "http://localhost:6274").with("Access-Control-Request-Method", "POST");
  CHECK(http_precheck(browser, {}).value().purpose == http_purpose::preflight);
  CHECK(refused_with(browser.as("OPTIONS", "/other")) == 404);
}

TEST_CASE("only JSON comes in", "[wire][http_rules][HTTP-13][T28][C-38]") {
  CHECK(refused_with(request().set("Content-Type", "application/json;charset=\"UTF-8\"")) == 0);
  CHECK(refused_with(request().set("Content-Type", "text/plain")) == 415);
  CHECK(refused_with(request().without("Content-Type")) == 415);
  CHECK(refused_with(request().with("Content-Type", "application/json")) == 415);
  CHECK(refused_with(request().with("Content-Encoding", "gzip")) == 415);
  CHECK(refused_with(request().with("Content-Encoding", "identity")) == 0);
}

TEST_CASE("a client that can read neither form is told so", "[wire][http_rules][T26][C-38]") {
  CHECK(refused_with(request().set("Accept", "text/html")) == 406);
  CHECK(refused_with(request().set("Accept", "*/*;q=0")) == 406);
  CHECK(refused_with(request().without("Accept")) == 0);
  CHECK(refused_with(request().set("Accept", "text/event-stream")) == 0);
}

TEST_CASE("a body whose length is given in two ways is not read", "[wire][http_rules][C-42]") {
  CHECK(refused_with(request().with("Content-Length", "2")) == 0);
  CHECK(refused_with(request().with("Transfer-Encoding", "chunked")) == 0);
  CHECK(refused_with(request().with("Content-Length", "2").with("Transfer-Encoding", "chunked")) == 400);
  CHECK(refused_with(request().with("Content-Length", "2").with("Content-Length", "2")) == 400);
}

TEST_CASE("the first thing wrong is what is reported", "[wire][http_rules][HTTP-19][T08]") {
  auto all_wrong = request().as("GET", "/other").set("Content-Type", "text/plain").set("Accept", "text/html");
  all_wrong.set("Host", "evil.example");
  CHECK(refused_with(all_wrong) == 403);
  CHECK(refused_with(all_wrong.set("Host", "localhost")) == 404);
  CHECK(refused_with(all_wrong.as("GET", "/mcp")) == 405);
  CHECK(refused_with(all_wrong.as("POST", "/mcp")) == 415);
  CHECK(refused_with(all_wrong.set("Content-Type", "application/json")) == 406);
  CHECK(refused_with(all_wrong.set("Accept", "*/*")) == 0);
}

TEST_CASE("a refusal is a JSON-RPC error without an id", "[wire][http_rules][HTTP-03][T22]") {
  auto const checked = http_precheck(request().set("Accept", "text/html"), {});
  auto const body = parse(refusal_body(checked.error())).value();
  CHECK(body["jsonrpc"] == "2.0");
  CHECK(body["error"]["code"] == -32600);
  CHECK(body["error"]["message"].get<std::string>().find("application/json") != std::string::npos);
  CHECK(!body.contains("id"));
  CHECK(!body.contains("result"));
}

TEST_CASE("what was answered has its status", "[wire][http_rules][HTTP-03][HTTP-10][HTTP-11]") {
  CHECK(http_status(reply_status::accepted) == 202);
  CHECK(http_status(reply_status::ok) == 200);
  CHECK(http_status(reply_status::bad_request) == 400);
  CHECK(http_status(reply_status::not_found) == 404);
}
