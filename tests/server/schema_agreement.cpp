// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
// A typed tool takes what its input schema describes, and nothing else: the schema is compiled by parley's own
// validator, and both get some thousand values, good ones and good ones with something wrong in them. Where the two may
// differ stands in docs/decisions/009-schemas-and-types.md. The seed is printed with a failure; PARLEY_SEED repeats a
// run.

#include <parley/server/arguments.hpp>
#include <parley/server/input_schema.hpp>

#include <parley/json/parse.hpp>
#include <parley/json/read.hpp>
#include <parley/json/schema.hpp>
#include <parley/json/schema_validator.hpp>
#include <parley/json/write.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace parley;

namespace {

// ---- types -------------------------------------------------------------------------------------------------------

enum class Colour { red, green, blue };
enum class Room { quiet, garden };
constexpr auto parley_titles(Room) {
  return titles<Room>({{Room::quiet, "Quiet room"}, {Room::garden, "Garden", "in the garden"}});
}

struct Numbers {
  bool flag;
  std::int8_t tiny;
  std::uint16_t small;
  int whole;
  unsigned positive = 7;
  std::int64_t wide;
  std::uint64_t widest;
  double ratio;
  float weight = 0.1f;
  static constexpr auto fields =
      parley::fields(field<&Numbers::tiny>{.min = -3, .max = 500}, field<&Numbers::whole>{.min = -10.5, .max = 10},
                     field<&Numbers::wide>{.max = 9007199254740992.0}, field<&Numbers::ratio>{.min = 0, .max = 0.3},
                     field<&Numbers::weight>{.min = 0.1, .max = 0.3});
};

struct Texts {
  std::string name;
  std::string word = "w";
  std::optional<std::string> mail;
  Colour colour;
  Room room = Room::garden;
  std::optional<date> day;
  std::optional<date_time> moment;
  static constexpr auto fields =
      parley::fields(field<&Texts::name>{.min_length = 1, .max_length = 3},
                     field<&Texts::mail>{.format = format::email}, field<&Texts::word>{.max_length = 2});
};

struct Inner {
  int a;
  std::optional<std::string> b;
  std::vector<Colour> c = {Colour::blue};
  static constexpr auto fields = parley::fields(field<&Inner::a>{.min = 0}, field<&Inner::c>{.max_items = 2});
};

struct Nested {
  Inner one;
  std::optional<Inner> maybe;
  std::vector<Inner> many;
  std::array<int, 2> pair;
  std::array<std::optional<bool>, 1> flag;
  std::map<std::string, double> named;
  std::map<std::string, std::vector<Room>> rooms;
  std::map<std::string, std::optional<Inner>> blanks;
  std::vector<std::optional<Room>> holes;
  std::vector<std::vector<std::uint8_t>> bytes;
  json any;
  static constexpr auto fields =
      parley::fields(field<&Nested::many>{.min_items = 1, .max_items = 2}, field<&Nested::bytes>{.optional = true});
};

std::string numbers(Input<Numbers> in) { return std::to_string(in->whole); }
std::string texts(Input<Texts> in) { return in->name; }
std::string nested(Input<Nested> in) { return std::to_string(in->pair[0]); }
std::string one_by_one(Arg<"i", int> i, Arg<"s"> s, Arg<"o", std::optional<double>>, Arg<"l", std::vector<Colour>>,
                       Input<Inner>, Arg<"n", std::optional<Inner>>, Arg<"j", json>) {
  return *s + std::to_string(*i);
}

// ---- values ------------------------------------------------------------------------------------------------------

class maker {
 public:
  explicit maker(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }
  bool once_in(std::size_t times) { return below(times) == 0; }

  // A value that the schema describes, more often than not at the edge of what it allows.
  json good(json const& schema) {
    if (schema.contains("anyOf")) return good(one_of(schema["anyOf"]));
    if (schema.contains("oneOf")) return good(one_of(schema["oneOf"]));
    if (schema.contains("const")) return schema["const"];
    if (schema.contains("enum")) return one_of(schema["enum"]);
    auto const type = schema.value("type", "");
    if (type == "boolean") return once_in(2);
    if (type == "integer") return integer(schema);
    if (type == "number") return number(schema);
    if (type == "string") return text(schema);
    if (type == "array") return list(schema);
    if (type == "object") return object(schema);
    if (type == "null") return nullptr;
    return junk();
  }

