// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/admission.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

using namespace parley;

namespace {

std::string const version_member = R"("io.modelcontextprotocol/protocolVersion":)";
std::string const capabilities_member = R"("io.modelcontextprotocol/clientCapabilities":{})";

std::string enveloped(std::string const& members, std::string const& version = "\"2026-07-28\"",
                      std::string const& more = {}) {
  return "{" + members + (members.empty() ? "" : ",") + R"("_meta":{)" + version_member + version + "," +
         capabilities_member + more + "}}";
}

incoming request(std::string const& method, std::string const& params) {
  std::string const tail = params.empty() ? std::string() : R"(,"params":)" + params;
  return *parse_message(R"({"jsonrpc":"2.0","id":1,"method":")" + method + "\"" + tail + "}");
}

header_mirror headers(std::string const& method, std::optional<std::string> name = {},
                      std::optional<std::string> version = "2026-07-28") {
  header_mirror mirror;
  mirror.protocol_version = std::move(version);
  mirror.method = method;
  mirror.name = std::move(name);
  return mirror;
}

// 0: admitted.
int code(incoming const& message, header_mirror const* mirror = nullptr) {
  auto const as = detail::admit(message, mirror);
  return as ? 0 : static_cast<int>(as.error().code);
}
int code(incoming const& message, header_mirror const& mirror) { return code(message, &mirror); }

std::string const add = R"("name":"add")";

}  // namespace

TEST_CASE("a good request is admitted with what its envelope says", "[server][META-03]") {
  auto const as = detail::admit(
      request("tools/call", enveloped(add, "\"2026-07-28\"", R"(,"io.modelcontextprotocol/logLevel":"info")")),
      nullptr);
  REQUIRE(as);
  CHECK(as->which == method::tools_call);
  CHECK(as->about.log_level == severity::info);
}

TEST_CASE("without headers, the body alone decides", "[server][STDIO-16][VER-02][META-03][BASE-21][T07]") {
  struct row {
    char const* story;
    std::string method;
    std::string params;
    int expected;
  };
  for (auto const& [story, method, params, expected] : {
           row{"all is well", "tools/list", enveloped(""), 0},
           row{"no params", "tools/list", "", -32602},
           row{"no _meta", "tools/list", "{}", -32602},
           row{"no version", "tools/list", R"({"_meta":{)" + capabilities_member + "}}", -32602},
           row{"no capabilities", "tools/list", R"({"_meta":{)" + version_member + R"("2026-07-28"}})", -32602},
           row{"a version of another type", "tools/list", enveloped("", "20260728"), -32602},
           row{"a future version", "tools/list", enveloped("", "\"2099-01-01\""), -32022},
           row{"a handshake version in the envelope", "tools/list", enveloped("", "\"2025-11-25\""), -32022},
           row{"an empty version", "tools/list", enveloped("", "\"\""), -32022},
           row{"an unknown version and an unknown method", "no/such", enveloped("", "\"9999\""), -32022},
           row{"no envelope and an unknown method", "no/such", "{}", -32602},
           row{"a log level that is none", "tools/list",
               enveloped("", "\"2026-07-28\"", R"(,"io.modelcontextprotocol/logLevel":"loud")"), -32602},
           row{"an unknown method", "no/such", enveloped(""), -32601},
           row{"ping with an envelope", "ping", enveloped(""), -32601},
           row{"logging/setLevel with an envelope", "logging/setLevel", enveloped(""), -32601},
           row{"initialize with an envelope", "initialize", enveloped(""), -32601},
           row{"initialize of an older revision", "initialize", R"({"protocolVersion":"2025-11-25"})", -32022},
           row{"initialize without params", "initialize", "", -32022},
       }) {
    CAPTURE(story);
    CHECK(code(request(method, params)) == expected);
  }
}

