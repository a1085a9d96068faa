// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/members.hpp>

#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace parley;

namespace {

std::string told(std::string_view text) {
  std::string all;
  for (auto const& [name, value] : members_of(text)) all += name + '=' + std::string(value) + ';';
  return all;
}

using pieces = std::vector<std::string_view>;

}  // namespace

TEST_CASE("members come in the order of the text, whatever is in them", "[json]") {
  CHECK(told(R"({"b":1,"a":"x","c":[1,{"z":2}],"d":{"e":{}},"f":null})") ==
        R"(b=1;a="x";c=[1,{"z":2}];d={"e":{}};f=null;)");
  CHECK(told("{}").empty());
  CHECK(told(R"({"":true})") == "=true;");
}

TEST_CASE("brackets, commas and quotes in strings are only characters", "[json]") {
  CHECK(told(R"({"a":"},\"{,","b":["]","\\"],"c":"\\\""})") == R"(a="},\"{,";b=["]","\\"];c="\\\"";)");
}

TEST_CASE("white space between tokens belongs to nothing", "[json]") {
  CHECK(told(" { \"a\" : 1 ,\n\t\"b\":\r[ 2 ] , \"c\":-1.5e3\n}") == "a=1;b=[ 2 ];c=-1.5e3;");
  CHECK(elements_of(" [ 1 , \"x\" ,{ } ] ") == pieces{"1", "\"x\"", "{ }"});
}

TEST_CASE("names are told as they mean, however they are spelled", "[json]") {
  CHECK(told(R"({"\u0074ype":1,"a\"b":2})") == "type=1;a\"b=2;");
  CHECK(member_text(R"({"\u0074ype":"object"})", "type") == "\"object\"");
}

TEST_CASE("elements of nested arrays stay together", "[json]") {
  CHECK(elements_of(R"([[1,2],[],{"a":[3]},"]",false])") == pieces{"[1,2]", "[]", R"({"a":[3]})", "\"]\"", "false"});
  CHECK(elements_of("[]").empty());
}

TEST_CASE("what is no object has no members, and what is no array no elements", "[json]") {
  for (auto const* text : {"1", "null", "\"{\"", "[1]", "true"}) CHECK(members_of(text).empty());
  for (auto const* text : {"1", "null", "\"[\"", R"({"a":1})"}) CHECK(elements_of(text).empty());
  CHECK(member_text("[]", "a").empty());
  CHECK(member_text(R"({"a":1})", "b").empty());
}

TEST_CASE("a string is told by its characters", "[json]") {
  CHECK(string_in(R"("plain")") == "plain");
  CHECK(string_in(R"("a\nb\u00e9")") == "a\nb\u00e9");
  for (auto const* text : {"1", "{}", "", "\"\""}) CHECK(string_in(text).empty());
}
