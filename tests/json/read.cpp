// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/read.hpp>

#include <parley/json/parse.hpp>
#include <parley/json/write.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <limits>

using namespace parley;

namespace {

template <class T>
result<T, std::vector<violation>> read_text(std::string_view text, read_options const& options = {}) {
  return from_json<T>(parse(text).value(), options);
}

// What is wrong with the text as a T; empty: nothing.
template <class T>
std::string refusal(std::string_view text, read_options const& options = {}) {
  auto const value = read_text<T>(text, options);
  return value ? "" : to_text(value.error());
}

enum class size { small, large };

struct name_form {
  std::string firstName;
  std::string lastName;
  std::optional<std::string> email;
  std::optional<int> age;
  static constexpr auto fields =
      parley::fields(field<&name_form::email>{.format = format::email}, field<&name_form::age>{.min = 0, .max = 150});
};
struct order {
  int copies = 1;
  size how;
  std::vector<size> extras = {size::large};
  std::map<std::string, double> prices;
  static constexpr auto fields = parley::fields(field<&order::extras>{.min_items = 1, .max_items = 2});
};
struct nested {
  struct {
    std::vector<name_form> people;
  } group;
};

class counted {
 public:
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(counted, copies_)
  int copies() const { return copies_; }

 private:
  int copies_ = 3;
};

}  // namespace

TEST_CASE("any spelling of a whole number is an integer", "[json][read][C-51][SCHEMA-11]") {
  CHECK(read_text<int>("10").value() == 10);
  CHECK(read_text<int>("10.0").value() == 10);
  CHECK(read_text<int>("1e2").value() == 100);
  CHECK(read_text<int>("-0").value() == 0);
  CHECK(read_text<int>("-0.0").value() == 0);
  CHECK(read_text<std::uint64_t>("18446744073709551615").value() == std::numeric_limits<std::uint64_t>::max());
  CHECK(read_text<std::int64_t>("-9223372036854775808").value() == std::numeric_limits<std::int64_t>::min());
  CHECK(read_text<std::int64_t>("9007199254740993").value() == 9007199254740993);
}

TEST_CASE("what is no integer is refused", "[json][read][C-51]") {
  auto text = GENERATE(as<std::string>{}, R"("5")", R"(" 5")", R"("5x")", "true", "null", "[]", "{}");
  CAPTURE(text);
  CHECK(refusal<int>(text) == "the value must be an integer");
}

TEST_CASE("a fraction is never cut off", "[json][read][C-51]") {
  CHECK(refusal<int>("1.5") == "the value must be an integer, without a fraction");
  CHECK(refusal<int>("1e-1") == "the value must be an integer, without a fraction");
}

TEST_CASE("an integer outside its type is refused with the limits", "[json][read]") {
  CHECK(read_text<std::int8_t>("-128").value() == -128);
  CHECK(refusal<std::int8_t>("128") == "the value must be an integer from -128 to 127");
  CHECK(refusal<std::uint8_t>("-1") == "the value must be an integer from 0 to 255");
  CHECK(refusal<std::uint8_t>("1e3") == "the value must be an integer from 0 to 255");
  CHECK(refusal<int>("2147483648") == "the value must be an integer from -2147483648 to 2147483647");
  CHECK(refusal<int>("1e300") == "the value must be an integer from -2147483648 to 2147483647");
  CHECK(refusal<unsigned>("-1") == "the value must be an integer from 0 to 4294967295");
  CHECK(refusal<std::int64_t>("9223372036854775808") ==
        "the value must be an integer from -9223372036854775808 to 9223372036854775807");
}

TEST_CASE("an integer that the parser may have rounded is refused", "[json][read]") {
  CHECK(read_text<std::int64_t>("9007199254740991.0").value() == 9007199254740991);
  CHECK_FALSE(refusal<std::int64_t>("9007199254740993.0").empty());
  CHECK_FALSE(refusal<std::uint64_t>("1e19").empty());
  CHECK_FALSE(refusal<std::int64_t>("1e300").empty());
}

TEST_CASE("numbers, booleans and strings are taken for nothing else", "[json][read][C-04]") {
  CHECK(read_text<double>("3").value() == 3.0);
  CHECK(read_text<float>("0.5").value() == 0.5f);
  CHECK(refusal<double>(R"("3")") == "the value must be a number");
  CHECK_FALSE(refusal<float>("1e39").empty());
  CHECK(refusal<bool>("0") == "the value must be true or false");
  CHECK(refusal<bool>(R"("true")") == "the value must be true or false");
  CHECK(refusal<std::string>("42") == "the value must be a string");
  CHECK(read_text<std::string>(R"("a\u0000b")").value() == std::string("a\0b", 3));
}

