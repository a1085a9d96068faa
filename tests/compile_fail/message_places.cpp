// expect: parley: this message has not one {} for each value
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

auto const text = message("Delete {} files in {}?", 3);
