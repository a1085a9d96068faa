// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/mirrored_arguments.hpp>
#include <parley/server/server.hpp>

#include "server/feature_client.hpp"
#include "support/catch.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

// Headers that repeat parts of the body, from the request to its answer. Each rule by itself is in
// mirrored_arguments.cpp and admission.cpp.

using namespace parley;
using namespace parley::testing;

namespace {

struct Query {
  std::string tenant;
  std::optional<int> limit{};
  bool dry = true;
  std::string note = "none";
  static constexpr auto fields =
      parley::fields(field<&Query::tenant>{.header = "Tenant"}, field<&Query::limit>{.header = "Limit"},
                     field<&Query::dry>{.header = "Dry-Run"});
};

int runs = 0;
std::string search(Input<Query> query) {
  ++runs;
  return query->tenant + " " + std::to_string(query->limit.value_or(-1)) + (query->dry ? " dry" : " real");
}
std::string greet(Arg<"name"> name) { return *name; }
std::string note(Arg<"id"> id) { return *id; }

using params = std::vector<param_header>;

struct over_http : still_server {
  over_http() {
    runs = 0;
    server.tool<search>("Searches.");
    server.prompt<greet>("Greets.");
    server.resource<"notes://{id}", note>("A note.");
  }
  reply send(std::string const& method, std::string const& line, std::optional<std::string> name, params more = {}) {
    header_mirror mirror;
    mirror.protocol_version = "2026-07-28";
    mirror.method = method;
    mirror.name = std::move(name);
    mirror.params = std::move(more);
    return server.handle(line, {principal::anonymous(), transport::http, std::move(mirror)}, sink);
  }
  reply find(std::string const& arguments, params more) {
    return send("tools/call", call("1", "search", arguments), "search", std::move(more));
  }
};

std::string said(reply const& answer) { return result_of(answer.body)["content"][0]["text"]; }

// The header that does not agree; empty: all do.
std::string mismatch(reply const& answer) {
  json const tree = json::parse(answer.body);
  if (!tree.contains("error")) return {};
  CHECK(tree["error"]["code"] == -32020);
  CHECK(answer.status == reply_status::bad_request);
  return tree["error"]["message"].get<std::string>().substr(std::string("Header mismatch: ").size());
}

}  // namespace

TEST_CASE("headers that say what the arguments say let a call through", "[server][HDR-09]") {
  over_http calc;
  CHECK(said(calc.find(R"({"tenant":"acme"})", {{"Tenant", "acme"}})) == "acme -1 dry");
  CHECK(said(calc.find(R"({"tenant":"acme","limit":42,"dry":false})",
                       {{"Tenant", "acme"}, {"Limit", "42"}, {"Dry-Run", "false"}})) == "acme 42 real");
  CHECK(said(calc.find(R"({"tenant":"","limit":-1})", {{"tenant", ""}, {"LIMIT", "-1"}})) == " -1 dry");
  CHECK(said(calc.find(R"({"tenant":"a\tb"})", {{"Tenant", "a\tb"}})) == "a\tb -1 dry");
}

TEST_CASE("a header that is missing, or says something else, ends the call", "[server][HDR-21][HDR-12]") {
  over_http calc;
  CHECK(mismatch(calc.find(R"({"tenant":"acme"})", {})) == "Mcp-Param-Tenant");
  CHECK(mismatch(calc.find(R"({"tenant":"acme"})", {{"Tenant", "Acme"}})) == "Mcp-Param-Tenant");
  CHECK(mismatch(calc.find(R"({"tenant":"acme"})", {{"Tenant", "acme", true}})) == "Mcp-Param-Tenant");
  CHECK(mismatch(calc.find(R"({"tenant":"acme"})", {{"Tenant", "acme", false, true}})) == "Mcp-Param-Tenant");
  CHECK(mismatch(calc.find(R"({"tenant":"acme","limit":1})", {{"Tenant", "acme"}})) == "Mcp-Param-Limit");
  // Sent, though the body has none.
  CHECK(mismatch(calc.find(R"({"tenant":"acme"})", {{"Tenant", "acme"}, {"Limit", "1"}})) == "Mcp-Param-Limit");
  CHECK(mismatch(calc.find(R"({"tenant":"acme","limit":null})", {{"Tenant", "acme"}, {"Limit", "1"}})) ==
        "Mcp-Param-Limit");
  CHECK(runs == 0);
  CHECK(said(calc.find(R"({"tenant":"acme","limit":null})", {{"Tenant", "acme"}})) == "acme -1 dry");
}

