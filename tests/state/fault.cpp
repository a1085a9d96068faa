// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/state/fault.hpp>

#include "support/catch.hpp"

#include <set>
#include <string_view>

using namespace parley;

TEST_CASE("each fault has a word of its own", "[state]") {
  std::set<std::string_view> words;
  for (std::size_t i = 0; i < state_fault_count; ++i) words.insert(to_string(static_cast<state_fault>(i)));
  CHECK(words.size() == state_fault_count);
  CHECK(to_string(state_fault::malformed) == "malformed");
  CHECK(to_string(state_fault::wrong_principal) == "wrong_principal");
  CHECK(to_string(state_fault::too_large) == "too_large");
}
