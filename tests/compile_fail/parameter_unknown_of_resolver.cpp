// expect: parley: this parameter is of no known kind
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Confirm {
  bool ok;
};

Elicit<Confirm> confirm(std::string service) { return {message("Restart {}?", service)}; }
std::string restart(Arg<"service"> service, Resolve<confirm>) { return *service; }

auto const tool = detail::make_tool<restart>("Restart a service.");
