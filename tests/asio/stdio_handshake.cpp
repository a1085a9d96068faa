// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Clients of older revisions on pipes: what stdio_session.hpp, stdio_call.hpp and drive.hpp do for them alone.

#include <parley/asio/stdio.hpp>

#include "asio/handshaking.hpp"
#include "asio/listening.hpp"
#include "asio/piped.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

struct older : piped {
  explicit older(std::string const& version = "2025-11-25", stdio_options options = {}, server_options behind = {})
      : piped(options, std::move(behind)), made(edge.server) {
    write(initialize(version) + "\n" + initialized + "\n");
    agreed = line();
  }
  asking made;
  std::string agreed;
};

}  // namespace

TEST_CASE("a person is asked by a request on the pipe, and the call waits without holding anybody up",
          "[stdio][LEG-50][LEG-03]") {
  older client;
  CHECK(has(client.agreed, R"("protocolVersion":"2025-11-25")"));
  client.write(bare_call("1", "act") + "\n");
  auto const question = client.line();
  CHECK(has(question, R"("method":"elicitation/create")"));
  client.write(bare("2", "ping") + "\n");
  CHECK(client.line() == R"({"jsonrpc":"2.0","id":2,"result":{}})");
  client.write(yes_to(question) + "\n");
  CHECK(client.line() == text_result("1", "acted"));
  CHECK(client.made.runs == 1);
}

TEST_CASE("calls that wait for people do not count among the calls under way", "[stdio][once-16]") {
  stdio_options options;
  options.calls.max_calls = 1;
  older client("2025-11-25", options);
  std::vector<std::string> questions;
  for (int id = 1; id <= 10; ++id) {
    client.write(bare_call(std::to_string(id), "act") + "\n");
    questions.push_back(client.line());
  }
  client.write(bare_call("11", "pooled", R"({"text":"hello"})") + "\n");
  CHECK(client.line() == text_result("11", "hello"));
  // And a yes is not lost because somebody else is being served when it comes.
  client.write(bare_call("12", "wait") + "\n");
  REQUIRE(client.edge.at.wait_arrived(1));
  for (auto const& question : questions) client.write(yes_to(question) + "\n");
  for (int count = 0; count < 10; ++count) CHECK(has(client.line(), "acted"));
  CHECK(client.made.runs == 10);
  client.edge.at.open();
  CHECK(client.line() == text_result("12", "passed"));
}

TEST_CASE("a waiting call that is cancelled takes its question back, and is not answered", "[stdio][LEG-56][CAN-04]") {
  older client;
  client.write(bare_call("1", "act") + "\n");
  auto const question = client.line();
  client.write(cancel("1"));
  auto const withdrawn = client.line();
  CHECK(has(withdrawn, R"("method":"notifications/cancelled")"));
  CHECK(has(withdrawn, id_in(question)));
  client.write(yes_to(question) + "\n" + bare("2", "ping") + "\n");
  CHECK(client.line() == R"({"jsonrpc":"2.0","id":2,"result":{}})");
  CHECK(client.made.runs == 0);
}

TEST_CASE("requests of both eras are served on one pipe, each in its own words", "[stdio][T07][LEG-08][VER-04]") {
  older client;
  client.write(call("1", "quick") + "\n" + bare_call("2", "quick") + "\n");
  CHECK(has(client.line(), R"("id":1,"result":{"resultType":"complete")"));
  CHECK(client.line() == text_result("2", "ok"));
  client.write(call("3", "act", "{}", meta(R"({"elicitation":{}})")) + "\n");
  CHECK(has(client.line(), R"("resultType":"input_required")"));
}

TEST_CASE("changes are told unasked once the client is ready", "[stdio][LEG-53][LEG-54]") {
  older client;
  add_notes(client.edge.server);
  client.write(bare("1", "resources/subscribe", R"({"uri":"notes://all"})") + "\n");
  // The list of resources may be new to the client as well: it has shaken hands before there was one.
  CHECK(client.line() == R"({"jsonrpc":"2.0","id":1,"result":{}})");
  change_tools(client.edge.server);
  CHECK(client.line() == R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{}})");
  client.edge.server.resource_updated("notes://all");
  CHECK(client.line() ==
        R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"notes://all"}})");
}

TEST_CASE("a batch of 2025-03-26 is answered in one piece", "[stdio][LEG-61]") {
  older client("2025-03-26");
  client.write("[" + bare("1", "ping") + "," + initialized + "," + bare_call("2", "pooled", R"({"text":"a"})") +
               ",7]\n");
  auto const line = client.line();
  CHECK(line.front() == '[');
  CHECK(has(line, R"({"jsonrpc":"2.0","id":1,"result":{}})"));
  CHECK(has(line, text_result("2", "a")));
  CHECK(has(line, R"("id":null,"error":{"code":-32600)"));

  client.write("[" + initialized + "]\n[]\n");
  CHECK(has(client.line(), R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600)"));
  std::string many = "[";
  for (int i = 0; i < 33; ++i) many += (i == 0 ? "" : ",") + bare(std::to_string(i), "ping");
  client.write(many + "]\n");
  CHECK(has(client.line(), R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600)"));
  client.write("[" + call("1", "quick") + "," + bare("2", "ping") + "]\n");
  CHECK(has(client.line(), R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600)"));
  client.write("[" + initialize() + "]\n");
  CHECK(has(client.line(), R"([{"jsonrpc":"2.0","id":0,"error":{"code":-32600)"));
}

TEST_CASE("other revisions have no batches", "[stdio][LEG-61][C-23]") {
  auto const version = GENERATE(as<std::string>{}, "2025-11-25", "2025-06-18", "2024-11-05");
  older client(version);
  client.write("[" + bare("1", "ping") + "]\n");
  CHECK(has(client.line(), R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600)"));
}

TEST_CASE("a client that goes away while a person is asked ends the session at once", "[stdio][LEG-26]") {
  stdio_options options;
  options.finish_within = patience * 10;
  older client("2025-11-25", options);
  client.write(bare_call("1", "act") + "\n");
  client.line();
  client.in.reset();
  CHECK(client.ends());
  CHECK(client.made.runs == 0);
}

TEST_CASE("a server that is destroyed while a person is asked waits for nobody", "[stdio]") {
  auto const begun = std::chrono::steady_clock::now();
  {
    older client;
    client.write(bare_call("1", "act") + "\n");
    client.line();
  }
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(5));
}

TEST_CASE("a transport may speak nothing but 2026-07-28", "[stdio][VER-06]") {
  stdio_options options;
  options.handshake = false;
  older client("2025-11-25", options);
  CHECK(has(client.agreed, R"("code":-32022)"));
  client.write(bare("1", "ping") + "\n");
  CHECK(has(client.line(), R"("code":-32602)"));
}