  // Puts something else somewhere into it.
  void damage(json& value) {
    if (value.is_structured() && !value.empty() && !once_in(4)) {
      auto at = value.begin();
      std::advance(at, static_cast<json::difference_type>(below(value.size())));
      if (!once_in(3)) return damage(*at);
      value.erase(at);
    } else if (value.is_object() && once_in(2)) {
      value[once_in(2) ? "more" : "a"] = junk();
    } else if (value.is_array() && once_in(2)) {
      value.push_back(value.empty() || once_in(2) ? junk() : value.front());
    } else {
      value = junk();
    }
  }

 private:
  json const& one_of(json const& list) { return list[below(list.size())]; }

  json junk() {
    static json const values = parse(R"([null, true, false, 0, -1, 1, 1.0, -0.0, 0.5, 0.1, 0.3, 1e2, 127, 128, 65536,
        2147483648, 9007199254740992, 9007199254740993, 9007199254740992.0, 9223372036854775807, 18446744073709551615,
        -9223372036854775808, 1e39, 1e300, "", "w", "three", "\u00e4\u00f6\u00fc", "\ud83d\ude00\ud83d\ude00", "red",
        "garden", "in the garden", "2026-07-28", "2026-02-30", "2026-07-28T09:30:00Z", [], [null], [1, 2], ["red"],
        {}, {"a": 1}, {"a": null}, {"b": null}])")
                                   .value();
    return one_of(values);
  }

  json integer(json const& schema) {
    auto const least = static_cast<std::int64_t>(std::ceil(schema.value("minimum", -1000.0)));
    auto const most = static_cast<std::int64_t>(std::floor(schema.value("maximum", 1000.0)));
    std::int64_t const edges[] = {least, most, (least + most) / 2};
    std::int64_t value = edges[below(std::size(edges))];
    if (once_in(20)) value = once_in(2) ? least - 1 : most + 1;
    if (once_in(4)) return static_cast<double>(value) + (once_in(10) ? 0.5 : 0.0);
    return value;
  }

  json number(json const& schema) {
    double const least = schema.value("minimum", -1.5);
    double const most = schema.value("maximum", 1.5);
    if (once_in(20)) return once_in(2) ? std::nextafter(least, -1e9) : std::nextafter(most, 1e9);
    double const edges[] = {least, most, (least + most) / 2};
    return edges[below(std::size(edges))];
  }

  json text(json const& schema) {
    auto const format = schema.value("format", "");
    if (format == "date") return "2026-07-28";
    if (format == "date-time") return "2026-07-28T09:30:00.5+02:00";
    if (format == "email") return once_in(2) ? "a@b" : "no address";
    std::string value;
    std::size_t const least = schema.value("minLength", 0u);
    std::size_t const most = schema.value("maxLength", 4u);
    std::size_t size = once_in(20) ? most + 1 : least + below(most - least + 1);
    for (; size > 0; --size) value += once_in(2) ? "x" : "\xc3\xa4";
    return value;
  }

  json list(json const& schema) {
    json value = json::array();
    std::size_t const least = schema.value("minItems", 0u);
    std::size_t const most = schema.value("maxItems", 3u);
    std::size_t const size = once_in(20) ? most + 1 : least + below(most - least + 1);
    while (value.size() < size) value.push_back(good(schema["items"]));
    return value;
  }

  json object(json const& schema) {
    json value = json::object();
    if (schema.contains("properties")) {
      json const required = schema.value("required", json::array());
      for (auto const& [name, of] : schema["properties"].items()) {
        bool const needed = std::find(required.begin(), required.end(), name) != required.end();
        if (once_in(needed ? 60 : 3)) continue;
        value[name] = once_in(30) ? json() : good(of);
      }
      if (once_in(20)) value["unknown"] = junk();
    } else {
      for (std::size_t size = below(3); size > 0; --size) {
        value[std::string(size, 'k')] = good(schema["additionalProperties"]);
      }
    }
    return value;
  }

  std::mt19937 random_;
};

// ---- comparison --------------------------------------------------------------------------------------------------

// Refused because of something that schemas do not say: what the C++ type can hold, and what a day is.
bool is_beyond_the_schema(violation const& why) {
  for (auto const* beginning :
       {"must be an integer from ", "must be an integer of its type's range", "must be a number of at most 3.4e38",
        "must be a date", "must be a day of", "must be a moment of"}) {
    if (why.message.starts_with(beginning)) return true;
  }
  return false;
}

