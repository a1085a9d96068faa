// expect: parley: a handler is a function, a member function, or a lambda whose parameter types are written out
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

auto const tool = detail::make_tool<"restart">("Restart a service.", [](auto service) { return *service; });
