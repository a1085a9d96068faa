// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/make_prompt.hpp>

#include "server/feature_client.hpp"
#include "support/catch.hpp"

#include <memory>
#include <optional>
#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

PromptMessage greet(Arg<"name", std::string, "Whom"> name, Arg<"from", std::optional<std::string>> from) {
  return PromptMessage::user("Greet " + *name + (*from ? " from " + **from : ""));
}

class Atlas {
 public:
  std::string describe(Arg<"city"> city) const { return "Describe " + *city + " in " + country; }
  std::string country = "Norway";
};

struct Mood {
  std::string mood;
};
Elicit<Mood> ask_mood(Arg<"name"> name) { return {message("How is {}?", name)}; }
std::string cheer(Arg<"name"> name, Resolve<ask_mood> mood) { return "Cheer " + *name + ", who is " + mood->mood; }

}  // namespace

TEST_CASE("the signature of a function becomes a prompt", "[server]") {
  auto const prompt = detail::make_prompt<greet>("Greets.", {.title = "Greet", .inline_handler = true});
  CHECK(prompt.name == "greet");
  CHECK(prompt.description == "Greets.");
  CHECK(prompt.options.title == "Greet");
  CHECK(prompt.rules.textual_arguments);
  CHECK(prompt.rules.inline_handler);
  CHECK(prompt.output == nullptr);
  CHECK_FALSE(prompt.builds_input_required);
  REQUIRE(prompt.nodes.size() == 2);
  CHECK(prompt.nodes[0].note->description == "Whom");
}

TEST_CASE("prompts/list is answered byte for byte as expected", "[server][PRM-01][PRM-02][CACHE-01]") {
  still_server calc;
  calc.server.prompt<greet>("Greets.", {.title = "Greet"});
  CHECK(calc.body(request("3", "prompts/list")) ==
        R"({"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","prompts":[{"name":"greet","title":"Greet",)"
        R"("description":"Greets.","arguments":[{"name":"name","description":"Whom","required":true},)"
        R"({"name":"from"}]}],"ttlMs":0,"cacheScope":"private",)"
        R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})");
}

TEST_CASE("prompts/get is answered byte for byte as expected", "[server][PRM-03][PRM-04][CACHE-02]") {
  still_server calc;
  calc.server.prompt<greet>("Greets.");
  auto const answer = calc.handle(get_prompt("greet", R"({"name":"Ada","other":"ignored"})"));
  CHECK(answer.body == R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","messages":[{"role":"user",)"
                       R"("content":{"type":"text","text":"Greet Ada"}}],)"
                       R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})");
  CHECK(answer.status == reply_status::ok);
  CHECK(text_of(calc.body(get_prompt("greet", R"({"name":"Ada","from":"Bob"})"))) == "Greet Ada from Bob");
}

TEST_CASE("members and lambdas are prompts too", "[server][PRM-01]") {
  still_server calc;
  Atlas atlas;
  calc.server.prompt<&Atlas::describe>(atlas, "Describes a city.");
  atlas.country = "Sweden";
  CHECK(text_of(calc.body(get_prompt("describe", R"({"city":"Lund"})"))) == "Describe Lund in Sweden");

  auto const held = std::make_shared<std::string>("Hold on");
  calc.server.prompt<"two words">("A lambda.", [held] { return *held; });
  CHECK(text_of(calc.body(get_prompt("two words"))) == "Hold on");
  CHECK(text_of(calc.body(request("1", "prompts/get", R"("name":"two words",)"))) == "Hold on");
  CHECK(calc.server.remove_prompt("two words"));
  CHECK_FALSE(calc.server.remove_prompt("two words"));
  CHECK(held.use_count() == 1);
}

TEST_CASE("a server that had a prompt once answers prompts/list for good", "[server][PRM-01]") {
  still_server calc;
  CHECK(error_of(calc.body(request("1", "prompts/list")))["code"] == -32601);
  CHECK(error_of(calc.body(get_prompt("greet")))["code"] == -32601);
  calc.server.prompt<greet>("Greets.");
  calc.server.remove_prompt("greet");
  CHECK(result_of(calc.body(request("1", "prompts/list")))["prompts"] == json::array());
  json const discovered = result_of(calc.body(request("1", "server/discover")));
  CHECK(discovered["capabilities"]["prompts"].dump() == R"({"listChanged":true})");
}

