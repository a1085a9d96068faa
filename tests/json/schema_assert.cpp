// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/schema_assert.hpp>

#include "json/schema_case.hpp"
#include "support/catch.hpp"

using namespace parley;

TEST_CASE("type", "[json][validator][SCHEMA-11]") {
  CHECK(valid(R"({"type":"integer"})", "1.0"));
  CHECK(valid(R"({"type":"integer"})", "1e300"));
  CHECK(valid(R"({"type":"integer"})", "18446744073709551615"));
  CHECK(faults(R"({"type":"integer"})", "1.5") == "must be an integer");
  CHECK(faults(R"({"type":"integer"})", R"("1")") == "must be an integer");
  CHECK(valid(R"({"type":"number"})", "1"));
  CHECK(faults(R"({"type":"number"})", "true") == "must be a number");
  CHECK(valid(R"({"type":["string","null"]})", "null"));
  CHECK(faults(R"({"type":["null","string"]})", "[]") == "must be a string or null");
  CHECK(faults(R"({"type":["array","boolean","object"]})", "1") == "must be true or false, an object or a list");
}

TEST_CASE("const and enum compare values", "[json][validator][SCHEMA-11]") {
  CHECK(valid(R"({"const":1})", "1.0"));
  CHECK(valid(R"({"const":{"a":[1.0],"b":null}})", R"({"b":null,"a":[1]})"));
  CHECK(faults(R"({"const":9007199254740993})", "9007199254740992") == "must be 9007199254740993");
  CHECK_FALSE(valid(R"({"const":0})", "false"));
  CHECK_FALSE(valid(R"({"const":[1,2]})", "[1]"));
  CHECK_FALSE(valid(R"({"const":{"a":1}})", R"({"b":1})"));
  CHECK(valid(R"({"enum":["s","m",3,null]})", "3"));
  CHECK(faults(R"({"enum":["s","m",3,null]})", R"("x")") == "must be one of s, m, 3, null");
  CHECK(faults(R"({"enum":[]})", "1") == "must not be there");
}

TEST_CASE("bounds are exact", "[json][validator][SCHEMA-11]") {
  CHECK(faults(R"({"minimum":2})", "1.5") == "must be at least 2");
  CHECK(faults(R"({"maximum":0.5})", "1") == "must be at most 0.5");
  CHECK(faults(R"({"exclusiveMinimum":2})", "2.0") == "must be more than 2");
  CHECK(faults(R"({"exclusiveMaximum":2})", "2") == "must be less than 2");
  CHECK(valid(R"({"minimum":2,"maximum":2})", "2.0"));
  CHECK_FALSE(valid(R"({"maximum":9007199254740992})", "9007199254740993"));
  CHECK_FALSE(valid(R"({"maximum":9007199254740992.0})", "9007199254740993"));
  CHECK(faults(R"({"multipleOf":0.01})", "4.999") == "must be a multiple of 0.01");
  CHECK(valid(R"({"multipleOf":0.01})", "4.99"));
  CHECK(valid(R"({"minimum":2})", R"("text")"));
}

TEST_CASE("lengths are counted in code points", "[json][validator]") {
  CHECK(valid(R"({"maxLength":2})", R"("\ud83d\ude00\ud83d\ude00")"));
  CHECK(faults(R"({"maxLength":2.0})", R"("abc")") == "must have at most 2 characters");
  CHECK(faults(R"({"minLength":1})", R"("")") == "must have at least 1 character");
  CHECK(valid(R"({"maxLength":1e300})", R"("abc")"));
  CHECK_FALSE(valid(R"({"minLength":1e300})", R"("abc")"));
  CHECK(valid(R"({"minLength":1})", "7"));
}

TEST_CASE("pattern is searched for", "[json][validator]") {
  CHECK(valid(R"({"pattern":"[0-9]{3}"})", R"("ab123")"));
  CHECK(faults(R"({"pattern":"^[0-9]{3}$"})", R"("ab123")") == "must match the pattern of the schema");
  CHECK(valid(R"({"pattern":"^a"})", "1"));
}

TEST_CASE("sizes of lists and objects", "[json][validator]") {
  CHECK(faults(R"({"minItems":2})", "[1]") == "must have at least 2 items");
  CHECK(faults(R"({"maxItems":1})", "[1,2]") == "must have at most 1 item");
  CHECK(faults(R"({"minProperties":1})", "{}") == "must have at least 1 member");
  CHECK(faults(R"({"maxProperties":0})", R"({"a":1})") == "must have at most 0 members");
  CHECK(valid(R"({"minItems":2,"minProperties":2})", "1"));
}

TEST_CASE("unique items are unique as values", "[json][validator]") {
  CHECK(valid(R"({"uniqueItems":true})", R"([1,"1",true,[1],{"a":1},null])"));
  CHECK(valid(R"({"uniqueItems":false})", "[1,1]"));
  for (std::string_view const twice : {"[1,1.0]", R"([{"a":1,"b":2},{"b":2.0,"a":1}])", "[[0],[-0.0]]"})
    CHECK(faults(R"({"uniqueItems":true})", twice) == "must not have the same item twice");
}

TEST_CASE("required members", "[json][validator]") {
  CHECK(faults(R"({"required":["a","b"]})", "{}") == "/a is required; /b is required");
  CHECK(valid(R"({"required":["a"]})", R"({"a":null})"));
  CHECK(valid(R"({"required":["a"]})", "[]"));
  constexpr std::string_view card = R"({"dependentRequired":{"card":["address"]}})";
  CHECK(valid(card, "{}"));
  CHECK(valid(card, R"({"card":1,"address":2})"));
  CHECK(faults(card, R"({"card":1})") == "/address is required together with card");
}

TEST_CASE("formats and contents are notes", "[json][validator][SCHEMA-10]") {
  CHECK(valid(R"({"format":"email"})", R"("no address")"));
  CHECK(valid(R"({"format":"unheard-of"})", R"("x")"));
  CHECK(valid(R"({"contentMediaType":"application/json","contentSchema":false})", R"("{")"));
}

TEST_CASE("what is compared to be unique costs steps", "[json][validator][SCHEMA-07]") {
  schema_limits limits;
  limits.max_steps = 50;
  std::string const long_text = '"' + std::string(1'000, 'x') + '"';
  CHECK(faults(R"({"uniqueItems":true})", "[" + long_text + "]", limits) ==
        "could not be checked: it takes more steps than the schema's limits allow");
  std::string list = "[0";
  for (int i = 1; i < 100; ++i) list += ',' + std::to_string(i);
  CHECK(faults(R"({"uniqueItems":true})", list + ']', limits).starts_with("could not be checked"));
  CHECK(faults(R"({"enum":[1,2,3]})", "3", limits).empty());
}

TEST_CASE("a text that a pattern cannot cope with is refused", "[json][validator][SCHEMA-07]") {
  std::string const hostile = '"' + std::string(60, 'a') + R"(!")";
  constexpr auto refused = "could not be checked: a text is too long or too intricate for a pattern";
  CHECK(faults(R"({"pattern":"^(a+)+$"})", hostile) == refused);
  CHECK(faults(R"({"not":{"pattern":"^(a+)+$"}})", hostile) == refused);
  schema_limits limits;
  limits.max_pattern_looks = 10;
  CHECK(faults(R"({"pattern":"a"})", R"("bbbbbbbbbbbbbbbb")", limits) == refused);
}
