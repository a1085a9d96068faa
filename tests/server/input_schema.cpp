// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/input_schema.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

struct Booking {
  std::string email;
  int guests = 2;
};

std::string nothing() { return {}; }
std::string by_name(Arg<"firstName"> first, Arg<"age", std::optional<int>, "In years"> age, Arg<"born", int> born) {
  return *first + std::to_string(age->value_or(0) + *born);
}
std::string book(Input<Booking> booking) { return booking->email; }
std::string both(Arg<"zone"> zone, Input<Booking> booking, Arg<"again", std::optional<bool>> again) {
  return *zone + booking->email + std::to_string(again->value_or(false));
}

template <auto Function>
std::string schema_of(tool_options options = {}) {
  return detail::input_schema(detail::make_tool<Function>("", std::move(options)));
}

}  // namespace

TEST_CASE("a tool without arguments takes an empty object", "[server][TOOL-06]") {
  CHECK(schema_of<nothing>() == R"({"type":"object","properties":{}})");
  CHECK(schema_of<nothing>({.strict_arguments = true}) ==
        R"({"type":"object","properties":{},"additionalProperties":false})");
}

TEST_CASE("arguments stand in the schema in the order of the signature", "[server][TOOL-06]") {
  CHECK(
      schema_of<by_name>() ==
      R"({"type":"object","properties":{"firstName":{"type":"string"},)"
      R"("age":{"type":"integer","description":"In years"},"born":{"type":"integer"}},"required":["firstName","born"]})");
}

TEST_CASE("an input's fields are the arguments, with their defaults", "[server][TOOL-06]") {
  CHECK(
      schema_of<book>() ==
      R"({"type":"object","properties":{"email":{"type":"string"},"guests":{"type":"integer","default":2}},"required":["email"]})");
}

TEST_CASE("an input between arguments keeps its place", "[server][TOOL-06]") {
  CHECK(schema_of<both>({.strict_arguments = true}) ==
        R"({"type":"object","properties":{"zone":{"type":"string"},"email":{"type":"string"},)"
        R"("guests":{"type":"integer","default":2},"again":{"type":"boolean"}},"required":["zone","email"],)"
        R"("additionalProperties":false})");
}
