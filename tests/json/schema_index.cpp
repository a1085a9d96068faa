// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/schema_index.hpp>

#include "json/schema_case.hpp"
#include "support/catch.hpp"

using namespace parley;

TEST_CASE("the dialect is 2020-12, said or not", "[json][validator][SCHEMA-01][SCHEMA-02]") {
  CHECK(valid(R"({"prefixItems":[{"type":"string"}]})", "[1]") == false);
  CHECK(refusal(R"({"$schema":"https://json-schema.org/draft/2020-12/schema"})").empty());
  CHECK(refusal(R"({"$schema":"https://json-schema.org/draft/2020-12/schema#"})").empty());
  constexpr auto refused =
      "/$schema names a dialect that is not supported; the one that is, is "
      "https://json-schema.org/draft/2020-12/schema";
  CHECK(refusal(R"({"$schema":"http://json-schema.org/draft-07/schema#"})") == refused);
  CHECK(refusal(R"({"$schema":"https://json-schema.org/draft/2019-09/schema"})") == refused);
  CHECK(refusal(R"({"$schema":"https://example.com/mine"})") == refused);
  CHECK(refusal(R"({"$defs":{"a":{"$id":"a","$schema":"http://json-schema.org/draft-07/schema#"}}})") ==
        "/$defs/a" + std::string(refused));
}

TEST_CASE("a known document can be a dialect of fewer vocabularies", "[json][validator][SCHEMA-02]") {
  schema_documents known;
  known.add("https://example.com/loose", parse(R"({"$vocabulary":{
      "https://json-schema.org/draft/2020-12/vocab/core":true,
      "https://json-schema.org/draft/2020-12/vocab/applicator":true,
      "https://example.com/vocab/colours":false}})")
                                             .value());
  constexpr std::string_view schema =
      R"({"$schema":"https://example.com/loose","properties":{"a":false,"b":{"minimum":"?"}}})";
  CHECK(faults(schema, R"({"b":1})", {}, known).empty());
  CHECK(faults(schema, R"({"a":1})", {}, known) == "/a must not be there");

  known.add("https://example.com/loose", parse(R"({"$vocabulary":{"https://example.com/vocab/units":true}})").value());
  CHECK(refusal(schema, {}, known) ==
        "/$schema names a dialect with a vocabulary that is not supported: https://example.com/vocab/units");
}

TEST_CASE("references inside the schema", "[json][validator][SCHEMA-09]") {
  auto with_defs = [](std::string const& reference) {
    return R"({"$ref":")" + reference + R"(","$defs":{
      "int":{"type":"integer"}, "a/b%":{"type":"integer"}, "named":{"$anchor":"here","type":"integer"},
      "list":{"allOf":[true,{"type":"integer"}]}, "own":{"$id":"own","$defs":{"x":{"$anchor":"y","type":"integer"}}}},
      "unknown":{"inner":{"type":"integer"}}})";
  };
  for (std::string const reference : {"#/$defs/int", "#/$defs/a~1b%25", "#here", "#/$defs/list/allOf/1", "own#/$defs/x",
                                      "own#y", "./own#y", "#/$defs/own/$defs/x", "#/unknown/inner", "#/%24defs/int"}) {
    INFO(reference);
    CHECK(valid(with_defs(reference), "1"));
    CHECK(faults(with_defs(reference), "1.5") == "must be an integer");
  }
  CHECK(refusal(with_defs("#/$defs/none")) == "/$ref refers to a place where there is nothing");
  CHECK(refusal(with_defs("#/$defs/list/allOf")) == "/$ref refers to a place where there is no schema");
  CHECK(refusal(with_defs("#none")) == "/$ref refers to an anchor that is not there: #none");
  CHECK(refusal(with_defs("#y")) == "/$ref refers to an anchor that is not there: #y");
  CHECK(refusal(with_defs("#/%zz")) == "/$ref has a '%' without two hexadecimal digits");
  CHECK(refusal(with_defs("#/~2")) == "/$ref has a JSON pointer with a wrong '~'");
}

TEST_CASE("what a reference finds outside the keywords is checked as a schema too", "[json][validator][SCHEMA-04]") {
  CHECK(refusal(R"({"$ref":"#/x/y","x":{"y":{"minimum":"1"}}})") == "/x/y/minimum must be a number");
  CHECK(refusal(R"({"x":{"y":{"minimum":"1"}}})").empty());
  CHECK(refusal(R"({"enum":[{"$ref":"nowhere","$id":"#x"}],"const":{"type":3}})").empty());
}

TEST_CASE("nothing is fetched", "[json][validator][SCHEMA-05][SCHEMA-06]") {
  CHECK(refusal(R"({"properties":{"a":{"$ref":"https://example.com/a"}}})") ==
        "/properties/a/$ref refers to a schema that is not here, and nothing is fetched: https://example.com/a");
  for (std::string_view const elsewhere :
       {"http://127.0.0.1:1/a", "file:///etc/passwd", "other.json#/x", "urn:example:a"}) {
    INFO(elsewhere);
    CHECK_FALSE(refusal(R"({"$ref":")" + std::string(elsewhere) + R"("})").empty());
    CHECK_FALSE(refusal(R"({"$dynamicRef":")" + std::string(elsewhere) + R"("})").empty());
  }
}

TEST_CASE("documents that are given are known by their URI and their own", "[json][validator][SCHEMA-05]") {
  schema_documents known;
  known.add("https://example.com/a", parse(R"({"type":"integer","$defs":{"s":{"type":"string"}}})").value());
  known.add("https://example.com/b", parse(R"({"$id":"https://example.org/b","$ref":"c"})").value());
  known.add("https://example.org/c", parse(R"({"type":"null"})").value());
  known.add("https://example.com/bad", parse(R"({"items":{"type":"int"}})").value());
  CHECK(faults(R"({"$ref":"https://example.com/a"})", "1.5", {}, known) == "must be an integer");
  CHECK(faults(R"({"$id":"https://example.com/x","$ref":"a#/$defs/s"})", "1", {}, known) == "must be a string");
  CHECK(faults(R"({"$ref":"https://example.com/b"})", "1", {}, known) == "must be null");
  CHECK(refusal(R"({"$ref":"https://example.com/bad"})", {}, known)
            .starts_with("https://example.com/bad#/items/type must be one of null, boolean"));
  CHECK(refusal(R"({"$ref":"https://example.org/b"})", {}, known).starts_with("/$ref refers to a schema that is not"));
  CHECK(refusal("{}", {}, known).empty());
}

TEST_CASE("the meta-schema stands for: is a valid schema", "[json][validator][SCHEMA-04]") {
  constexpr std::string_view schema = R"({"$ref":"https://json-schema.org/draft/2020-12/schema"})";
  CHECK(valid(schema, R"({"type":"string","properties":{"a":{"minLength":1},"b":true}})"));
  CHECK(faults(schema, R"({"properties":{"a":{"minLength":-1}}})") == "must be a valid JSON Schema (2020-12)");
  CHECK_FALSE(valid(schema, "1"));
  constexpr std::string_view part = R"({"$ref":"https://json-schema.org/draft/2020-12/meta/applicator"})";
  CHECK(valid(part, R"({"minLength":-1})"));
  CHECK_FALSE(valid(part, R"({"not":1})"));
  CHECK(refusal(R"({"$ref":"https://json-schema.org/draft/2020-12/schema#/$defs/x"})") ==
        "/$ref refers into the meta-schema, which can be referred to only as a whole");
  schema_limits limits;
  limits.max_steps = 3;
  CHECK(faults(schema, R"({"title":"","description":"","$comment":""})", limits).starts_with("could not be checked"));
}

TEST_CASE("one name for two schemas is refused", "[json][validator][SCHEMA-04]") {
  CHECK(refusal(R"({"$defs":{"a":{"$id":"x"},"b":{"$id":"x"}}})") == "/$defs/b/$id stands for the same URI as another");
  CHECK(refusal(R"({"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}})") ==
        "/$defs/b/$anchor is the name of another anchor as well");
  CHECK(refusal(R"({"$anchor":"x","$defs":{"b":{"$id":"b","$anchor":"x"}}})").empty());
}

TEST_CASE("how large a schema may be", "[json][validator][SCHEMA-07]") {
  schema_limits limits;
  limits.max_values = 10;
  CHECK(refusal("[1,2,3,4,5,6,7,8,9,10]", limits) == "it has more than 10 values");
  limits = {};
  limits.max_bytes = 10;
  CHECK(refusal(R"({"title":"1234567"})", limits) == "it has more than 10 bytes of text");
  limits = {};
  limits.max_depth = 3;
  CHECK(refusal(R"({"not":{"not":{"not":true}}})", limits).empty());
  CHECK(refusal(R"({"not":{"not":{"not":{}}}})", limits) == "it has more than 3 levels");
  CHECK(refusal(R"({"const":[[[]]]})", limits) == "it has more than 3 levels");
  limits = {};
  limits.max_subschemas = 3;
  CHECK(refusal(R"({"allOf":[true,true]})", limits).empty());
  CHECK(refusal(R"({"allOf":[true,true,true]})", limits) == "it has more than 3 schemas in it");

  // Documents count when they are referred to.
  schema_documents known;
  known.add("https://example.com/a", parse(R"({"allOf":[true,true,true]})").value());
  CHECK(refusal("{}", limits, known).empty());
  CHECK(refusal(R"({"$ref":"https://example.com/a"})", limits, known) == "it has more than 3 schemas in it");
}
