// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Whether a value is what a hand-written JSON Schema describes. Described types (json/describe.hpp) need none of this:
// they are checked as they are read.

#include <parley/core/config.hpp>
#include <parley/json/check.hpp>
#include <parley/json/schema_documents.hpp>
#include <parley/json/schema_limits.hpp>
#include <parley/json/value.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace parley {

// A schema that is ready for use. What derives from it must allow calls from several threads at once.
class schema_validator {
 public:
  virtual ~schema_validator() = default;

  // Everything that is wrong with a value, up to some number of faults; empty: nothing, the value is valid. Paths are
  // JSON pointers in which a member that the schema does not name is "*". Neither they nor the messages hold anything
  // that the sender wrote. A value that cannot be checked within the limits is refused.
  virtual std::vector<violation> validate(json const& value) const = 0;
};

// Makes a validator of a schema: the place for those who bring another one than ours. Throws std::invalid_argument,
// with a sentence for the schema's author, when it refuses the schema; never returns null. The schema need not outlive
// the call.
using schema_compiler = std::function<std::shared_ptr<schema_validator const>(json const& schema)>;

// parley's own validator: JSON Schema 2020-12, which is also the dialect of a schema without a `$schema`; all of its
// required part.
//
//  - `format`, `contentEncoding` and the like are notes for the reader, as the dialect has it.
//  - `pattern` is matched as json/pattern.hpp says.
//  - Numbers are compared as what they are, without rounding; lengths are counted in code points.
//  - Unknown keywords are ignored, but a reference may lead into them.
//  - Nothing is fetched. A `$ref` leads into the schema, into one of `documents`, or to the dialect's meta-schema as a
//    whole, which means: is a valid schema.
//
// Throws std::invalid_argument for a schema in another dialect, with a keyword whose value is not of the dialect, with
// a reference that leads nowhere or round in a circle, with a pattern that is not supported, or beyond the limits, and
// for limits out of range. The text says where in the schema: "/properties/age/minimum must be a number".
//
// A validator holds no reference to its arguments. Its `validate` throws for lack of memory only, and recurses no
// deeper than limits.max_evaluation_depth schemas.
PARLEY_DECL std::shared_ptr<schema_validator const> compile_schema(json const& schema, schema_limits const& limits = {},
                                                                   schema_documents const& documents = {});

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/schema_compile.hpp>
#include <parley/json/schema_run.hpp>

#include <utility>

namespace parley {
namespace detail {

class compiled_schema final : public schema_validator {
 public:
  explicit compiled_schema(schema_program program) : program_(std::move(program)) {}
  std::vector<violation> validate(json const& value) const override { return schema_run(program_).check(value); }

 private:
  schema_program program_;
};

}  // namespace detail

PARLEY_DECL std::shared_ptr<schema_validator const> compile_schema(json const& schema, schema_limits const& limits,
                                                                   schema_documents const& documents) {
  return std::make_shared<detail::compiled_schema>(detail::compile_program(schema, limits, documents));
}

}  // namespace parley

#endif
