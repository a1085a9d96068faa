// expect: parley: the type of this argument has no shape in JSON
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

std::string restart(Arg<"service", void*> service) { return *service == nullptr ? "no" : "yes"; }
