// expect: parley: this resolver resolves to another type
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
// [once-09]: the consumer reads the action itself, and not a form.

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Deletion {
  std::string name;
};
struct Confirm {
  bool ok;
};

Approve<Deletion> approve_delete(Arg<"name"> name) { return {Deletion{*name}, message("Delete {}?", name)}; }
std::string delete_it(Arg<"name">, Resolve<approve_delete, ElicitationResult<Confirm>>) { return ""; }

auto const tool = detail::make_tool<delete_it>("Delete.");
