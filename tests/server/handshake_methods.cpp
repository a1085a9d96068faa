// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/handshake_methods.hpp>

#include "server/handshake_client.hpp"
#include "support/catch.hpp"

#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

struct Sum {
  int sum;
};

Sum add(Arg<"a", int> a, Arg<"b", int> b) { return {*a + *b}; }
std::string chatty(Context& ctx) {
  ctx.log(severity::debug, "thinking");
  ctx.log(severity::warning, "hot");
  ctx.progress(1, 2);
  return "done";
}
std::string note(Arg<"id">) { return "text"; }
std::string greet(Arg<"name"> name) { return "Hello, " + *name; }

struct notes_server : still_server {
  explicit notes_server(server_options options = {}) : still_server(std::move(options)) {
    server.tool<add>("Adds.");
    server.tool<chatty>("Talks.");
    server.prompt<greet>("Greets.");
    server.resource<"notes://{id}", note>("Notes.");
  }
};

}  // namespace

TEST_CASE("a handshake agrees on the version that was asked for, or offers the newest of its kind",
          "[server][LEG-01][LEG-02]") {
  notes_server calc;
  for (auto const* const version : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}) {
    CHECK(handshake_client(calc, version).initialized["result"]["protocolVersion"] == version);
  }
  for (auto const* const version : {"2026-07-28", "9999", "", "1.0"}) {
    handshake_client ada(calc, "");
    CHECK(ada.initialize(version, json::object())["result"]["protocolVersion"] == "2025-11-25");
  }
}

TEST_CASE("over HTTP the oldest revision had another transport", "[server][LEG-02]") {
  notes_server calc;
  handshake_client ada(calc, "");
  ada.from.over = transport::http;
  CHECK(ada.initialize("2024-11-05", json::object())["result"]["protocolVersion"] == "2025-11-25");
}

TEST_CASE("its answer says who the server is and what it serves", "[server][LEG-01][LEG-08]") {
  notes_server calc({.instructions = "Be kind."});
  handshake_client ada(calc);
  CHECK(ada.initialized["result"] == json({{"protocolVersion", "2025-11-25"},
                                           {"capabilities",
                                            {{"logging", json::object()},
                                             {"tools", {{"listChanged", true}}},
                                             {"prompts", {{"listChanged", true}}},
                                             {"resources", {{"subscribe", true}, {"listChanged", true}}}}},
                                           {"serverInfo", {{"name", "calc"}, {"version", "1.4.2"}}},
                                           {"instructions", "Be kind."}}));
}

TEST_CASE("a handshake that says too little is refused, and may be tried again", "[server][LEG-01]") {
  notes_server calc;
  handshake_client ada(calc, "");
  CHECK(ada.request("initialize")["error"]["code"] == -32602);
  CHECK(ada.request("initialize", {{"protocolVersion", 7}})["error"]["code"] == -32602);
  CHECK_FALSE(ada.from.session->is_open());
  CHECK(ada.initialize("2025-11-25", json::object()).contains("result"));
  CHECK(ada.request("initialize",
                    {{"protocolVersion", "2025-11-25"}, {"capabilities", json::object()}})["error"]["code"] == -32600);
}

TEST_CASE("ping is answered with nothing, before the handshake as well", "[server][LEG-07]") {
  notes_server calc;
  handshake_client ada(calc, "");
  CHECK(ada.raw("ping").body == R"({"jsonrpc":"2.0","id":0,"result":{}})");
  ada.initialize("2025-11-25", json::object());
  CHECK(ada.request("ping", json::object())["result"] == json::object());
}

TEST_CASE("the log has the level that the client last set", "[server][LEG-55][LOG-08]") {
  notes_server calc;
  handshake_client ada(calc);
  ada.request("tools/call", {{"name", "chatty"}});
  CHECK(ada.notifications("notifications/message").size() == 1);  // `info` and above
  CHECK(ada.notifications("notifications/progress").empty());     // no token
  CHECK(ada.request("logging/setLevel", {{"level", "debug"}})["result"] == json::object());
  ada.lines.clear();
  ada.request("tools/call", {{"name", "chatty"}, {"_meta", {{"progressToken", "p"}}}});
  CHECK(ada.notifications("notifications/message").size() == 2);
  CHECK(ada.notifications("notifications/progress").size() == 1);
  CHECK(ada.request("logging/setLevel", {{"level", "error"}})["result"] == json::object());
  ada.lines.clear();
  ada.request("tools/call", {{"name", "chatty"}});
  CHECK(ada.lines.empty());
  for (json const& bad : {json{{"level", "loud"}}, json{{"level", 3}}, json::object()}) {
    CHECK(ada.request("logging/setLevel", bad)["error"]["code"] == -32602);
  }
}

