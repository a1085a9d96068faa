// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/engine.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

std::string why_refused(std::string name, std::string version, server_options options) {
  options.keys.keys.push_back(key_of('k'));
  try {
    Server const server(default_primitives<>::get(), std::move(name), std::move(version), std::move(options));
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("options out of range stop a server before it starts", "[server][TYPE-01][TYPE-03]") {
  CHECK(why_refused("ops", "1", {}).empty());
  CHECK(why_refused("", "1", {}) == "parley: a server needs a name and a version");
  CHECK(why_refused("ops", "", {}) == "parley: a server needs a name and a version");
  CHECK(why_refused("ops", "1", {.website_url = "javascript:alert(1)"}) ==
        "parley: website_url must be an https or http link");
  CHECK_FALSE(why_refused("ops", "1", {.icons = {{.src = "x"}}}).empty());
  CHECK_FALSE(why_refused("ops", "1", {.state = {.round_time = std::chrono::seconds(0)}}).empty());
  CHECK_FALSE(why_refused("ops", "1", {.state = {.round_time = std::chrono::seconds(-1)}}).empty());
  CHECK_FALSE(why_refused("ops", "1", {.state = {.rounds = 1}}).empty());
  CHECK(why_refused("ops", "1", {.max_message_size = 0}) == "parley: max_message_size must be at least 1 byte");
  CHECK_FALSE(why_refused("ops", "1", {.world = {}}).empty());
}

TEST_CASE("a server without primitives is told where to find some", "[server]") {
  CHECK_THROWS_AS(Server(nullptr, "ops", "1"), std::invalid_argument);
}

TEST_CASE("a service that was not named otherwise is its own audience", "[server][MRTR-15]") {
  still_server plain;
  CHECK(plain.server.options().audience == "calc");
  still_server named({.audience = "https://calc.example"});
  CHECK(named.server.options().audience == "https://calc.example");
}

TEST_CASE("flows are kept under the server's ledger, unless a tool wants none", "[server][once-04]") {
  still_world world;
  auto const book = std::make_shared<memory_ledger>();
  detail::engine with(default_primitives<>::get(), "ops", "1", {.ledger = book, .world = world.view()});
  CHECK(&with.ledger_of({}) == book.get());
  detail::tool_table harmless;
  harmless.rules.ledger = ledger_use::none;
  CHECK(with.ledger_of(harmless).id() == "none");
  CHECK_THROWS_AS(with.keep_flows(book), std::logic_error);

  detail::engine usual(default_primitives<>::get(), "ops", "1", {.world = world.view()});
  detail::engine other(default_primitives<>::get(), "ops", "1", {.world = world.view()});
  CHECK(usual.ledger_of({}).id().starts_with("memory-"));
  CHECK(usual.ledger_of({}).id() != other.ledger_of({}).id());
  detail::engine without(default_primitives<>::get(), "ops", "1",
                         {.ledger = std::make_shared<no_ledger>(), .world = world.view()});
  CHECK(without.ledger_of({}).id() == no_ledger::name);
}

TEST_CASE("what goes into the log is one line of bounded length", "[server][SEC-13]") {
  still_world world;
  detail::engine const engine(default_primitives<>::get(), "ops", "1", {.world = world.view()});
  world.lines.clear();
  engine.log(severity::error, "event", "a\r\nforged: line\x1b[2J");
  engine.log(severity::error, "event", std::string(100'000, 'x'));
  REQUIRE(world.lines.size() == 2);
  CHECK(world.lines[0] == "event: a??forged: line?[2J");
  CHECK(world.lines[1].size() < 2000);
}

TEST_CASE("keys and limits may come after the server was made, until it is in use", "[server][MRTR-15]") {
  using namespace std::chrono_literals;
  still_world world;
  detail::engine with(default_primitives<>::get(), "ops", "1", {.world = world.view()});
  CHECK_THROWS_AS(with.seal_states({}, {.round_time = 0s}), std::invalid_argument);
  key_options keys;
  keys.keys.push_back(key_of('k'));
  with.seal_states(keys, {.round_time = 2s});
  CHECK(with.states().limits().round_time == 2s);
  CHECK_THROWS_AS(with.seal_states(keys, {}), std::logic_error);
  CHECK(world.lines.empty());
}

TEST_CASE("a key that nobody gave is drawn when the server is first used, and the log says so", "[server][MRTR-15]") {
  still_world world;
  Server server(default_primitives<>::get(), "ops", "1", {.world = world.view()});
  CHECK(server.refused_states(state_fault::expired) == 0);
  CHECK(world.lines.empty());
  server.check();
  REQUIRE(world.lines.size() == 1);
  CHECK(world.lines[0].starts_with("state_key_ephemeral"));
  CHECK_THROWS_AS(server.seal_states({}, {}), std::logic_error);
}

TEST_CASE("an extension needs an identifier with a prefix, and settings that are an object", "[server][META-12]") {
  auto why = [](char const* identifier, char const* settings) {
    return why_refused("ops", "1", {.extensions = {{identifier, settings}}});
  };
  CHECK(why("com.example/audit", "{}").empty());
  CHECK(why("com.example/audit", "{\"depth\": 3}").empty());
  for (auto const* identifier : {"", "audit", "com.example/", "/audit", "com example/audit", "com.example/a/b"}) {
    CAPTURE(identifier);
    CHECK(why(identifier, "{}") == "parley: an extension needs an identifier such as com.example/audit");
  }
  for (auto const* settings : {"", "[]", "{", "true", "null", "{}{}"}) {
    CAPTURE(settings);
    CHECK(why("com.example/audit", settings) ==
          "parley: the settings of extension com.example/audit are not a JSON object");
  }
}

TEST_CASE("a server that could keep no stream or watch nothing does not start", "[server][SUB-14]") {
  CHECK(why_refused("ops", "1", {.max_subscriptions = 0}) == "parley: max_subscriptions must be at least 1");
  CHECK(why_refused("ops", "1", {.max_watched_resources = 0}) == "parley: max_watched_resources must be at least 1");
}
