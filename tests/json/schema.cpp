// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/schema.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>

using namespace parley;

namespace {

template <class T>
std::string schema(notes const& on = no_notes, schema_options options = {}) {
  return schema_text(table_of<T>, on, options);
}

enum class plain { milk, sugar };
enum class coloured { red, green };
constexpr auto parley_titles(coloured) {
  return titles<coloured>({{coloured::red, "Red"}, {coloured::green, "Green"}});
}

struct address {
  std::string street;
  std::optional<std::string> city;
};
struct person {
  std::string zed;
  int age = 30;
  address home;
  std::vector<address> others;
  std::map<std::string, int> scores;
  static constexpr auto fields = parley::fields(field<&person::zed>{.title = "Last letter", .header = "Zed"},
                                                field<&person::age>{.min = 0.5, .max = 150});
};

class counted {
 public:
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(counted, copies_, tags_, ratio_, inner_)

 private:
  int copies_ = 3;
  std::vector<std::string> tags_;
  double ratio_ = 1;
  std::map<std::string, bool> inner_{{"on", true}};
};

struct below_minimum {
  int n = 1;
  static constexpr auto fields = parley::fields(field<&below_minimum::n>{.min = 2});
};

}  // namespace

TEST_CASE("scalars", "[json][schema]") {
  CHECK(schema<bool>() == R"({"type":"boolean"})");
  CHECK(schema<double>() == R"({"type":"number"})");
  CHECK(schema<float>({.min = 0.25}) == R"({"type":"number","minimum":0.25})");
  CHECK(schema<std::string>(
            {.title = "T", .description = "D", .min_length = 1, .max_length = 9, .format = format::uri}) ==
        R"({"type":"string","title":"T","description":"D","minLength":1,"maxLength":9,"format":"uri"})");
  CHECK(schema<date>() == R"({"type":"string","format":"date"})");
  CHECK(schema<date_time>() == R"({"type":"string","format":"date-time"})");
  CHECK(schema<json>() == "{}");
}

TEST_CASE("an optional that is no member may be null", "[json][schema][C-27]") {
  CHECK(schema<std::optional<bool>>() == R"({"anyOf":[{"type":"boolean"},{"type":"null"}]})");
  CHECK(schema<std::vector<std::optional<bool>>>() ==
        R"({"type":"array","items":)" + schema<std::optional<bool>>() + "}");
  CHECK(schema<std::map<std::string, std::optional<bool>>>() ==
        R"({"type":"object","additionalProperties":)" + schema<std::optional<bool>>() + "}");
}

TEST_CASE("narrow and unsigned integers carry the range of their type", "[json][schema][ELF-06]") {
  CHECK(schema<int>() == R"({"type":"integer"})");
  CHECK(schema<std::int64_t>() == R"({"type":"integer"})");
  CHECK(schema<unsigned>() == R"({"type":"integer","minimum":0})");
  CHECK(schema<std::int8_t>() == R"({"type":"integer","minimum":-128,"maximum":127})");
  CHECK(schema<std::uint16_t>() == R"({"type":"integer","minimum":0,"maximum":65535})");
  CHECK(schema<std::uint8_t>({.min = 1, .max = 8}) == R"({"type":"integer","minimum":1,"maximum":8})");
  CHECK(schema<std::uint8_t>({.min = -5, .max = 1000}) == R"({"type":"integer","minimum":0,"maximum":255})");
}

TEST_CASE("choices, single and several, titled and untitled", "[json][schema][ELF-08][ELF-09][C-06]") {
  CHECK(schema<plain>() == R"({"type":"string","enum":["milk","sugar"]})");
  CHECK(schema<coloured>() ==
        R"({"type":"string","oneOf":[{"const":"red","title":"Red"},{"const":"green","title":"Green"}]})");
  CHECK(schema<std::vector<plain>>({.min_items = 1}) ==
        R"({"type":"array","items":{"type":"string","enum":["milk","sugar"]},"minItems":1})");
  CHECK(schema<std::vector<coloured>>({.max_items = 2}) ==
        R"({"type":"array","items":{"anyOf":[{"const":"red","title":"Red"},{"const":"green","title":"Green"}]},)"
        R"("maxItems":2})");
}

