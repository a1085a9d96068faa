// expect: parley: a function takes at most 32 parameters
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

using C = Context&;
std::string many(C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C) {
  return "done";
}

auto const tool = detail::make_tool<many>("Too many.");
