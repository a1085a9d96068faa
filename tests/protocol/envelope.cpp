// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/envelope.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace parley;

namespace {

json params_with(std::string const& more = {}) {
  return json::parse(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                     R"("io.modelcontextprotocol/clientCapabilities":{})" +
                     more + "}}");
}

std::string missing(char const* params) {
  json const tree = json::parse(params);
  auto const version = envelope_version(&tree);
  REQUIRE_FALSE(version);
  CHECK(version.error().code == error_code::invalid_params);
  CHECK(version.error().origin == error_origin::ladder);
  return version.error().message;
}

}  // namespace

TEST_CASE("both required members are named when they are missing", "[protocol][META-03][META-04]") {
  std::string const version = "io.modelcontextprotocol/protocolVersion";
  std::string const capabilities = "io.modelcontextprotocol/clientCapabilities";
  CHECK_FALSE(envelope_version(nullptr));
  for (auto const* params : {"{}", R"({"_meta":{}})", R"({"_meta":null})", R"({"_meta":[1]})"}) {
    CAPTURE(params);
    CHECK(missing(params) == "Missing required _meta field: " + version + ", " + capabilities);
  }
  CHECK(missing(R"({"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}})") ==
        "Missing required _meta field: " + version);
  CHECK(missing(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})") ==
        "Missing required _meta field: " + capabilities);
}

TEST_CASE("a member of the wrong type counts as missing", "[protocol][META-04]") {
  missing(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":20260728,
                       "io.modelcontextprotocol/clientCapabilities":{}}})");
  missing(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
                       "io.modelcontextprotocol/clientCapabilities":[]}})");
}

TEST_CASE("an envelope without extras asks for neither progress nor log lines", "[protocol][LOG-02][PRG-05]") {
  auto const read = read_envelope(params_with());
  REQUIRE(read);
  CHECK_FALSE(read->log_level.has_value());
  CHECK_FALSE(read->progress_token.has_value());
  CHECK(read->trace.traceparent.empty());
}

TEST_CASE("a missing or malformed clientInfo is no fault", "[protocol][META-05][T33]") {
  CHECK(read_envelope(params_with()));
  CHECK(read_envelope(params_with(R"(,"io.modelcontextprotocol/clientInfo":7)")));
}

TEST_CASE("the log level is one of eight words", "[protocol][META-06][LOG-05][T18]") {
  CHECK(read_envelope(params_with(R"(,"io.modelcontextprotocol/logLevel":"warning")"))->log_level == severity::warning);
  CHECK(read_envelope(params_with(R"(,"io.modelcontextprotocol/logLevel":"emergency")"))->log_level ==
        severity::emergency);
  for (auto const* level : {"\"WARNING\"", "\"verbose\"", "\"\"", "3", "null"}) {
    CAPTURE(level);
    auto const read = read_envelope(params_with(std::string(R"(,"io.modelcontextprotocol/logLevel":)") + level));
    REQUIRE_FALSE(read);
    CHECK(read.error().code == error_code::invalid_params);
    CHECK(read.error().origin == error_origin::ladder);
  }
}

TEST_CASE("a progress token is a string or an integer", "[protocol][PRG-01][PRG-06]") {
  CHECK(read_envelope(params_with(R"(,"progressToken":"p")"))->progress_token == request_id::string("p"));
  CHECK(read_envelope(params_with(R"(,"progressToken":0)"))->progress_token == request_id::integer(0));
  for (auto const* token : {"true", "null", "{}", "1.5"}) {
    CAPTURE(token);
    auto const read = read_envelope(params_with(std::string(R"(,"progressToken":)") + token));
    CHECK_FALSE(read);
  }
}

TEST_CASE("trace context passes untouched", "[protocol][META-07]") {
  auto const read = read_envelope(params_with(R"(,"traceparent":"00-ab-cd-01","tracestate":"a=1","baggage":"k=v")"));
  REQUIRE(read);
  CHECK(read->trace.traceparent == "00-ab-cd-01");
  CHECK(read->trace.tracestate == "a=1");
  CHECK(read->trace.baggage == "k=v");
  CHECK(read_envelope(params_with(R"(,"traceparent":5)"))->trace.traceparent.empty());
}

TEST_CASE("malformed capabilities are refused", "[protocol][TYPE-10]") {
  auto const tree = json::parse(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
                                    "io.modelcontextprotocol/clientCapabilities":{"sampling":1}}})");
  auto const read = read_envelope(tree);
  REQUIRE_FALSE(read);
  CHECK(read.error().message == "Malformed _meta field: io.modelcontextprotocol/clientCapabilities");
}

TEST_CASE("the mark of an envelope is its version, whatever type it has", "[protocol][VER-05]") {
  auto const bare = json::parse(R"({"_meta":{"progressToken":1}})");
  auto const odd = json::parse(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":7}})");
  CHECK_FALSE(has_envelope(nullptr));
  CHECK_FALSE(has_envelope(&bare));
  CHECK(has_envelope(&odd));
}
