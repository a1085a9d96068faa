// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Schemas and values as text, for the tests of the validator.

#include <parley/json/parse.hpp>
#include <parley/json/schema_validator.hpp>

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

// What is wrong with the value: "/path message; …". Empty: nothing.
inline std::string faults(std::string_view schema, std::string_view value, parley::schema_limits const& limits = {},
                          parley::schema_documents const& documents = {}) {
  auto const validator = parley::compile_schema(parley::parse(schema).value(), limits, documents);
  std::string text;
  for (auto const& each : validator->validate(parley::parse(value).value()))
    text += (text.empty() ? "" : "; ") + each.path + (each.path.empty() ? "" : " ") + each.message;
  return text;
}

inline bool valid(std::string_view schema, std::string_view value) { return faults(schema, value).empty(); }

// Why the schema is refused, without what all such texts begin with. Empty: it is not.
inline std::string refusal(std::string_view schema, parley::schema_limits const& limits = {},
                           parley::schema_documents const& documents = {}) {
  try {
    parley::compile_schema(parley::parse(schema).value(), limits, documents);
    return {};
  } catch (std::invalid_argument const& why) {
    constexpr std::string_view start = "parley: the schema is refused: ";
    std::string const text = why.what();
    return text.starts_with(start) ? text.substr(start.size()) : "other: " + text;
  }
}
