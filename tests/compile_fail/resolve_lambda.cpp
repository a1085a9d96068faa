// expect: parley: Resolve takes the name of a function or &Class::member
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Confirm {
  bool ok;
};

constexpr auto confirm = [] { return Confirm{true}; };
std::string restart(Resolve<confirm>) { return "restarted"; }
