// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/textual.hpp>

#include "server/feature_client.hpp"
#include "support/catch.hpp"

#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

enum class tone { formal, friendly };

struct Trip {
  std::string city;
  int days = 2;
  std::optional<double> budget{};
  tone how = tone::friendly;
  bool quiet = true;
};

// Each value with its type's own spelling, so that "3" and 3 can be told apart.
std::string every_type(Arg<"text"> text, Arg<"count", int> count, Arg<"ratio", double> ratio, Arg<"yes", bool> yes,
                       Arg<"how", tone> how, Arg<"day", date> day, Arg<"guests", std::optional<int>> guests) {
  std::ostringstream out;
  out << *text << ' ' << *count + 1 << ' ' << *ratio * 2 << ' ' << (*yes ? "yes" : "no") << ' '
      << (*how == tone::formal ? "formal" : "friendly") << ' ' << unsigned{day->day()} << ' ' << guests->value_or(-1);
  return out.str();
}

std::string trip(Input<Trip> trip) {
  std::ostringstream out;
  out << trip->city << ' ' << trip->days << ' ' << trip->budget.value_or(0) << ' ' << (trip->how == tone::formal) << ' '
      << trip->quiet;
  return out.str();
}

std::string mirror(Arg<"name"> name, Arg<"level", std::optional<int>> level) {
  return *name + " " + (*level ? std::to_string(**level) : "none");
}

template <class T>
constexpr bool textual = detail::is_textual(table_of<T>);

// Arguments for every_type, with one of them replaced.
json all_but(std::string const& name, json value) {
  json all = {{"text", "a"},   {"count", "3"},    {"ratio", "0.5"},
              {"yes", "true"}, {"how", "formal"}, {"day", "2026-07-28"}};
  all[name] = std::move(value);
  return all;
}

}  // namespace

TEST_CASE("one text can tell a scalar, or that it is missing, and nothing that holds others", "[server][PRM-03]") {
  STATIC_REQUIRE(textual<bool>);
  STATIC_REQUIRE(textual<int>);
  STATIC_REQUIRE(textual<double>);
  STATIC_REQUIRE(textual<std::string>);
  STATIC_REQUIRE(textual<date>);
  STATIC_REQUIRE(textual<date_time>);
  STATIC_REQUIRE(textual<tone>);
  STATIC_REQUIRE(textual<std::optional<int>>);
  STATIC_REQUIRE_FALSE(textual<std::vector<std::string>>);
  STATIC_REQUIRE_FALSE(textual<std::optional<std::vector<int>>>);
  STATIC_REQUIRE_FALSE(textual<std::map<std::string, int>>);
  STATIC_REQUIRE_FALSE(textual<Trip>);
  STATIC_REQUIRE_FALSE(textual<json>);
}

TEST_CASE("the texts of the wire are read as what the signature says", "[server][PRM-03]") {
  still_server calc;
  calc.server.prompt<every_type>("Every type.");
  CHECK(text_of(calc.body(get_prompt("every_type", all_but("guests", "7").dump()))) == "a 4 1 yes formal 28 7");
  CHECK(text_of(calc.body(get_prompt("every_type", all_but("yes", "false").dump()))) == "a 4 1 no formal 28 -1");
  CHECK(text_of(calc.body(get_prompt("every_type", all_but("count", "-12").dump()))) == "a -11 1 yes formal 28 -1");
  CHECK(text_of(calc.body(get_prompt("every_type", all_but("ratio", "2").dump()))) == "a 4 4 yes formal 28 -1");
  // A text stays what it is, whatever it looks like.
  CHECK(text_of(calc.body(get_prompt("every_type", all_but("text", "true").dump()))) == "true 4 1 yes formal 28 -1");
  CHECK(text_of(calc.body(get_prompt("every_type", all_but("text", "7").dump()))) == "7 4 1 yes formal 28 -1");
}

