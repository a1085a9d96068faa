// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

// What walks over a schema without validating with it has to know of keywords: where schemas are, and where what only
// looks like one.

namespace parley::detail {

// Keywords whose members are schemas under names that the author chose.
constexpr bool holds_named_schemas(std::string_view keyword) {
  constexpr std::array<std::string_view, 6> all{"properties",  "patternProperties", "$defs",
                                                "definitions", "dependentSchemas",  "dependencies"};
  return std::find(all.begin(), all.end(), keyword) != all.end();
}

// Keywords whose values are data, or names of members.
constexpr bool holds_data(std::string_view keyword) {
  constexpr std::array<std::string_view, 6> all{"const",    "default",  "enum",
                                                "examples", "required", "dependentRequired"};
  return std::find(all.begin(), all.end(), keyword) != all.end();
}

}  // namespace parley::detail
