// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/respond.hpp>

#include "server/feature_client.hpp"
#include "support/catch.hpp"

#include <stdexcept>
#include <string>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

struct Weather {
  int degrees = 0;
};

// Each kind of handler with one body, which returns or throws; and the request that runs it.
template <class Body>
struct all_with : still_server {
  explicit all_with(Body body) {
    server.tool<"run">("", body);
    server.prompt<"run">("", body);
    server.resource<"a:run">("", body);
  }
  std::string tool() { return body(call("1", "run")); }
  std::string prompt() { return body(get_prompt("run")); }
  std::string resource() { return body(read_resource("a:run")); }
};

std::string failing_body() { throw std::runtime_error("/etc/secret"); }

Weather look() { throw tool_error("No such city"); }
std::string forecast(Resolve<look> weather) { return std::to_string(weather->degrees); }

bool is_invalid(still_server& calc, std::string const& line, std::string const& logged) {
  calc.world.lines.clear();
  json const answer = json::parse(calc.body(line));
  return answer.contains("error") && answer["error"].dump() == R"({"code":-32603,"message":"Internal error"})" &&
         calc.logged(logged);
}

}  // namespace

TEST_CASE("words for a model are a tool's result, and the message of an error elsewhere", "[server][PRM-05][TOOL-16]") {
  all_with calc([]() -> std::string { throw tool_error("No such city"); });
  CHECK(result_of(calc.tool())["isError"] == true);
  CHECK(result_of(calc.tool())["content"][0]["text"] == "No such city");
  CHECK(error_of(calc.prompt()).dump() == R"({"code":-32603,"message":"No such city"})");
  CHECK(error_of(calc.resource()).dump() == R"({"code":-32603,"message":"No such city"})");
}

TEST_CASE("a resolver's words reach the client in the same way", "[server][PRM-05]") {
  still_server calc;
  calc.server.prompt<forecast>("");
  calc.server.resource<"a:1", forecast>("");
  CHECK(error_of(calc.body(get_prompt("forecast")))["message"] == "No such city");
  CHECK(error_of(calc.body(read_resource("a:1")))["message"] == "No such city");
}

TEST_CASE("what other exceptions hold is for the operator alone", "[server][BASE-26][RES-05][PRM-05]") {
  all_with calc([]() -> std::string { return failing_body(); });
  CHECK(result_of(calc.tool())["content"][0]["text"] == "The tool failed.");
  CHECK(calc.logged("tool_failed: run: /etc/secret"));
  CHECK(error_of(calc.prompt()).dump() == R"({"code":-32603,"message":"Internal error"})");
  CHECK(calc.logged("handler_failed: run: /etc/secret"));
  CHECK(error_of(calc.resource()).dump() == R"({"code":-32603,"message":"Internal error"})");
  CHECK(calc.logged("handler_failed: a:run: /etc/secret"));

  all_with odd([]() -> std::string { throw 42; });
  CHECK(error_of(odd.prompt())["message"] == "Internal error");
  CHECK(odd.logged("handler_failed: run: an exception that is no std::exception"));
}

TEST_CASE("a handler that finds a capability missing says which", "[server][META-10]") {
  still_server calc;
  auto const needs = [](Context& context) -> std::string {
    context.require({.roots = true});
    return "never";
  };
  calc.server.prompt<"run">("", needs);
  calc.server.resource<"a:run">("", needs);
  for (auto const& line : {get_prompt("run"), read_resource("a:run")}) {
    auto const refused = calc.handle(line);
    CHECK(error_of(refused.body)["code"] == -32021);
    CHECK(error_of(refused.body)["data"].dump() == R"({"requiredCapabilities":{"roots":{}}})");
    CHECK(refused.status == reply_status::bad_request);
  }
}

TEST_CASE("a resource without contents is never sent", "[server][RES-05]") {
  still_server calc;
  calc.server.resource<"a:1">("", [] { return ReadResourceResult{}; });
  calc.server.resource<"a:2">("", [] { return std::vector<ResourceContents>{}; });
  CHECK(is_invalid(calc, read_resource("a:1"), "handler_result_invalid: a:1"));
  CHECK(is_invalid(calc, read_resource("a:2"), "handler_result_invalid: a:2"));
}

TEST_CASE("a result with a bad _meta is never sent, wherever that stands", "[server][META-01]") {
  for (auto const* meta :
       {"[]", "{", "7", "null", R"({"a":1,"a":2})", R"({"a":1}})", R"({"-bad":1})", R"({"a/b/c":1})"}) {
    CAPTURE(meta);
    still_server calc;
    std::string const bad = meta;
    calc.server.prompt<"whole">("", [bad] { return GetPromptResult{.messages = {}, .meta = bad}; });
    calc.server.prompt<"block">("", [bad] { return text_content{.text = "hi", .meta = bad}; });
    calc.server.resource<"a:whole">(
        "", [bad] { return ReadResourceResult{.contents = {ResourceContents::of_text("hi")}, .meta = bad}; });
    calc.server.resource<"a:piece">("", [bad] { return ResourceContents{.text = "hi", .meta = bad}; });
    calc.server.tool<"whole">("", [bad] {
      auto result = CallToolResult::text("hi");
      result.meta = bad;
      return result;
    });
    CHECK(is_invalid(calc, get_prompt("whole"), "handler_result_invalid: whole"));
    CHECK(is_invalid(calc, get_prompt("block"), "handler_result_invalid: block"));
    CHECK(is_invalid(calc, read_resource("a:whole"), "handler_result_invalid: a:whole"));
    CHECK(is_invalid(calc, read_resource("a:piece"), "handler_result_invalid: a:piece"));
    CHECK(result_of(calc.body(call("1", "whole")))["isError"] == true);
    CHECK(calc.logged("tool_result_invalid: whole"));
  }
}

