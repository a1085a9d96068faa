// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// A compiled schema: tables that refer to each other by index, and nothing in the schema's own JSON. It is made by
// json/schema_compile.hpp, does not change after that, and is run by json/schema_run.hpp.

#include <parley/core/config.hpp>
#include <parley/json/pattern.hpp>
#include <parley/json/schema_limits.hpp>
#include <parley/json/value.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#if PARLEY_DEFINITIONS

namespace parley::detail {

using schema_id = std::uint32_t;  // an index into schema_program::schemas
inline constexpr std::uint32_t no_id = 0xffffffff;

// What each does is said by the keyword of its name. In brackets: what the operands `a`, `b` and `c` of its instruction
// are; "schema" is a schema_id or no_id, the others are indices into the table of that name.
enum class schema_op : std::uint8_t {
  never,                   // the schema `false`
  type,                    // type_bits
  constant,                // value
  choice,                  // value, an array
  multiple_of,             // value
  minimum,                 // value
  exclusive_minimum,       // value
  maximum,                 // value
  exclusive_maximum,       // value
  length,                  // counts: least, most
  pattern,                 // pattern
  item_count,              // counts
  unique_items,            //
  property_count,          // counts
  required,                // name_lists
  dependent_required,      // name; name_lists
  is_schema,               // bits of vocabulary
  reference,               // schema
  dynamic_reference,       // schema, where there is no other; dynamic_anchors
  all_of,                  // schema_lists
  any_of,                  // schema_lists
  one_of,                  // schema_lists
  negation,                // schema
  condition,               // schema: if; then; else
  dependent_schema,        // name; schema
  properties,              // property_sets
  property_names,          // schema
  items,                   // schema_lists or no_id, of prefixItems; schema, of items
  contains,                // schema; counts
  unevaluated_items,       // schema
  unevaluated_properties,  // schema
};

struct schema_instruction {
  schema_op op{};
  std::uint32_t a = no_id;
  std::uint32_t b = no_id;
  std::uint32_t c = no_id;
};

struct schema_program {
  struct schema {
    std::uint32_t first = 0;  // of its instructions
    std::uint32_t count = 0;
    std::uint32_t resource = 0;  // the schema resource (core §4.3.5) that it belongs to
  };
  struct range {
    std::uint64_t least = 0;
    std::uint64_t most = UINT64_MAX;
  };
  // `properties`, `patternProperties` and `additionalProperties` of one schema, which depend on each other.
  struct property_set {
    std::vector<std::pair<std::string, schema_id>> named;  // sorted by name
    std::vector<std::pair<std::uint32_t, schema_id>> patterned;
    schema_id rest = no_id;
  };
  // The schemas that have one `$dynamicAnchor`, by the resource that they are in, sorted.
  using dynamic_anchor = std::vector<std::pair<std::uint32_t, schema_id>>;

  std::vector<schema> schemas;
  std::vector<schema_instruction> instructions;
  std::vector<json> values;
  std::vector<range> counts;
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> name_lists;
  std::vector<std::vector<schema_id>> schema_lists;
  std::vector<property_set> property_sets;
  std::vector<pattern> patterns;
  std::vector<dynamic_anchor> dynamic_anchors;
  schema_id root = 0;
  // Whether a keyword depends on which members and elements others have looked at, so that this has to be noted.
  bool notes_evaluated = false;
  schema_limits limits;
};

}  // namespace parley::detail

#endif