TEST_CASE("the headers are compared in the order of the ladder",
          "[server][HDR-01][HDR-02][HDR-03][HDR-05][HDR-06][HDR-08][HDR-12][HTTP-19][T08][T31][T32]") {
  auto const good = request("tools/call", enveloped(add));
  auto const old = request("tools/call", enveloped(add, "\"2025-11-25\""));
  auto const nameless = request("tools/call", enveloped(""));
  auto const bare = request("tools/call", "{" + add + "}");

  SECTION("all agree") { CHECK(code(good, headers("tools/call", "add")) == 0); }
  SECTION("the version header is missing, with or without an envelope") {
    CHECK(code(good, headers("tools/call", "add", std::nullopt)) == -32020);
    CHECK(code(bare, headers("tools/call", "add", std::nullopt)) == -32020);
  }
  SECTION("there is a good version header and no envelope") {
    CHECK(code(bare, headers("tools/call", "add")) == -32602);
  }
  SECTION("there is a version header of another revision and no envelope") {
    CHECK(code(bare, headers("tools/call", "add", "2025-11-25")) == -32022);
  }
  SECTION("header and body name different versions: the mismatch is told first") {
    CHECK(code(good, headers("tools/call", "add", "2099-01-01")) == -32020);
    CHECK(code(old, headers("tools/call", "add")) == -32020);
  }
  SECTION("header and body agree on a version that is not spoken") {
    CHECK(code(old, headers("tools/call", "add", "2025-11-25")) == -32022);
  }
  SECTION("a wrong version hides a wrong method header") {
    CHECK(code(old, headers("tools/list", "add", "2025-11-25")) == -32022);
  }
  SECTION("the method header is missing or differs") {
    header_mirror without = headers("tools/call", "add");
    without.method.reset();
    CHECK(code(good, without) == -32020);
    CHECK(code(good, headers("tools/list", "add")) == -32020);
    CHECK(code(good, headers("Tools/Call", "add")) == -32020);
    CHECK(code(request("no/such", enveloped("")), headers("other")) == -32020);
  }
  SECTION("the name header is missing or differs, also in case alone") {
    CHECK(code(good, headers("tools/call")) == -32020);
    CHECK(code(good, headers("tools/call", "ADD")) == -32020);
    CHECK(code(good, headers("tools/call", "")) == -32020);
  }
  SECTION("a header names what the body does not") { CHECK(code(nameless, headers("tools/call", "add")) == -32020); }
  SECTION("neither names anything: the params are at fault, and the method says so") {
    CHECK(code(nameless, headers("tools/call")) == 0);
  }
  SECTION("a method without a name does not look at the name header") {
    CHECK(code(request("tools/list", enveloped("")), headers("tools/list", "whatever")) == 0);
  }
  SECTION("a header that came twice, or cannot be decoded") {
    header_mirror twice = headers("tools/call", "add");
    twice.duplicated = true;
    CHECK(code(good, twice) == -32020);
    header_mirror garbled = headers("tools/call");
    garbled.undecodable = true;
    CHECK(code(good, garbled) == -32020);
  }
  SECTION("an unknown method with good headers") {
    CHECK(code(request("no/such", enveloped("")), headers("no/such")) == -32601);
  }
  SECTION("initialize, with the headers of an older client and with all of today's") {
    CHECK(code(request("initialize", R"({"protocolVersion":"2025-11-25"})"), header_mirror{}) == -32022);
    CHECK(code(request("initialize", enveloped("")), headers("initialize")) == -32601);
  }
}

TEST_CASE("whoever tries the old handshake is told which versions there are", "[server][VER-06][T16]") {
  auto const bare = detail::admit(request("initialize", R"({"protocolVersion":"2025-11-25"})"), nullptr);
  REQUIRE_FALSE(bare);
  CHECK(bare.error().data == R"({"supported":["2026-07-28"],"requested":"2025-11-25"})");
  auto const enveloped_one = detail::admit(request("initialize", enveloped("")), nullptr);
  REQUIRE_FALSE(enveloped_one);
  CHECK(enveloped_one.error().data == R"({"supported":["2026-07-28"]})");
}

TEST_CASE("every fault of the ladder belongs to the ladder", "[server][HTTP-11]") {
  for (auto const& message :
       {request("tools/list", "{}"), request("tools/list", enveloped("", "\"9999\"")), request("initialize", "{}")}) {
    auto const as = detail::admit(message, nullptr);
    REQUIRE_FALSE(as);
    CHECK(as.error().origin == error_origin::ladder);
  }
  auto const unknown = detail::admit(request("no/such", enveloped("")), nullptr);
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().origin == error_origin::dispatch);
}
