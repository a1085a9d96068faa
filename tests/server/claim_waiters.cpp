// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/claim_waiters.hpp>

#include "support/catch.hpp"

#include <memory>
#include <vector>

using namespace parley;
using namespace parley::detail;

namespace {

ledger_key flow(int number) {
  ledger_key key;
  key.flow[0] = std::byte(number);
  return key;
}

}  // namespace

TEST_CASE("those who wait for a flow are woken when it ends, and no others", "[server][once-05]") {
  auto const list = std::make_shared<claim_waiters>();
  auto const one = list->join(flow(1));
  auto const two = list->join(flow(1));
  auto const other = list->join(flow(2));
  int rung = 0;
  one->bell.set_waker([&] { ++rung; });
  CHECK_FALSE(one->bell.has_rung());
  list->wake(flow(1));
  CHECK(rung == 1);
  CHECK(one->bell.has_rung());
  CHECK(two->bell.has_rung());
  CHECK_FALSE(other->bell.has_rung());
  two->bell.set_waker([&] { ++rung; });  // it is late, and called at once
  CHECK(rung == 2);
  list->wake(flow(1));
  CHECK(rung == 2);
}

TEST_CASE("at most 256 wait for one flow", "[server][once-05]") {
  auto const list = std::make_shared<claim_waiters>();
  std::vector<std::shared_ptr<claim_waiters::place>> waiting;
  for (std::size_t i = 0; i < claim_waiters::most_of_a_flow; ++i) waiting.push_back(list->join(flow(1)));
  CHECK(waiting.back() != nullptr);
  CHECK(list->join(flow(1)) == nullptr);
  CHECK(list->join(flow(2)) != nullptr);
  waiting.pop_back();
  CHECK(list->join(flow(1)) != nullptr);
}
