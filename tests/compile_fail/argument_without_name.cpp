// expect: parley: an argument needs a name
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

std::string restart(Arg<""> service) { return *service; }
