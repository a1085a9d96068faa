// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/schema_run.hpp>

#include "json/schema_case.hpp"
#include "support/catch.hpp"

using namespace parley;

TEST_CASE("true, false and the empty schema", "[json][validator]") {
  CHECK(valid("true", "1"));
  CHECK(valid("{}", "null"));
  CHECK(faults("false", "1") == "must not be there");
}

TEST_CASE("combined schemas", "[json][validator]") {
  constexpr std::string_view all = R"({"allOf":[{"minimum":2},{"maximum":4},{"type":"integer"}]})";
  CHECK(valid(all, "3"));
  CHECK(faults(all, "4.5") == "must be at most 4; must be an integer");
  constexpr std::string_view any = R"({"anyOf":[{"type":"string"},{"minimum":2}]})";
  CHECK(valid(any, "3"));
  CHECK(faults(any, "1") == "must be one of the 2 things described");
  constexpr std::string_view one = R"({"oneOf":[{"multipleOf":2},{"multipleOf":3},true]})";
  CHECK(valid(one, "5"));
  CHECK(faults(one, "4") == "must be only one of the 3 things described");
  CHECK(faults(R"({"oneOf":[false,false]})", "4") == "must be one of the 2 things described");
  CHECK(valid(R"({"not":{"type":"null"}})", "4"));
  CHECK(faults(R"({"not":{"type":"null"}})", "null") == "must not be what the schema rules out");
}

TEST_CASE("conditions", "[json][validator]") {
  constexpr std::string_view schema =
      R"({"if":{"required":["card"]},"then":{"required":["owner"]},"else":{"required":["cash"]}})";
  CHECK(valid(schema, R"({"card":1,"owner":1})"));
  CHECK(faults(schema, R"({"card":1})") == "/owner is required");
  CHECK(faults(schema, "{}") == "/cash is required");
  CHECK(valid(R"({"then":false,"else":false})", "1"));
  constexpr std::string_view dependent = R"({"dependentSchemas":{"a":{"required":["b"]}}})";
  CHECK(valid(dependent, "{}"));
  CHECK(faults(dependent, R"({"a":1})") == "/b is required");
}

TEST_CASE("members", "[json][validator]") {
  constexpr std::string_view schema = R"({
    "properties": {"name": {"type": "string"}, "a/b~": {"type": "integer"}, "gone": false},
    "patternProperties": {"^x-": {"type": "integer"}, "me$": {"minLength": 2}},
    "additionalProperties": {"type": "boolean"}})";
  CHECK(valid(schema, R"({"name":"me","x-1":2,"other":true})"));
  CHECK(faults(schema, R"({"name":1})") == "/name must be a string");
  CHECK(faults(schema, R"({"name":"m"})") == "/name must have at least 2 characters");
  CHECK(faults(schema, R"({"a/b~":"m"})") == "/a~1b~0 must be an integer");
  CHECK(faults(schema, R"({"gone":1})") == "/gone must not be there");
  // The names of other members are the sender's.
  CHECK(faults(schema, R"({"x-evil":"m"})") == "/* must be an integer");
  CHECK(faults(schema, R"({"evil":1})") == "/* must be true or false");
  CHECK(faults(R"({"additionalProperties":false})", R"({"evil":1,"worse":2})") == "has members that it must not have");
  CHECK(faults(R"({"propertyNames":{"maxLength":3}})", R"({"ok":1,"evil":2})") ==
        "has a member whose name is not allowed");
  CHECK(valid(schema, "[]"));
}

TEST_CASE("items", "[json][validator]") {
  constexpr std::string_view schema = R"({"prefixItems":[{"type":"string"},true],"items":{"type":"integer"}})";
  CHECK(valid(schema, R"(["a",null,1,2])"));
  CHECK(valid(schema, "[]"));
  CHECK(faults(schema, R"([1,null,"b"])") == "/0 must be a string; /2 must be an integer");
  CHECK(faults(R"({"prefixItems":[true],"items":false})", "[1,2]") == "must have at most 1 item");
  CHECK(valid(R"({"prefixItems":[true]})", "[1,2]"));
  CHECK(faults(R"({"properties":{"list":{"items":{"properties":{"n":{"minimum":1}}}}}})", R"({"list":[{},{"n":0}]})") ==
        "/list/1/n must be at least 1");
}

TEST_CASE("contains", "[json][validator]") {
  CHECK(valid(R"({"contains":{"type":"null"}})", "[1,null]"));
  CHECK(faults(R"({"contains":{"type":"null"}})", "[1]") == "must have at least 1 item of the kind described");
  CHECK(faults(R"({"contains":{"type":"null"},"minContains":2})", "[null]") ==
        "must have at least 2 items of the kind described");
  CHECK(faults(R"({"contains":{"type":"null"},"maxContains":1})", "[null,null]") ==
        "must have at most 1 item of the kind described");
  CHECK(valid(R"({"contains":{"type":"null"},"minContains":0})", "[]"));
  CHECK(valid(R"({"minContains":5})", "[]"));
}

