// expect: parley: a message holds no link
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

auto const text = message("Read https://example.com before you accept {}.", 1);
