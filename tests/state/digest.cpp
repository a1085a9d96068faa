// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/state/digest.hpp>

#include "state/fixtures.hpp"
#include "support/catch.hpp"

#include <set>

using namespace parley;
using namespace parley::detail;

namespace {

digest128 of(std::string_view kind, std::initializer_list<std::string_view> parts) {
  digest_of_parts all(kind);
  for (auto const part : parts) all.add(part);
  return all.finish(*default_primitives<>::get());
}

}  // namespace

TEST_CASE("parts do not run into each other", "[state][once-01]") {
  std::set<digest128> const all{of("a", {}),         of("a", {""}),      of("a", {"", ""}),   of("", {"a"}),
                                of("a", {"b", "c"}), of("a", {"bc"}),    of("a", {"", "bc"}), of("ab", {"c"}),
                                of("a", {"c", "b"}), of("b", {"b", "c"})};
  CHECK(all.size() == 10);
  CHECK(of("a", {"b", "c"}) == of("a", {"b", "c"}));
}

TEST_CASE("a digest is the first half of a SHA-256", "[state]") {
  // printf '\0\0\0\0\0\0\0\3abc' | sha256sum
  auto const whole = default_primitives<>::get()->sha256(bytes_of(std::string_view("\0\0\0\0\0\0\0\3abc", 11)));
  auto const half = of("abc", {});
  CHECK(std::equal(half.begin(), half.end(), whole.begin()));
}

TEST_CASE("a short digest is the beginning of the long one", "[state][once-09]") {
  digest_of_parts parts("a");
  auto const whole = parts.add("b").finish(*default_primitives<>::get());
  auto const start = parts.finish_short(*default_primitives<>::get());
  CHECK(std::equal(start.begin(), start.end(), whole.begin()));
}