TEST_CASE("objects tell their members in declared order, nested ones inline", "[json][schema][C-01]") {
  CHECK(schema<person>() ==
        R"({"type":"object","properties":{)"
        R"("zed":{"type":"string","title":"Last letter"},)"
        R"("age":{"type":"integer","minimum":0.5,"maximum":150,"default":30},)"
        R"("home":{"type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}},)"
        R"("required":["street"]},)"
        R"("others":{"type":"array","items":{"type":"object","properties":{"street":{"type":"string"},)"
        R"("city":{"type":"string"}},"required":["street"]}},)"
        R"("scores":{"type":"object","additionalProperties":{"type":"integer"}}},)"
        R"("required":["zed","home","others","scores"]})");
}

TEST_CASE("defaults of every kind come from T{}", "[json][schema]") {
  struct defaults {
    std::string name = "John Doe";
    double score = 95.5;
    bool verified = true;
    coloured one = coloured::green;
    std::vector<plain> some = {plain::sugar};
    std::optional<int> maybe = 4;
    struct {
      int x = 1;
    } inner;
  };
  json const properties = json::parse(schema<defaults>())["properties"];
  CHECK(properties["name"]["default"] == "John Doe");
  CHECK(properties["score"]["default"] == 95.5);
  CHECK(properties["verified"]["default"] == true);
  CHECK(properties["one"]["default"] == "green");
  CHECK(properties["some"]["default"] == json::array({"sugar"}));
  CHECK(properties["maybe"]["default"] == 4);
  CHECK(properties["inner"]["default"] == json{{"x", 1}});
  CHECK_FALSE(json::parse(schema<defaults>()).contains("required"));
}

TEST_CASE("a std::array has as many items as it has", "[json][schema]") {
  CHECK(schema<std::array<bool, 3>>() == R"({"type":"array","items":{"type":"boolean"},"minItems":3,"maxItems":3})");
}

TEST_CASE("closed objects forbid other members, at every level", "[json][schema][TOOL-06]") {
  CHECK(schema<address>({}, {.closed = true}) ==
        R"({"type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}},)"
        R"("required":["street"],"additionalProperties":false})");
  CHECK(object_schema_text({}, {.closed = true}) ==
        R"({"type":"object","properties":{},"additionalProperties":false})");
}

TEST_CASE("headers are named only where they may be", "[json][schema][HDR-15]") {
  CHECK(schema<person>().find("x-mcp-header") == std::string::npos);
  CHECK(json::parse(schema<person>({}, {.headers = true}))["properties"]["zed"]["x-mcp-header"] == "Zed");
}

TEST_CASE("arguments declared one by one make an object without defaults", "[json][schema][TOOL-06]") {
  constexpr notes described{.description = "First", .min = 1};
  field_table const members[] = {{"b", &table_of<int>, &described},
                                 {"a", &table_of<std::optional<std::string>>, &no_notes}};
  CHECK(object_schema_text(members) ==
        R"({"type":"object","properties":{"b":{"type":"integer","description":"First","minimum":1},)"
        R"("a":{"type":"string"}},"required":["b"]})");
}

TEST_CASE("a class with conversions of its own is told by the example that T{} makes", "[json][schema]") {
  CHECK(schema<counted>() ==
        R"({"type":"object","properties":{"copies_":{"type":"integer"},"inner_":{"type":"object","properties":)"
        R"({"on":{"type":"boolean"}}},"ratio_":{"type":"number"},"tags_":{"type":"array"}}})");
}

TEST_CASE("a schema with a default that breaks it is never rendered", "[json][schema][C-06]") {
  CHECK_THROWS_AS(schema<below_minimum>(), std::invalid_argument);
  CHECK_THROWS_AS(schema<std::vector<below_minimum>>(), std::invalid_argument);
  CHECK_THROWS_AS(schema<int>({.min = 2, .max = 1}), std::invalid_argument);
}
