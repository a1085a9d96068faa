// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/server.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

std::string add(Arg<"a", int> a, Arg<"b", int> b) { return std::to_string(*a + *b); }

struct calculator : still_server {
  explicit calculator(server_options options = {}) : still_server(std::move(options)) {
    server.tool<add>("Sum of two integers");
  }
};

header_mirror headers(std::string method, std::optional<std::string> name = {}) {
  header_mirror mirror;
  mirror.protocol_version = "2026-07-28";
  mirror.method = std::move(method);
  mirror.name = std::move(name);
  return mirror;
}

}  // namespace

TEST_CASE("a call is answered byte for byte as expected", "[server][BASE-02][BASE-04][BASE-06][META-08]") {
  calculator calc;
  std::string const rest = R"(,"result":{"resultType":"complete","content":[{"type":"text","text":"5"}],)"
                           R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})";
  for (auto const* id : {"7", "\"7\"", "0", "-1", "9007199254740993", "\"q-\u00e9\""}) {
    CAPTURE(id);
    auto const answer = calc.handle(call(id, "add", R"({"a":2,"b":3})"));
    CHECK(answer.body == R"({"jsonrpc":"2.0","id":)" + std::string(id) + rest);
    CHECK(answer.status == reply_status::ok);
  }
}

TEST_CASE("tools/list is answered byte for byte as expected", "[server][TOOL-02][TOOL-05][CACHE-01]") {
  calculator calc;
  CHECK(calc.body(request("3", "tools/list")) ==
        R"({"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","tools":[{"name":"add",)"
        R"("description":"Sum of two integers","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},)"
        R"("b":{"type":"integer"}},"required":["a","b"]}}],"ttlMs":0,"cacheScope":"private",)"
        R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})");
}

TEST_CASE("arguments that do not fit are told to the model, by name", "[server][TOOL-15]") {
  calculator calc;
  for (auto const* arguments : {"{}", R"({"a":1})", R"({"a":1,"b":1.5})", R"({"a":1,"b":"2"})", R"({"a":1,"b":true})",
                                R"({"a":1,"b":null})", R"({"a":1,"b":[]})", R"({"a":1,"b":3000000000})"}) {
    CAPTURE(arguments);
    auto const answer = calc.handle(call("1", "add", arguments));
    json const result = json::parse(answer.body)["result"];
    CHECK(result["isError"] == true);
    CHECK(result["content"][0]["text"].get<std::string>().find('b') != std::string::npos);
    CHECK(answer.status == reply_status::ok);
  }
  CHECK(calc.body(call("1", "add", R"({"a":1e2,"b":10.0,"z":1})")).find("\"110\"") != std::string::npos);
}

TEST_CASE("text comes through whole: NUL, line ends, and characters of every length", "[server][BASE-01][STDIO-01]") {
  calculator calc;
  calc.server.tool<"echo">("", [](Arg<"text"> text) { return *text; });
  std::string const text = R"(a\u0000b\n\r\u2028 \u00e9 \ud83d\ude00)";
  auto const body = calc.body(call("1", "echo", R"({"text":")" + text + "\"}"));
  CHECK(json::parse(body)["result"]["content"][0]["text"] == json::parse("\"" + text + "\""));
  CHECK(body.find('\n') == std::string::npos);
  CHECK(body.find('\r') == std::string::npos);
}

TEST_CASE("text that is not Unicode is refused before anything runs", "[server][BASE-01]") {
  calculator calc;
  for (auto const* arguments :
       {R"({"a":"\ud800"})", R"({"a":"\udc00\ud800"})", "{\"a\":\"\xC3\x28\"}", "{\"a\":\"\xC0\xAF\"}"}) {
    CHECK(json::parse(calc.body(call("1", "add", arguments)))["error"]["code"] == -32700);
  }
}

TEST_CASE("notifications and stray responses get no answer", "[server][BASE-05][STDIO-04][CAN-05]") {
  calculator calc;
  for (auto const* line : {R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})",
                           R"({"jsonrpc":"2.0","method":"tools/call"})", R"({"jsonrpc":"2.0","method":"no/such"})",
                           R"({"jsonrpc":"2.0","id":1,"result":{}})"}) {
    CAPTURE(line);
    auto const answer = calc.handle(line);
    CHECK(answer.body.empty());
    CHECK(answer.status == reply_status::accepted);
  }
}

TEST_CASE("a client that tells of changed roots is not answered, nor told of any", "[server][ROOT-03]") {
  calculator calc;
  auto const answer = calc.handle(R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})");
  CHECK(answer.body.empty());
  CHECK(calc.sink.lines().empty());
}

TEST_CASE("discover takes no parameters, and minds none", "[server][DISC-02][DISC-09]") {
  calculator calc;
  auto const plain = calc.body(request("1", "server/discover"));
  CHECK(plain.find("\"supportedVersions\"") != std::string::npos);
  CHECK(plain.find("\"tasks\"") == std::string::npos);
  CHECK(calc.body(request("1", "server/discover", R"("cursor":7,"name":{},)")) == plain);
}

