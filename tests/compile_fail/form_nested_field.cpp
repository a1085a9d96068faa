// expect: parley: a form is flat
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
// [ELF-11]: what is outside the flat subset does not compile.

#include <parley/server/make_tool.hpp>

#include <string>

using namespace parley;

struct Address {
  std::string city;
};
struct Delivery {
  std::string name;
  Address address;
};

Elicit<Delivery> ask_delivery() { return {"Where to?"}; }
