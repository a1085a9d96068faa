// expect: parley: Input<T> takes a plain aggregate
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

std::string restart(Input<std::string> service) { return *service; }
