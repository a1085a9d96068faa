// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/era.hpp>

#include <parley/server/client_session.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <memory>
#include <string>

using namespace parley;
using namespace parley::testing;
using detail::admit_any_era;
using detail::era_of;

namespace {

incoming message_of(std::string const& line) { return *parse_message(line); }
incoming bare(std::string const& method) {
  return message_of(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":{}})");
}

caller with_session() {
  caller from;
  from.session = std::make_shared<client_session>();
  return from;
}
caller speaking(revision agreed) {
  caller from = with_session();
  from.session->open(agreed, {.elicitation_form = true});
  return from;
}

}  // namespace

TEST_CASE("an envelope makes a request one of 2026-07-28, whatever came before it", "[server][T07][STDIO-13]") {
  auto const enveloped = message_of(request("1", "tools/list"));
  for (auto const& from : {caller{}, with_session(), speaking(revision::v2025_11_25)}) {
    auto const as = admit_any_era(enveloped, from);
    REQUIRE(as);
    CHECK(as->as == revision::v2026_07_28);
    CHECK(as->which == method::tools_list);
    CHECK(era_of(enveloped, from) == revision::v2026_07_28);
  }
}

TEST_CASE("without an envelope the handshake decides", "[server][T07][LEG-06]") {
  for (auto const agreed :
       {revision::v2024_11_05, revision::v2025_03_26, revision::v2025_06_18, revision::v2025_11_25}) {
    auto const from = speaking(agreed);
    auto const as = admit_any_era(bare("tools/call"), from);
    REQUIRE(as);
    CHECK(as->as == agreed);
    CHECK(as->about.capabilities.elicitation_form);
    CHECK(era_of(bare("tools/call"), from) == agreed);
  }
}

TEST_CASE("a header that names 2026-07-28 asks for an envelope", "[server][T07]") {
  caller from = speaking(revision::v2025_11_25);
  from.over = transport::http;
  from.mirror.emplace();
  from.mirror->protocol_version = "2026-07-28";
  auto const as = admit_any_era(bare("tools/list"), from);
  REQUIRE_FALSE(as);
  CHECK(as.error().code == error_code::invalid_params);
  CHECK(as.error().message.find("protocolVersion") != std::string::npos);
  CHECK(era_of(bare("tools/list"), from) == revision::v2026_07_28);
}

TEST_CASE("before the handshake there is ping, and a sentence for all else", "[server][LEG-03][LEG-04][STDIO-14]") {
  auto const from = with_session();
  CHECK(admit_any_era(bare("ping"), from));
  for (auto const* const method : {"tools/list", "logging/setLevel", "server/discover", "no/such"}) {
    CAPTURE(method);
    auto const as = admit_any_era(bare(method), from);
    REQUIRE_FALSE(as);
    CHECK(as.error().code == error_code::invalid_params);
    CHECK(as.error().origin == error_origin::ladder);
    CHECK(as.error().message.find("initialize") != std::string::npos);
    CHECK(as.error().message.find("io.modelcontextprotocol/protocolVersion") != std::string::npos);
  }
}

TEST_CASE("a second handshake is refused", "[server][LEG-05]") {
  auto const from = speaking(revision::v2025_06_18);
  for (bool const enveloped : {false, true}) {
    if (enveloped) REQUIRE(admit_any_era(message_of(request("1", "tools/list")), from));
    auto const as = admit_any_era(bare("initialize"), from);
    REQUIRE_FALSE(as);
    CHECK(as.error().code == error_code::invalid_request);
    CHECK(as.error().origin == error_origin::ladder);
  }
}

TEST_CASE("a client that has shown to speak 2026-07-28 shakes no hands", "[server][T16][STDIO-12][STDIO-13]") {
  auto from = with_session();
  REQUIRE(admit_any_era(message_of(request("1", "server/discover")), from));
  CHECK(admit_any_era(bare("initialize"), from));  // it has only looked

  REQUIRE(admit_any_era(message_of(request("1", "tools/list")), from));
  auto const as = admit_any_era(bare("initialize"), from);
  REQUIRE_FALSE(as);
  CHECK(as.error().code == error_code::unsupported_protocol_version);
}

TEST_CASE("methods are of one era, or of both", "[server][T16][DISC-07]") {
  auto const older = speaking(revision::v2025_11_25);
  for (auto const* const method : {"ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe",
                                   "tools/call", "completion/complete"}) {
    CAPTURE(method);
    CHECK(admit_any_era(bare(method), older));
  }
  for (auto const* const method : {"server/discover", "subscriptions/listen", "no/such", "tasks/get"}) {
    CAPTURE(method);
    auto const as = admit_any_era(bare(method), older);
    REQUIRE_FALSE(as);
    CHECK(as.error().code == error_code::method_not_found);
  }
  for (auto const* const method : {"ping", "logging/setLevel", "resources/subscribe", "initialize"}) {
    CAPTURE(method);
    auto const as = admit_any_era(message_of(request("1", method)), older);
    REQUIRE_FALSE(as);
    CHECK(as.error().code == error_code::method_not_found);
  }
}

TEST_CASE("what an older request says of itself is taken when it can be read", "[server][PRG-01][META-07]") {
  auto from = speaking(revision::v2025_11_25);
  from.session->set_log_level(severity::warning);
  auto as =
      admit_any_era(message_of(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":7,)"
                               R"("traceparent":"00-1-2-01","io.modelcontextprotocol/logLevel":"debug"}}})"),
                    from);
  REQUIRE(as);
  CHECK(as->about.progress_token == request_id::integer(7));
  CHECK(as->about.trace.traceparent == "00-1-2-01");
  CHECK(as->about.log_level == severity::warning);  // that of the session

  as = admit_any_era(
      message_of(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":{}}}})"), from);
  REQUIRE(as);
  CHECK_FALSE(as->about.progress_token.has_value());
}

TEST_CASE("where no session is possible the handshake is refused with what is spoken", "[server][VER-06]") {
  auto const as = admit_any_era(bare("initialize"), caller{});
  REQUIRE_FALSE(as);
  CHECK(as.error().code == error_code::unsupported_protocol_version);
}
