// expect: parley: take Arg, Input and Resolve by value
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

std::string restart(Arg<"service"> const& service) { return *service; }

auto const tool = detail::make_tool<restart>("Restart a service.");
