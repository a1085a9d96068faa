// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include "support/catch.hpp"

#include <parley/core/result.hpp>

#include <memory>
#include <string>

using namespace parley;

namespace {

result<int> half(int of) {
  if (of % 2 != 0) return refused{failure{"odd", std::to_string(of)}};
  return of / 2;
}

result<void> even(int number) {
  if (number % 2 != 0) return refused{failure{"odd"}};
  return {};
}

}  // namespace

TEST_CASE("a result holds a value or says why there is none", "[core][result]") {
  auto const good = half(8);
  REQUIRE(good);
  CHECK(*good == 4);

  auto const bad = half(7);
  REQUIRE_FALSE(bad.has_value());
  CHECK(bad.error().reason == "odd");
  CHECK(bad.error().detail == "7");
}

TEST_CASE("reading the side of a result that is not there throws", "[core][result]") {
  CHECK_THROWS_AS(half(7).value(), std::bad_variant_access);
  CHECK_THROWS_AS(half(8).error(), std::bad_variant_access);
}

TEST_CASE("a value can be moved out of a result", "[core][result]") {
  result<std::unique_ptr<int>> owner(std::make_unique<int>(3));
  std::unique_ptr<int> const taken = *std::move(owner);
  CHECK(*taken == 3);
}

TEST_CASE("a result of nothing still says why not", "[core][result]") {
  CHECK(even(2));
  REQUIRE_FALSE(even(3));
  CHECK(even(3).error().reason == "odd");
}

TEST_CASE("the error may be of any type, and of the same type as the value", "[core][result]") {
  result<std::string, std::string> const good(std::string("yes"));
  result<std::string, std::string> const bad = refused{std::string("no")};
  REQUIRE(good);
  CHECK(*good == "yes");
  REQUIRE_FALSE(bad);
  CHECK(bad.error() == "no");
}
