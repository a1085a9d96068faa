// expect: parley: a tool returns text, a described type, content blocks
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Opaque {
  void* handle;
};
Opaque open(Arg<"path">) { return {nullptr}; }

auto const tool = detail::make_tool<open>("Open a file.");
