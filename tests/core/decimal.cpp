// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/decimal.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;
using namespace std::string_view_literals;

TEST_CASE("every spelling of a whole number is that number", "[core][decimal][HDR-22]") {
  auto const text = GENERATE("42"sv, "42.0"sv, "42.000"sv, "4.2e1"sv, "4.2E+1"sv, "0.42e2"sv, "420e-1"sv,
                             "4200.00e-2"sv, "0.000042e6"sv, "42e0"sv, "42e-0"sv);
  CAPTURE(text);
  CHECK(parse_safe_integer(text) == 42);
  CHECK(parse_safe_integer("-" + std::string(text)) == -42);
}

TEST_CASE("nothing is nothing, however far the exponent puts it", "[core][decimal][HDR-22]") {
  auto const text = GENERATE("0"sv, "-0"sv, "0.0"sv, "0e9"sv, "-0.00e99999999999999999999"sv,
                             "0e-99999999999999999999999999999999999999"sv);
  CAPTURE(text);
  CHECK(parse_safe_integer(text) == 0);
}

TEST_CASE("the limits belong to the range, and what is beyond them does not", "[core][decimal][HDR-16][HDR-22]") {
  CHECK(parse_safe_integer("9007199254740991") == max_safe_integer);
  CHECK(parse_safe_integer("-9007199254740991") == -max_safe_integer);
  CHECK(parse_safe_integer("9007199254740991.0") == max_safe_integer);
  CHECK(parse_safe_integer("9.007199254740991e15") == max_safe_integer);
  CHECK(parse_safe_integer("1e15") == 1'000'000'000'000'000);
  auto const beyond = GENERATE("9007199254740992"sv, "-9007199254740992"sv, "9007199254740993"sv, "1e16"sv, "1e308"sv,
                               "1e99999999999999999999999999"sv, "4.2e18446744073709551617"sv, "4.2e4294967297"sv,
                               "18446744073709551617"sv, "18446744073709551658"sv);
  CAPTURE(beyond);
  CHECK(!parse_safe_integer(beyond));
}

TEST_CASE("a fraction is not rounded away", "[core][decimal][HDR-22]") {
  auto const text = GENERATE("42.5"sv, "0.1"sv, "1e-1"sv, "42.00000000000000000000000000001"sv, "9007199254740990.9"sv,
                             "4.25e1"sv, "425e-1"sv, "1e-99999999999999999999999999"sv);
  CAPTURE(text);
  CHECK(!parse_safe_integer(text));
}

TEST_CASE("what JSON does not call a number is none", "[core][decimal][HDR-22]") {
  auto const text = GENERATE(""sv, "-"sv, "+42"sv, "--42"sv, "042"sv, "00"sv, "-01"sv, ".5"sv, "42."sv, "42.e1"sv,
                             "42e"sv, "42e+"sv, "42e1.0"sv, "4 2"sv, " 42"sv, "42 "sv, "0x2a"sv, "42L"sv, "4,2"sv,
                             "true"sv, "NaN"sv, "Infinity"sv, "4\0"sv, "\xd9\xa4\xd9\xa2"sv);
  CAPTURE(text);
  CHECK(!parse_safe_integer(text));
}