TEST_CASE("a prompt that does not exist, or lacks an argument, is refused", "[server][PRM-05]") {
  still_server calc;
  calc.server.prompt<greet>("Greets.");
  auto const unknown = calc.handle(get_prompt("greeet"));
  CHECK(unknown.body == R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown prompt: greeet"}})");
  CHECK(unknown.status == reply_status::ok);
  CHECK(error_of(calc.body(get_prompt("greet me; now")))["message"] == "Unknown prompt");
  CHECK(error_of(calc.body(get_prompt("greet")))["message"] ==
        "Invalid arguments: name is required. Nothing was done.");
  for (auto const* members :
       {"", R"("name":7,)", R"("name":"greet","arguments":[],)", R"("name":"greet","arguments":"x",)",
        R"("name":"greet","arguments":{"name":"a"},"inputResponses":[],)",
        R"("name":"greet","arguments":{"name":"a"},"requestState":7,)"}) {
    CAPTURE(members);
    CHECK(error_of(calc.body(request("1", "prompts/get", members)))["code"] == -32602);
  }
}

TEST_CASE("what the arguments hold goes where the author puts it, and into no error", "[server][PRM-07][SEC-13]") {
  still_server calc;
  calc.server.prompt<greet>("Greets.");
  std::string const evil = R"(\"}}],\n\u0000\u202e<script>)";
  auto const body = calc.body(get_prompt("greet", R"({"name":")" + evil + "\"}"));
  CHECK(text_of(body) == "Greet " + json::parse("\"" + evil + "\"").get<std::string>());
  CHECK(body.find('\n') == std::string::npos);
  bool ran = false;
  calc.server.prompt<"count">("Counts.", [&ran](Arg<"n", int> n) {
    ran = true;
    return std::to_string(*n);
  });
  CHECK(calc.body(get_prompt("count", R"({"n":"XYZZY"})")).find("XYZZY") == std::string::npos);
  CHECK_FALSE(ran);
}

TEST_CASE("a prompt may ask before it answers", "[server][PRM-08][MRTR-01][MRTR-21]") {
  still_server calc;
  calc.server.prompt<cheer>("Cheers up.");
  auto const first = calc.body(get_prompt("cheer", R"({"name":"Ada"})", with_forms()));
  json const asked = result_of(first);
  CHECK(asked["resultType"] == "input_required");
  CHECK(asked["inputRequests"]["ask_mood"]["params"]["message"] == R"(How is "Ada"?)");
  CHECK_FALSE(asked.contains("ttlMs"));
  CHECK_FALSE(asked.contains("messages"));

  // Each in a flow of its own, since the first answer is final.
  auto retry = [&](std::string const& response) {
    json const anew = result_of(calc.body(get_prompt("cheer", R"({"name":"Ada"})", with_forms())));
    return calc.body(
        request("2", "prompts/get",
                R"("name":"cheer","arguments":{"name":"Ada"},)" + answering(anew, R"({"ask_mood":)" + response + "}"),
                with_forms()));
  };
  auto const done = retry(R"({"action":"accept","content":{"mood":"tired"}})");
  CHECK(text_of(done) == "Cheer Ada, who is tired");
  CHECK(result_of(done)["resultType"] == "complete");
  CHECK(
      error_of(retry(R"({"action":"decline"})")).dump() ==
      R"({"code":-32603,"message":"The user declined the question 'ask_mood', so cheer did not run. Nothing was done."})");
  CHECK(error_of(retry(R"({"action":"cancel"})"))["message"] ==
        "The user dismissed the question 'ask_mood', so cheer did not run. Nothing was done.");
}

TEST_CASE("a prompt whose client cannot be asked says so", "[server][MRTR-05][META-10]") {
  still_server calc;
  calc.server.prompt<cheer>("Cheers up.");
  auto const refused = calc.handle(get_prompt("cheer", R"({"name":"Ada"})"));
  CHECK(error_of(refused.body)["code"] == -32021);
  CHECK(error_of(refused.body)["data"].dump() == R"({"requiredCapabilities":{"elicitation":{"form":{}}}})");
  CHECK(refused.status == reply_status::bad_request);

  still_server kind;
  kind.server.prompt<cheer>("Cheers up.", {.unaskable = when_unaskable::explain});
  json const error = error_of(kind.body(get_prompt("cheer", R"({"name":"Ada"})")));
  CHECK(error["code"] == -32603);
  CHECK(error["message"] ==
        "cheer needs an answer from the user, and this client cannot ask for it. Nothing was done.");
}
