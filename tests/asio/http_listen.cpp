// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Subscriptions over HTTP: http_call.hpp and http_session.hpp as far as a request becomes a stream.

#include <parley/asio/http_call.hpp>
#include <parley/asio/http_connection.hpp>
#include <parley/asio/http_server.hpp>
#include <parley/asio/wake_gate.hpp>

#include "asio/listening.hpp"
#include "asio/raw_client.hpp"
#include "asio/served.hpp"
#include "support/catch.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace parley::testing;
using namespace std::chrono_literals;

namespace {

std::string const listen_fields = usual_fields + "Mcp-Method: subscriptions/listen\r\n";

std::string post_listen(std::string const& id, std::string const& filter, std::string const& more = {}) {
  return post(listen(id, filter), listen_fields + more);
}
std::string post_quick() {
  return post(call("1", "quick"), usual_fields + "Mcp-Method: tools/call\r\nMcp-Name: quick\r\n");
}

// The data of one chunk; empty for the last one.
std::string chunk(raw_stream& from) {
  auto const size = std::strtoul(from.read_until("\r\n").c_str(), nullptr, 16);
  auto const data = from.read_exactly(size);
  return from.read_exactly(2) == "\r\n" ? data : "no chunk";
}
std::string event(std::string const& message) { return "event: message\ndata: " + message + "\n\n"; }

// A client that listens; its stream has begun, and nothing of it has been read.
raw_stream listener(served const& server, std::string const& id, std::string const& filter) {
  auto client = server.connect();
  client.write(post_listen(id, filter));
  REQUIRE(has(client.read_until("\r\n\r\n"), "HTTP/1.1 200 OK\r\n"));
  return client;
}

// Asks until there is room: that somebody has gone is noticed soon, but not at once.
bool is_let_in(raw_stream& client, std::string const& id, std::string const& filter) {
  auto const until = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < until) {
    client.write(post_listen(id, filter));
    if (has(client.read_until("\r\n\r\n"), "text/event-stream")) return true;
    client.read_until("}}");
  }
  return false;
}

}  // namespace

