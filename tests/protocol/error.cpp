// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/error.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

TEST_CASE("the codes are those of the specification", "[protocol][BASE-10][BASE-11][T13][T25]") {
  CHECK(static_cast<int>(parse_error().code) == -32700);
  CHECK(static_cast<int>(invalid_request("x").code) == -32600);
  CHECK(static_cast<int>(method_not_found().code) == -32601);
  CHECK(static_cast<int>(invalid_params("x").code) == -32602);
  CHECK(static_cast<int>(internal_error().code) == -32603);
  CHECK(static_cast<int>(header_mismatch("Mcp-Name").code) == -32020);
  CHECK(static_cast<int>(missing_client_capability({}).code) == -32021);
  CHECK(static_cast<int>(unsupported_protocol_version("1").code) == -32022);
}

TEST_CASE("a lacking capability is named as an object, never as a list", "[protocol][META-10][MRTR-05]") {
  auto const error = missing_client_capability({.elicitation_url = true, .sampling = true});
  CHECK(error.data == R"({"requiredCapabilities":{"elicitation":{"url":{}},"sampling":{}}})");
}

TEST_CASE("an unsupported version is answered with those that are", "[protocol][VER-01][VER-03][T11]") {
  CHECK(unsupported_protocol_version("v999.0.0").data == R"({"supported":["2026-07-28"],"requested":"v999.0.0"})");

  SECTION("and a long one is cut") { CHECK(unsupported_protocol_version(std::string(100'000, 'v')).data.size() < 200); }
  SECTION("and one cut inside a character is still UTF-8") {
    auto const error = unsupported_protocol_version(std::string(63, 'v') + "é");
    CHECK(error.data.ends_with("v\xEF\xBF\xBD\"}"));
  }
}

TEST_CASE("every state that is refused gets the same words", "[protocol][MRTR-16][once-02][T02]") {
  auto const error = invalid_request_state();
  CHECK(error.code == error_code::invalid_params);
  CHECK(error.message == "Invalid or expired requestState");
  CHECK(error.data == R"({"reason":"invalid_request_state"})");
  CHECK(error.origin == error_origin::handler);
}

TEST_CASE("an internal error says nothing of its reason", "[protocol][BASE-26]") {
  CHECK(internal_error().message == "Internal error");
  CHECK(internal_error().data.empty());
}

TEST_CASE("a resource that is not there is told from other bad parameters", "[protocol][RES-05][T24]") {
  auto const error = resource_not_found_error("a:1");
  CHECK(error.code == error_code::invalid_params);
  CHECK(error.is_missing_resource);
  CHECK(error.data == R"({"uri":"a:1"})");
  CHECK_FALSE(invalid_params("Unknown tool").is_missing_resource);
}
