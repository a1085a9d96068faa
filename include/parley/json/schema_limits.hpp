// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/check.hpp>

#include <cstddef>

namespace parley {

// What a schema and its use may cost. A schema beyond the first group is refused when it is compiled. A value whose
// check runs into the second group is refused as one that could not be checked; it is never taken for valid.
struct schema_limits {
  // The schema and all documents that it refers to, together. Each from 1.
  std::size_t max_values = 100'000;     // JSON values of every kind; member names do not count
  std::size_t max_bytes = 1'000'000;    // of strings and member names
  std::size_t max_depth = 128;          // levels of arrays and objects inside each other, 1 to 1000
  std::size_t max_subschemas = 10'000;  // schemas in schemas, used or not
  std::size_t max_patterns = 256;       // different regular expressions
  std::size_t max_pattern_bytes = 1'000;

  // One value. Each from 1. A step is a schema, keyword, member or element that is looked at, or 16 bytes of what is
  // compared to be unique; a million takes at most about 0.1 seconds.
  std::size_t max_steps = 1'000'000;
  // Looks at characters for regular expressions, at least one for each character of a text and each expression that it
  // is searched for.
  std::size_t max_pattern_looks = 1'000'000;
  // Schemas that are being applied inside each other, 1 to 10 000. Each takes less than 1 KB of the stack. A schema
  // that refers to itself for each level of a tree needs as many of them for each level as lie on the way round, often
  // two.
  std::size_t max_evaluation_depth = 500;
  // Of what is wrong with the value, the first so many are told.
  std::size_t max_violations = parley::max_violations;
};

// Throws std::invalid_argument when a limit is out of its range.
PARLEY_DECL void check_limits(schema_limits const& limits);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <stdexcept>

namespace parley {

PARLEY_DECL void check_limits(schema_limits const& limits) {
  bool good = limits.max_depth <= 1'000 && limits.max_evaluation_depth <= 10'000;
  for (std::size_t const each : {limits.max_values, limits.max_bytes, limits.max_depth, limits.max_subschemas,
                                 limits.max_patterns, limits.max_pattern_bytes, limits.max_steps,
                                 limits.max_pattern_looks, limits.max_evaluation_depth, limits.max_violations})
    good = good && each != 0;
  if (!good) throw std::invalid_argument("parley: a limit for schemas is out of its range (json/schema_limits.hpp)");
}

}  // namespace parley

#endif