TEST_CASE("what nobody has looked at", "[json][validator]") {
  constexpr std::string_view extended = R"({
    "$ref": "#/$defs/base", "properties": {"b": true}, "unevaluatedProperties": false,
    "$defs": {"base": {"properties": {"a": {"type": "integer"}}}}})";
  CHECK(valid(extended, R"({"a":1,"b":2})"));
  CHECK(faults(extended, R"({"a":1,"c":2})") == "has members that it must not have");
  // What the others found wrong is told, and not that they have found nothing good.
  CHECK(faults(extended, R"({"a":"x"})") == "/a must be an integer");

  constexpr std::string_view either = R"({
    "anyOf": [{"required": ["a"], "properties": {"a": true}}, {"required": ["b"], "properties": {"b": true}}],
    "unevaluatedProperties": {"type": "null"}})";
  CHECK(valid(either, R"({"a":1,"b":1})"));
  CHECK(valid(either, R"({"a":1,"c":null})"));
  CHECK(faults(either, R"({"a":1,"c":1})") == "/* must be null");
  CHECK_FALSE(valid(R"({"not":{"not":{"properties":{"a":true}}},"unevaluatedProperties":false})", R"({"a":1})"));
  // An inner schema does not see what its neighbours have looked at.
  CHECK_FALSE(valid(R"({"properties":{"a":true},"allOf":[{"unevaluatedProperties":false}]})", R"({"a":1})"));

  constexpr std::string_view list =
      R"({"prefixItems":[true],"contains":{"type":"null"},"minContains":0,"unevaluatedItems":{"type":"string"}})";
  CHECK(valid(list, R"([1,"a",null])"));
  CHECK(faults(list, R"([1,"a",2,null])") == "/2 must be a string");
  CHECK(faults(R"({"prefixItems":[true],"unevaluatedItems":false})", "[1,2]") == "has items that it must not have");
}

TEST_CASE("a schema may hold itself as deep as the value goes", "[json][validator][SCHEMA-09]") {
  constexpr std::string_view tree =
      R"({"type":"object","properties":{"value":{"type":"integer"},"children":{"items":{"$ref":"#"}}}})";
  CHECK(valid(tree, R"({"value":1,"children":[{"value":2,"children":[{"value":3}]},{}]})"));
  CHECK(faults(tree, R"({"children":[{"children":[{},{"value":"x"}]}]})") ==
        "/children/0/children/1/value must be an integer");

  // As deep as parley::parse reads.
  std::string deep = "1";
  for (int i = 0; i < 128; ++i) deep = "[" + deep + "]";
  CHECK(valid(R"({"anyOf":[{"type":"integer"},{"items":{"$ref":"#"}}]})", deep));
}

TEST_CASE("a dynamic reference leads to the outermost schema of its name", "[json][validator][SCHEMA-09]") {
  constexpr std::string_view strict = R"({
    "$id": "https://example.com/strict", "$dynamicAnchor": "node", "$ref": "tree", "unevaluatedProperties": false,
    "$defs": {"tree": {"$id": "tree", "$dynamicAnchor": "node",
      "properties": {"data": true, "children": {"items": {"$dynamicRef": "#node"}}}}}})";
  CHECK(valid(strict, R"({"children":[{"data":1}]})"));
  CHECK(faults(strict, R"({"children":[{"daat":1}]})") == "/children/0 has members that it must not have");
}

TEST_CASE("hostile values meet limits and are refused", "[json][validator][SCHEMA-07]") {
  schema_limits limits;
  limits.max_steps = 1'000;
  std::string list = "[0";
  for (int i = 0; i < 1'000; ++i) list += ",0";
  list += ']';
  constexpr auto steps = "could not be checked: it takes more steps than the schema's limits allow";
  CHECK(faults(R"({"items":true})", list, limits) == steps);
  CHECK(faults(R"({"not":{"items":{"minimum":0}}})", list, limits) == steps);
  CHECK(faults(R"({"anyOf":[{"contains":false},true]})", list, limits) == steps);
  CHECK(faults(R"({"if":{"items":{"minimum":0}},"then":false})", list, limits) == steps);

  // Two ways at each level make 2^n of them.
  std::string deep = "1";
  for (int i = 0; i < 60; ++i) deep = "[" + deep + "]";
  CHECK(faults(R"({"type":"array","anyOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"},"title":"again"}]})", deep) ==
        steps);

  limits = {};
  limits.max_evaluation_depth = 100;
  constexpr auto depth = "could not be checked: it leads the schema deeper into itself than the limits allow";
  CHECK(faults(R"({"items":{"$ref":"#"}})", deep, limits) == depth);
  CHECK(faults(R"({"not":{"items":{"$ref":"#"}}})", deep, limits) == depth);
  // A circle that only the run can see.
  CHECK(faults(R"({"$id":"a","$dynamicAnchor":"x","$ref":"b",
      "$defs":{"b":{"$id":"b","$dynamicRef":"#x","$defs":{"c":{"$dynamicAnchor":"x"}}}}})",
               "1") == depth);
}

TEST_CASE("only the first faults are told", "[json][validator]") {
  std::string list = "[\"x\"";
  for (int i = 0; i < 100; ++i) list += ",\"x\"";
  list += ']';
  auto const validator = compile_schema(parse(R"({"items":{"type":"integer"}})").value());
  CHECK(validator->validate(parse(list).value()).size() == max_violations);
  schema_limits limits;
  limits.max_violations = 1;
  CHECK(faults(R"({"items":{"type":"integer"}})", list, limits) == "/0 must be an integer");
}
