// expect: parley: what is approved is a plain aggregate that has a shape in JSON
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
// [once-09]: what cannot be told in JSON cannot be compared with what was shown.

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Handle {
  void* raw;
};
struct Deletion {
  std::string name;
  Handle folder;
};

Approve<Deletion> approve_delete(Arg<"name"> name) { return {Deletion{*name, {}}, message("Delete {}?", name)}; }
