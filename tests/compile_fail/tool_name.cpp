// expect: parley: the name of a tool is 1 to 128 of the characters
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

auto const tool = detail::make_tool<"restart a service">("Restart a service.", [](Arg<"service"> s) { return *s; });
