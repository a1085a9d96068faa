// expect: parley: a completer returns std::vector<std::string> or Completion
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/completer.hpp>

#include <string>

using namespace parley;

std::string complete_city(Arg<"city"> so_far) { return *so_far; }

auto const made = completer<"city", complete_city>();
