// expect: parley: a message shows text, numbers, booleans, enumerations, dates
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Confirm {
  bool ok;
};

auto const text = message("Delete {}?", Confirm{true});