TEST_CASE("a text that tells no such value is refused, by the argument's name", "[server][PRM-05][PRM-06]") {
  still_server calc;
  calc.server.prompt<every_type>("Every type.");
  struct row {
    char const* name;
    char const* text;
    char const* why;
  };
  for (auto const& [name, text, why] :
       {row{"count", "x", "must be an integer"}, row{"count", "", "must be an integer"},
        row{"count", "3.5", "must be an integer, without a fraction"}, row{"count", "[3]", "must be an integer"},
        row{"count", "true", "must be an integer"}, row{"ratio", "1,5", "must be a number"},
        row{"yes", "yes", "must be true or false"}, row{"yes", "1", "must be true or false"},
        row{"yes", "TRUE", "must be true or false"}, row{"how", "rude", "must be one of formal, friendly"},
        row{"guests", "null", "must be an integer"}}) {
    CAPTURE(name, text);
    json const error = error_of(calc.body(get_prompt("every_type", all_but(name, text).dump())));
    CHECK(error["code"] == -32602);
    CHECK(error["message"] == "Invalid arguments: " + std::string(name) + " " + why + ". Nothing was done.");
  }
  json const error = error_of(calc.body(get_prompt("every_type", all_but("day", "2026-02-30").dump())));
  CHECK(error["message"].get<std::string>().find("day ") != std::string::npos);
}

TEST_CASE("a value that is no text is refused, though it would fit", "[server][PRM-06]") {
  still_server calc;
  calc.server.prompt<every_type>("Every type.");
  struct row {
    char const* name;
    json value;
  };
  for (auto const& [name, value] : {row{"count", 3}, row{"text", 3}, row{"yes", true}, row{"guests", nullptr},
                                    row{"text", json::array({"a"})}, row{"ratio", json::object()}}) {
    CAPTURE(name, value);
    json const error = error_of(calc.body(get_prompt("every_type", all_but(name, value).dump())));
    CHECK(error["code"] == -32602);
    CHECK(error["message"] == "Invalid arguments: " + std::string(name) + " must be a string. Nothing was done.");
  }
}

TEST_CASE("the fields of an Input are arguments with defaults", "[server][PRM-02][PRM-03]") {
  still_server calc;
  calc.server.prompt<trip>("A trip.");
  json const listed = result_of(calc.body(request("1", "prompts/list")))["prompts"][0]["arguments"];
  CHECK(listed.dump() == R"([{"name":"city","required":true},{"name":"days"},{"name":"budget"},{"name":"how"},)"
                         R"({"name":"quiet"}])");
  CHECK(text_of(calc.body(get_prompt("trip", R"({"city":"Bern"})"))) == "Bern 2 0 0 1");
  CHECK(text_of(calc.body(
            get_prompt("trip", R"({"city":"Bern","days":"5","budget":"9.5","how":"formal","quiet":"false"})"))) ==
        "Bern 5 9.5 1 0");
  CHECK(error_of(calc.body(get_prompt("trip", R"({"city":"Bern","days":"x"})")))["message"] ==
        "Invalid arguments: days must be an integer. Nothing was done.");
  CHECK(error_of(calc.body(get_prompt("trip", R"({"city":"Bern","days":5})")))["code"] == -32602);
  CHECK(error_of(calc.body(get_prompt("trip", "{}")))["message"] ==
        "Invalid arguments: city is required. Nothing was done.");
}

TEST_CASE("the variables of a template are read in the same way", "[server][RES-12]") {
  still_server calc;
  calc.server.resource<"level://{name}{/level}", mirror>("A level.");
  CHECK(text_of(calc.body(read_resource("level://a/3"))) == "a 3");
  CHECK(text_of(calc.body(read_resource("level://3"))) == "3 none");
  json const error = error_of(calc.body(read_resource("level://a/x")));
  CHECK(error["code"] == -32602);
  CHECK(error["message"] == "Invalid arguments: level must be an integer. Nothing was done.");
}
