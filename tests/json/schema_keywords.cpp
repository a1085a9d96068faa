// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/schema_keywords.hpp>

#include <parley/json/parse.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace parley;

namespace {

// Whether the text is a value that the keyword may have.
bool takes(std::string_view keyword, std::string_view text) {
  auto const* rule = detail::find_keyword(keyword);
  INFO(keyword << ": " << text);
  REQUIRE(rule != nullptr);
  CHECK(rule->name == keyword);
  return detail::broken_shape(rule->shape, parse(text).value()).empty();
}

}  // namespace

TEST_CASE("names that are no keywords have no rule", "[json][validator]") {
  for (std::string_view const name : {"", "Type", "x-mcp-header", "$recursiveRef", "dependencies", "zzz", "$"})
    CHECK(detail::find_keyword(name) == nullptr);
  CHECK(detail::find_keyword("unevaluatedItems")->vocabularies == detail::vocabulary::unevaluated);
}

TEST_CASE("what the value of a keyword looks like", "[json][validator][SCHEMA-04]") {
  CHECK(takes("type", R"("integer")"));
  CHECK(takes("type", R"(["null","object"])"));
  for (std::string_view const wrong : {"1", R"("int")", "[]", R"(["null","null"])", R"(["null",1])", R"([["null"]])"})
    CHECK_FALSE(takes("type", wrong));

  CHECK(takes("minLength", "0"));
  CHECK(takes("minLength", "2.0"));
  for (std::string_view const wrong : {"-1", "1.5", R"("1")", "true", "null"}) CHECK_FALSE(takes("maxItems", wrong));

  CHECK(takes("minimum", "-1.5"));
  CHECK_FALSE(takes("minimum", R"("1")"));
  CHECK(takes("multipleOf", "0.1"));
  CHECK_FALSE(takes("multipleOf", "0"));
  CHECK_FALSE(takes("multipleOf", "-1"));

  CHECK(takes("required", "[]"));
  CHECK(takes("required", R"(["a","b"])"));
  for (std::string_view const wrong : {R"("a")", "true", R"(["a","a"])", "[1]"}) CHECK_FALSE(takes("required", wrong));
  CHECK(takes("dependentRequired", R"({"a":["b"]})"));
  CHECK_FALSE(takes("dependentRequired", R"({"a":"b"})"));
  CHECK_FALSE(takes("dependentRequired", "[]"));

  CHECK(takes("enum", "[]"));
  CHECK_FALSE(takes("enum", "{}"));
  CHECK(takes("const", "null"));
  CHECK(takes("uniqueItems", "false"));
  CHECK_FALSE(takes("uniqueItems", "1"));
  CHECK(takes("allOf", "[true]"));
  CHECK_FALSE(takes("allOf", "[]"));
  CHECK_FALSE(takes("properties", "[]"));
  CHECK_FALSE(takes("title", "1"));

  CHECK(takes("$id", R"("https://example.com/a#")"));
  CHECK_FALSE(takes("$id", R"("#a")"));
  CHECK(takes("$anchor", R"("_a-1.b")"));
  for (std::string_view const wrong : {R"("")", R"("1a")", R"("a b")", R"("#a")", "1"})
    CHECK_FALSE(takes("$anchor", wrong));
  CHECK(takes("$vocabulary", R"({"https://example.com/v":true})"));
  CHECK_FALSE(takes("$vocabulary", R"({"https://example.com/v":1})"));
}

TEST_CASE("vocabularies and meta-schemas by their URI", "[json][validator]") {
  CHECK(detail::vocabulary_bit("https://json-schema.org/draft/2020-12/vocab/core") == detail::vocabulary::core);
  CHECK(detail::vocabulary_bit("https://json-schema.org/draft/2020-12/vocab/content") == detail::vocabulary::content);
  CHECK(detail::vocabulary_bit("https://json-schema.org/draft/2020-12/vocab/format-assertion") == 0);
  CHECK(detail::metaschema_vocabularies(detail::dialect_uri) == detail::vocabulary::all);
  CHECK(detail::metaschema_vocabularies("https://json-schema.org/draft/2020-12/meta/validation") ==
        detail::vocabulary::validation);
  CHECK(detail::metaschema_vocabularies("https://json-schema.org/draft/2020-12/meta/other") == 0);
  CHECK(detail::metaschema_vocabularies("http://json-schema.org/draft-07/schema") == 0);
}
