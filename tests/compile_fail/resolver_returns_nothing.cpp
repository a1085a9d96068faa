// expect: parley: a resolver returns a value, or a question for one
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

void confirm() {}
std::string restart(Resolve<confirm>) { return "restarted"; }

auto const tool = detail::make_tool<restart>("Restart a service.");
