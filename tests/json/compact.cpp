// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/compact.hpp>

#include <parley/json/parse.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace parley;

TEST_CASE("a text keeps its order and its spellings, and loses its layout", "[json][SCHEMA-08]") {
  std::string const text =
      "{\r\n\t\"z\" : [ 1.50, 1e2 ,-0 ],\n  \"a b\" : \"x \\\" \\\\\" , \"\\u0041\\\\\" : { } , \"e\" : null }\n";
  CHECK(compact(text) == R"({"z":[1.50,1e2,-0],"a b":"x \" \\","\u0041\\":{},"e":null})");
  CHECK(parse(compact(text)).value() == parse(text).value());
}

TEST_CASE("what is no JSON, or no object, is left alone", "[json]") {
  std::string text = " [ 1 ]";
  CHECK_FALSE(compact_object(text));
  CHECK(text == " [ 1 ]");
  CHECK(compact_json(text));
  CHECK(text == "[1]");
  for (std::string bad : {"{", "", R"({"a":1,"a":2})", "\xff"}) {
    std::string const before = bad;
    CHECK_FALSE(compact_json(bad));
    CHECK_FALSE(compact_object(bad));
    CHECK(bad == before);
  }
  text = "{ \"b\" : 1 , \"a\" : 2 }";
  CHECK(compact_object(text));
  CHECK(text == R"({"b":1,"a":2})");
}

TEST_CASE("white space inside strings is text", "[json]") {
  CHECK(compact(R"( "  a  {  }  " )") == R"("  a  {  }  ")");
  CHECK(compact(R"([ "\\" , " " ])") == R"(["\\"," "])");
  CHECK(compact(" 7 ") == "7");
}