TEST_CASE("every error is a number, and one short sentence of ours", "[server][BASE-09][BASE-12]") {
  calculator calc;
  std::string const many_names = R"({"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"})";
  for (auto const& line :
       {std::string("{"), std::string("[]"), std::string("7"), many_names, request("1.5", "tools/list"),
        request("1", "no/method"), request("1", "tools/list", R"("cursor":"x",)"), request("1", "tools/call"),
        call("1", "none"), call("1", "add", "[]"), request("1", "subscriptions/listen"),
        request("1", "server/discover", {}, R"("_meta":{})")}) {
    CAPTURE(line);
    json const error = json::parse(calc.body(line)).at("error");
    REQUIRE(error["code"].is_number_integer());
    CHECK_FALSE((error["code"] >= -32019 && error["code"] <= -32000));
    auto const message = error["message"].get<std::string>();
    CHECK(message.size() > 5);
    CHECK(message.size() < 120);
    CHECK(message.find_first_of("\r\n") == std::string::npos);
  }
}

TEST_CASE("over HTTP a response is refused", "[server][HTTP-01]") {
  calculator calc;
  heard sink;
  caller from{principal::anonymous(), transport::http, headers("x")};
  auto const answer = calc.server.handle(R"({"jsonrpc":"2.0","id":1,"result":{}})", from, sink);
  CHECK(answer.status == reply_status::bad_request);
  CHECK(answer.body.find("\"id\"") == std::string::npos);
}

TEST_CASE("over HTTP the headers must agree with the body", "[server][HDR-05]") {
  calculator calc;
  heard sink;
  caller from{principal::anonymous(), transport::http, headers("tools/call", "add")};
  auto const line = call("5", "add", R"({"a":2,"b":3})");
  CHECK(calc.server.handle(line, from, sink).status == reply_status::ok);
  from.mirror->name = "sub";
  auto const answer = calc.server.handle(line, from, sink);
  CHECK(answer.body == R"({"jsonrpc":"2.0","id":5,"error":{"code":-32020,"message":"Header mismatch: Mcp-Name"}})");
  CHECK(answer.status == reply_status::bad_request);
}

TEST_CASE("a message over the limit is refused unread", "[server][STDIO-09][SEC-15]") {
  calculator calc({.max_message_size = 400});
  auto const fits = call("1", "add", R"({"a":2,"b":3})");
  REQUIRE(fits.size() <= 400);
  CHECK(calc.handle(fits).status == reply_status::ok);
  auto const answer = calc.handle(fits + std::string(401 - fits.size(), ' '));
  CHECK(answer.body == R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"The message is too large"}})");
  CHECK(answer.status == reply_status::bad_request);
  CHECK(calc.logged("message_refused: too_large 401"));
}

TEST_CASE("depth and number of values are limited by the options", "[server][SEC-15][BASE-24]") {
  calculator calc({.limits = {.max_depth = 8, .max_values = 30}});
  auto const deep = calc.body(call("1", "add", R"({"a":[[[[[[[1]]]]]]]})"));
  CHECK(json::parse(deep)["error"]["code"] == -32700);
}

TEST_CASE("a request that was cancelled before it began is not answered", "[server][CAN-04]") {
  calculator calc;
  std::stop_source stop;
  stop.request_stop();
  CHECK(calc.handle(call("1", "add", R"({"a":2,"b":3})"), stop.get_token()).body.empty());
}

TEST_CASE("equal ids of different callers do not meet", "[server][BASE-03][HTTP-23]") {
  calculator calc;
  std::string inner;
  calc.server.tool<"nest">("", [&] {
    heard sink;
    inner = calc.server.handle(call("1", "add", R"({"a":2,"b":3})"), {}, sink).body;
    return std::string("outer");
  });
  CHECK(calc.body(call("1", "nest")).find("outer") != std::string::npos);
  CHECK(inner.find("\"5\"") != std::string::npos);
}

TEST_CASE("refused states are counted by their reason", "[server][MRTR-16]") {
  calculator calc;
  auto const line = request("1", "tools/call", R"("name":"add","arguments":{"a":1,"b":2},"requestState":"x",)");
  auto const answer = calc.handle(line);
  CHECK(json::parse(answer.body)["error"]["data"]["reason"] == "invalid_request_state");
  CHECK(answer.status == reply_status::ok);
  CHECK(calc.server.refused_states(state_fault::malformed) == 1);
  CHECK(calc.server.refused_states(state_fault::expired) == 0);
}

TEST_CASE("the state is looked at before the arguments are", "[server][MRTR-19]") {
  calculator calc;
  auto const line = request("1", "tools/call", R"("name":"add","arguments":{},"requestState":"x",)");
  CHECK(json::parse(calc.body(line))["error"]["code"] == -32602);
}

TEST_CASE("nothing that the peer wrote comes back in an error of the ladder", "[server][SEC-13]") {
  calculator calc;
  std::string const mark = "XYZZY";
  for (auto const& line :
       {request("1", mark), request("1", "tools/call", R"("name":"XYZZY 1",)"),
        R"({"jsonrpc":"XYZZY","id":1,"method":"XYZZY"})" + std::string(),
        request("1", "tools/list", "", meta("{}", R"(,"io.modelcontextprotocol/logLevel":"XYZZY")")),
        request("1", "tools/list", R"("cursor":"XYZZY",)"), call("1", "add", R"({"XYZZY":1,"a":"XYZZY","b":2})")}) {
    CAPTURE(line);
    CHECK(calc.body(line).find(mark) == std::string::npos);
  }
}
