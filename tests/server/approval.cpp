// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/approval.hpp>

#include <parley/json/write.hpp>

#include "state/fixtures.hpp"
#include "support/catch.hpp"

#include <optional>
#include <string>
#include <vector>

using namespace parley;
using namespace parley::detail;

namespace {

struct Inner {
  std::string name;
};
struct Act {
  int count = 0;
  std::optional<Inner> inner;
  std::vector<std::string> files;
  static constexpr auto fields = parley::fields(field<&Act::files>{.title = "Files to delete"});
};
struct Nothing {};

template <class T>
proposal propose(T const& value, std::string echo = {}) {
  proposal made;
  made.type = &table_of<T>;
  made.text = to_json_text(value);
  made.echo = std::move(echo);
  return made;
}
std::vector<digest64> parts(proposal const& of) { return action_parts(of, *default_primitives<>::get()); }
std::string change(Act const& from, Act const& to) {
  auto const now = propose(to);
  return what_changed(now, parts(propose(from)), parts(now));
}

}  // namespace

TEST_CASE("neither form of an approval is empty", "[server][once-11]") {
  CHECK(approval_form(false).schema.find(R"("approve")") != std::string::npos);
  CHECK(approval_form(true).schema.find(R"("confirm")") != std::string::npos);
  CHECK(approval_form(false).signature != approval_form(true).signature);
  CHECK(&approval_form(true).type == &form_of<approval_answer>().type);
}

TEST_CASE("an echo is what was typed, without the blanks around it", "[server][once-11]") {
  CHECK(is_echo("3", "3"));
  CHECK(is_echo("3", "\r\n 3\t"));
  CHECK(is_echo("two words", " two words "));
  for (char const* wrong : {"", " ", "4", "33", "3.", "\"3\""}) CHECK_FALSE(is_echo("3", wrong));
  CHECK_FALSE(is_echo("Ada", "ada"));
  CHECK_FALSE(is_echo("two words", "two  words"));
}

TEST_CASE("what no keyboard has may be typed as it is shown", "[server][once-10][once-11]") {
  CHECK(
      is_echo("a\xe2\x80\xae"
              "b",
              R"(a\u{202e}b)"));
  CHECK(
      is_echo("a\xe2\x80\xae"
              "b",
              "a\xe2\x80\xae"
              "b"));
  CHECK(is_echo(R"(say "hi")", R"(say "hi")"));
  CHECK(is_echo(R"(say "hi")", R"(say \"hi\")"));
  CHECK_FALSE(
      is_echo("a\xe2\x80\xae"
              "b",
              "ab"));
}

TEST_CASE("an answer is held against what was asked for", "[server][once-11][once-14]") {
  auto const tick = propose(Act{});
  CHECK(approval_complaint(tick, {true, {}}).empty());
  CHECK(approval_complaint(tick, {false, {}}).empty());
  CHECK(approval_complaint(tick, {{}, "true"}) == "approve is required");
  CHECK_FALSE(is_refusal({true, {}}));
  CHECK(is_refusal({false, {}}));

  auto const echo = propose(Act{}, "3");
  CHECK(approval_complaint(echo, {{}, " 3 "}).empty());
  CHECK(approval_complaint(echo, {{}, "4"}) == "What was typed last is not \"3\".");
  CHECK_FALSE(approval_complaint(echo, {{}, {}}).empty());
  CHECK_FALSE(approval_complaint(echo, {true, {}}).empty());
  // Whoever says no on the way has said no.
  CHECK(is_refusal({false, "3"}));
}

TEST_CASE("what has changed is named by the fields at the top", "[server][once-09]") {
  Act const before{3, Inner{"a"}, {"x"}};
  CHECK(change(before, before).empty());
  CHECK(change(before, {4, Inner{"a"}, {"x"}}) == "Since you were asked, this has changed: count.");
  CHECK(change(before, {3, Inner{"b"}, {"x"}}) == "Since you were asked, this has changed: inner.");
  CHECK(change(before, {3, {}, {"y"}}) == "Since you were asked, this has changed: inner, Files to delete.");
}

TEST_CASE("fields with equal values are not taken for each other", "[server][once-09]") {
  struct Two {
    int a = 0, b = 0;
  };
  auto const one = parts(propose(Two{1, 1}));
  CHECK(one[0] != one[1]);
  auto const now = propose(Two{2, 1});
  CHECK(what_changed(now, parts(propose(Two{1, 2})), parts(now)) == "Since you were asked, this has changed: a, b.");
}

TEST_CASE("what was no approval before has not changed", "[server][once-09]") {
  CHECK(parts({}).empty());
  CHECK(parts(propose(Nothing{})).empty());
  auto const now = propose(Act{});
  CHECK(what_changed(now, {}, parts(now)).empty());
}

TEST_CASE("an action of fewer fields than before has changed", "[server][once-09]") {
  auto const now = propose(Act{});
  auto before = parts(now);
  before.push_back({});
  CHECK(what_changed(now, before, parts(now)) == "Since you were asked, this has changed: what is to be done.");
}
