// expect: parley: a form is flat
// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

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
