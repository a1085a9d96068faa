// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// The engine without transports and without OpenSSL.
#include <parley/json/canonical.hpp>
#include <parley/json/parse.hpp>

int main() {
  auto const value = parley::parse(R"({"b": 1.0, "a": [true]})");
  return value && parley::canonical(*value) == R"({"a":[true],"b":1})" ? 0 : 1;
}
