// expect: parley: a tool returns text, a described type, content blocks
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Confirm {
  bool ok;
};

Elicit<Confirm> restart(Arg<"service"> service) { return {message("Restart {}?", service)}; }

auto const tool = detail::make_tool<restart>("Restart a service.");
