// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/state/principal.hpp>

#include "support/catch.hpp"

#include <set>
#include <stdexcept>
#include <vector>

using namespace parley;

TEST_CASE("no two principals have one encoding, however their parts are cut", "[state][MRTR-13][once-02]") {
  std::vector<principal> const all{
      principal::anonymous(),
      principal::stdio(),
      principal::user("", "a"),
      principal::user("a", "b"),
      principal::user("", "ab"),
      principal::user("ab", "", "c"),
      principal::user("a", "", "bc"),
      principal::user("a", "b", "c"),
      principal::user("a", "bc"),
      principal::user("abc", "x"),
      principal::user("", "", "stdio"),
      principal::user("", "anonymous"),
      principal::user(std::string("a\0", 2), "b"),
      principal::user("a", std::string("\0b", 2)),
  };
  std::set<std::string> encodings;
  for (auto const& each : all) encodings.insert(each.encoded());
  CHECK(encodings.size() == all.size());
  for (auto const& left : all) {
    for (auto const& right : all) CHECK((left == right) == (left.encoded() == right.encoded()));
  }
}

TEST_CASE("a principal that nobody established is anonymous", "[state]") {
  CHECK(principal{} == principal::anonymous());
  CHECK(principal{}.tag() == principal::kind::anonymous);
  CHECK_FALSE(principal{} == principal::stdio());
}

TEST_CASE("a user is told by issuer, subject and client", "[state]") {
  auto const who = principal::user("https://id.example", "u-7", "cli");
  CHECK(who.tag() == principal::kind::user);
  CHECK(who.issuer() == "https://id.example");
  CHECK(who.subject() == "u-7");
  CHECK(who.client() == "cli");
}

TEST_CASE("a user without subject and client is refused, since all of them would be one", "[state]") {
  CHECK_THROWS_AS(principal::user("https://id.example", ""), std::invalid_argument);
  CHECK(principal::user("https://id.example", "", "robot").client() == "robot");
}
