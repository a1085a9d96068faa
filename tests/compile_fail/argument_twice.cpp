// expect: parley: two arguments of this tool have the same name
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

std::string copy(Arg<"path"> from, Arg<"path", std::string, "Where to"> to) { return *from + *to; }

auto const tool = detail::make_tool<copy>("Copy a file.");
