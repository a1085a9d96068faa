// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/question.hpp>

#include "support/catch.hpp"

#include <string>
#include <utility>

using namespace parley::detail;

TEST_CASE("a question is left in a slot, and moves with it", "[server]") {
  slot asker;
  question what;
  what.kind = question_kind::url;
  what.message = "Link your storage.";
  what.assumed.put(std::string("none"));
  ask(asker, std::move(what));
  CHECK(asker.state == slot_state::asking);
  slot const moved = std::move(asker);
  REQUIRE(moved.asked != nullptr);
  CHECK(moved.asked->kind == question_kind::url);
  CHECK(moved.asked->message == "Link your storage.");
  CHECK(moved.asked->assumed.get<std::string>() == "none");
}

TEST_CASE("a question assumes nothing unless it says so", "[server][once-15]") {
  question const what;
  CHECK_FALSE(what.assumed);
  CHECK(what.kind == question_kind::form);
}
