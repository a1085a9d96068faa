// expect: parley: a tool takes at most one Input
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct From {
  std::string path;
};
struct To {
  std::string target;
};
std::string copy(Input<From> from, Input<To> to) { return from->path + to->target; }

auto const tool = detail::make_tool<copy>("Copy a file.");
