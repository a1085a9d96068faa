// expect: parley: a brace in this message is neither {} nor doubled
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

auto const text = message("Delete {0}?", 3);
