// expect: parley: calls run at the same time, so a handler cannot be mutable
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

auto const tool = detail::make_tool<"count">("Count.", [n = 0]() mutable { return ++n; });
