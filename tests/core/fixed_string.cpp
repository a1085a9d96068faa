// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include "support/catch.hpp"

#include <parley/core/fixed_string.hpp>

#include <type_traits>

using namespace parley;

namespace {

template <fixed_string Name>
struct named {
  static constexpr std::string_view name = Name.view();
};

}  // namespace

TEST_CASE("a literal given as a template argument can be read back", "[core][fixed_string]") {
  CHECK(named<"service">::name == "service");
  CHECK(named<"">::name.empty());
}

TEST_CASE("equal literals make one type and different ones two", "[core][fixed_string]") {
  CHECK(std::is_same_v<named<"a">, named<"a">>);
  CHECK_FALSE(std::is_same_v<named<"a">, named<"b">>);
  CHECK(fixed_string("a") == fixed_string("a"));
  CHECK_FALSE(fixed_string("a") == fixed_string("ab"));
}

TEST_CASE("a name in an error message is spelled in letters", "[core][fixed_string]") {
  CHECK(std::is_same_v<diagnostics::spell<"ok">, diagnostics::name<'o', 'k'>>);
}
