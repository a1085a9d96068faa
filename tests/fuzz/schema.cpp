// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// A schema of anybody's is taken or refused, and a value that is held against it is valid or not, within the limits;
// both answers are what `not` turns round.
//
// An input is a schema on one line, and a value.

#include "input.hpp"

#include <parley/json/parse.hpp>
#include <parley/json/pattern.hpp>
#include <parley/json/schema_validator.hpp>

#include <nlohmann/json.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parley;

// Low, so that a run that would go on for ever is told from one that is slow.
constexpr schema_limits limits{.max_values = 2'000,
                               .max_bytes = 20'000,
                               .max_depth = 64,
                               .max_subschemas = 500,
                               .max_patterns = 8,
                               .max_pattern_bytes = 200,
                               .max_steps = 20'000,
                               .max_pattern_looks = 50'000,
                               .max_evaluation_depth = 100};

std::shared_ptr<schema_validator const> compile(json const& schema) {
  try {
    return compile_schema(schema, limits);
  } catch (std::invalid_argument const& why) {
    require(std::string_view(why.what()).starts_with("parley: the schema is refused: "));
    return nullptr;
  }
}

bool could_not_be_checked(std::vector<violation> const& found) {
  return !found.empty() && found.front().message.starts_with("could not be checked");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  fuzz_input input(data, size);
  auto const text = input.line();
  auto const schema = parse(text);
  auto const value = parse(input.rest(), {.max_depth = 64});
  if (!schema) {  // then a pattern, which mutation reaches more easily
    std::size_t looks = limits.max_pattern_looks;
    auto const compiled = text.size() > limits.max_pattern_bytes ? pattern::compile("a") : pattern::compile(text);
    if (compiled) static_cast<void>(compiled->search(input.rest(), looks));
    return 0;
  }
  auto const validator = compile(*schema);
  if (validator == nullptr || !value) return 0;
  auto const found = validator->validate(*value);
  require(found.size() <= limits.max_violations);
  for (violation const& each : found) {
    require(!each.message.empty() && (each.path.empty() || each.path.front() == '/'));
  }
  // Where nothing refers to a place in the schema, it means the same inside another one.
  if (text.find('$') != std::string_view::npos || text.find("\\u") != std::string_view::npos) return 0;
  auto const opposite = compile(json{{"not", *schema}});
  if (opposite == nullptr) return 0;  // by one too large
  auto const turned = opposite->validate(*value);
  require(could_not_be_checked(found) || could_not_be_checked(turned) || found.empty() != turned.empty());
  return 0;
}
