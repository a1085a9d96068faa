// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/elicitation_result.hpp>
#include <parley/server/question.hpp>

#include "support/catch.hpp"

#include <string>
#include <type_traits>
#include <utility>

using parley::ElicitationResult;
using parley::detail::slot;
using parley::detail::slot_state;

namespace {

std::string how(ElicitationResult<int> const& outcome) {
  return outcome.match([](int const& value) { return "accepted " + std::to_string(value); }, [] { return "declined"; },
                       [] { return "cancelled"; });
}

}  // namespace

TEST_CASE("match calls the one function that fits", "[server][once-13]") {
  CHECK(how(ElicitationResult<int>::accepted(7)) == "accepted 7");
  CHECK(how(ElicitationResult<int>::declined()) == "declined");
  CHECK(how(ElicitationResult<int>::cancelled()) == "cancelled");
}

TEST_CASE("an outcome reads the slot of its round without copying", "[server][once-13]") {
  slot settled;
  settled.put(7);
  ElicitationResult<int> const outcome(settled);
  int const* seen = nullptr;
  outcome.match([&](int const& value) { seen = &value; }, [] {}, [] {});
  CHECK(seen == &settled.value.get<int>());

  settled.state = slot_state::declined;
  CHECK(how(ElicitationResult<int>(settled)) == "declined");
  settled.state = slot_state::cancelled;
  CHECK(how(ElicitationResult<int>(settled)) == "cancelled");
}

TEST_CASE("an outcome keeps its value when it is moved", "[server][once-13]") {
  auto first = ElicitationResult<std::string>::accepted(std::string(100, 'x'));
  auto const second = std::move(first);
  CHECK(second.match([](std::string const& text) { return text.size(); }, [] { return std::size_t{}; },
                     [] { return std::size_t{}; }) == 100);
}

TEST_CASE("nothing but match reads an outcome", "[server][once-13]") {
  static_assert(!std::is_convertible_v<ElicitationResult<int>, bool>);
  static_assert(!std::is_constructible_v<bool, ElicitationResult<int>>);
  static_assert(!std::is_convertible_v<ElicitationResult<int>, int>);
  static_assert(!std::is_copy_constructible_v<ElicitationResult<int>>);
  SUCCEED();
}
