// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/feature_result.hpp>

#include "server/feature_client.hpp"
#include "support/catch.hpp"

#include <string>
#include <string_view>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

struct Weather {
  std::string city;
  int degrees = 0;
};

template <class T>
json messages_of(T value) {
  still_server calc;
  calc.server.prompt<"say">("", [value] { return value; });
  return result_of(calc.body(get_prompt("say")))["messages"];
}

template <class T>
json contents_of(T value) {
  still_server calc;
  calc.server.resource<"a:1">("", [value] { return value; });
  return result_of(calc.body(read_resource("a:1")))["contents"];
}

std::string const said = R"([{"content":{"text":"hi","type":"text"},"role":"user"}])";
std::string const held = R"([{"mimeType":"text/plain","text":"hi","uri":"a:1"}])";

template <class Role, class T>
constexpr bool may_return = Role::template may_return<T>;

}  // namespace

TEST_CASE("text is one message of the user's", "[server][PRM-04]") {
  CHECK(messages_of(std::string("hi")).dump() == said);
  CHECK(messages_of(std::string_view("hi")).dump() == said);
  CHECK(messages_of(static_cast<char const*>("hi")).dump() == said);
  CHECK(messages_of(PromptMessage::user("hi")).dump() == said);
  CHECK(messages_of(std::vector{PromptMessage::user("hi")}).dump() == said);
}

TEST_CASE("a content block is one message of the user's, of whatever kind", "[server][PRM-04][TYPE-06]") {
  CHECK(messages_of(text_content{.text = "hi"}).dump() == said);
  CHECK(messages_of(content_block(text_content{.text = "hi"})).dump() == said);
  CHECK(messages_of(image_content{.data = "x", .mime_type = "image/png"})[0]["content"].dump() ==
        R"({"data":"eA==","mimeType":"image/png","type":"image"})");
  CHECK(messages_of(resource_link{.uri = "a:1", .name = "a"})[0]["content"]["type"] == "resource_link");
  CHECK(messages_of(embedded_resource{.uri = "a:1", .text = "hi"})[0]["content"]["resource"]["text"] == "hi");
}

TEST_CASE("a prompt may say all of its result", "[server][PRM-04]") {
  GetPromptResult whole;
  whole.description = "A dialogue";
  whole.messages = {PromptMessage::assistant("Who?"), PromptMessage::user("Me.")};
  whole.meta = R"({"com.example/k": 1})";
  still_server calc;
  calc.server.prompt<"say">("", [whole] { return whole; });
  json const result = result_of(calc.body(get_prompt("say")));
  CHECK(result["description"] == "A dialogue");
  CHECK(result["messages"].dump() == R"([{"content":{"text":"Who?","type":"text"},"role":"assistant"},)"
                                     R"({"content":{"text":"Me.","type":"text"},"role":"user"}])");
  CHECK(result["_meta"]["com.example/k"] == 1);
  CHECK(result["_meta"].contains("io.modelcontextprotocol/serverInfo"));
}

TEST_CASE("text is one piece of a resource", "[server][RES-04]") {
  CHECK(contents_of(std::string("hi")).dump() == held);
  CHECK(contents_of(std::string_view("hi")).dump() == held);
  CHECK(contents_of(static_cast<char const*>("hi")).dump() == held);
  CHECK(contents_of(ResourceContents::of_text("hi")).dump() == held);
  CHECK(contents_of(ReadResourceResult{.contents = {ResourceContents::of_text("hi")}}).dump() == held);
}

TEST_CASE("a described type is read as its JSON", "[server][RES-04]") {
  CHECK(contents_of(Weather{"Bern", 7}).dump() ==
        R"([{"mimeType":"application/json","text":"{\"city\":\"Bern\",\"degrees\":7}","uri":"a:1"}])");
  CHECK(contents_of(std::vector<int>{1, 2})[0]["text"] == "[1,2]");
}

TEST_CASE("a folder holds several things", "[server][RES-10]") {
  ResourceContents first = ResourceContents::of_text("one");
  first.uri = "a:1/1";
  ResourceContents const second = ResourceContents::of_bytes("two", "image/png");
  CHECK(contents_of(std::vector{first, second}).dump() ==
        R"([{"mimeType":"text/plain","text":"one","uri":"a:1/1"},{"blob":"dHdv","mimeType":"image/png","uri":"a:1"}])");
}

TEST_CASE("a body may sometimes ask by hand", "[server][MRTR-01][MRTR-24]") {
  still_server calc;
  calc.server.prompt<"say">("", [](Context& context) -> prompt_outcome {
    if (context.request_state().empty()) return InputRequired{}.elicit<Weather>("where", "Where?").state("asked");
    return GetPromptResult{.messages = {PromptMessage::user(context.input_responses()["where"]["action"])}};
  });
  calc.server.resource<"a:1">("", [](Context& context) -> resource_outcome {
    if (context.request_state().empty()) return InputRequired{}.elicit<Weather>("where", "Where?").state("asked");
    return ReadResourceResult{{ResourceContents::of_text(context.input_responses()["where"]["action"])}, {}};
  });
  struct row {
    char const* method;
    char const* members;
  };
  for (auto const& [method, members] :
       {row{"prompts/get", R"("name":"say",)"}, row{"resources/read", R"("uri":"a:1",)"}}) {
    CAPTURE(method);
    json const asked = result_of(calc.body(request("1", method, members, with_forms())));
    CHECK(asked["inputRequests"]["where"]["method"] == "elicitation/create");
    auto const again = members + answering(asked, R"({"where":{"action":"decline"}})");
    CHECK(text_of(calc.body(request("2", method, again, with_forms()))) == "decline");
  }
}

TEST_CASE("each kind of body has results of its own", "[server]") {
  using namespace parley::detail;
  STATIC_REQUIRE(may_return<prompt_role, PromptMessage>);
  STATIC_REQUIRE(may_return<prompt_role, prompt_outcome>);
  STATIC_REQUIRE_FALSE(may_return<prompt_role, resource_outcome>);
  STATIC_REQUIRE_FALSE(may_return<prompt_role, Weather>);
  STATIC_REQUIRE_FALSE(may_return<prompt_role, CallToolResult>);
  STATIC_REQUIRE_FALSE(may_return<prompt_role, void>);
  STATIC_REQUIRE_FALSE(may_return<prompt_role, std::vector<std::string>>);
  STATIC_REQUIRE(may_return<resource_role, Weather>);
  STATIC_REQUIRE_FALSE(may_return<resource_role, text_content>);
  STATIC_REQUIRE_FALSE(may_return<resource_role, CallToolResult>);
  STATIC_REQUIRE_FALSE(may_return<resource_role, void>);
  STATIC_REQUIRE(may_return<completer_role, Completion>);
  STATIC_REQUIRE_FALSE(may_return<completer_role, std::string>);
  STATIC_REQUIRE_FALSE(may_return<completer_role, InputRequired>);
  STATIC_REQUIRE_FALSE(may_return<tool_role, PromptMessage>);
}
