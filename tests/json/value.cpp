// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/value.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace parley;

TEST_CASE("a member is found by its name, and nothing is found where there are no members", "[json]") {
  json const object{{"a", 1}, {"null", nullptr}};
  REQUIRE(find_member(object, "a") != nullptr);
  CHECK(*find_member(object, "a") == 1);
  REQUIRE(find_member(object, "null") != nullptr);
  CHECK(find_member(object, "null")->is_null());
  CHECK(find_member(object, "b") == nullptr);
  for (auto const& other : {json(), json("a"), json::array({"a"}), json(7)}) CHECK(find_member(other, "a") == nullptr);
}
