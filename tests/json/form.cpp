// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/form.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <set>
#include <stdexcept>
#include <thread>

using namespace parley;
using detail::form_of;

namespace {

enum class extra { milk, sugar };

struct everything {
  std::string firstName;
  std::string lastName;
  std::string email;
  std::uint8_t age = 30;
  double ratio = 0.5;
  bool gift = true;
  extra one;
  std::vector<extra> some;
  std::optional<date> day;
  std::optional<date_time> moment;
  std::string shipping;
  std::optional<int> pin_count;
  static constexpr auto fields = parley::fields(field<&everything::email>{.title = "E-mail", .format = format::email},
                                                field<&everything::firstName>{.header = "Name"},
                                                field<&everything::pin_count>{.not_a_secret = true});
};
struct bad_default {
  int n = 1;
  static constexpr auto fields = parley::fields(field<&bad_default::n>{.min = 2});
};

}  // namespace

TEST_CASE("a form asks in declared order, and only in words that the specification has",
          "[json][form][C-01][C-07][ELF-04][ELF-05]") {
  std::string const& text = form_of<everything>().schema;
  std::size_t last = 0;
  for (auto name : {"firstName", "lastName", "email", "age", "ratio", "gift", "one", "some", "day", "moment"}) {
    std::size_t const at = text.find('"' + std::string(name) + '"');
    CAPTURE(name);
    CHECK(at > last);
    last = at;
  }

  json const schema = json::parse(text);
  for (auto const& [keyword, value] : schema.items())
    CHECK(std::set<std::string>{"type", "properties", "required"}.contains(keyword));
  CHECK(schema["type"] == "object");
  std::set<std::string> const allowed = {"type",      "title",     "description", "minimum", "maximum",
                                         "minLength", "maxLength", "format",      "default", "enum",
                                         "oneOf",     "items",     "minItems",    "maxItems"};
  for (auto const& [name, property] : schema["properties"].items())
    for (auto const& [keyword, value] : property.items()) {
      CAPTURE(name, keyword);
      CHECK(allowed.contains(keyword));
    }
  CHECK(schema["properties"]["age"] == json::parse(R"({"type":"integer","minimum":0,"maximum":255,"default":30})"));
  CHECK(schema["properties"]["email"] == json::parse(R"({"type":"string","title":"E-mail","format":"email"})"));
  CHECK(schema["required"] == json::parse(R"(["firstName","lastName","email","one","some","shipping"])"));
}

TEST_CASE("a form is rendered once, whoever asks", "[json][form]") {
  detail::form_table const* seen[4] = {};
  std::vector<std::thread> threads;
  for (auto& form : seen) threads.emplace_back([&form] { form = &form_of<everything>(); });
  for (auto& thread : threads) thread.join();
  for (auto const* form : seen) CHECK(form == &form_of<everything>());
  CHECK(&form_of<everything>().type == &table_of<everything>);
}

TEST_CASE("a form whose declarations contradict each other is refused", "[json][form][C-06]") {
  CHECK_THROWS_AS(form_of<bad_default>(), std::invalid_argument);
  CHECK_THROWS_AS(form_of<bad_default>(), std::invalid_argument);  // and is not taken for made afterwards
}

TEST_CASE("the signature tells types apart that have one schema", "[json][form][once-01]") {
  struct narrow {
    std::int32_t n;
  };
  struct wide {
    std::int64_t n;
  };
  CHECK(form_of<narrow>().schema == form_of<wide>().schema);
  CHECK(form_of<narrow>().signature == "narrow{n:int32 }");
  CHECK(form_of<wide>().signature == "wide{n:int64 }");
}