TEST_CASE("the range of a number is that of the number as it was written", "[json][read]") {
  auto refusal_of = [](type_table const& type, notes const& on, char const* text) {
    double place = 0;  // of the size of either type
    return to_text(read(type, on, json::parse(text), &place));
  };
  notes const up_to_a_tenth{.max = 0.1};
  CHECK(refusal_of(table_of<float>, up_to_a_tenth, "0.1").empty());  // as a float it is more
  CHECK(refusal_of(table_of<double>, up_to_a_tenth, "0.1").empty());
  CHECK(refusal_of(table_of<float>, up_to_a_tenth, "0.10000000001") == "the value must be at most 0.1");
  notes const up_to_2_53{.max = 9007199254740992.0};
  CHECK(refusal_of(table_of<double>, up_to_2_53, "9007199254740992").empty());
  CHECK_FALSE(refusal_of(table_of<double>, up_to_2_53, "9007199254740993").empty());
}

TEST_CASE("every wrong answer to a form is refused and the field is named", "[json][read][C-04][ELF-14]") {
  read_options const form{.strictness = formats::checked};
  CHECK(refusal<name_form>("{}", form) == "firstName is required; lastName is required");
  CHECK(refusal<name_form>(R"({"firstName":42,"lastName":"P"})", form) == "firstName must be a string");
  CHECK(refusal<name_form>(R"({"firstName":"A","lastName":"P","age":-5})", form) == "age must be at least 0");
  CHECK(refusal<name_form>(R"({"firstName":{"x":1},"lastName":"P"})", form) == "firstName must be a string");
  CHECK(refusal<name_form>(R"("hello")", form) == "the value must be an object");
  CHECK(refusal<name_form>("null", form) == "the value must be an object");
  CHECK(refusal<name_form>(R"({"firstName":"A","lastName":"P","email":"nope"})", form) ==
        "email must be an e-mail address");
  CHECK(refusal<name_form>(R"({"firstName":"A","lastName":"P","email":"nope"})").empty());
  CHECK(refusal<name_form>(R"({"firstName":"A","lastName":"P","email":"a@b.c","age":150})", form).empty());
}

TEST_CASE("an optional member may be absent or null", "[json][read][C-27]") {
  auto const absent = read_text<name_form>(R"({"firstName":"A","lastName":"P"})").value();
  CHECK_FALSE(absent.email.has_value());
  auto const null = read_text<name_form>(R"({"firstName":"A","lastName":"P","email":null,"age":null})").value();
  CHECK_FALSE(null.email.has_value());
  CHECK_FALSE(null.age.has_value());
  auto const empty = read_text<name_form>(R"({"firstName":"A","lastName":"P","email":""})").value();
  CHECK(empty.email == "");
  CHECK(refusal<name_form>(R"({"firstName":"A","lastName":null})") == "lastName must be a string");
}

TEST_CASE("a member with a default may be absent, and one given replaces it", "[json][read]") {
  auto const left_out = read_text<order>(R"({"how":"large","prices":{}})").value();
  CHECK(left_out.copies == 1);
  CHECK(left_out.extras == std::vector{size::large});
  auto const given =
      read_text<order>(R"({"how":"small","copies":2,"extras":["small"],"prices":{"a":1,"b":0.5}})").value();
  CHECK(given.copies == 2);
  CHECK(given.extras == std::vector{size::small});
  CHECK(given.prices == std::map<std::string, double>{{"a", 1}, {"b", 0.5}});
  CHECK(refusal<order>(R"({"how":"small","copies":null,"prices":{}})") == "copies must be an integer");
}

TEST_CASE("choices are the names, and lists of them have a size", "[json][read][C-06]") {
  auto extras = [](std::string_view list) {
    return refusal<order>(R"({"how":"small","prices":{},"extras":)" + std::string(list) + "}");
  };
  CHECK(extras(R"(["small","large"])").empty());
  CHECK(extras("[]") == "extras must have at least 1 item");
  CHECK(extras(R"(["small","large","small"])") == "extras must have at most 2 items");
  CHECK(extras(R"(["Small"])") == "extras/0 must be one of small, large");
  CHECK(extras(R"([0])") == "extras/0 must be a string");
  CHECK(extras(R"("small")") == "extras must be a list");
}

