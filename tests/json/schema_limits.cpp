// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/schema_limits.hpp>

#include <parley/json/schema_validator.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>

using namespace parley;

TEST_CASE("limits are told when they make no sense", "[json][validator][SCHEMA-07]") {
  CHECK_NOTHROW(check_limits({}));
  for (auto const member :
       {&schema_limits::max_values, &schema_limits::max_bytes, &schema_limits::max_depth,
        &schema_limits::max_subschemas, &schema_limits::max_patterns, &schema_limits::max_pattern_bytes,
        &schema_limits::max_steps, &schema_limits::max_pattern_looks, &schema_limits::max_evaluation_depth,
        &schema_limits::max_violations}) {
    schema_limits limits;
    limits.*member = 0;
    CHECK_THROWS_AS(check_limits(limits), std::invalid_argument);
    CHECK_THROWS_AS(compile_schema(json(true), limits), std::invalid_argument);
    limits.*member = 1;
    CHECK_NOTHROW(check_limits(limits));
  }
  // These are about the stack.
  CHECK_THROWS_AS(check_limits({.max_depth = 1'001}), std::invalid_argument);
  CHECK_THROWS_AS(check_limits({.max_evaluation_depth = 10'001}), std::invalid_argument);
}
