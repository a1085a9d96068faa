// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/capabilities.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace parley;

namespace {

client_capabilities reading(char const* text) { return *read_client_capabilities(json::parse(text)); }

std::string written(client_capabilities const& what) {
  std::string text;
  json_writer out(text);
  write(out, what);
  return text;
}

}  // namespace

TEST_CASE("an empty elicitation capability means forms", "[protocol][ELF-01][T03]") {
  CHECK(reading(R"({"elicitation":{}})") == client_capabilities{.elicitation_form = true});
  CHECK(reading(R"({"elicitation":{"form":{}}})") == client_capabilities{.elicitation_form = true});
  CHECK(reading(R"({"elicitation":{"url":{}}})") == client_capabilities{.elicitation_url = true});
  CHECK(reading(R"({"elicitation":{"form":{},"url":{}}})") ==
        client_capabilities{.elicitation_form = true, .elicitation_url = true});
  CHECK(reading(R"({"elicitation":{"later":{}}})") == client_capabilities{.elicitation_form = true});
}

TEST_CASE("each capability is read by its presence", "[protocol][TYPE-09]") {
  CHECK(reading("{}").empty());
  CHECK(reading(R"({"roots":{"listChanged":true}})") == client_capabilities{.roots = true});
  CHECK(reading(R"({"sampling":{}})") == client_capabilities{.sampling = true});
  auto const all = reading(R"({"sampling":{"tools":{},"context":{}},"extensions":{"com.example/x":{"a":1}}})");
  CHECK(all.sampling_tools);
  CHECK(all.sampling_context);
  CHECK(all.extensions == std::vector<std::string>{"com.example/x"});
}

TEST_CASE("unknown members are skipped, wrong types of known ones are not", "[protocol][TYPE-10]") {
  CHECK(reading(R"({"experimental":3,"telepathy":true})").empty());
  for (auto const* text :
       {"[]", "null", R"({"elicitation":true})", R"({"elicitation":{"form":1}})", R"({"sampling":[]})",
        R"({"sampling":{"tools":true}})", R"({"roots":null})", R"({"extensions":[]})", R"({"extensions":{"a/b":1}})"}) {
    CAPTURE(text);
    auto const read = read_client_capabilities(json::parse(text));
    CHECK_FALSE(read);
  }
}

TEST_CASE("what is missing is the need without what is declared", "[protocol][META-10][META-13]") {
  client_capabilities const need{.elicitation_form = true, .sampling = true, .extensions = {"com.example/x"}};
  CHECK(missing_capabilities(need, {}) == need);
  CHECK(missing_capabilities(need, {.elicitation_form = true, .extensions = {"com.example/x"}}) ==
        client_capabilities{.sampling = true});
  CHECK(missing_capabilities(need, need).empty());
  CHECK(missing_capabilities({}, {}).empty());
  CHECK(missing_capabilities({.elicitation_url = true}, {.elicitation_form = true}) ==
        client_capabilities{.elicitation_url = true});
}

TEST_CASE("sampling with tools needs sampling, and says so", "[protocol][SMP-02]") {
  auto const lacking = missing_capabilities({.sampling_tools = true}, {});
  CHECK(written(lacking) == R"({"sampling":{"tools":{}}})");
  CHECK(missing_capabilities({.sampling_tools = true}, {.sampling = true}) ==
        client_capabilities{.sampling_tools = true});
}

TEST_CASE("capabilities are written as the object that declares them", "[protocol][TYPE-09]") {
  CHECK(written({}) == "{}");
  CHECK(written({.elicitation_form = true, .elicitation_url = true, .roots = true}) ==
        R"({"elicitation":{"form":{},"url":{}},"roots":{}})");
  CHECK(written({.extensions = {"com.example/x"}}) == R"({"extensions":{"com.example/x":{}}})");
}