TEST_CASE("what the client wrote never comes back in a message", "[json][read]") {
  std::string const said = refusal<order>(
      R"({"how":"<evil>","prices":{"<evil>":"<evil>"},"copies":"<evil>","<evil>":1,"extras":["<evil>"]})",
      {.refuse_unknown = true});
  CHECK(said.find("evil") == std::string::npos);
  CHECK(said ==
        "copies must be an integer; how must be one of small, large; extras/0 must be one of small, large; "
        "prices/* must be a number; the value has members that it must not have");
}

TEST_CASE("unknown members are ignored unless they are to be refused", "[json][read][C-27]") {
  CHECK(refusal<nested>(R"({"group":{"people":[],"z":1}})").empty());
  CHECK(refusal<nested>(R"({"group":{"people":[],"z":1}})", {.refuse_unknown = true}) ==
        "group has members that it must not have");
}

TEST_CASE("paths lead into nested values and start where the caller says", "[json][read]") {
  auto const value = read_text<nested>(R"({"group":{"people":[{"firstName":"A","lastName":"P"},{"firstName":"B"}]}})",
                                       {.path = "/arguments"});
  REQUIRE_FALSE(value);
  REQUIRE(value.error().size() == 1);
  CHECK(value.error()[0].path == "/arguments/group/people/1/lastName");
  CHECK(value.error()[0].message == "is required");
}

TEST_CASE("no more than eight violations are collected, however many there are", "[json][read]") {
  std::string list = "[0";
  for (int i = 0; i < 10000; ++i) list += ",0";
  auto const value = read_text<std::vector<std::string>>(list + "]");
  REQUIRE_FALSE(value);
  CHECK(value.error().size() == max_violations);
}

TEST_CASE("days and moments must exist", "[json][read][ELF-05]") {
  CHECK(read_text<date>(R"("2024-02-29")").value() == std::chrono::year{2024} / 2 / 29);
  CHECK(refusal<date>(R"("2023-02-29")") == "the value must be a date such as 2026-07-28");
  CHECK(refusal<date>("20240229") == "the value must be a string");
  CHECK(read_text<date_time>(R"("1970-01-01T01:00:00.25+01:00")").value() == date_time{std::chrono::milliseconds{250}});
  CHECK(refusal<date_time>(R"("2024-02-29")") == "the value must be a date and time such as 2026-07-28T09:30:00Z");
}

TEST_CASE("an array takes exactly its number of items", "[json][read]") {
  using pair = std::array<int, 2>;
  CHECK(read_text<pair>("[1,2]").value() == pair{1, 2});
  CHECK(refusal<pair>("[1]") == "the value must have 2 items");
  CHECK(refusal<pair>("[1,2,3]") == "the value must have 2 items");
}

TEST_CASE("any JSON is kept as it came", "[json][read]") {
  CHECK(read_text<json>(R"({"a":[1,null]})").value() == json::parse(R"({"a":[1,null]})"));
}

TEST_CASE("a class with conversions of its own is read by them, and their exceptions are violations", "[json][read]") {
  CHECK(read_text<counted>(R"({"copies_":5})").value().copies() == 5);
  CHECK(refusal<counted>(R"({"copies_":"<evil>"})") == "the value does not have the expected shape");
  CHECK(refusal<counted>("[]") == "the value does not have the expected shape");
}

TEST_CASE("arguments are read into objects of no common class", "[json][read][TOOL-15]") {
  constexpr notes small{.max = 8};
  field_table const members[] = {{"n", &table_of<int>, &small},
                                 {"m", &table_of<std::optional<std::string>>, &no_notes}};
  int n = 0;
  std::optional<std::string> m;
  void* const objects[] = {&n, &m};
  CHECK(read_members(members, objects, json{{"n", 7}, {"m", "x"}, {"z", 1}}).empty());
  CHECK(n == 7);
  CHECK(m == "x");
  CHECK(to_text(read_members(members, objects, json::object())) == "n is required");
  CHECK(to_text(read_members(members, objects, json{{"n", 9}})) == "n must be at most 8");
  CHECK(to_text(read_members(members, objects, json{{"n", 1}, {"z", 1}}, {.refuse_unknown = true})) ==
        "the value has members that it must not have");
}

TEST_CASE("what was written is read back equal", "[json][read][json][write]") {
  std::string const text = R"({"firstName":"\u00e4","lastName":"\"","email":"a@b","age":7})";
  auto const once = read_text<name_form>(text).value();
  auto const again = read_text<name_form>(to_json_text(once)).value();
  CHECK(again.firstName == once.firstName);
  CHECK(again.age == once.age);
  CHECK(to_json_text(again) == to_json_text(once));
}
