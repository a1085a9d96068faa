// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/number.hpp>

#include <parley/json/parse.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <limits>
#include <string>

using namespace parley;

namespace {

json number(std::string_view text) { return parse(text).value(); }

// "<", "=", ">" or "?".
std::string compared(std::string_view a, std::string_view b) {
  auto const order = detail::compare_numbers(number(a), number(b));
  auto const back = detail::compare_numbers(number(b), number(a));
  CHECK((0 <=> back) == order);
  return order < 0 ? "<" : order > 0 ? ">" : order == 0 ? "=" : "?";
}

bool multiple(std::string_view value, std::string_view of) { return detail::is_multiple(number(value), number(of)); }

}  // namespace

TEST_CASE("numbers compare as what they are", "[json][number][SCHEMA-11]") {
  CHECK(compared("1", "1.0") == "=");
  CHECK(compared("0", "-0.0") == "=");
  CHECK(compared("1", "1.5") == "<");
  CHECK(compared("-1", "-1.5") == ">");
  CHECK(compared("-1", "18446744073709551615") == "<");
  CHECK(compared("-1", "1") == "<");
  CHECK(compared("9007199254740993", "9007199254740992.0") == ">");
  CHECK(compared("9007199254740993", "9007199254740992") == ">");
  CHECK(compared("18446744073709551615", "18446744073709551616.0") == "<");
  CHECK(compared("-9223372036854775808", "-9223372036854775808.0") == "=");
  CHECK(compared("9223372036854775807", "1e300") == "<");
  CHECK(compared("0.1", "0.2") == "<");

  json const nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(detail::compare_numbers(nan, number("1")) == std::partial_ordering::unordered);
  CHECK(detail::compare_numbers(number("-1"), nan) == std::partial_ordering::unordered);
}

TEST_CASE("a whole number is whole however it is written", "[json][number][SCHEMA-11]") {
  CHECK(detail::is_whole(number("1")));
  CHECK(detail::is_whole(number("-1.0")));
  CHECK(detail::is_whole(number("1e300")));
  CHECK_FALSE(detail::is_whole(number("1.5")));
  CHECK_FALSE(detail::is_whole(json(std::numeric_limits<double>::infinity())));
}

TEST_CASE("multiples are those of decimals", "[json][number]") {
  CHECK(multiple("10", "2"));
  CHECK_FALSE(multiple("7", "2"));
  CHECK(multiple("0", "3"));
  CHECK(multiple("-0.0", "0.7"));
  CHECK(multiple("-4.5", "1.5"));
  CHECK(multiple("0.0075", "0.0001"));
  CHECK_FALSE(multiple("0.00751", "0.0001"));
  CHECK(multiple("19.99", "0.01"));
  CHECK(multiple("0.3", "0.1"));
  CHECK(multiple("12391239123", "1e-8"));
  CHECK(multiple("1e308", "1e-8"));
  CHECK_FALSE(multiple("1e308", "0.123456789"));
  CHECK(multiple("1e20", "1e3"));
  CHECK_FALSE(multiple("1e3", "1e20"));
  CHECK(multiple("18446744073709551615", "5"));
  CHECK(multiple("18446744073709551615", "18446744073709551615"));
  CHECK_FALSE(multiple("18446744073709551614", "18446744073709551615"));
  CHECK(multiple("-9223372036854775808", "9223372036854775808"));
  CHECK_FALSE(multiple("1e19", "18446744073709551557"));  // a prime close to 2^64
  CHECK_FALSE(detail::is_multiple(json(std::numeric_limits<double>::infinity()), json(1)));
}
