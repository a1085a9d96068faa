// expect: parley: a completer asks nobody, so it takes no Resolve
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/completer.hpp>

#include <string>
#include <vector>

using namespace parley;

std::string look_up(Arg<"city"> city) { return *city; }
std::vector<std::string> complete_city(Arg<"city">, Resolve<look_up> found) { return {*found}; }

auto const made = completer<"city", complete_city>();