TEST_CASE("a stream of changes begins with what was agreed to, and all of it names its request",
          "[http][SUB-02][SUB-03][SUB-04][SUB-05][SUB-10][SUB-12][HTTP-06]") {
  served server;
  add_notes(server.edge.server);
  auto const* const id = GENERATE("7", R"("7")", "1767225600000", R"("")");
  auto client = server.connect();
  client.write(
      post_listen(id, R"({"resourceSubscriptions":["notes://all"],"toolsListChanged":true})", "Last-Event-ID: 5\r\n"));
  auto const head = client.read_until("\r\n\r\n");
  CHECK(has(head, "HTTP/1.1 200 OK\r\n"));
  CHECK(has(head, "\r\nContent-Type: text/event-stream\r\n"));
  CHECK(has(head, "\r\nX-Accel-Buffering: no\r\n"));
  CHECK(chunk(client) ==
        event(acknowledged(id, R"({"toolsListChanged":true,"resourceSubscriptions":["notes://all"]})")));

  server.edge.server.prompt<"unheard">("Nobody asked for these.", [] { return std::string("x"); });
  server.edge.server.resource_updated("notes://other");
  server.edge.server.resource_updated("notes://all");
  CHECK(chunk(client) == event(updated(id, "notes://all")));
  change_tools(server.edge.server);
  CHECK(chunk(client) == event(changed(id, "tools")));
}

TEST_CASE("what has changed often before it could be sent is told once", "[http][SUB-14][SUB-16]") {
  served server;
  add_notes(server.edge.server);
  auto client = listener(server, "1", R"({"toolsListChanged":true,"resourceSubscriptions":["notes://all"]})");
  chunk(client);
  {
    held const threads(server.io, 2);
    for (int i = 0; i < 1000; ++i) change_tools(server.edge.server);
    server.edge.server.resource_updated("notes://all");
  }
  CHECK(chunk(client) == event(changed("1", "tools")));
  CHECK(chunk(client) == event(updated("1", "notes://all")));
  server.edge.server.resource_updated("notes://all");
  CHECK(chunk(client) == event(updated("1", "notes://all")));
}

TEST_CASE("one change is told on every stream that wants it, under the id of each", "[http][SUB-07]") {
  served server;
  std::vector<raw_stream> clients;
  for (auto const* id : {"1", "1", R"("1")"}) clients.push_back(listener(server, id, tools_only));
  for (auto& client : clients) chunk(client);
  change_tools(server.edge.server);
  CHECK(chunk(clients[0]) == event(changed("1", "tools")));
  CHECK(chunk(clients[1]) == event(changed("1", "tools")));
  CHECK(chunk(clients[2]) == event(changed(R"("1")", "tools")));
}

TEST_CASE("a stream on which nothing happens is kept alive by comments", "[http][SUB-12][SUB-15]") {
  served server({.keep_alive = 20ms});
  auto client = listener(server, "1", "{}");
  CHECK(chunk(client) == event(acknowledged("1", "{}")));
  CHECK(chunk(client) == ": ping\n\n");
  CHECK(chunk(client) == ": ping\n\n");
}

TEST_CASE("whoever leaves makes room for another, who is told nothing of what was before",
          "[http][SUB-09][SUB-13][SUB-14]") {
  served server({}, {.max_subscriptions = 1});
  add_notes(server.edge.server);
  auto first = listener(server, "1", tools_only);
  chunk(first);
  auto const one_too_many = server.ask(post_listen("2", tools_only));
  CHECK(one_too_many.status == 200);
  CHECK(one_too_many.field("Content-Type") == "application/json");
  CHECK(has(one_too_many.body, R"("id":2,"error":{"code":-32603,"message":"Subscription limit reached"})"));

  SECTION("politely") { first.close(); }
  SECTION("rudely") { first.reset(); }
  change_tools(server.edge.server);
  auto second = server.connect();
  REQUIRE(is_let_in(second, "3", notes_only));
  CHECK(chunk(second) == event(acknowledged("3", notes_only)));
  server.edge.server.resource_updated("notes://all");
  CHECK(chunk(second) == event(updated("3", "notes://all")));
}

TEST_CASE("who takes no stream is told so, and takes nobody's place", "[http][SUB-10][T26]") {
  served server({}, {.max_subscriptions = 1});
  auto client = server.connect();
  auto ask = [&](std::string const& accept) {
    client.write(post(listen("1", tools_only),
                      "Content-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\n"
                      "Mcp-Method: subscriptions/listen\r\n" +
                          accept));
  };
  for (int i = 0; i < 3; ++i) {
    ask("Accept: application/json\r\n");
    auto const refused = read_response(client);
    CHECK(refused.status == 406);
    CHECK(refused.field("Content-Type") == "application/json");
    CHECK(has(refused.body, R"("id":1,"error":{"code":-32600)"));
  }
  auto const* const accept = GENERATE("", "Accept: */*\r\n", "Accept: text/event-stream\r\n");
  ask(accept);
  CHECK(has(client.read_until("\r\n\r\n"), "text/event-stream"));
  CHECK(chunk(client) == event(acknowledged("1", tools_only)));
}

TEST_CASE("a request to listen that is no good is answered like any other", "[http][SUB-01]") {
  served server({}, {.max_watched_resources = 2});
  add_notes(server.edge.server);
  auto client = server.connect();
  auto code = [&](std::string const& members) {
    client.write(post(request("1", "subscriptions/listen", members), listen_fields));
    auto const got = read_response(client);
    CHECK(got.status == 200);
    CHECK(got.field("Content-Type") == "application/json");
    return has(got.body, R"("id":1,"error":{"code":-32602)");
  };
  CHECK(code(""));
  CHECK(code(R"("notifications":null,)"));
  CHECK(code(R"("notifications":[],)"));
  CHECK(code(R"("notifications":{"toolsListChanged":1},)"));
  CHECK(code(R"("notifications":{"resourceSubscriptions":"notes://all"},)"));
  CHECK(code(R"("notifications":{"resourceSubscriptions":["notes"]},)"));
  CHECK(code(R"("notifications":{"resourceSubscriptions":["a:1","a:2","a:3"]},)"));
  client.write(post_quick());
  CHECK(read_response(client).status == 200);
}

TEST_CASE("those who listen take no call's place", "[http][SUB-14][HTTP-22]") {
  served server({.calls = {.max_calls = 1}});
  std::vector<raw_stream> listeners;
  for (int i = 0; i < 5; ++i) {
    listeners.push_back(listener(server, "1", tools_only));
    chunk(listeners.back());
  }
  auto const got = server.ask(post(call("1", "pooled", R"({"text":"through"})"),
                                   usual_fields + "Mcp-Method: tools/call\r\nMcp-Name: pooled\r\n"));
  CHECK(got.status == 200);
  CHECK(has(got.body, "through"));
}

TEST_CASE("a server that stops tells what is left to tell, and ends its streams in order",
          "[http][SUB-08][HTTP-06][T10]") {
  served server({.finish_within = std::chrono::hours{1}});
  add_notes(server.edge.server);
  auto client = listener(server, "5", notes_only);
  chunk(client);
  {
    held const threads(server.io, 2);
    server.edge.server.resource_updated("notes://all");
    server.http->stop();
  }
  CHECK(chunk(client) == event(updated("5", "notes://all")));
  CHECK(chunk(client) == event(ended("5")));
  CHECK(chunk(client).empty());
  CHECK(client.read_to_end().empty());
  client.close();
  CHECK(server.ends());
}

TEST_CASE("HTTP/1.0 hears of changes too, and the end of its connection is the end", "[http][SUB-08]") {
  served server;
  auto request = post_listen("1", tools_only);
  request.replace(request.find("HTTP/1.1"), 8, "HTTP/1.0");
  auto client = server.connect();
  client.write(request);
  client.read_until("\r\n\r\n");
  CHECK(client.read_until("\n\n") == event(acknowledged("1", tools_only)));
  change_tools(server.edge.server);
  CHECK(client.read_until("\n\n") == event(changed("1", "tools")));
  server.http->stop();
  CHECK(client.read_to_end() == event(ended("1")));
}

TEST_CASE("listeners that break off at any point make room for others", "[http][SUB-09][SUB-14][C-49]") {
  served server({.max_connections = 8}, {.max_subscriptions = 1});
  auto const request = post_listen("1", tools_only);
  for (std::size_t i = 0; i < 300; ++i) {
    auto client = server.connect();
    client.write(i % 4 == 0 ? request.substr(0, 1 + i * 7 % request.size()) : request);
    if (i % 3 == 0) client.readable_within(1ms);
    i % 2 == 0 ? client.reset() : client.close();
  }
  for (bool let_in = false; !let_in;) {
    auto client = server.connect();
    client.write(post_quick());
    if (read_response(client).status != 200) continue;  // connections that are still being given up
    let_in = is_let_in(client, "2", tools_only);
    REQUIRE(let_in);
  }
}

TEST_CASE("a call that was given up before it became a stream is over when it does", "[http][CAN-02][C-49]") {
  edge_server edge;
  boost::asio::io_context io;
  auto const connection =
      std::make_shared<parley::detail::http_connection>(boost::asio::ip::tcp::socket(io), nullptr, 1s);
  parley::detail::http_call call(connection, 1000, {}, std::make_shared<parley::detail::wake_gate>());
  auto message = edge.server.read(listen("1", tools_only), {});
  REQUIRE(message);
  auto listening = edge.server.begin(*std::move(message), {}, call);
  REQUIRE(listening.start() == parley::exchange::action::listen);
  call.cancel();
  call.finish({.stream = listening.stream()});
  CHECK(call.outcome());
}

TEST_CASE("a server may be destroyed while it is listened to", "[http][C-49]") {
  for (int i = 0; i < 20; ++i) {
    served server;
    std::vector<raw_stream> listeners;
    for (int each = 0; each < 5; ++each) {
      listeners.push_back(server.connect());
      listeners.back().write(post_listen("1", tools_only));
      if (each % 2 == 0) listeners.back().read_until("\n\n\r\n");
    }
    change_tools(server.edge.server);
  }
}