// The value without nulls in place of members that may be left out.
json without_nulls(json value, json const& schema) {
  if (schema.contains("anyOf")) return without_nulls(std::move(value), schema["anyOf"][0]);
  if (value.is_array() && schema.contains("items")) {
    for (auto& each : value) each = without_nulls(std::move(each), schema["items"]);
  }
  if (!value.is_object()) return value;
  json const required = schema.value("required", json::array());
  json kept = json::object();
  for (auto& [name, member] : value.items()) {
    if (schema.contains("properties") && schema["properties"].contains(name)) {
      bool const needed = std::find(required.begin(), required.end(), name) != required.end();
      if (member.is_null() && !needed) continue;
      kept[name] = without_nulls(std::move(member), schema["properties"][name]);
    } else if (schema.contains("additionalProperties") && schema["additionalProperties"].is_object()) {
      kept[name] = without_nulls(std::move(member), schema["additionalProperties"]);
    } else {
      kept[name] = std::move(member);
    }
  }
  return kept;
}

struct agreement {
  std::string schema_text;
  json schema = parse(schema_text).value();
  std::shared_ptr<schema_validator const> validator = compile_schema(schema);

  bool valid(json const& value) const { return validator->validate(value).empty(); }

  // Whether the two verdicts are one, or differ as they may. `wrong` is what the typed reader says.
  bool holds(json const& value, std::vector<violation> const& wrong) const {
    if (wrong.empty()) return valid(value) || valid(without_nulls(value, schema));
    return !valid(value) || std::all_of(wrong.begin(), wrong.end(), is_beyond_the_schema);
  }
};

// Calls `read` with many values, and returns how many of them it took.
template <class Read>
std::size_t compare(agreement const& both, Read read) {
  char const* const wanted = std::getenv("PARLEY_SEED");
  std::uint32_t const seed =
      wanted != nullptr ? static_cast<std::uint32_t>(std::strtoul(wanted, nullptr, 10)) : std::random_device{}();
  CAPTURE(seed, both.schema_text);
  constexpr std::size_t rounds = 2'000;
  maker make(seed);
  std::size_t taken = 0;
  for (std::size_t i = 0; i < rounds; ++i) {
    json value = make.good(both.schema);
    for (std::size_t times = make.below(2) * (1 + make.below(2)); times > 0; --times) make.damage(value);
    auto const wrong = read(value);
    if (!wrong) continue;
    taken += wrong->empty() ? 1u : 0u;
    if (both.holds(value, *wrong)) continue;
    INFO("value " << value.dump() << "\n typed: " << to_text(*wrong)
                  << "\n schema: " << to_text(both.validator->validate(value)));
    REQUIRE(both.holds(value, *wrong));
  }
  INFO(taken << " of " << rounds << " values were taken");
  CHECK(taken > rounds / 100);
  CHECK(taken < rounds - rounds / 100);
  return taken;
}

template <auto Function>
void compare_tool(bool strict) {
  CAPTURE(strict);
  detail::handler_table const tool = detail::make_tool<Function>("", {.strict_arguments = strict});
  agreement const both{.schema_text = detail::input_schema(tool)};
  compare(both, [&](json const& arguments) -> std::optional<std::vector<violation>> {
    if (!arguments.is_object()) return std::nullopt;  // another error, and before this one
    std::vector<detail::slot> slots(tool.nodes.size());
    return detail::read_arguments(tool, arguments, slots);
  });
}

template <class T>
void compare_type(bool closed) {
  CAPTURE(closed);
  agreement const both{.schema_text = schema_text(table_of<T>, no_notes, {.closed = closed})};
  compare(both, [&](json const& value) -> std::optional<std::vector<violation>> {
    auto const read = from_json<T>(value, {.refuse_unknown = closed});
    if (!read) return read.error();
    // And what a tool returns is what its output schema says.
    std::string const written = to_json_text(*read);
    INFO(written);
    bool const keeps_to_it = both.valid(parse(written).value());
    if (!keeps_to_it) REQUIRE(keeps_to_it);
    return std::vector<violation>{};
  });
}

}  // namespace

TEST_CASE("a typed tool takes what its input schema describes", "[server][TOOL-06][TOOL-15][SCHEMA-10]") {
  for (bool const strict : {false, true}) {
    compare_tool<numbers>(strict);
    compare_tool<texts>(strict);
    compare_tool<nested>(strict);
    compare_tool<one_by_one>(strict);
  }
}

TEST_CASE("a described type is read and written as its schema says", "[server][TOOL-11][C-27]") {
  for (bool const closed : {false, true}) {
    compare_type<Numbers>(closed);
    compare_type<Texts>(closed);
    compare_type<Nested>(closed);
    compare_type<std::optional<Inner>>(closed);
    compare_type<std::vector<std::optional<Colour>>>(closed);
    compare_type<std::map<std::string, std::optional<float>>>(closed);
  }
}
