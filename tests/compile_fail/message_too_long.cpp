// expect: parley: this message is longer than 1000 bytes
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

using namespace parley;

#define TEN_TIMES(text) text text text text text text text text text text

auto const text = message(TEN_TIMES(TEN_TIMES("Long ago. ")) "The end.");
