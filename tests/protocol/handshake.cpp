// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/handshake.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace parley;

namespace {

result<initialize_request, rpc_error> reading(std::string const& params) {
  auto const tree = json::parse(params);
  return read_initialize(&tree);
}

revision agreed_on(std::string const& version) {
  return reading(R"({"protocolVersion":")" + version + R"(","capabilities":{}})").value().agreed;
}

client_capabilities declared_in(std::string const& version, std::string const& capabilities) {
  return reading(R"({"protocolVersion":")" + version + R"(","capabilities":)" + capabilities + "}")
      .value()
      .capabilities;
}

std::string const everything =
    R"({"elicitation":{"form":{},"url":{}},"sampling":{"tools":{},"context":{}},"roots":{"listChanged":true},)"
    R"("extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html"]},"com.example/x":{}}})";
std::vector<std::string> const both_extensions{"com.example/x", "io.modelcontextprotocol/ui"};

handshake_offer const full{.server_info = R"({"name":"calc","version":"1.4.2"})",
                           .tools = true,
                           .prompts = true,
                           .resources = true,
                           .completions = true,
                           .has_stream = true,
                           .apps = "{}",
                           .instructions = "Be kind."};

std::string answered(revision as, handshake_offer const& offer, std::vector<std::string> extensions = {}) {
  return initialize_result({as, {.extensions = std::move(extensions)}}, offer);
}

}  // namespace

TEST_CASE("each version with a handshake is agreed to", "[protocol][LEG-02]") {
  CHECK(agreed_on("2024-11-05") == revision::v2024_11_05);
  CHECK(agreed_on("2025-03-26") == revision::v2025_03_26);
  CHECK(agreed_on("2025-06-18") == revision::v2025_06_18);
  CHECK(agreed_on("2025-11-25") == revision::v2025_11_25);
}

TEST_CASE("for every other version the newest with a handshake is offered", "[protocol][LEG-02][T17]") {
  for (auto const* version : {"2026-07-28", "2099-01-01", "9999", "1.0", "", "2025-11-25 ", "2025-11-2"}) {
    CAPTURE(version);
    CHECK(agreed_on(version) == revision::v2025_11_25);
  }
}

TEST_CASE("a handshake that is not well formed is refused by its method", "[protocol][LEG-01]") {
  CHECK(read_initialize(nullptr).error().code == error_code::invalid_params);
  for (auto const* params : {"{}", R"({"capabilities":{}})", R"({"protocolVersion":20251125,"capabilities":{}})",
                             R"({"protocolVersion":null,"capabilities":{}})", R"({"protocolVersion":"2025-11-25"})",
                             R"({"protocolVersion":"2025-11-25","capabilities":null})",
                             R"({"protocolVersion":"2025-11-25","capabilities":[]})",
                             R"({"protocolVersion":"2025-11-25","capabilities":{"roots":true}})",
                             R"({"protocolVersion":"2025-11-25","capabilities":{"elicitation":{"url":1}}})"}) {
    CAPTURE(params);
    auto const read = reading(params);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == error_code::invalid_params);
    CHECK(read.error().origin == error_origin::handler);
  }
}

TEST_CASE("who the client is decides nothing", "[protocol][LEG-01][T33]") {
  for (auto const* info : {"null", "5", "{}", R"({"name":7})", R"({"name":"old","version":"1"})"}) {
    CAPTURE(info);
    CHECK(reading(R"({"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":)" + std::string(info) + "}"));
  }
}