TEST_CASE("two clients have a level each", "[server][LOG-09]") {
  notes_server calc;
  handshake_client ada(calc);
  handshake_client eve(calc);
  ada.request("logging/setLevel", {{"level", "debug"}});
  eve.request("tools/call", {{"name", "chatty"}});
  CHECK(eve.lines.size() == 1);
}

TEST_CASE("resources are watched, and their clients told", "[server][LEG-53]") {
  notes_server calc;
  handshake_client ada(calc);
  CHECK(ada.request("resources/subscribe", {{"uri", "notes://7"}})["result"] == json::object());
  calc.server.resource_updated("notes://7");
  auto const lines = ada.from.session->take_changes();
  REQUIRE(lines.size() == 1);
  CHECK(parsed(lines[0])["params"] == json({{"uri", "notes://7"}}));
  CHECK(ada.request("resources/unsubscribe", {{"uri", "notes://7"}})["result"] == json::object());
  calc.server.resource_updated("notes://7");
  CHECK(ada.from.session->take_changes().empty());
  for (json const& bad : {json{{"uri", "no uri"}}, json{{"uri", 1}}, json::object()}) {
    CHECK(ada.request("resources/subscribe", bad)["error"]["code"] == -32602);
  }
}

TEST_CASE("what a client may not read it may not watch either", "[server][SUB-17][LEG-58]") {
  notes_server calc({.may_read = [](principal const&, std::string_view uri) { return uri != "notes://secret"; }});
  handshake_client ada(calc);
  auto const refused = ada.request("resources/subscribe", {{"uri", "notes://secret"}})["error"];
  CHECK(refused["code"] == -32002);
  CHECK(refused["data"]["uri"] == "notes://secret");
  CHECK(ada.request("resources/read", {{"uri", "notes://secret"}})["error"]["code"] == -32002);
  CHECK(ada.request("resources/subscribe", {{"uri", "notes://open"}}).contains("result"));
}

TEST_CASE("changes of lists are told once the client is ready", "[server][LEG-03][LEG-54]") {
  notes_server calc;
  handshake_client ada(calc);
  calc.server.remove_tool("add");
  auto const lines = ada.from.session->take_changes();
  REQUIRE(lines.size() == 1);
  CHECK(parsed(lines[0])["method"] == "notifications/tools/list_changed");
}

TEST_CASE("results have the shape of their revision, and nothing of a later one", "[server][LEG-08][LEG-60]") {
  notes_server calc;
  for (auto const* const version : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}) {
    CAPTURE(version);
    handshake_client ada(calc, version, json::object());
    for (auto const* const method : {"tools/list", "prompts/list", "resources/list", "resources/templates/list"}) {
      auto const body = ada.raw(method).body;
      CHECK(body.find("resultType") == std::string::npos);
      CHECK(body.find("ttlMs") == std::string::npos);
      CHECK(body.find("serverInfo") == std::string::npos);
    }
    json const sum = ada.request("tools/call", {{"name", "add"}, {"arguments", {{"a", 1}, {"b", 2}}}})["result"];
    CHECK(sum["content"][0]["text"] == R"({"sum":3})");
    CHECK(sum.contains("structuredContent") == (std::string(version) >= "2025-06-18"));
    CHECK_FALSE(sum.contains("_meta"));
    CHECK(ada.request("prompts/get", {{"name", "greet"}, {"arguments", {{"name", "Ada"}}}})["result"]["messages"]
              .size() == 1);
    CHECK(ada.request("resources/read", {{"uri", "notes://7"}})["result"]["contents"][0]["text"] == "text");
    CHECK(ada.request("resources/read", {{"uri", "other://7"}})["error"]["code"] == -32002);
    CHECK(ada.request("tools/call", {{"name", "nothing"}})["error"]["code"] == -32602);
    CHECK(ada.request("server/discover")["error"]["code"] == -32601);
    CHECK(ada.raw("server/discover").status == reply_status::ok);
  }
}

TEST_CASE("an error for a message without an id has the id null", "[server][T22]") {
  notes_server calc;
  handshake_client ada(calc);
  auto const answer = calc.server.handle("{", ada.from, ada);
  CHECK(parsed(answer.body)["id"] == nullptr);
  CHECK(answer.status == reply_status::bad_request);
}

TEST_CASE("without a stream there is nothing to subscribe to", "[server][LEG-41]") {
  notes_server calc;
  handshake_client lone(calc, "", {}, std::make_shared<client_session>(false));
  auto const answer = lone.initialize("2025-11-25", json::object());
  CHECK(answer["result"]["capabilities"] ==
        json({{"tools", json::object()}, {"prompts", json::object()}, {"resources", json::object()}}));
  CHECK(lone.request("resources/subscribe", {{"uri", "notes://7"}})["error"]["code"] == -32601);
  CHECK(lone.request("logging/setLevel", {{"level", "debug"}})["error"]["code"] == -32601);
  lone.request("tools/call", {{"name", "chatty"}});
  CHECK(lone.lines.empty());
}
