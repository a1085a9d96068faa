// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/input_required.hpp>

#include <parley/testing/user.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

struct Name {
  std::string name;
};
struct Color {
  std::string color;
};

// Asks for a name, then for a colour, and remembers the name in its state.
tool_outcome two_steps(Context& context) {
  json const& answers = context.input_responses();
  std::string const known = context.request_state();
  // Without a state nobody was asked yet, whatever the answers say.
  if (known.empty()) return InputRequired{}.elicit<Name>("step1", "Your name?").state("asked");
  if (known == "asked") {
    std::string const name = answers["step1"]["content"]["name"];
    return InputRequired{}.elicit<Color>("step2", "Your colour?").state("name:" + name);
  }
  std::string const color = answers["step2"]["content"]["color"];
  return CallToolResult::text(known.substr(5) + " likes " + color);
}

}  // namespace

TEST_CASE("a round that was built by hand asks what it was told to ask, in that order", "[server][MRTR-02][MRTR-04]") {
  InputRequired wish;
  wish.elicit<Name>("user_name", "What is your name?");
  wish.url("page", "Please sign in", "https://example.com/sign-in");
  wish.sample("capital", Sample("What is the capital of France?", 100)).roots("folders").state("s");
  REQUIRE(wish.requests().size() == 4);
  CHECK(wish.requests()[0].key == "user_name");
  CHECK(wish.requests()[0].asked.kind == detail::question_kind::form);
  CHECK(wish.requests()[0].asked.message == "What is your name?");
  CHECK(wish.requests()[1].asked.url == "https://example.com/sign-in");
  CHECK(wish.requests()[2].asked.params.find("capital of France") != std::string::npos);
  CHECK(wish.requests()[3].asked.kind == detail::question_kind::roots);
  CHECK(wish.author_state() == "s");
}

TEST_CASE("nobody is sent to a bad link", "[server][ELU-01][ELU-05]") {
  for (auto const* url : {"javascript:alert(1)", "data:text/html,x", "/relative", "http://user:pw@h/", "http://h/",
                          "https://h/\r\nX: y", ""}) {
    CAPTURE(url);
    CHECK_THROWS_AS(InputRequired{}.url("page", "Go", url), std::invalid_argument);
  }
  CHECK_NOTHROW(InputRequired{}.url("page", "Go", "http://127.0.0.1:8080/x"));
}

TEST_CASE("a state without a question asks the client to come back later", "[server][MRTR-23][BASE-17]") {
  still_server calc({.identify = false});
  calc.server.tool<"wait">("Is busy once.", [](Context& context) -> tool_outcome {
    if (context.request_state().empty()) return InputRequired{}.state("once");
    return CallToolResult::text("ready");
  });
  json const later = json::parse(calc.body(call("1", "wait")))["result"];
  CHECK(later["resultType"] == "input_required");
  CHECK_FALSE(later.contains("inputRequests"));
  // All that spans the two requests is in what the client brings back.
  auto const state = later["requestState"].get<std::string>();
  auto const members = R"("name":"wait","requestState":")" + state + R"(",)";
  CHECK(calc.body(request("2", "tools/call", members)).find("ready") != std::string::npos);
  CHECK(calc.body(call("3", "wait")).find("input_required") != std::string::npos);
}

TEST_CASE("a flow built by hand carries its own state from round to round", "[server][MRTR-20][MRTR-12]") {
  still_server calc;
  calc.server.tool<two_steps>("Asks twice.");
  user ada(calc.server);
  ada.call("two_steps");
  CHECK(ada.expect("step1").message == "Your name?");
  auto const first = ada.last().state();
  CHECK_FALSE(first.empty());
  ada.accept("step1", R"({"name":"Ada"})");
  REQUIRE(ada.last().asks("step2"));
  CHECK(ada.last().state() != first);
  CHECK(ada.accept("step2", R"({"color":"blue"})").text() == "Ada likes blue");
}

TEST_CASE("a state that was touched ends a flow built by hand", "[server][MRTR-12][MRTR-17][MRTR-19]") {
  still_server calc;
  calc.server.tool<two_steps>("Asks twice.");
  user ada(calc.server);
  ada.call("two_steps");
  auto const state = ada.last().state() + "-TAMPERED";
  ada.request("tools/call", R"("name":"two_steps","arguments":{},"inputResponses":{"step1":{"action":"accept",)"
                            R"("content":{"name":"Eve"}}},"requestState":")" +
                                state + "\"");
  CHECK(ada.last().error() == -32602);
  CHECK(ada.last().tree()["error"]["data"]["reason"] == "invalid_request_state");
}

TEST_CASE("answers on a first call reach the author of a flow built by hand, who has to check them", "[server]") {
  still_server calc;
  std::string seen;
  calc.server.tool<"look">("", [&seen](Context& context) {
    seen = context.input_responses().dump();
    return std::string("ok");
  });
  user ada(calc.server);
  ada.request("tools/call", R"("name":"look","inputResponses":{"k":{"action":"accept"}})");
  CHECK(seen == R"({"k":{"action":"accept"}})");
}