TEST_CASE("capabilities are those that the agreed revision has", "[protocol][LEG-06]") {
  CHECK(declared_in("2025-11-25", everything) == client_capabilities{.elicitation_form = true,
                                                                     .elicitation_url = true,
                                                                     .sampling = true,
                                                                     .sampling_tools = true,
                                                                     .sampling_context = true,
                                                                     .roots = true,
                                                                     .extensions = both_extensions});
  CHECK(declared_in("2025-06-18", everything) ==
        client_capabilities{.elicitation_form = true, .sampling = true, .roots = true, .extensions = both_extensions});
  for (auto const* version : {"2024-11-05", "2025-03-26"}) {
    CAPTURE(version);
    CHECK(declared_in(version, everything) ==
          client_capabilities{.sampling = true, .roots = true, .extensions = both_extensions});
  }
  // The client asked for what nobody knows, and speaks the newest if it stays.
  CHECK(declared_in("2026-07-28", everything) == declared_in("2025-11-25", everything));
}

TEST_CASE("elicitation in 2025-06-18 means forms, whatever is in it", "[protocol][LEG-50][T03]") {
  client_capabilities const forms{.elicitation_form = true};
  for (auto const* elicitation : {R"({"elicitation":{}})", R"({"elicitation":{"url":{}}})",
                                  R"({"elicitation":{"form":{}}})", R"({"elicitation":{"form":{},"url":{}}})"}) {
    CAPTURE(elicitation);
    CHECK(declared_in("2025-06-18", elicitation) == forms);
  }
  CHECK(declared_in("2025-06-18", "{}").empty());
  CHECK(declared_in("2025-11-25", R"({"elicitation":{}})") == forms);
  CHECK(declared_in("2025-11-25", R"({"elicitation":{"url":{}}})") == client_capabilities{.elicitation_url = true});
}

TEST_CASE("the answer names the version, what is served, and the server", "[protocol][LEG-01][LEG-09][TYPE-08]") {
  CHECK(answered(revision::v2025_11_25, full) ==
        R"({"protocolVersion":"2025-11-25","capabilities":{"logging":{},"tools":{"listChanged":true},)"
        R"("prompts":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"completions":{}},)"
        R"("serverInfo":{"name":"calc","version":"1.4.2"},"instructions":"Be kind."})");
  CHECK(answered(revision::v2025_06_18, {.server_info = "{}", .has_stream = true}) ==
        R"({"protocolVersion":"2025-06-18","capabilities":{"logging":{}},"serverInfo":{}})");
}

TEST_CASE("2024-11-05 has no word for completions", "[protocol][LEG-09]") {
  handshake_offer const some{.server_info = "{}", .prompts = true, .completions = true};
  CHECK(answered(revision::v2024_11_05, some) ==
        R"({"protocolVersion":"2024-11-05","capabilities":{"prompts":{}},"serverInfo":{}})");
  CHECK(answered(revision::v2025_03_26, some) ==
        R"({"protocolVersion":"2025-03-26","capabilities":{"prompts":{},"completions":{}},"serverInfo":{}})");
}

TEST_CASE("where nothing lasts, neither changes nor log lines are promised", "[protocol][LEG-41]") {
  auto served_alone = full;
  served_alone.has_stream = false;
  CHECK(answered(revision::v2025_06_18, served_alone) ==
        R"({"protocolVersion":"2025-06-18","capabilities":{"tools":{},"prompts":{},"resources":{},"completions":{}},)"
        R"("serverInfo":{"name":"calc","version":"1.4.2"},"instructions":"Be kind."})");
}

TEST_CASE("of extensions only apps are named, to clients that have named them", "[protocol][LEG-09][LEG-57]") {
  handshake_offer const apps{.server_info = "{}", .apps = R"({"a":1})"};
  CHECK(answered(revision::v2025_11_25, apps, {"com.example/x", std::string(apps_extension)}) ==
        R"({"protocolVersion":"2025-11-25","capabilities":{"extensions":{"io.modelcontextprotocol/ui":{"a":1}}},)"
        R"("serverInfo":{}})");
  CHECK(answered(revision::v2025_11_25, apps, {"com.example/x"}).find("extensions") == std::string::npos);
  CHECK(answered(revision::v2025_11_25, {.server_info = "{}"}, {std::string(apps_extension)}).find("extensions") ==
        std::string::npos);
}
