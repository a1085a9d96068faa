// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/slot.hpp>

#include <parley/server/question.hpp>

#include "support/catch.hpp"

#include <memory>
#include <string>
#include <utility>

using namespace parley::detail;

TEST_CASE("a box owns what is put in, and lets go of it when it is emptied or filled again", "[server]") {
  auto const shared = std::make_shared<int>(7);
  box holder;
  CHECK_FALSE(holder);
  holder.put(shared);
  CHECK(holder);
  CHECK(*holder.get<std::shared_ptr<int>>() == 7);
  CHECK(shared.use_count() == 2);
  holder.put(std::string("text"));
  CHECK(shared.use_count() == 1);
  CHECK(holder.get<std::string>() == "text");
  CHECK(holder.raw() == &holder.get<std::string>());
  holder.reset();
  CHECK_FALSE(holder);
}

TEST_CASE("a box can hold what cannot be copied, and stays where it is when the box moves", "[server]") {
  box holder;
  holder.put(std::make_unique<int>(3));
  void const* const before = holder.raw();
  box const other = std::move(holder);
  CHECK(other.raw() == before);
  CHECK(*other.get<std::unique_ptr<int>>() == 3);
}

TEST_CASE("a slot is empty until a value is left in it", "[server]") {
  slot fresh;
  CHECK(fresh.state == slot_state::empty);
  fresh.put(5);
  CHECK(fresh.state == slot_state::known);
  CHECK(fresh.value.get<int>() == 5);
}
