// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// The engine without transports and without OpenSSL.
#include <parley/json/canonical.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/schema_validator.hpp>

int main() {
  auto const value = parley::parse(R"({"b": 1.0, "a": [true]})");
  if (!value || parley::canonical(*value) != R"({"a":[true],"b":1})") return 1;
  auto const validator = parley::compile_schema(parley::parse(R"({"pattern": "^[ab]$"})").value());
  return validator->validate("a").empty() && !validator->validate("c").empty() ? 0 : 1;
}
