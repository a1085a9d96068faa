// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/schema_words.hpp>

#include <parley/json/parse.hpp>
#include <parley/json/schema_keywords.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace parley;

TEST_CASE("a path is a JSON pointer", "[json][validator]") {
  std::string const name = "a/b";
  std::string const nameless;
  detail::value_place const root;
  detail::value_place const member{&root, &name};
  detail::value_place const element{&member, nullptr, 3};
  detail::value_place const empty{&element, &nameless};
  CHECK(detail::pointer_to(root).empty());
  CHECK(detail::pointer_to(element) == "/a~1b/3");
  CHECK(detail::pointer_to(empty) == "/a~1b/3/");
}

TEST_CASE("types in words", "[json][validator]") {
  using namespace detail::type_bits;
  CHECK(detail::type_words(integer) == "must be an integer");
  CHECK(detail::type_words(null | string) == "must be a string or null");
  CHECK(detail::type_words(null | boolean | object | array | number | string | integer) ==
        "must be true or false, an object, a list, a number, a string, an integer or null");
}

TEST_CASE("long lists of choices are cut", "[json][validator]") {
  auto words = [](std::string_view text) { return detail::choice_words(parse(text).value()); };
  CHECK(words(R"(["a"])") == "must be a");
  CHECK(words(R"(["a",1,2.5,true,null])") == "must be one of a, 1, 2.5, true, null");
  CHECK(words(R"([{"a":1},2])") == "must be one of the values that the schema has");
  CHECK(words(R"([")" + std::string(61, 'x') + R"(",2])") == "must be one of the values that the schema has");
  json many = json::array();
  for (int i = 0; i < 25; ++i) many.push_back(i);
  std::string const text = detail::choice_words(many);
  CHECK(text.ends_with(", 18, 19, …"));
}

TEST_CASE("sizes in words", "[json][validator]") {
  CHECK(detail::size_words(0, 1, " item", 2) == "must have at least 1 item");
  CHECK(detail::size_words(3, 1, " item", 2) == "must have at most 2 items");
  CHECK(detail::number_words("must be at least ", json(18446744073709551615u)) ==
        "must be at least 18446744073709551615");
  CHECK(detail::number_words("must be at least ", json(0.5)) == "must be at least 0.5");
}
