// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/parse.hpp>
#include <parley/json/schema.hpp>
#include <parley/json/type_table.hpp>
#include <parley/server/mirrored_arguments.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

using namespace parley;
using namespace parley::detail;

namespace {

std::vector<mirrored_argument> mirrored(std::string const& schema) {
  return mirrored_arguments(parse(schema).value()).value();
}

// What is said of a schema that is refused; empty when it is not.
std::string refusal(std::string const& schema) {
  auto const found = mirrored_arguments(parse(schema).value());
  if (found) return {};
  CHECK(found.error().reason == "x_mcp_header");
  return found.error().detail;
}

// A schema with one property, which says more.
std::string property(std::string const& schema) { return R"({"type":"object","properties":{"p":)" + schema + "}}"; }

// A string argument `text`, an integer `count`, a boolean `dry`, and a string `id` inside of `tenant`.
std::vector<mirrored_argument> const& four() {
  static auto const all = mirrored(R"({"type":"object","properties":{
      "text":{"type":"string","x-mcp-header":"Text"},
      "count":{"type":"integer","x-mcp-header":"Count"},
      "dry":{"type":"boolean","x-mcp-header":"Dry-Run"},
      "tenant":{"type":"object","properties":{"id":{"type":"string","x-mcp-header":"Tenant"}}},
      "plain":{"type":"string"}}})");
  return all;
}

header_mirror headers(std::vector<param_header> params) {
  header_mirror mirror;
  mirror.params = std::move(params);
  return mirror;
}

// The header that a call is refused for; empty when it passes.
std::string wrong(std::string const& arguments, header_mirror const& mirror) {
  json const body = parse(arguments).value();
  auto const checked = check_mirrored(four(), &body, mirror);
  if (checked) return {};
  CHECK(static_cast<int>(checked.error().code) == -32020);
  CHECK(checked.error().origin == error_origin::ladder);
  CHECK(checked.error().data.empty());
  std::string const head = "Header mismatch: ";
  CHECK(checked.error().message.substr(0, head.size()) == head);
  return checked.error().message.substr(head.size());
}

std::string wrong(std::string const& arguments, std::vector<param_header> params = {}) {
  return wrong(arguments, headers(std::move(params)));
}

enum class tier { basic, gold };
constexpr auto parley_titles(tier) { return titles<tier>({{tier::basic, "Basic"}, {tier::gold, "Gold"}}); }

struct Tenant {
  std::string id;
  tier paid = tier::basic;
  static constexpr auto fields =
      parley::fields(field<&Tenant::id>{.header = "Tenant"}, field<&Tenant::paid>{.header = "Tier"});
};
struct Query {
  std::string text;
  std::optional<std::int64_t> limit;
  bool dry = false;
  Tenant tenant;
  static constexpr auto fields =
      parley::fields(field<&Query::limit>{.header = "Limit"}, field<&Query::dry>{.header = "Dry-Run"});
};
struct Many {
  std::vector<Tenant> tenants;
};
struct Twice {
  Tenant tenant;
  std::string other;
  static constexpr auto fields = parley::fields(field<&Twice::other>{.header = "TENANT"});
};
// The input schema of a tool that takes a T for its Input.
template <class T>
std::string schema_of() {
  return schema_text(table_of<T>, no_notes, {.headers = true});
}

bool count_agrees(std::string const& body, std::string const& header) {
  auto const refused = wrong(R"({"count":)" + body + "}", {{"Count", header}});
  CHECK((refused.empty() || refused == "Mcp-Param-Count"));
  return refused.empty();
}

}  // namespace

TEST_CASE("annotated properties are found with their path, name and type", "[server][HDR-15][HDR-16][HDR-17]") {
  auto const& all = four();
  REQUIRE(all.size() == 4);  // in the order of the parsed schema
  CHECK(all[0].path == std::vector<std::string>{"count"});
  CHECK(all[0].name == "Count");
  CHECK(all[0].type == mirrored_type::integer);
  CHECK(all[1].path == std::vector<std::string>{"dry"});
  CHECK(all[1].type == mirrored_type::boolean);
  CHECK(all[2].path == std::vector<std::string>{"tenant", "id"});
  CHECK(all[2].name == "Tenant");
  CHECK(all[3].path == std::vector<std::string>{"text"});
  CHECK(all[3].type == mirrored_type::string);
}

