// expect: parley: a tool returns text, a described type, content blocks
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Deletion {
  std::string name;
};

Approve<Deletion> delete_it(Arg<"name"> name) { return {Deletion{*name}, message("Delete {}?", name)}; }

auto const tool = detail::make_tool<delete_it>("Delete.");
