// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/schema_validator.hpp>

#include <parley/json/parse.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <limits>
#include <thread>

using namespace parley;

namespace {

// The input of a tool as its author writes it.
constexpr std::string_view booking = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "properties": {
    "guests": {"type": "integer", "minimum": 1, "maximum": 8},
    "contact": {"$ref": "#contact"},
    "extras": {"type": "array", "items": {"enum": ["breakfast", "parking"]}, "uniqueItems": true}
  },
  "required": ["guests", "contact"],
  "additionalProperties": false,
  "$defs": {
    "contact": {
      "$anchor": "contact",
      "type": "object",
      "properties": {"email": {"type": "string", "format": "email"}, "phone": {"type": "string", "pattern": "^\\+\\d+$"}},
      "anyOf": [{"required": ["email"]}, {"required": ["phone"]}]
    }
  }
})";

std::string told(schema_validator const& validator, std::string_view text) {
  return to_text(validator.validate(parse(text).value()));
}

}  // namespace

TEST_CASE("a model reads what is wrong with its arguments", "[json][validator][SCHEMA-09]") {
  std::shared_ptr<schema_validator const> validator;
  {
    json const schema = parse(booking).value();
    validator = compile_schema(schema);
  }  // the schema is gone, the validator stays
  CHECK(told(*validator, R"({"guests":2,"contact":{"email":"a@example.com"},"extras":["parking"]})").empty());
  CHECK(told(*validator, R"({"guests":9,"contact":{"phone":"12"},"extras":["pool"]})") ==
        "contact/phone must match the pattern of the schema; extras/0 must be one of breakfast, parking; "
        "guests must be at most 8");
  CHECK(told(*validator, R"({"guests":2.0,"contact":{},"<script>":1})") ==
        "contact must be one of the 2 things described; the value has members that it must not have");
  CHECK(told(*validator, "[]") == "the value must be an object");
}

TEST_CASE("one validator serves many threads", "[json][validator]") {
  auto const validator = compile_schema(parse(booking).value());
  json const good = parse(R"({"guests":2,"contact":{"phone":"+49123"},"extras":["parking","breakfast"]})").value();
  json const bad = parse(R"({"guests":0,"contact":{"phone":"+"}})").value();
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 200; ++n)
        if (!validator->validate(good).empty() || validator->validate(bad).size() != 2) ++wrong;
    });
  for (auto& each : threads) each.join();
  CHECK(wrong == 0);
}

TEST_CASE("values that no parser makes are refused, not taken", "[json][validator]") {
  auto const number = compile_schema(parse(R"({"minimum":0,"maximum":1})").value());
  CHECK_FALSE(number->validate(std::numeric_limits<double>::quiet_NaN()).empty());
  CHECK_FALSE(
      compile_schema(parse(R"({"multipleOf":2})").value())->validate(std::numeric_limits<double>::infinity()).empty());
  CHECK_FALSE(compile_schema(parse(R"({"type":["object","array","string","number","boolean","null"]})").value())
                  ->validate(json::binary({1, 2}))
                  .empty());
  CHECK_THROWS_AS(compile_schema(json{{"maximum", std::numeric_limits<double>::infinity()}}), std::invalid_argument);
}

TEST_CASE("another validator can take the place of ours", "[json][validator]") {
  class only_null final : public schema_validator {
   public:
    std::vector<violation> validate(json const& value) const override {
      return value.is_null() ? std::vector<violation>{} : std::vector<violation>{{"", "must be null"}};
    }
  };
  schema_compiler compiler = [](json const&) { return std::make_shared<only_null>(); };
  CHECK(to_text(compiler(json(true))->validate(1)) == "the value must be null");
  compiler = [](json const& schema) { return compile_schema(schema); };
  CHECK(compiler(json(true))->validate(1).empty());
}