TEST_CASE("fields with a header are mirrored arguments", "[server][HDR-15][HDR-16][HDR-17]") {
  auto const found = mirrored(schema_of<Query>());
  REQUIRE(found.size() == 4);
  CHECK(found[0].path == std::vector<std::string>{"dry"});
  CHECK(found[0].type == mirrored_type::boolean);
  CHECK(found[1].path == std::vector<std::string>{"limit"});
  CHECK(found[1].name == "Limit");
  CHECK(found[1].type == mirrored_type::integer);
  CHECK(found[2].path == std::vector<std::string>{"tenant", "id"});
  CHECK(found[3].path == std::vector<std::string>{"tenant", "paid"});
  CHECK(found[3].type == mirrored_type::string);
}

TEST_CASE("fields that cannot be mirrored where they stand are refused", "[server][HDR-15][HDR-17][HDR-18]") {
  CHECK(refusal(schema_of<Many>()) ==
        "has an x-mcp-header at /properties/tenants/items/properties/id, which only a property that `properties` alone "
        "lead to may have");
  CHECK(refusal(schema_of<Twice>()) ==
        "has an x-mcp-header at /properties/tenant/properties/id that another property has; upper and lower case are "
        "the same");
}

TEST_CASE("a schema without annotations mirrors nothing", "[server][HDR-15]") {
  CHECK(mirrored("{}").empty());
  CHECK(mirrored("true").empty());
  CHECK(mirrored(R"({"type":"object","additionalProperties":false})").empty());
  CHECK(mirrored(property(R"({"type":"string"})")).empty());
}

TEST_CASE("an annotation is a token", "[server][HDR-15][HDR-18]") {
  auto const name = GENERATE(R"("")", R"(" ")", R"("a b")", R"("a:b")", R"("a\r\nX: y")", R"("a\u0000")", R"("café")",
                             R"("a/b")", "7", "null", "true", R"(["A"])", R"({"a":"A"})");
  CAPTURE(name);
  CHECK(refusal(property(R"({"type":"string","x-mcp-header":)" + std::string(name) + "}")) ==
        "has an x-mcp-header at /properties/p that is no name of a header: use letters, digits, - and _");
}

TEST_CASE("every token will do", "[server][HDR-15]") {
  auto const name = GENERATE("a", "Tenant-Id", "x_1", "!#$%&'*+-.^_`|~");
  CHECK(mirrored(property(R"({"type":"string","x-mcp-header":")" + std::string(name) + R"("})")).at(0).name == name);
}

TEST_CASE("no two annotations of a tool differ in case alone", "[server][HDR-15][HDR-18]") {
  std::string const other = R"(","properties":{"c":{"type":"integer","x-mcp-header":"REGION"}}}}})";
  CHECK(refusal(R"({"properties":{"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"object)" + other) ==
        "has an x-mcp-header at /properties/b/properties/c that another property has; upper and lower case are the "
        "same");
  CHECK(
      refusal(R"({"properties":{"a":{"type":"string","x-mcp-header":"Regions"},"b":{"type":"object)" + other).empty());
}

