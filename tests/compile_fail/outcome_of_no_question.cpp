// expect: parley: ElicitationResult is taken from a resolver that never asks
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Confirm {
  bool ok;
};

Confirm confirm() { return {true}; }
std::string restart(Resolve<confirm, ElicitationResult<Confirm>> outcome) {
  return outcome.match([](Confirm const&) { return "yes"; }, [] { return "no"; }, [] { return "dismissed"; });
}
