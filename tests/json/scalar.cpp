// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/scalar.hpp>

#include "support/catch.hpp"

#include <cstdint>
#include <limits>

using parley::table_of;
namespace detail = parley::detail;

TEST_CASE("an integer is stored when its type can hold it, and otherwise left alone", "[json][scalar]") {
  std::int8_t small = 7;
  CHECK(detail::store_integer(table_of<std::int8_t>, &small, std::int64_t{-128}));
  CHECK(small == -128);
  CHECK_FALSE(detail::store_integer(table_of<std::int8_t>, &small, std::int64_t{128}));
  CHECK_FALSE(detail::store_integer(table_of<std::int8_t>, &small, std::uint64_t{1} << 63));
  CHECK(small == -128);

  std::uint64_t wide = 0;
  CHECK(detail::store_integer(table_of<std::uint64_t>, &wide, std::numeric_limits<std::uint64_t>::max()));
  CHECK(wide == std::numeric_limits<std::uint64_t>::max());
  CHECK_FALSE(detail::store_integer(table_of<std::uint64_t>, &wide, std::int64_t{-1}));

  long long as_long_long = 0;
  long as_long = 0;
  CHECK(detail::store_integer(table_of<long long>, &as_long_long, std::int64_t{-5}));
  CHECK(detail::store_integer(table_of<long>, &as_long, std::int64_t{-5}));
  CHECK(as_long_long == -5);
  CHECK(as_long == -5);
}

TEST_CASE("integers beyond 2^53 are compared with a bound exactly", "[json][scalar]") {
  constexpr std::int64_t limit = std::int64_t{1} << 53;
  auto const bound = static_cast<double>(limit);
  CHECK(detail::compare(limit, bound) == 0);
  CHECK(detail::compare(limit + 1, bound) > 0);
  CHECK(detail::compare(limit - 1, bound) < 0);
  CHECK(detail::compare(std::numeric_limits<std::int64_t>::max(), 9223372036854775808.0) < 0);
  CHECK(detail::compare(std::numeric_limits<std::int64_t>::min(), -9223372036854775808.0) == 0);
  CHECK(detail::compare(std::numeric_limits<std::uint64_t>::max(), 18446744073709551616.0) < 0);
  CHECK(detail::compare(std::uint64_t{0}, -0.5) > 0);
}

TEST_CASE("a bound may lie between two integers", "[json][scalar]") {
  CHECK(detail::compare(3, 2.5) > 0);
  CHECK(detail::compare(2, 2.5) < 0);
  CHECK(detail::compare(-3, -2.5) < 0);
  CHECK(detail::compare(-2, -2.5) > 0);
  CHECK(detail::compare(std::uint8_t{255}, 255.5) < 0);
}

TEST_CASE("an enumerator is found by its value, whatever its width", "[json][scalar]") {
  enum class narrow : std::uint8_t { a, b = 63 };
  enum class wide : std::int64_t { a, b = 3 };
  narrow const n = narrow::b;
  wide const w = wide::b;
  wide const none = static_cast<wide>(9);
  CHECK(detail::choice_index(table_of<narrow>, &n) == 1);
  CHECK(detail::choice_index(table_of<wide>, &w) == 1);
  CHECK(detail::choice_index(table_of<wide>, &none) == 2);
}
