// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/elicitation_answer.hpp>

#include <parley/testing/user.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <stdexcept>
#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

struct Person {
  std::string name;
  int age = 30;
  static constexpr auto fields = parley::fields(field<&Person::age>{.min = 0, .max = 150});
};

// Asks by hand, without a state, until an answer fits.
tool_outcome greet(Context& context) {
  if (auto const answer = elicitation_answer<Person>(context, "who")) {
    return answer->match(
        [](Person const& who) { return CallToolResult::text(who.name + ", " + std::to_string(who.age)); },
        [] { return CallToolResult::text("declined"); }, [] { return CallToolResult::text("cancelled"); });
  }
  return InputRequired{}.elicit<Person>("who", "Who are you?");
}

// Asks with a form that has no fields.
tool_outcome go_on(Context& context) {
  if (auto const action = elicitation_action(context, "confirm")) {
    return CallToolResult::text(std::string(to_string(*action)));
  }
  return InputRequired{}.form("confirm", "Go on?", R"({ "type": "object", "properties": {} })");
}

}  // namespace

TEST_CASE("an answer to a hand-built form is read like a resolver's", "[server][MRTR-26][ELF-20]") {
  still_server test;
  test.server.tool<greet>("Greets.");
  user ada(test.server);
  ada.call("greet");
  CHECK(ada.last().state().empty());
  SECTION("accepted, with a default") { CHECK(ada.accept("who", R"({"name":"Ada"})").text() == "Ada, 30"); }
  SECTION("declined") { CHECK(ada.decline("who").text() == "declined"); }
  SECTION("cancelled") { CHECK(ada.cancel("who").text() == "cancelled"); }
}

TEST_CASE("an answer to a hand-built form that does not fit counts as none", "[server][MRTR-11][MRTR-26][ELF-14]") {
  still_server test;
  test.server.tool<greet>("Greets.");
  user ada(test.server);
  for (auto const* answer : {"12345", "null", R"({"name":"Ada"})", R"({"action":"ACCEPT","content":{"name":"Ada"}})",
                             R"({"action":"accept"})", R"({"action":"accept","content":{"name":7}})",
                             R"({"action":"accept","content":{"name":"Ada","age":151}})"}) {
    CAPTURE(answer);
    ada.call("greet");
    CHECK(ada.respond("who", answer).asks("who"));
  }
}

TEST_CASE("a hand-built form may have no fields, and then any accept is one", "[server][once-11]") {
  still_server test;
  test.server.tool<go_on>("Goes on.");
  user ada(test.server);
  ada.call("go_on");
  CHECK(ada.expect("confirm").schema == R"({"properties":{},"type":"object"})");
  SECTION("without content") { CHECK(ada.accept("confirm").text() == "accept"); }
  SECTION("with empty content") { CHECK(ada.accept("confirm", "{}").text() == "accept"); }
  SECTION("declined") { CHECK(ada.decline("confirm").text() == "decline"); }
}

TEST_CASE("a form's schema by hand goes out in one line and in its own order", "[server][ELF-04]") {
  InputRequired wish;
  wish.form("k", "Name?",
            "{\"type\": \"object\",\n \"properties\": {\"z\": {\"type\":\"string\"}, \"a\": {\"type\":\"string\"}}}");
  CHECK(wish.requests()[0].asked.params ==
        R"({"type":"object","properties":{"z":{"type":"string"},"a":{"type":"string"}}})");
}

TEST_CASE("white space inside the texts of a form's schema stays", "[server][ELF-04]") {
  InputRequired wish;
  wish.form("k", "Name?", R"({"type":"object", "properties":{"a":{"type":"string","title":"say \"a b\" \\ "}}})");
  CHECK(wish.requests()[0].asked.params ==
        R"({"type":"object","properties":{"a":{"type":"string","title":"say \"a b\" \\ "}}})");
}

TEST_CASE("a form that is written by hand asks for no secret either, unless its author says so",
          "[server][once-12][ELF-15]") {
  for (auto const* properties : {R"({"api_key":{"type":"string"}})", R"({"x":{"type":"string","title":"Your PIN"}})"}) {
    auto const schema = R"({"type":"object","properties":)" + std::string(properties) + '}';
    CAPTURE(schema);
    CHECK_THROWS_AS(InputRequired{}.form("k", "Well?", schema), std::invalid_argument);
    CHECK_NOTHROW(InputRequired{}.form("k", "Well?", schema, secret_names::allowed));
  }
  CHECK_NOTHROW(InputRequired{}.form("k", "Well?", R"({"type":"object","properties":{"shipping":{"title":7}}})"));
}

TEST_CASE("what is no schema of a form is refused where it is written", "[server][ELF-04]") {
  for (auto const* schema : {"", "{", "[]", "7", "{}", R"({"type":"object"})", R"({"type":"array","properties":{}})",
                             R"({"type":"object","properties":[]})"}) {
    CAPTURE(schema);
    CHECK_THROWS_AS(InputRequired{}.form("k", "Name?", schema), std::invalid_argument);
  }
}
