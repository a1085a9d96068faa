// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/pattern_syntax.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

namespace {

// What is wrong with a pattern; empty: nothing.
std::string fault(std::string_view expression) {
  auto const translated = detail::translate_pattern(expression);
  if (translated) return {};
  CHECK(translated.error().reason == "pattern");
  return translated.error().detail;
}

}  // namespace

TEST_CASE("nothing of a pattern's own is a sign of the engine", "[json][pattern]") {
  constexpr char32_t a = U'a' + detail::pattern_offset;
  CHECK(detail::translate_pattern("^a*?$").value() == std::u32string{U'\\', U'A', a, U'*', U'\\', U'z'});
  CHECK(detail::translate_pattern("[a]{2,}").value() == std::u32string{U'[', a, U'-', a, U']', U'{', U'2', U',', U'}'});
  std::u32string const signs = detail::translate_pattern("\\[\\]\\\\\\^\\x00\n\\b").value();
  for (char32_t const c : signs) CHECK((c >= detail::pattern_offset || (c > U' ' && c < 0x7f)));
}

TEST_CASE("what is no pattern is refused with a reason", "[json][pattern][SCHEMA-04]") {
  CHECK(fault("(a") == "has a '(' that is not closed");
  CHECK(fault("a)") == "has a ')' that closes nothing; the character itself is written \\)");
  CHECK(fault("[a") == "has a '[' that is not closed");
  CHECK(fault("a\\") == "ends with a backslash");
  CHECK(fault("[a\\") == "ends with a backslash");
  CHECK(fault("a{2,1}") == "has a count whose ends are in the wrong order");
  CHECK(fault("a{10001}") == "has a count above 10000");
  CHECK(fault("a{99999999999999999999}") == "has a count above 10000");
  CHECK(fault("[b-a]") == "has a range in […] whose ends are in the wrong order");
  CHECK(fault("[\\d-z]") == "has a range in […] with a class such as \\d at an end");
  CHECK(fault("\\u{110000}") == "has a \\u{…} that is no code point");
  CHECK(fault("(?<>a)") == "has a named group without a name");
  for (std::string_view const wrong : {"*", "a**", "a*+", "^*", "(?=a)*", "\\b+", "(|*)", "a{1}{2}", "+"}) {
    INFO(wrong);
    CHECK(fault(wrong).starts_with("repeats what cannot be repeated"));
  }
  for (std::string_view const wrong :
       {"{", "a{", "a{,2}", "a{x}", "}", "]", "\\x1", "\\u12", "\\u{}", "\\c1", "\\01", "(?<a b>c)", "(?", "[\\B]"}) {
    INFO(wrong);
    CHECK_FALSE(fault(wrong).empty());
  }
}

TEST_CASE("what is not supported is refused, not read in another way", "[json][pattern][SCHEMA-04]") {
  CHECK(fault("(a)\\1") == "refers back to a group, which is not supported");
  CHECK(fault("(?<x>a)\\k<x>") == "refers back to a group, which is not supported");
  CHECK(fault("\\p{L}").starts_with("uses \\p{…} or \\P{…}, which are not supported"));
  CHECK(fault("[\\P{L}]").starts_with("uses \\p{…} or \\P{…}, which are not supported"));
  for (std::string_view const foreign : {"(?i)a", "(?i:a)", "(?>a)", "(?#a)", "(?R)", "(?P<n>a)", "(?|a)"}) {
    INFO(foreign);
    CHECK(fault(foreign).starts_with("has a group of a kind that is not supported"));
  }
  for (std::string_view const foreign : {"\\A", "\\Z", "\\z", "\\h", "\\Q", "\\e", "\\G", "\\<a", "\\_", "\\ "}) {
    INFO(foreign);
    CHECK(fault(foreign).empty() == (foreign == "\\<a"));
  }
}

TEST_CASE("groups inside each other are limited", "[json][pattern][SCHEMA-07]") {
  auto nested = [](std::size_t depth) { return std::string(depth, '(') + 'a' + std::string(depth, ')'); };
  CHECK(fault(nested(50)).empty());
  CHECK(fault(nested(51)) == "has more than 50 groups inside each other");
}
