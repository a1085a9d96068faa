// expect: parley: the three functions given to match must return types with one type in common
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Confirm {
  bool ok;
};

void read(ElicitationResult<Confirm> const& outcome) {
  outcome.match([](Confirm const&) { return std::string("yes"); }, [] { return 0; }, [] {});
}
