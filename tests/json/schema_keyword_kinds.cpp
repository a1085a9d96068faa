// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/json/schema_keyword_kinds.hpp>

#include "support/catch.hpp"

using namespace parley;

TEST_CASE("What stands under a keyword is a schema, a name for one, or data") {
  for (auto const* const word : {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}) {
    CAPTURE(word);
    CHECK(detail::holds_named_schemas(word));
    CHECK_FALSE(detail::holds_data(word));
  }
  for (auto const* const word : {"const", "default", "enum", "examples", "required"}) {
    CAPTURE(word);
    CHECK(detail::holds_data(word));
    CHECK_FALSE(detail::holds_named_schemas(word));
  }
  for (auto const* const word : {"items", "not", "if", "x-mcp-header", ""}) {
    CAPTURE(word);
    CHECK_FALSE(detail::holds_data(word));
    CHECK_FALSE(detail::holds_named_schemas(word));
  }
}
