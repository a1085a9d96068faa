// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/pattern.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

namespace {

bool matches(std::string_view expression, std::string_view text) {
  std::size_t looks = 1'000'000;
  auto const compiled = pattern::compile(expression);
  INFO("pattern " << expression << " on " << text << (compiled ? "" : " " + compiled.error().detail));
  REQUIRE(compiled);
  auto const answer = compiled->search(text, looks);
  REQUIRE(answer != pattern::answer::too_costly);
  return answer == pattern::answer::yes;
}

}  // namespace

TEST_CASE("a pattern is searched for, and anchored only where it says so", "[json][pattern]") {
  CHECK(matches("b", "abc"));
  CHECK_FALSE(matches("^b", "abc"));
  CHECK(matches("^abc$", "abc"));
  CHECK_FALSE(matches("^abc$", "abc\n"));
  CHECK_FALSE(matches("^b$", "a\nb\nc"));
  CHECK(matches("", ""));
  CHECK(matches("", "x"));
  CHECK(matches("^$", ""));
  CHECK_FALSE(matches("^$", "x"));
  CHECK(matches("a|^b|c$", "xc"));
  CHECK(matches("^(a||b)$", ""));
  CHECK(matches("^(|a)()x$", "ax"));
}

TEST_CASE("repeats and groups", "[json][pattern]") {
  CHECK(matches("^a{2,3}$", "aaa"));
  CHECK_FALSE(matches("^a{2,3}$", "aaaa"));
  CHECK(matches("^a{2}b{1,}c{0}$", "aab"));
  CHECK(matches("^(?:ab)+?$", "abab"));
  CHECK(matches("^(?<word>ab)*c??$", "ababc"));
  CHECK(matches("^((a*)*)*$", "aaaa"));
  CHECK_FALSE(matches("^((a*)*)*$", "aaab"));
  CHECK(matches("^(?=.*[0-9])(?!.*x).{3}$", "ab1"));
  CHECK_FALSE(matches("^(?=.*[0-9])(?!.*x).{3}$", "x1a"));
  CHECK(matches("(?<=a)b", "ab"));
  CHECK_FALSE(matches("(?<!a)b", "ab"));
}

TEST_CASE("classes are those of ECMA-262", "[json][pattern]") {
  CHECK(matches("^\\d$", "7"));
  CHECK_FALSE(matches("^\\d$", "\u0967"));
  CHECK(matches("^\\w+$", "aZ_9"));
  CHECK_FALSE(matches("\\w", "\u00e9"));
  CHECK(matches("^\\W$", "\u00e9"));
  CHECK(matches("^\\s+$", " \t\n\v\f\r\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff"));
  CHECK_FALSE(matches("\\s", "\u200b"));
  CHECK(matches("^\\S$", "\u200b"));
  CHECK(matches("^[\\d\\-x]+$", "1-x"));
  CHECK(matches("^[^\\D5]$", "4"));
  CHECK_FALSE(matches("^[^\\D5]$", "5"));
  CHECK(matches("^[a-]+$", "a-"));
  CHECK(matches("^[[.^$*]+$", "[.^$*"));
  CHECK(matches("^[[:alpha:]+$", ":[lph"));
  CHECK(matches("^[^]$", "\n"));
  CHECK_FALSE(matches("[]", "]"));
  CHECK(matches("^.$", "\u0085"));
  CHECK_FALSE(matches("^.$", "\n"));
  CHECK_FALSE(matches("^.$", "\u2028"));
  CHECK(matches("\\bword\\b", "a word."));
  CHECK_FALSE(matches("\\bword\\b", "swords"));
  CHECK(matches("\\Bor\\B", "swords"));
  CHECK_FALSE(matches("\\Bword", "a word"));
}

TEST_CASE("a character is a code point", "[json][pattern]") {
  CHECK(matches("^.$", "\U0001f600"));
  CHECK(matches("^\\u{1F600}$", "\U0001f600"));
  CHECK(matches("^\\ud83d\\ude00$", "\U0001f600"));
  CHECK(matches("^[\\ud83d\\ude00-\\ud83d\\ude02]$", "\U0001f601"));
  CHECK(matches("^\u00e9{2}$", "\u00e9\u00e9"));
  CHECK(matches("^[\u00e0-\u00ff]$", "\u00e9"));
  CHECK(matches("^[^a]$", "\U0010ffff"));
  CHECK(matches("^\\x41\\u0042\\cJ\\t\\0\\/$", std::string("AB\n\t\0/", 6)));
  CHECK(matches("^[\\0-\\x1f]$", std::string(1, '\0')));
  CHECK(matches("^\ufffd$", "\xff"));
}

TEST_CASE("signs of other engines are plain characters or refused", "[json][pattern]") {
  CHECK(matches("^#<>'`~&=!@%:;,\"-/ _$", "#<>'`~&=!@%:;,\"-/ _"));
  CHECK(matches("^\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\^\\$\\\\\\-$", ".*+?()[]{}|^$\\-"));
  CHECK_FALSE(pattern::compile("\\Aa\\Z"));
  CHECK_FALSE(pattern::compile("(?<=a+)b"));
}

TEST_CASE("a search that goes back too often is given up", "[json][pattern][SCHEMA-07]") {
  auto const hostile = pattern::compile("^(a+)+$").value();
  std::size_t looks = 1'000'000'000;  // here the engine gives up by itself
  CHECK(hostile.search(std::string(40, 'a') + 'b', looks) == pattern::answer::too_costly);
  CHECK(looks > 900'000'000);
  looks = 1'000;
  CHECK(hostile.search(std::string(40, 'a') + 'b', looks) == pattern::answer::too_costly);
  CHECK(looks == 0);

  auto const plain = pattern::compile("a").value();
  CHECK(plain.search("bbbb", looks) == pattern::answer::too_costly);
  looks = 100;
  CHECK(plain.search("bbbb", looks) == pattern::answer::no);
  CHECK(looks < 100);
  CHECK(looks > 80);

  // More to come back to than the engine keeps.
  auto const wide = pattern::compile("^(?:a|b|ab)*c").value();
  looks = 1'000'000'000;
  CHECK(wide.search(std::string(2'000'000, 'a'), looks) == pattern::answer::too_costly);
}
