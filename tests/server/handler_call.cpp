// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/handler_call.hpp>

#include "server/feature_client.hpp"
#include "support/catch.hpp"

#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

struct Confirm {
  bool ok = false;
};
Elicit<Confirm> confirm() { return {"Shall we?"}; }
std::string act(Resolve<confirm> sure) { return sure->ok ? "yes" : "no"; }
std::string act_on(Arg<"what">, Resolve<confirm> sure) { return sure->ok ? "yes" : "no"; }

std::string const accepted = R"({"confirm":{"action":"accept","content":{"ok":true}}})";

// Three that ask the same question, and three requests that only differ in what they name.
struct alike : still_server {
  alike() {
    server.prompt<"left">("", &act);
    server.prompt<"right">("", &act);
    server.tool<"left">("", &act);
    server.resource<"a:left", act>("");
    server.resource<"a:right", act>("");
    server.resource<"b:{what}", act_on>("");
  }
  json ask(std::string const& method, std::string const& members) {
    json const asked = result_of(body(request("1", method, members, with_forms())));
    REQUIRE(asked["resultType"] == "input_required");
    return asked;
  }
  std::string answer(json const& asked, std::string const& method, std::string const& members) {
    return body(request("2", method, members + answering(asked, accepted), with_forms()));
  }
};

void is_refused(std::string const& body) {
  CHECK(error_of(body)["code"] == -32602);
  CHECK(error_of(body)["data"]["reason"] == "invalid_request_state");
}

}  // namespace

TEST_CASE("a member is there, or is not, and null is not", "[server][MRTR-18]") {
  json const params = json::parse(R"({"name":"a","number":7,"nothing":null,"object":{}})");
  CHECK(*detail::param(params, "number") == 7);
  CHECK(detail::param(params, "nothing") == nullptr);
  CHECK(detail::param(params, "other") == nullptr);
  CHECK(*detail::text_param(params, "name") == "a");
  for (auto const* name : {"number", "nothing", "object", "other"}) CHECK(detail::text_param(params, name) == nullptr);
  CHECK(**detail::object_param(params, "object") == json::object());
  CHECK(*detail::object_param(params, "nothing") == nullptr);
  CHECK(*detail::object_param(params, "other") == nullptr);
  auto const wrong = detail::object_param(params, "number");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().code == error_code::invalid_params);
  CHECK(wrong.error().message == "number must be an object");
}

TEST_CASE("an unknown name is repeated when it could be one of ours", "[server][SEC-13]") {
  CHECK(detail::unknown_target("prompt", "greet").message == "Unknown prompt: greet");
  CHECK(detail::unknown_target("prompt", "gr eet").message == "Unknown prompt");
  CHECK(detail::unknown_target("tool", "").message == "Unknown tool");
  CHECK(detail::unknown_target("tool", "a").code == error_code::invalid_params);
}

TEST_CASE("a state is good for what it was made for", "[server][MRTR-01][MRTR-13]") {
  alike calc;
  CHECK(text_of(calc.answer(calc.ask("prompts/get", R"("name":"left",)"), "prompts/get", R"("name":"left",)")) ==
        "yes");
  CHECK(text_of(calc.answer(calc.ask("resources/read", R"("uri":"a:left",)"), "resources/read",
                            R"("uri":"a:left",)")) == "yes");
  CHECK(text_of(calc.answer(calc.ask("resources/read", R"("uri":"b:1",)"), "resources/read", R"("uri":"b:1",)")) ==
        "yes");
}

TEST_CASE("a state of one prompt is no good for another", "[server][MRTR-13]") {
  alike calc;
  json const asked = calc.ask("prompts/get", R"("name":"left",)");
  is_refused(calc.answer(asked, "prompts/get", R"("name":"right",)"));
  is_refused(calc.answer(asked, "prompts/get", R"("name":"left","arguments":{"x":"1"},)"));
  is_refused(calc.answer(asked, "tools/call", R"("name":"left",)"));
  is_refused(calc.answer(asked, "resources/read", R"("uri":"a:left",)"));
}

TEST_CASE("a state of one address is no good for another", "[server][MRTR-13]") {
  alike calc;
  is_refused(calc.answer(calc.ask("resources/read", R"("uri":"a:left",)"), "resources/read", R"("uri":"a:right",)"));
  json const asked = calc.ask("resources/read", R"("uri":"b:1",)");
  is_refused(calc.answer(asked, "resources/read", R"("uri":"b:2",)"));
  // Another spelling of the same value is another address.
  is_refused(calc.answer(asked, "resources/read", R"("uri":"b:%31",)"));
  CHECK(calc.server.refused_states(state_fault::malformed) == 0);
}

TEST_CASE("a state of one caller is no good for another", "[server][MRTR-13][ELF-17]") {
  alike calc;
  json const asked = calc.ask("prompts/get", R"("name":"left",)");
  auto const line = request("2", "prompts/get", R"("name":"left",)" + answering(asked, accepted), with_forms());
  is_refused(calc.server.handle(line, {principal::user("here", "eve"), transport::stdio, {}}, calc.sink).body);
}

TEST_CASE("only the three methods of calls take answers", "[server][MRTR-01]") {
  alike calc;
  std::string const odd = R"("inputResponses":{"k":{}},"requestState":"x",)";
  for (auto const* method :
       {"tools/list", "prompts/list", "resources/list", "resources/templates/list", "server/discover"}) {
    CAPTURE(method);
    CHECK(result_of(calc.body(request("1", method, odd, with_forms())))["resultType"] == "complete");
  }
  CHECK(calc.server.refused_states(state_fault::malformed) == 0);
}
