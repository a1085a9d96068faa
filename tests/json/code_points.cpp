// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/code_points.hpp>

#include "support/catch.hpp"

using namespace parley;

namespace {

bool has(detail::code_points const& set, char32_t c) {
  for (auto const each : set.ranges)
    if (each.first <= c && c <= each.last) return true;
  return false;
}

}  // namespace

TEST_CASE("the complement of a set has all that the set has not", "[json][pattern]") {
  detail::code_points set;
  set.add(U'm', U'p');
  set.add(U'a', U'c');
  set.add(U'b', U'z');
  set.add(0x10ffff, 0x10ffff);
  auto const rest = set.complement();
  CHECK(rest.ranges.size() == 2);
  CHECK(has(rest, 0));
  CHECK(has(rest, U'a' - 1));
  CHECK_FALSE(has(rest, U'a'));
  CHECK_FALSE(has(rest, U'z'));
  CHECK(has(rest, U'z' + 1));
  CHECK(has(rest, 0x10fffe));
  CHECK_FALSE(has(rest, 0x10ffff));

  CHECK(detail::code_points{}.complement().ranges.size() == 1);
  CHECK(detail::code_points{}.complement().complement().ranges.empty());
}

TEST_CASE("class escapes come in opposites", "[json][pattern]") {
  for (char32_t const c : {U'a', U'0', U'_', U' ', U'\n', U'\u00e9', U'\u3000', U'\0'}) {
    CHECK(has(*detail::class_escape(U'd'), c) != has(*detail::class_escape(U'D'), c));
    CHECK(has(*detail::class_escape(U'w'), c) != has(*detail::class_escape(U'W'), c));
    CHECK(has(*detail::class_escape(U's'), c) != has(*detail::class_escape(U'S'), c));
  }
  CHECK_FALSE(detail::class_escape(U'x'));
  CHECK_FALSE(has(detail::any_but_line_ends(), U'\r'));
  CHECK(has(detail::any_but_line_ends(), U'\u0085'));
}