TEST_CASE("only strings, integers and booleans are mirrored", "[server][HDR-16][HDR-18][T09]") {
  auto const type =
      GENERATE(R"("type":"number",)", R"("type":"object",)", R"("type":"array",)", R"("type":"null",)", "",
               R"("type":["string"],)", R"("type":["string","null"],)", R"("type":["integer","string"],)",
               R"("type":"String",)", R"("type":7,)", R"("enum":["a","b"],)", R"("$ref":"#/$defs/name",)");
  CAPTURE(type);
  CHECK(
      refusal(property("{" + std::string(type) + R"("x-mcp-header":"X"})")) ==
      R"(has an x-mcp-header at /properties/p, where the type must be one of "string", "integer" and "boolean" alone)");
}

TEST_CASE("an annotation stands where `properties` alone lead", "[server][HDR-17][HDR-18]") {
  std::string const inner = R"({"type":"string","x-mcp-header":"X"})";
  std::string const object = R"({"type":"object","properties":{"q":)" + inner + "}}";
  auto const around = GENERATE(
      R"({"type":"array","items":@})", R"({"prefixItems":[{},@]})", R"({"contains":@})", R"({"unevaluatedItems":@})",
      R"({"oneOf":[@]})", R"({"anyOf":[{},@]})", R"({"allOf":[@]})", R"({"not":@})", R"({"if":@})", R"({"then":@})",
      R"({"else":@})", R"({"additionalProperties":@})", R"({"unevaluatedProperties":@})", R"({"propertyNames":@})",
      R"({"patternProperties":{"^a":@}})", R"({"dependentSchemas":{"a":@}})", R"({"dependencies":{"a":@}})",
      R"({"$defs":{"a":@}})", R"({"definitions":{"a":@}})", R"({"contentSchema":@})", R"({"x-vendor":@})",
      R"({"x-vendor":[[@]]})", R"({"properties":[@]})");
  CAPTURE(around);
  for (std::string const& annotated : {inner, object}) {
    std::string schema = around;
    schema.replace(schema.find('@'), 1, annotated);
    std::string const sentence = ", which only a property that `properties` alone lead to may have";
    // At the root, inside of a property, and behind another step that is no good.
    for (std::string const& whole : {schema, property(schema), property(R"({"allOf":[)" + schema + "]}")}) {
      auto const said = refusal(whole);
      CHECK(said.substr(0, 24) == "has an x-mcp-header at /");
      CHECK(said.size() > sentence.size());
      CHECK(said.substr(said.size() - std::min(said.size(), sentence.size())) == sentence);
    }
  }
}

TEST_CASE("the root is no property", "[server][HDR-17][HDR-18]") {
  CHECK(
      refusal(R"({"type":"string","x-mcp-header":"X"})") ==
      "has an x-mcp-header at the root of its schema, which only a property that `properties` alone lead to may have");
}

TEST_CASE("the place of a fault is a JSON pointer", "[server][HDR-18]") {
  CHECK(refusal(R"({"properties":{"a/b~c":{"type":"array","items":{"oneOf":[{},{"x-mcp-header":"X"}]}}}})")
            .starts_with("has an x-mcp-header at /properties/a~1b~0c/items/oneOf/1, which"));
}

TEST_CASE("names and data that only look like an annotation are none", "[server][HDR-17]") {
  // Properties and definitions of that name.
  CHECK(mirrored(R"({"properties":{"x-mcp-header":{"type":"string"}},"required":["x-mcp-header"]})").empty());
  auto const named_schemas = GENERATE("patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");
  CHECK(mirrored(R"({")" + std::string(named_schemas) + R"(":{"x-mcp-header":{"type":"string"}}})").empty());
  // There, too, what is called like a keyword is none.
  CHECK(!refusal(R"({")" + std::string(named_schemas) + R"(":{"default":{"type":"string","x-mcp-header":"X"}}})")
             .empty());
  CHECK(mirrored(R"({"dependentRequired":{"x-mcp-header":["a"]}})").empty());
  auto const named = mirrored(R"({"properties":{"x-mcp-header":{"type":"string","x-mcp-header":"X"}}})");
  CHECK(named.at(0).path.at(0) == "x-mcp-header");
  // A property that is called like a keyword.
  auto const items =
      mirrored(R"({"properties":{"items":{"properties":{"properties":{"type":"string","x-mcp-header":"X"}}}}})");
  CHECK(items.at(0).path == std::vector<std::string>{"items", "properties"});

  auto const data = GENERATE(R"("default":@)", R"("const":@)", R"("enum":[@])", R"("examples":[@])");
  std::string schema = data;
  schema.replace(schema.find('@'), 1, R"({"x-mcp-header":"no header"})");
  CHECK(mirrored(property("{" + schema + "}")).empty());
}

TEST_CASE("a tool mirrors no more arguments than headers are kept", "[server][HDR-18]") {
  json schema{{"type", "object"}};
  for (std::size_t i = 0; i < max_param_headers; ++i) {
    schema["properties"]["p" + std::to_string(i)] = {{"type", "string"}, {"x-mcp-header", "H" + std::to_string(i)}};
  }
  CHECK(mirrored_arguments(schema).value().size() == max_param_headers);
  schema["properties"]["q"] = {{"type", "string"}, {"x-mcp-header", "Last"}};
  CHECK(mirrored_arguments(schema).error().detail ==
        "has an x-mcp-header at /properties/q beyond the 64 that one tool may have");
}

TEST_CASE("headers that say what the arguments say pass", "[server][HDR-04][HDR-09]") {
  CHECK(wrong(R"({"text":"us-west1","count":-7,"dry":true,"tenant":{"id":"acme"},"plain":"p"})",
              {{"TEXT", "us-west1"}, {"count", "-7"}, {"Dry-run", "true"}, {"tenant", "acme"}})
            .empty());
  CHECK(wrong(R"({"dry":false})", {{"Dry-Run", "false"}}).empty());
  CHECK(wrong(R"({"text":"Hello, 世界"})", {{"Text", "Hello, 世界"}}).empty());
  CHECK(wrong(R"({"text":""})", {{"Text", ""}}).empty());
  CHECK(wrong(R"({"text":"true"})", {{"Text", "true"}}).empty());
}

TEST_CASE("a header that says something else is refused under the name that the schema gives it",
          "[server][HDR-04][HDR-05][HDR-09]") {
  CHECK(wrong(R"({"text":"us-west1"})", {{"TEXT", "us-west2"}}) == "Mcp-Param-Text");
  CHECK(wrong(R"({"text":"us-west1"})", {{"Text", "US-WEST1"}}) == "Mcp-Param-Text");
  CHECK(wrong(R"({"text":"a"})", {{"Text", "a "}}) == "Mcp-Param-Text");
  CHECK(wrong(R"({"tenant":{"id":"a"}})", {{"Tenant", "b"}}) == "Mcp-Param-Tenant");
  CHECK(wrong(R"({"text":""})", {{"Text", "x"}}) == "Mcp-Param-Text");
}

TEST_CASE("a value without its header is refused", "[server][HDR-13][HDR-21]") {
  CHECK(wrong(R"({"text":"x"})") == "Mcp-Param-Text");
  CHECK(wrong(R"({"text":""})") == "Mcp-Param-Text");
  CHECK(wrong(R"({"count":0})") == "Mcp-Param-Count");
  CHECK(wrong(R"({"count":1.0})") == "Mcp-Param-Count");
  CHECK(wrong(R"({"dry":false})") == "Mcp-Param-Dry-Run");
  CHECK(wrong(R"({"tenant":{"id":"acme"}})", {{"Text2", "acme"}}) == "Mcp-Param-Tenant");
}

TEST_CASE("an argument that is absent or null has no header", "[server][HDR-21][T09]") {
  CHECK(wrong("{}").empty());
  CHECK(wrong(R"({"text":null,"count":null,"dry":null,"tenant":{"id":null}})").empty());
  CHECK(wrong(R"({"tenant":{}})").empty());
  CHECK(wrong(R"({"tenant":null})").empty());
  CHECK(check_mirrored(four(), nullptr, {}).has_value());

  auto const arguments = GENERATE("{}", R"({"text":null,"count":null,"dry":null,"tenant":{"id":null}})",
                                  R"({"tenant":{}})", R"({"tenant":null})", R"({"Text":"x","TENANT":{"id":"x"}})");
  CAPTURE(arguments);
  CHECK(wrong(arguments, {{"Text", "x"}}) == "Mcp-Param-Text");
  CHECK(wrong(arguments, {{"Text", ""}}) == "Mcp-Param-Text");
  CHECK(wrong(arguments, {{"Text", "null"}}) == "Mcp-Param-Text");
  CHECK(wrong(arguments, {{"Count", "0"}}) == "Mcp-Param-Count");
  CHECK(wrong(arguments, {{"Dry-Run", "false"}}) == "Mcp-Param-Dry-Run");
  CHECK(wrong(arguments, {{"Tenant", "x"}}) == "Mcp-Param-Tenant");
  CHECK(!check_mirrored(four(), nullptr, headers({{"Text", "x"}})).has_value());
}

TEST_CASE("integers compare by value, in any spelling", "[server][HDR-09][HDR-22]") {
  auto const body = GENERATE("42", "42.0", "4.2e1", "420e-1");
  auto const header = GENERATE("42", "42.0", "42.000", "4.2e1", "4.2E+1", "420e-1");
  CAPTURE(body, header);
  CHECK(count_agrees(body, header));
  CHECK(!count_agrees(body, "-" + std::string(header)));
}

TEST_CASE("zero is zero", "[server][HDR-22]") {
  auto const body = GENERATE("0", "-0", "0.0", "-0.0", "0e5");
  CHECK(count_agrees(body, "0"));
  CHECK(count_agrees(body, "-0"));
  CHECK(count_agrees(body, "0.00e9"));
  CHECK(!count_agrees(body, ""));
  CHECK(!count_agrees(body, "false"));
}

TEST_CASE("what a proxy could read in another way is no integer", "[server][HDR-22]") {
  auto const header = GENERATE("042", "+42", "0x2a", "4 2", "42,0", "42;43", "42.0000000000000000000001", "42.5",
                               "4.2e", "forty-two", "\"42\"", "4200e-3");
  CAPTURE(header);
  CHECK(!count_agrees("42", header));
}

TEST_CASE("no integer beyond the safe range is taken, even when both sides say it", "[server][HDR-16][HDR-22]") {
  CHECK(count_agrees("9007199254740991", "9007199254740991"));
  CHECK(count_agrees("-9007199254740991", "-9007199254740991.0"));
  CHECK(count_agrees("9007199254740991.0", "9007199254740991"));
  CHECK(!count_agrees("9007199254740991", "9007199254740990"));
  CHECK(!count_agrees("9007199254740991", "9007199254740992"));
  CHECK(!count_agrees("9007199254740990", "9007199254740990.5"));
  auto const beyond = GENERATE("9007199254740992", "-9007199254740992", "9007199254740993", "9007199254740993.0",
                               "1e16", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1e300");
  CAPTURE(beyond);
  CHECK(!count_agrees(beyond, beyond));
  CHECK(!count_agrees("0", beyond));
  CHECK(!count_agrees(beyond, "0"));
  CHECK(!count_agrees(beyond, "-1"));  // 2^64 − 1, if nobody looks
  CHECK(wrong(R"({"count":)" + std::string(beyond) + "}") == "Mcp-Param-Count");
}

TEST_CASE("a boolean is true or false, exactly", "[server][HDR-09][HDR-23]") {
  auto const header = GENERATE("True", "TRUE", "1", "yes", "", "false", "truex");
  CAPTURE(header);
  CHECK(wrong(R"({"dry":true})", {{"Dry-Run", header}}) == "Mcp-Param-Dry-Run");
}

TEST_CASE("a header that cannot be decoded or came twice is refused, whatever the body says",
          "[server][HDR-05][HDR-12]") {
  auto const arguments = GENERATE(R"({"text":""})", R"({"text":"x"})", "{}", R"({"text":null})", R"({"text":[]})");
  CAPTURE(arguments);
  CHECK(wrong(arguments, {{"Text", "", true, false}}) == "Mcp-Param-Text");
  CHECK(wrong(arguments, {{"Text", "x", false, true}}) == "Mcp-Param-Text");
}

TEST_CASE("a value of another type agrees with no header, and is left to validation without one", "[server][HDR-28]") {
  struct misfit {
    std::string arguments, name, header;
  };
  for (misfit const& each : std::vector<misfit>{
           {R"({"text":42})", "Text", "42"},
           {R"({"text":true})", "Text", "true"},
           {R"({"text":{"a":1}})", "Text", R"({"a":1})"},
           {R"({"text":["x"]})", "Text", "x"},
           {R"({"count":"42"})", "Count", "42"},
           {R"({"count":42.5})", "Count", "42.5"},
           {R"({"count":true})", "Count", "1"},
           {R"({"count":{}})", "Count", "0"},
           {R"({"dry":"true"})", "Dry-Run", "true"},
           {R"({"dry":1})", "Dry-Run", "true"},
           {R"({"tenant":"acme"})", "Tenant", "acme"},
           {R"({"tenant":["acme"]})", "Tenant", "acme"},
           {R"({"tenant":{"id":{"id":"acme"}}})", "Tenant", "acme"},
       }) {
    CAPTURE(each.arguments);
    CHECK(wrong(each.arguments).empty());
    CHECK(wrong(each.arguments, {{each.name, each.header}}) == "Mcp-Param-" + each.name);
  }
}

TEST_CASE("headers that the tool does not ask for are ignored, malformed or not", "[server][HDR-24]") {
  CHECK(wrong("{}", {{"Other", "x"}, {"Plain", "x"}, {"Bad", "", true, false}, {"Twice", "x", false, true}}).empty());
  CHECK(wrong(R"({"text":"x"})", {{"Bad", "", true, false}, {"Text", "x"}, {"Twice", "x", false, true}}).empty());
}

TEST_CASE("headers that were dropped count only for tools that mirror arguments", "[server][HDR-21][HDR-24]") {
  auto mirror = headers({{"Text", "x"}});
  mirror.params_cut_off = true;
  CHECK(wrong(R"({"text":"x"})", mirror) == "too many Mcp-Param headers");
  json const body = json::object();
  CHECK(check_mirrored({}, &body, mirror).has_value());
}

TEST_CASE("what is said to the peer comes from the schema", "[server][HDR-05]") {
  json const body{{"text", "secret-in-body"}};
  auto const checked = check_mirrored(four(), &body, headers({{"tExT", "secret-in-header"}}));
  REQUIRE(!checked);
  CHECK(checked.error().message == "Header mismatch: Mcp-Param-Text");
}
