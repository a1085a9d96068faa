// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/roots.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace parley;

TEST_CASE("roots are file URIs with or without a name", "[protocol][ROOT-01]") {
  auto const read =
      read_root_list(json::parse(R"({"roots":[{"uri":"file:///srv/p","name":"p"},{"uri":"file:///x","_meta":{}}]})"));
  REQUIRE(read);
  REQUIRE(read->roots.size() == 2);
  CHECK(read->roots[0].uri == "file:///srv/p");
  CHECK(read->roots[0].name == "p");
  CHECK(read->roots[1].name.empty());
}

TEST_CASE("no roots at all is an answer", "[protocol][ROOT-02]") {
  auto const read = read_root_list(json::parse(R"({"roots":[]})"));
  REQUIRE(read);
  CHECK(read->roots.empty());
}

TEST_CASE("a list of roots of another shape is no answer", "[protocol][ROOT-01]") {
  for (auto const* text :
       {"null", "{}", R"({"roots":{}})", R"({"roots":[1]})", R"({"roots":[{}]})", R"({"roots":[{"uri":1}]})",
        R"({"roots":[{"uri":"https://e/"}]})", R"({"roots":[{"uri":"file:///a","name":1}]})"}) {
    CAPTURE(text);
    auto const read = read_root_list(json::parse(text));
    CHECK_FALSE(read);
  }
}
