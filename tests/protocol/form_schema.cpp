// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/form_schema.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

namespace {

std::string form_of(std::string const& properties) {
  return R"({"type":"object","properties":)" + properties + R"(,"required":["z"]})";
}

std::string in_2025_06_18(std::string const& properties) {
  return form_schema_for(form_of(properties), revision::v2025_06_18).value_or("none");
}

}  // namespace

TEST_CASE("from 2025-11-25 on a form's schema is as it was written", "[protocol][LEG-60]") {
  std::string const form = form_of(R"({"z":{"type":"string","oneOf":[{"const":"s","title":"Small"}],"default":"s"},)"
                                   R"("a":{"type":"array","items":{"anyOf":[{"const":"x","title":"X"}]}}})");
  CHECK(form_schema_for(form, revision::v2025_11_25) == form);
  CHECK(form_schema_for(form, revision::v2026_07_28) == form);
}

TEST_CASE("titles of a choice have a list of their own in 2025-06-18", "[protocol][LEG-60]") {
  CHECK(in_2025_06_18(R"({"z":{"type":"string","title":"Size","oneOf":[{"const":"s","title":"Small \"one\""},)"
                      R"({"title":"Large","const":"l"}],"default":"s"}})") ==
        form_of(R"({"z":{"type":"string","title":"Size","enum":["s","l"],"enumNames":["Small \"one\"","Large"],)"
                R"("default":"s"}})"));
  // A choice that nobody has titled is called by its value.
  CHECK(in_2025_06_18(R"({"z":{"type":"string","oneOf":[{"const":"s"},{"const":"l","title":"Large"}]}})") ==
        form_of(R"({"z":{"type":"string","enum":["s","l"],"enumNames":["s","Large"]}})"));
}

TEST_CASE("what 2025-06-18 knows, or may ignore, stays as and where it was", "[protocol][LEG-60]") {
  std::string const fields =
      R"({"z":{"type":"string","format":"date-time","minLength":1,"default":"x"},)"
      R"("b":{"type":"boolean","default":true},"a":{"type":"integer","minimum":1,"maximum":8,"default":2},)"
      R"("oneOf":{"type":"number"},"c":{"type":"string","enum":["p","q"]},"d":{"type":"string","format":"email"}})";
  CHECK(in_2025_06_18(fields) == form_of(fields));
}

TEST_CASE("2025-06-18 has no choice of several", "[protocol][LEG-60]") {
  CHECK(in_2025_06_18(R"({"z":{"type":"string"},"a":{"type":"array","items":{"type":"string","enum":["x"]}}})") ==
        "none");
  CHECK(in_2025_06_18(R"({"a":{"type":"array","items":{"anyOf":[{"const":"x","title":"X"}]}}})") == "none");
}

TEST_CASE("what is no choice among values cannot be told as one", "[protocol][LEG-60]") {
  CHECK(in_2025_06_18(R"({"z":{"oneOf":[{"type":"string"},{"type":"integer"}]}})") == "none");
}

TEST_CASE("before 2025-06-18 nobody is asked", "[protocol][LEG-50]") {
  CHECK_FALSE(form_schema_for(form_of("{}"), revision::v2025_03_26));
  CHECK_FALSE(form_schema_for(form_of("{}"), revision::v2024_11_05));
}
