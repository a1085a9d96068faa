// expect: parley: this resolver takes an argument that the tool does not take
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Confirm {
  bool ok;
};

Elicit<Confirm> confirm(Arg<"unit"> unit) { return {message("Restart {}?", unit)}; }
std::string restart(Arg<"service"> service, Resolve<confirm>) { return *service; }

auto const tool = detail::make_tool<restart>("Restart a service.");