TEST_CASE("numbers compare by value, booleans by their spelling", "[server][HDR-22][HDR-23]") {
  over_http calc;
  auto limit = [&](std::string const& body, std::string const& header) {
    return mismatch(calc.find(R"({"tenant":"a","limit":)" + body + "}", {{"Tenant", "a"}, {"Limit", header}}));
  };
  CHECK(limit("42", "42.0").empty());
  CHECK(limit("42.0", "42").empty());
  CHECK(limit("1e2", "100").empty());
  CHECK(limit("42", "42.5") == "Mcp-Param-Limit");
  CHECK(limit("42", "0x2a") == "Mcp-Param-Limit");
  CHECK(limit("42", "") == "Mcp-Param-Limit");
  auto dry = [&](std::string const& header) {
    return mismatch(calc.find(R"({"tenant":"a","dry":true})", {{"Tenant", "a"}, {"Dry-Run", header}}));
  };
  CHECK(dry("true").empty());
  for (auto const* header : {"True", "1", "yes", "false", ""}) CHECK(dry(header) == "Mcp-Param-Dry-Run");
}

TEST_CASE("headers that no tool asked for are not looked at", "[server][HDR-24]") {
  over_http calc;
  CHECK(said(calc.find(R"({"tenant":"acme"})", {{"Tenant", "acme"}, {"Note", "x"}, {"Other", "", true, true}})) ==
        "acme -1 dry");
  auto const greeting = get_prompt("greet", R"({"name":"Ada"})");
  CHECK(text_of(calc.send("prompts/get", greeting, "greet", {{"name", "Bob"}}).body) == "Ada");
}

TEST_CASE("a call of a tool that does not exist is told so, whatever its headers", "[server][HDR-27]") {
  over_http calc;
  auto const answer = calc.send("tools/call", call("1", "searched", R"({"tenant":"acme"})"), "searched",
                                {{"Tenant", "other"}, {"Limit", "x", true}});
  CHECK(error_of(answer.body)["code"] == -32602);
  CHECK(error_of(answer.body)["message"] == "Unknown tool: searched");
}

TEST_CASE("a value of the wrong type is the model's slip, unless a header vouches for it", "[server][HDR-28]") {
  over_http calc;
  for (auto const* tenant : {"7", "{}", "[\"acme\"]", "true"}) {
    CAPTURE(tenant);
    auto const arguments = R"({"tenant":)" + std::string(tenant) + "}";
    json const result = result_of(calc.find(arguments, {}).body);
    CHECK(result["isError"] == true);
    CHECK(result["content"][0]["text"] == "Invalid arguments: tenant must be a string. Nothing was done.");
    CHECK(mismatch(calc.find(arguments, {{"Tenant", tenant}})) == "Mcp-Param-Tenant");
  }
  CHECK(runs == 0);
}

TEST_CASE("where there are no headers nothing is compared", "[server][STDIO-16]") {
  over_http calc;
  CHECK(said(calc.handle(call("1", "search", R"({"tenant":"acme","limit":3})"))) == "acme 3 dry");
}

TEST_CASE("Mcp-Name repeats the name of a prompt and the address of a resource", "[server][HDR-03]") {
  over_http calc;
  auto const greeting = get_prompt("greet", R"({"name":"Ada"})");
  CHECK(text_of(calc.send("prompts/get", greeting, "greet").body) == "Ada");
  CHECK(mismatch(calc.send("prompts/get", greeting, "other")) == "Mcp-Name");
  CHECK(mismatch(calc.send("prompts/get", greeting, {})) == "Mcp-Name");
  CHECK(text_of(calc.send("resources/read", read_resource("notes://7"), "notes://7").body) == "7");
  CHECK(mismatch(calc.send("resources/read", read_resource("notes://7"), "notes://8")) == "Mcp-Name");
  CHECK(mismatch(calc.send("resources/read", read_resource("notes://7"), {})) == "Mcp-Name");
  // Others have none, and what is sent all the same is ignored.
  CHECK(result_of(calc.send("prompts/list", request("1", "prompts/list"), "greet").body)["prompts"].size() == 1);
}
