// expect: parley: a completer takes the argument that it completes as std::string
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/completer.hpp>

#include <string>
#include <vector>

using namespace parley;

std::vector<std::string> complete_year(Arg<"year", int> year) { return {std::to_string(*year)}; }

auto const made = completer<"year", complete_year>();
