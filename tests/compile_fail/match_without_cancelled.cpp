// expect: parley: match takes three functions
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Confirm {
  bool ok;
};

std::string read(ElicitationResult<Confirm> const& outcome) {
  outcome.match([](Confirm const&) {}, [] {});
  return "done";
}
