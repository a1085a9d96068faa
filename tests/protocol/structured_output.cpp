// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/structured_output.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

namespace {

std::string around(std::string const& schema) {
  return R"({"type":"object","properties":{"result":)" + schema + R"(},"required":["result"]})";
}

std::string const before = R"({"name":"t","description":"Does.","inputSchema":{"type":"object"})";
std::string const after = R"(,"annotations":{"readOnlyHint":true},"_meta":{"com.example/k":1}})";

}  // namespace

TEST_CASE("a schema promises an object when its root says so", "[protocol][TOOL-22][T20]") {
  CHECK_FALSE(must_wrap_output(R"({"type":"object"})"));
  CHECK_FALSE(must_wrap_output(R"({"$defs":{},"properties":{},"type":"object"})"));
  for (auto const* schema : {R"({"type":"integer"})", "{}", R"({"type":["object","null"]})", R"({"type":["object"]})",
                             R"({"anyOf":[{"type":"object"},{"type":"null"}]})", R"({"properties":{"type":{}}})",
                             R"({"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}})"}) {
    CAPTURE(schema);
    CHECK(must_wrap_output(schema));
  }
}

TEST_CASE("any other schema is that of a member", "[protocol][TOOL-22][T20]") {
  CHECK(wrap_output_schema(R"({"type":"integer","minimum":0})") == around(R"({"type":"integer","minimum":0})"));
  CHECK(wrap_output_schema("{}") == around("{}"));
  CHECK(wrap_output_schema(R"({"type":"array","items":{"z":1,"type":"object"}})") ==
        around(R"({"type":"array","items":{"z":1,"type":"object"}})"));
}

TEST_CASE("references find what they did before", "[protocol][TOOL-22][T20]") {
  CHECK(wrap_output_schema(R"({"$ref":"#/$defs/tree","$defs":{"tree":{"anyOf":[{"$ref":"#"},{"$ref":""},)"
                           R"({"items":{"$dynamicRef":"#/$defs/a~1b"}}]}}})") ==
        around(R"({"$ref":"#/properties/result/$defs/tree","$defs":{"tree":{"anyOf":[)"
               R"({"$ref":"#/properties/result"},{"$ref":"#/properties/result"},)"
               R"({"items":{"$dynamicRef":"#/properties/result/$defs/a~1b"}}]}}})"));
  // A name is found wherever it stands, and another document is where it was.
  std::string const named = R"({"anyOf":[{"$ref":"#here"},{"$ref":"https://example.com/s#/a"},{"$ref":"other"}]})";
  CHECK(wrap_output_schema(named) == around(named));
}

TEST_CASE("only what refers is changed, not what looks like it", "[protocol][TOOL-22][T20]") {
  std::string const data =
      R"({"type":"array","const":[{"$ref":"#/a"}],"enum":[{"$ref":"#/a"}],"default":{"$ref":"#/a"},)"
      R"("examples":[{"$ref":"#/a"}],"items":{"properties":{"$ref":{"type":"string"},"const":{"type":"string"}}}})";
  CHECK(wrap_output_schema(data) == around(data));
  CHECK(wrap_output_schema(R"({"items":{"properties":{"const":{"$ref":"#/a"}}}})") ==
        around(R"({"items":{"properties":{"const":{"$ref":"#/properties/result/a"}}}})"));
}

TEST_CASE("what has an address of its own is a root of its own", "[protocol][TOOL-22][T20]") {
  std::string const inside = R"({"anyOf":[{"$id":"https://example.com/s","$ref":"#/$defs/a","$defs":{"a":{}}}]})";
  CHECK(wrap_output_schema(inside) == around(inside));
  std::string const whole =
      R"({"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://example.com/s","$ref":"#/$defs/a"})";
  CHECK(wrap_output_schema(whole) ==
        R"({"$schema":"https://json-schema.org/draft/2020-12/schema",)" + around(whole).substr(1));
}

TEST_CASE("the dialect is named at the root", "[protocol][TOOL-22][SCHEMA-08]") {
  CHECK(wrap_output_schema(R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"string"})") ==
        R"({"$schema":"https://json-schema.org/draft/2020-12/schema",)" + around(R"({"type":"string"})").substr(1));
}

TEST_CASE("a tool is listed with the output that its results have", "[protocol][TOOL-22][T20]") {
  std::string const object = before + R"(,"outputSchema":{"type":"object"})" + after;
  std::string const number = before + R"(,"outputSchema":{"type":"number"})" + after;
  std::string const wrapped = before + R"(,"outputSchema":)" + around(R"({"type":"number"})") + after;
  std::string const none = before + after;
  CHECK(listed_tool_wraps(number));
  CHECK_FALSE(listed_tool_wraps(object));
  CHECK_FALSE(listed_tool_wraps(none));
  for (auto const as : {revision::v2025_06_18, revision::v2025_11_25}) {
    CAPTURE(to_string(as));
    CHECK(listed_tool_for(object, as) == object);
    CHECK(listed_tool_for(number, as) == wrapped);
    CHECK(listed_tool_for(none, as) == none);
  }
  for (auto const as : {revision::v2024_11_05, revision::v2025_03_26}) {
    CAPTURE(to_string(as));
    CHECK(listed_tool_for(object, as) == none);
    CHECK(listed_tool_for(number, as) == none);
    CHECK(listed_tool_for(none, as) == none);
  }
}