TEST_CASE("a good _meta goes out on one line, and the server's name beside it", "[server][META-01][META-08][META-15]") {
  std::string const good = "{\n \"com.example/k\": [1],\n \"io.modelcontextprotocol/serverInfo\": \"mine\"}";
  still_server calc;
  calc.server.prompt<"say">("", [good] { return GetPromptResult{.messages = {}, .meta = good}; });
  calc.server.resource<"a:1">(
      "", [good] { return ReadResourceResult{.contents = {{.text = "hi", .meta = good}}, .meta = good}; });
  auto const said = calc.body(get_prompt("say"));
  CHECK(said.find('\n') == std::string::npos);
  CHECK(result_of(said)["_meta"].dump() ==
        R"({"com.example/k":[1],"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}})");
  auto const read = calc.body(read_resource("a:1"));
  CHECK(read.find('\n') == std::string::npos);
  CHECK(result_of(read)["contents"][0]["_meta"]["com.example/k"] == json::array({1}));
  CHECK(result_of(read)["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "calc");
}

TEST_CASE("contents get the address and the type that they left out", "[server][RES-04]") {
  still_server calc;
  auto const three = [] {
    ResourceContents other = ResourceContents::of_text("b", "text/html");
    other.uri = "a:other";
    return std::vector{ResourceContents::of_text("a"), other, ResourceContents::of_bytes("c")};
  };
  calc.server.resource<"a:plain">("", three);
  calc.server.resource<"a:{said}">("", [three](Arg<"said">) { return three(); }, {.mime_type = "text/markdown"});
  CHECK(result_of(calc.body(read_resource("a:plain")))["contents"].dump() ==
        R"([{"mimeType":"text/plain","text":"a","uri":"a:plain"},{"mimeType":"text/html","text":"b","uri":"a:other"},)"
        R"({"blob":"Yw==","uri":"a:plain"}])");
  CHECK(result_of(calc.body(read_resource("a:x")))["contents"].dump() ==
        R"([{"mimeType":"text/markdown","text":"a","uri":"a:x"},{"mimeType":"text/html","text":"b","uri":"a:other"},)"
        R"({"blob":"Yw==","mimeType":"text/markdown","uri":"a:x"}])");
}

TEST_CASE("only what the specification lists carries a hint for caches",
          "[server][CACHE-01][CACHE-02][CACHE-03][T40]") {
  cache_hint const kept{.ttl = std::chrono::seconds(9), .is_public = true};
  still_server calc({.prompts_cache = kept, .resources_cache = kept});
  calc.server.tool<"run">("", [] { return std::string("hi"); });
  calc.server.prompt<"run">("", [] { return std::string("hi"); });
  calc.server.resource<"a:usual">("", [] { return std::string("hi"); });
  calc.server.resource<"a:kept">("", [] { return std::string("hi"); }, {.cache = kept});
  auto hint = [&](std::string const& line) {
    json const result = result_of(calc.body(line));
    if (!result.contains("ttlMs") && !result.contains("cacheScope")) return std::string("none");
    return result["ttlMs"].dump() + " " + result["cacheScope"].get<std::string>();
  };
  CHECK(hint(request("1", "prompts/list")) == "9000 public");
  CHECK(hint(request("1", "resources/list")) == "9000 public");
  CHECK(hint(request("1", "resources/templates/list")) == "9000 public");
  CHECK(hint(request("1", "tools/list")) == "0 private");
  CHECK(hint(read_resource("a:usual")) == "0 private");
  CHECK(hint(read_resource("a:kept")) == "9000 public");
  CHECK(hint(get_prompt("run")) == "none");
  CHECK(hint(call("1", "run")) == "none");
  // And nothing that went wrong does.
  calc.server.tool<"fail">("", []() -> std::string { throw tool_error{"no"}; });
  CHECK(hint(call("1", "fail")) == "none");
  for (auto const& line : {read_resource("a:missing"), request("1", "tools/list", R"("cursor":"?",)")}) {
    CHECK(calc.body(line).find("ttlMs") == std::string::npos);
  }
}

TEST_CASE("a link may lead to what is not listed", "[server][TOOL-21]") {
  still_server calc;
  calc.server.resource<"a:listed">("", [] { return std::string("hi"); });
  calc.server.tool<"where">("", [] { return resource_link{.uri = "a:elsewhere", .name = "elsewhere"}; });
  CHECK(result_of(calc.body(call("1", "where")))["content"].dump() ==
        R"([{"name":"elsewhere","type":"resource_link","uri":"a:elsewhere"}])");
  CHECK(result_of(calc.body(request("1", "resources/list")))["resources"].size() == 1);
}

TEST_CASE("a handler may find that what it was given is wrong, though it fits its type", "[server][PRM-05]") {
  still_server calc;
  calc.server.prompt<"letter">("", [](Arg<"to">) -> std::string { throw argument_error{"Nobody is called that."}; });
  calc.server.tool<"letter">("", [](Arg<"to">) -> std::string { throw argument_error{"Nobody is called that."}; });
  json const refused = json::parse(calc.body(get_prompt("letter", R"({"to":"x"})")))["error"];
  CHECK(refused["code"] == -32602);
  CHECK(refused["message"] == "Nobody is called that.");
  CHECK(result_of(calc.body(call("1", "letter", R"({"to":"x"})")))["isError"] == true);
}
