// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Subscriptions on pipes: stdio_session.hpp as far as a request becomes a stream.

#include <parley/asio/stdio.hpp>

#include "asio/listening.hpp"
#include "asio/piped.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <string>

using namespace parley::testing;

TEST_CASE("a request to listen is acknowledged, told of changes, and holds nobody up",
          "[stdio][SUB-02][SUB-03][SUB-04][SUB-05]") {
  piped client;
  add_notes(client.edge.server);
  auto const* const id = GENERATE("7", R"("7")", "1767225600000", R"("")");
  client.write(listen(id, R"({"resourceSubscriptions":["notes://all"],"toolsListChanged":true})") + "\n");
  CHECK(client.line() == acknowledged(id, R"({"toolsListChanged":true,"resourceSubscriptions":["notes://all"]})"));

  client.edge.server.prompt<"unheard">("Nobody asked for these.", [] { return std::string("x"); });
  client.edge.server.resource_updated("notes://other");
  client.edge.server.resource_updated("notes://all");
  CHECK(client.line() == updated(id, "notes://all"));
  client.write(call("8", "quick") + "\n");
  CHECK(has(client.line(), R"("id":8,"result")"));
  change_tools(client.edge.server);
  CHECK(client.line() == changed(id, "tools"));
}

TEST_CASE("two subscriptions at once are told under their own ids, and end one by one without a word",
          "[stdio][SUB-07][SUB-09][CAN-04][CAN-05]") {
  piped client({}, {.max_subscriptions = 2});
  client.write(listen("1", tools_only) + "\n" + listen(R"("1")", tools_only) + "\n");
  CHECK(client.line() == acknowledged("1", tools_only));
  CHECK(client.line() == acknowledged(R"("1")", tools_only));
  client.write(listen("3", tools_only) + "\n");
  CHECK(client.line() == R"({"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"Subscription limit reached"}})");

  {
    held const thread(client.io, 1);
    change_tools(client.edge.server);
  }
  auto const one = client.line();
  auto const other = client.line();
  bool const in_order = one == changed("1", "tools");
  CHECK((in_order || one == changed(R"("1")", "tools")));
  CHECK(other == changed(in_order ? R"("1")" : "1", "tools"));

  client.write(cancel("1") + listen("4", tools_only) + "\n");
  CHECK(client.line() == acknowledged("4", tools_only));
  client.write(cancel(R"("1")") + cancel("4") + cancel("4") + call("5", "quick") + "\n");
  CHECK(has(client.line(), R"("id":5,"result")"));
  change_tools(client.edge.server);
  client.write(call("6", "quick") + "\n");
  CHECK(has(client.line(), R"("id":6,"result")"));
}

TEST_CASE("two subscriptions of one id are both told, and one cancellation ends both", "[stdio][CAN-01][SUB-07]") {
  piped client({}, {.max_subscriptions = 2});
  client.write(listen("1", tools_only) + "\n" + listen("1", tools_only) + "\n");
  CHECK(client.line() == acknowledged("1", tools_only));
  CHECK(client.line() == acknowledged("1", tools_only));
  change_tools(client.edge.server);
  CHECK(client.line() == changed("1", "tools"));
  CHECK(client.line() == changed("1", "tools"));
  client.write(cancel("1") + listen("2", tools_only) + "\n" + listen("3", tools_only) + "\n");
  CHECK(client.line() == acknowledged("2", tools_only));
  CHECK(client.line() == acknowledged("3", tools_only));
}

TEST_CASE("a request to listen can be cancelled with the very next line", "[stdio][CAN-04][SUB-09]") {
  piped client({}, {.max_subscriptions = 1});
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += listen("1", tools_only) + "\n" + cancel("1");
  client.write(lines + call("2", "quick") + "\n");
  auto line = client.line();
  while (line == acknowledged("1", tools_only)) line = client.line();
  CHECK(has(line, R"("id":2,"result")"));
  client.write(listen("3", tools_only) + "\n");
  CHECK(client.line() == acknowledged("3", tools_only));
}

TEST_CASE("the end of the input ends subscriptions with their result, and that they end is said once more",
          "[stdio][SUB-08][CAN-06][STDIO-05][T10]") {
  piped client({.finish_within = std::chrono::hours{1}});
  client.write(listen("5", tools_only) + "\n");
  CHECK(client.line() == acknowledged("5", tools_only));
  client.in->close();
  CHECK(client.line() == ended("5"));
  CHECK(client.line() == told_cancelled("5"));
  CHECK(client.out->read_to_end().empty());
  CHECK(client.ends());
}

TEST_CASE("a server that stops tells what is left to tell before it ends its subscriptions",
          "[stdio][SUB-08][CAN-06]") {
  piped client({.finish_within = std::chrono::hours{1}});
  add_notes(client.edge.server);
  client.write(listen(R"("a")", notes_only) + "\n");
  CHECK(client.line() == acknowledged(R"("a")", notes_only));
  {
    held const thread(client.io, 1);
    client.edge.server.resource_updated("notes://all");
    client.serving->stop();
  }
  CHECK(client.line() == updated(R"("a")", "notes://all"));
  CHECK(client.line() == ended(R"("a")"));
  CHECK(client.line() == told_cancelled(R"("a")"));
  CHECK(client.ends());
}

TEST_CASE("a request to listen that comes as the server stops is acknowledged and ended", "[stdio][SUB-08]") {
  piped client({.finish_within = std::chrono::hours{1}});
  auto const stop = [&client] {
    client.serving->stop();
    return std::string("stopping");
  };
  client.edge.server.tool<"stop">("Stops the server.", stop, {.inline_handler = true});
  client.write(call("1", "stop") + "\n" + listen("2", tools_only) + "\n");
  CHECK(has(client.line(), "stopping"));
  CHECK(client.line() == acknowledged("2", tools_only));
  CHECK(client.line() == ended("2"));
  CHECK(client.line() == told_cancelled("2"));
  CHECK(client.ends());
}

TEST_CASE("when the reader of the output has gone, subscriptions end and so does serving", "[stdio][STDIO-03]") {
  piped client({.finish_within = std::chrono::hours{1}});
  client.write(listen("1", tools_only) + "\n");
  client.line();
  client.out->close();
  change_tools(client.edge.server);
  CHECK(client.ends());
}

TEST_CASE("what is no good to listen for is refused like any request", "[stdio][SUB-01]") {
  piped client;
  client.write(request("1", "subscriptions/listen") + "\n" + listen("2", R"({"toolsListChanged":"yes"})") + "\n");
  CHECK(has(client.line(), R"("id":1,"error":{"code":-32602)"));
  CHECK(has(client.line(), R"("id":2,"error":{"code":-32602)"));
}

TEST_CASE("those who listen on a pipe take no call's place", "[stdio][SUB-14]") {
  piped client({.calls = {.max_calls = 1}});
  for (auto const* id : {"1", "2", "3"}) {
    client.write(listen(id, tools_only) + "\n");
    CHECK(client.line() == acknowledged(id, tools_only));
  }
  client.write(call("4", "pooled", R"({"text":"through"})") + "\n");
  CHECK(has(client.line(), "through"));
}

TEST_CASE("for a client that does not read, changes wait where they take no space", "[stdio][SUB-14][SUB-16]") {
  piped client({.backlog = 1000});
  add_notes(client.edge.server);
  client.write(listen("1", R"({"toolsListChanged":true,"resourceSubscriptions":["notes://all"]})") + "\n");
  client.line();
  // Each change gets all the time that it needs to be sent, so long as there is room for it.
  int const changes = 3000;
  for (int i = 0; i < changes; ++i) {
    client.edge.server.resource_updated("notes://all");
    for (int step = 0; step < 4; ++step) held(client.io, 1);
  }
  client.edge.server.resource_updated("notes://all");
  change_tools(client.edge.server);
  int told = 0;
  auto line = client.line();
  for (; line == updated("1", "notes://all"); line = client.line()) ++told;
  CHECK(line == changed("1", "tools"));
  CHECK(told > 1);
  CHECK(told < changes / 2);  // a pipe takes 64 KiB
  client.edge.server.resource_updated("notes://all");
  CHECK(client.line() == updated("1", "notes://all"));
}

TEST_CASE("a server on pipes may be destroyed while it is listened to", "[stdio][C-49]") {
  for (int i = 0; i < 20; ++i) {
    piped client;
    client.write(listen("1", tools_only) + "\n" + listen("2", notes_only) + "\n");
    if (i % 2 == 0) client.line();
    change_tools(client.edge.server);
  }
}
