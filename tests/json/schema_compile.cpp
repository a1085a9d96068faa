// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/schema_compile.hpp>

#include "json/schema_case.hpp"
#include "support/catch.hpp"

using namespace parley;

TEST_CASE("a schema that is not valid in its dialect is refused where it is wrong", "[json][validator][SCHEMA-04]") {
  CHECK(refusal("1") == "it must be an object, true or false");
  CHECK(refusal(R"({"properties":{"a":[]}})") == "/properties/a must be an object, true or false");
  CHECK(refusal(R"({"items":[{"type":"string"}]})") == "/items must be an object, true or false");
  CHECK(refusal(R"({"properties":{"a/b":{"minLength":-1}}})") ==
        "/properties/a~1b/minLength must be a whole number of at least 0");
  CHECK(refusal(R"({"allOf":[true,{"type":"int"}]})").starts_with("/allOf/1/type must be one of null, boolean"));
  CHECK(refusal(R"({"$defs":{"unused":{"required":"a"}}})") ==
        "/$defs/unused/required must be a list of strings, each there once");
}

TEST_CASE("a pattern that is wrong or not supported is refused", "[json][validator][SCHEMA-04]") {
  CHECK(refusal(R"({"pattern":"(a"})") == "/pattern has a pattern that has a '(' that is not closed: (a");
  CHECK(refusal(R"({"patternProperties":{"(?i)a":true}})")
            .starts_with("/patternProperties has a pattern that has a group of a kind that is not supported"));
}

TEST_CASE("patterns are limited in size and number", "[json][validator][SCHEMA-07]") {
  schema_limits limits;
  limits.max_pattern_bytes = 3;
  CHECK(refusal(R"({"pattern":"abc"})", limits).empty());
  CHECK(refusal(R"({"pattern":"abcd"})", limits) == "/pattern has a pattern of more than 3 bytes");
  limits = {};
  limits.max_patterns = 2;
  CHECK(refusal(R"({"patternProperties":{"a":{"pattern":"a"},"b":{"pattern":"b"}}})", limits).empty());
  CHECK(refusal(R"({"patternProperties":{"a":true,"b":true,"c":true}})", limits) == "it has more than 2 patterns");
}

TEST_CASE("a schema that leads back to itself without a step into the value is refused", "[json][validator]") {
  constexpr auto refused = " leads back to itself without a step into the value, and would be applied for ever";
  CHECK(refusal(R"({"$ref":"#"})") == "it" + std::string(refused));
  CHECK(refusal(R"({"$defs":{"a":{"allOf":[true,{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}}})") ==
        "/$defs/a" + std::string(refused));
  CHECK(refusal(R"({"$dynamicAnchor":"x","if":true,"then":{"$ref":"#x"}})") == "it" + std::string(refused));
  // Round through a member it is a tree; twice to the same place it is no circle.
  CHECK(refusal(R"({"properties":{"a":{"$ref":"#"}},"items":{"$ref":"#"},"contains":{"$ref":"#"}})").empty());
  CHECK(refusal(R"({"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}],"$defs":{"a":true}})").empty());
}

TEST_CASE("thousands of schemas in a row are no trouble for the stack", "[json][validator][SCHEMA-07]") {
  std::string chain = R"({"$ref":"#/$defs/0","$defs":{)";
  for (int i = 0; i < 9'000; ++i)
    chain += '"' + std::to_string(i) + R"(":{"$ref":"#/$defs/)" + std::to_string(i + 1) + R"("},)";
  chain += R"("9000":true}})";
  CHECK(faults(chain, "1") == "could not be checked: it leads the schema deeper into itself than the limits allow");
}
