// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/http_server.hpp>

#include "asio/raw_client.hpp"
#include "asio/served.hpp"
#include "asio/tools.hpp"
#include "support/catch.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

using namespace parley::testing;
using namespace std::chrono_literals;
using parley::http_options;
using parley::http_request;
using parley::http_response;

namespace {

std::string mirror(std::string const& tool) { return "Mcp-Method: tools/call\r\nMcp-Name: " + tool + "\r\n"; }

// A tool's call with all that belongs to it.
std::string post_call(std::string const& tool, std::string const& arguments = "{}",
                      std::string const& envelope = meta(), std::string const& more = {}) {
  return post(call("1", tool, arguments, envelope), usual_fields + mirror(tool) + more);
}

// The same in chunks of that size, with extensions and trailers.
std::string chunked_call(std::string const& tool, std::string const& arguments, std::size_t piece) {
  auto const body = call("1", tool, arguments);
  std::string text =
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\n" + usual_fields + mirror(tool) + "Transfer-Encoding: chunked\r\n\r\n";
  for (std::size_t at = 0; at < body.size(); at += piece) {
    auto const part = body.substr(at, piece);
    char size[32];
    std::snprintf(size, sizeof size, "%zx;name=\"value\"\r\n", part.size());
    text += size + part + "\r\n";
  }
  return text + "0\r\nTrailer: x\r\n\r\n";
}

bool is_ok(raw_response const& got) { return got.status == 200 && has(got.body, R"("resultType":"complete")"); }

}  // namespace

TEST_CASE("a call is answered with one JSON body, and the connection stays", "[http][HTTP-04][HTTP-21]") {
  served server;
  auto client = server.connect();
  for (auto const* tool : {"quick", "pooled", "nap"}) {
    client.write(post_call(tool, R"({"text":"x","ms":1})"));
    auto const got = read_response(client);
    CHECK(is_ok(got));
    CHECK(got.field("Content-Type") == "application/json");
    CHECK(got.field("Connection") == "(none)");
    CHECK(got.field("Mcp-Session-Id") == "(none)");
  }
}

TEST_CASE("a notification is accepted with an empty body", "[http][HTTP-03][CAN-08][T05]") {
  served server;
  for (auto const* method : {"notifications/cancelled", "notifications/unheard-of"}) {
    auto const got = server.ask(
        post(R"({"jsonrpc":"2.0","method":")" + std::string(method) + R"(","params":{"requestId":1}})", usual_fields));
    CHECK(got.status == 202);
    CHECK(got.field("Content-Length") == "0");
  }
}

TEST_CASE("statuses follow the error's origin", "[http][HTTP-10][HTTP-11][HTTP-12][T04][C-47]") {
  served server;
  auto status = [&](std::string const& body, std::string const& fields) {
    return server.ask(post(body, usual_fields + fields)).status;
  };
  CHECK(status("{", "") == 400);
  CHECK(status("[]", "") == 400);
  CHECK(status("", "") == 400);
  CHECK(status(request("1", "foo/bar"), "Mcp-Method: foo/bar\r\n") == 404);
  CHECK(status(request("1", "tools/list", "", ""), "Mcp-Method: tools/list\r\n") == 400);
  CHECK(status(request("1", "tools/list"), "Mcp-Method: tools/call\r\n") == 400);
  CHECK(status(call("1", "unknown"), mirror("unknown")) == 200);
}

TEST_CASE("progress that comes first makes a stream, and is there before the tool ends",
          "[http][HTTP-05][HTTP-07][C-45]") {
  served server;
  auto client = server.connect();
  client.write(post_call("report", "{}", with_progress()));
  auto const head = client.read_until("\r\n\r\n");
  CHECK(has(head, "HTTP/1.1 200 OK\r\n"));
  CHECK(has(head, "Content-Type: text/event-stream\r\n"));
  CHECK(has(client.read_until("\n\n\r\n"),
            "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\""));
  server.edge.at.open();
  auto const last = client.read_until("0\r\n\r\n");
  CHECK(has(last, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":"));
  client.write(post_call("quick"));
  CHECK(is_ok(read_response(client)));
}

TEST_CASE("a silent call becomes a stream with comments", "[http][HTTP-14][C-45]") {
  served server({.keep_alive = 20ms});
  auto client = server.connect();
  client.write(post_call("wait"));
  CHECK(has(client.read_until("\r\n\r\n"), "text/event-stream"));
  CHECK(has(client.read_until("\n\n\r\n"), ": ping"));
  CHECK(has(client.read_until("\n\n\r\n"), ": ping"));
  server.edge.at.open();
  CHECK(has(client.read_until("0\r\n\r\n"), "passed"));
}

TEST_CASE("what the client accepts decides between body and stream", "[http][T26][T35][C-38]") {
  served server;
  server.edge.at.open();
  auto ask = [&](std::string const& accept) {
    auto fields = "Content-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\n" + mirror("report") + accept;
    return server.ask(post(call("1", "report", "{}", with_progress()), fields));
  };
  CHECK(ask("").field("Content-Type") == "text/event-stream");
  CHECK(ask("Accept: */*\r\n").field("Content-Type") == "text/event-stream");
  CHECK(ask("Accept: Application/JSON\r\nAccept: TEXT/Event-Stream;q=0.5\r\n").field("Content-Type") ==
        "text/event-stream");
  auto const json = ask("Accept: application/json\r\n");
  CHECK(json.field("Content-Type") == "application/json");
  CHECK(is_ok(json));
  CHECK(ask("Accept: text/event-stream\r\n").field("Content-Type") == "text/event-stream");
  CHECK(ask("Accept: text/html\r\n").status == 406);
}

TEST_CASE("the body is JSON and not packed", "[http][HTTP-13][T28][C-38][C-42]") {
  served server;
  auto status = [&](std::string const& fields) {
    return server
        .ask(post(call("1", "quick"), "Accept: */*\r\nMCP-Protocol-Version: 2026-07-28\r\n" + mirror("quick") + fields))
        .status;
  };
  CHECK(status("Content-Type: application/json;charset=\"UTF-8\"\r\n") == 200);
  CHECK(status("Content-Type: text/plain\r\n") == 415);
  CHECK(status("") == 415);
  CHECK(status("Content-Type: application/json\r\nContent-Encoding: gzip\r\n") == 415);
}

TEST_CASE("web pages of other sites are turned away on every method and path", "[http][SEC-01][SEC-03][C-39][T23]") {
  served server;
  auto status = [&](std::string const& line, std::string const& fields) {
    return server.ask(line + " HTTP/1.1\r\n" + fields + "\r\n").status;
  };
  for (auto const* line : {"POST /mcp", "GET /mcp", "OPTIONS /mcp", "GET /health", "GET /.well-known/x"}) {
    INFO(line);
    CHECK(status(line, "Host: localhost\r\nOrigin: http://evil.example\r\n") == 403);
    CHECK(status(line, "Host: localhost\r\nOrigin: null\r\n") == 403);
    CHECK(status(line, "Host: evil.example\r\n") == 403);
    CHECK(status(line, "") == 400);
  }
  for (auto const* host : {"127.0.0.1", "localhost:8080", "LOCALHOST:8080", "[::1]:8080", "[::1]"}) {
    INFO(host);
    CHECK(status("GET /health", "Host: " + std::string(host) + "\r\nOrigin: HTTP://LOCALHOST:8080\r\n") == 200);
  }
}

TEST_CASE("the endpoint takes POST alone, and other paths are not it", "[http][HTTP-09][HTTP-20][C-41]") {
  http_options without_sessions;
  without_sessions.sessions.mode = parley::session_mode::off;
  served server(std::move(without_sessions));
  for (auto const* method : {"GET", "HEAD", "DELETE", "PUT", "PATCH"}) {
    INFO(method);
    auto const got = server.ask(std::string(method) +
                                " /mcp HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 5\r\nMcp-Session-Id: x\r\n\r\n");
    CHECK(got.status == 405);
    CHECK(has(got.field("Allow"), "POST"));
    CHECK(got.field("Mcp-Session-Id") == "(none)");
  }
  auto posted = [&](std::string const& target) {
    return server.ask(post(call("1", "quick"), usual_fields + mirror("quick"), target)).status;
  };
  CHECK(posted("/mcp?x=1") == 200);
  CHECK(posted("/mcp/") == 404);
  CHECK(posted("//mcp") == 404);
  CHECK(posted("/MCP") == 404);
  CHECK(posted("/other") == 404);
}

TEST_CASE("a page of an allowed origin may ask before it sends", "[http][HDR-29]") {
  served server;
  auto const got = server.ask(
      "OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\nAccess-Control-Request-Method: "
      "POST\r\n\r\n");
  CHECK(got.status == 204);
  CHECK(got.field("Access-Control-Allow-Origin") == "http://localhost:3000");
  CHECK(server.ask(post_call("quick", "{}", meta(), "Origin: http://localhost:3000\r\n"))
            .field("Access-Control-Allow-Origin") == "http://localhost:3000");
}

TEST_CASE("routes of the program's own stand beside the endpoint", "[http]") {
  served server;
  auto const health = server.ask("GET /health?verbose HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(health.status == 200);
  CHECK(health.body == "fine\n");
  auto const head = server.ask("HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(head.status == 200);
  CHECK(head.field("Content-Length") == "5");
  CHECK(server.ask(post("text", "", "/echo?a=b")).body == "a=b|text");
  auto const wrong = server.ask("PUT /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(wrong.status == 405);
  CHECK(wrong.field("Allow") == "GET, HEAD");
}

TEST_CASE("a body arrives whole however it is sent", "[http][C-42]") {
  served server;
  std::string const text(200'000, 'x');
  CHECK(is_ok(server.ask(chunked_call("pooled", R"({"text":"short"})", 1))));
  CHECK(is_ok(server.ask(chunked_call("pooled", R"({"text":")" + text + "\"}", 70'000))));
  auto client = server.connect();
  for (char const c : post_call("pooled", R"({"text":"byte by byte"})")) client.write({&c, 1});
  CHECK(has(read_response(client).body, "byte by byte"));
}

TEST_CASE("a body over the limit is 413 with a reason, whichever way it is announced", "[http][HTTP-13][C-42]") {
  served server({.max_body = 100'000});
  std::string const arguments = R"({"text":")" + std::string(200'000, 'x') + "\"}";
  for (auto const& request : {post_call("pooled", arguments), chunked_call("pooled", arguments, 5000)}) {
    auto const got = server.ask(request);
    CHECK(got.status == 413);
    CHECK(has(got.body, "-32600"));
    CHECK(got.field("Connection") == "close");
  }
}

TEST_CASE("a client that waits for leave to send is given it, or told no", "[http][C-42]") {
  served server({.max_body = 1000});
  auto const whole = post_call("quick", "{}", meta(), "Expect: 100-continue\r\n");
  auto const end = whole.find("\r\n\r\n") + 4;
  auto client = server.connect();
  client.write(whole.substr(0, end));
  CHECK(client.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
  client.write(whole.substr(end));
  CHECK(is_ok(read_response(client)));
  CHECK(server
            .ask("POST /mcp HTTP/1.1\r\nHost: localhost\r\n" + usual_fields +
                 "Expect: 100-continue\r\nContent-Length: 1001\r\n\r\n")
            .status == 413);
}

TEST_CASE("a length given in two ways is refused and the connection closed", "[http][C-42]") {
  served server;
  auto client = server.connect();
  client.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\n" + usual_fields +
               "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nPOST /mcp HTTP/1.1\r\n");
  CHECK(read_response(client).status == 400);
  client.end_writing();
  CHECK(client.read_to_end().empty());
}

TEST_CASE("who does not finish a request in time is told so and cut off", "[http][HTTP-22][C-42]") {
  served server({.read_timeout = 50ms});
  for (auto const& begun : {std::string("POST /mcp HT"), post_call("quick").substr(0, 300)}) {
    auto client = server.connect();
    client.write(begun);
    CHECK(read_response(client).status == 408);
    client.end_writing();
    CHECK(client.read_to_end().empty());
  }
}

TEST_CASE("who never pauses is cut off in time as well", "[http][HTTP-22][C-42]") {
  served server({.read_timeout = 200ms});
  // Chunks of one byte, which the limit of a body does not end soon, behind names that nobody reads; to an endpoint
  // that takes them, and to one that has refused the request already and only waits for its end.
  std::string piece;
  for (int i = 0; i < 256; ++i) piece += "1;" + std::string(4000, 'x') + "\r\n \r\n";
  for (std::string const type : {"application/json", "text/plain"}) {
    auto client = server.connect();
    client.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: " + type +
                 "\r\n\r\n");
    auto const begin = std::chrono::steady_clock::now();
    auto const passed = [&] { return std::chrono::steady_clock::now() - begin; };
    while (passed() < patience / 4 && client.write(piece)) {
    }
    CHECK(passed() < patience / 4);
  }
}

TEST_CASE("a connection without a request is closed in silence", "[http][HTTP-22]") {
  served server({.idle_timeout = 20ms});
  auto client = server.connect();
  CHECK(client.read_to_end().empty());
}

TEST_CASE("too many or too long headers are 431", "[http][HTTP-22]") {
  served server({.max_header_bytes = 1000, .max_headers = 5});
  CHECK(server.ask("GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(2000, 'x') + "\r\n\r\n").status ==
        431);
  CHECK(server.ask("GET /health HTTP/1.1\r\nHost: localhost\r\nA: 1\r\nA: 1\r\nA: 1\r\nA: 1\r\nA: 1\r\n\r\n").status ==
        431);
}

TEST_CASE("requests that come before their turn are answered in order", "[http]") {
  served server;
  auto client = server.connect();
  std::string all;
  for (int i = 0; i < 20; ++i) all += post_call("pooled", R"({"text":"number )" + std::to_string(i) + "!\"}");
  client.write(post_call("wait") + all);
  REQUIRE(server.edge.at.wait_arrived(1));
  server.edge.at.open();
  CHECK(has(read_response(client).body, "passed"));
  for (int i = 0; i < 20; ++i) CHECK(has(read_response(client).body, "number " + std::to_string(i) + "!"));
}

TEST_CASE("HTTP/1.0 gets its answer and its end", "[http]") {
  served server;
  server.edge.at.open();
  auto request = post_call("report", "{}", with_progress());
  request.replace(request.find("HTTP/1.1"), 8, "HTTP/1.0");
  auto client = server.connect();
  client.write(request);
  auto const all = client.read_to_end();
  CHECK(has(all, "Connection: close\r\n"));
  CHECK_FALSE(has(all, "chunked"));
  CHECK(has(all, "notifications/progress"));
  CHECK(has(all, "passed"));
}

TEST_CASE("a client that goes away before anything was sent has its call cancelled", "[http][HTTP-16][CAN-02]") {
  served server;
  auto client = server.connect();
  client.write(post_call("wait"));
  REQUIRE(server.edge.at.wait_arrived(1));
  SECTION("politely") { client.close(); }
  SECTION("rudely") { client.reset(); }
  CHECK(server.edge.at.wait_cancelled(1));
}

TEST_CASE("a client that leaves its stream has its call cancelled", "[http][HTTP-16][CAN-02]") {
  served server;
  auto client = server.connect();
  client.write(post_call("report", "{}", with_progress()));
  client.read_until("\n\n\r\n");
  client.close();
  CHECK(server.edge.at.wait_cancelled(1));
}

TEST_CASE("a client that has closed only its sending side still gets a quick answer", "[http]") {
  served server;
  auto client = server.connect();
  client.write(post_call("pooled", R"({"text":"x"})"));
  client.end_writing();
  CHECK(is_ok(read_response(client)));
}

TEST_CASE("one call more than the limit is told that the server is busy, and quick ones still pass",
          "[http][C-35][HTTP-22]") {
  served server({.calls = {.max_calls = 2}});
  auto first = server.connect();
  auto second = server.connect();
  first.write(post_call("wait"));
  second.write(post_call("wait"));
  REQUIRE(server.edge.at.wait_arrived(2));
  auto const busy = server.ask(post_call("pooled", R"({"text":"x"})"));
  CHECK(busy.status == 503);
  CHECK(busy.field("Retry-After") == "1");
  CHECK(has(busy.body, R"("id":1,"error":{"code":-32603)"));
  CHECK(is_ok(server.ask(post_call("quick"))));
  server.edge.at.open();
  CHECK(is_ok(read_response(first)));
}

TEST_CASE("one connection more than the limit is turned away cleanly", "[http][HTTP-22]") {
  served server({.max_connections = 1});
  auto first = server.connect();
  first.write(post_call("quick"));
  CHECK(is_ok(read_response(first)));
  CHECK(server.ask(post_call("quick")).status == 503);
  first.write(post_call("quick"));
  CHECK(is_ok(read_response(first)));
}

TEST_CASE("notifications that a slow client leaves unread are dropped, its answer is not", "[http][PRG-04]") {
  served server({.backlog = 100'000});
  auto client = server.connect();
  client.write(post_call("flood", "{}", with_progress()));
  REQUIRE(server.edge.at.wait_arrived(1));
  server.edge.at.open();
  CHECK(has(client.read_until("0\r\n\r\n"), "passed"));
}

TEST_CASE("whom the hook does not let in is challenged before the body is read",
          "[http][HTTP-17][AUTH-07][AUTH-16][SEC-05]") {
  http_options options;
  options.authenticate =
      [](parley::http_request_view const& request) -> parley::result<parley::principal, parley::http_challenge> {
    auto const who = parley::find_header(request, "X-User").value_or("");
    if (who == "broken") throw std::runtime_error("broken");
    if (who.empty()) return parley::refused{parley::http_challenge{}};
    return parley::principal::user("test", std::string(who));
  };
  served server(options);
  auto const stranger = server.ask("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n");
  CHECK(stranger.status == 401);
  CHECK(stranger.field("WWW-Authenticate") == "Bearer");
  CHECK(server.ask("POST /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n").status == 403);
  CHECK(is_ok(server.ask(post_call("quick", "{}", meta(), "X-User: ann\r\n"))));
  CHECK(server.ask(post_call("quick", "{}", meta(), "X-User: broken\r\n")).status == 500);
  CHECK(server.ask("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 200);
}

TEST_CASE("stopping lets requests that have begun come to their end and closes the rest", "[http]") {
  served server({.finish_within = std::chrono::hours{1}});
  auto busy = server.connect();
  busy.write(post_call("wait"));
  auto idle = server.connect();
  idle.write(post_call("quick"));
  CHECK(is_ok(read_response(idle)));
  REQUIRE(server.edge.at.wait_arrived(1));
  server.http->stop();
  CHECK(idle.read_to_end().empty());
  idle.close();
  server.edge.at.open();
  CHECK(is_ok(read_response(busy)));
  busy.close();
  CHECK(server.ends());
}

TEST_CASE("calls that outlast the grace period of a stop are cancelled", "[http]") {
  served server({.finish_within = 1ms});
  auto client = server.connect();
  client.write(post_call("wait"));
  auto other = server.connect();
  other.write(post_call("nap", R"({"ms":3600000})"));
  REQUIRE(server.edge.at.wait_arrived(1));
  server.http->stop();
  CHECK(server.edge.at.wait_cancelled(1));
  CHECK(client.read_to_end().empty());
  CHECK(other.read_to_end().empty());
  CHECK(server.ends());
}

TEST_CASE("a server may be destroyed while calls run", "[http][C-49]") {
  for (int i = 0; i < 20; ++i) {
    served server;
    std::vector<raw_stream> clients;
    for (auto const* tool : {"wait", "report", "nap", "quick", "flood"}) {
      clients.push_back(server.connect());
      clients.back().write(post_call(tool, R"({"ms":3600000})", with_progress()));
    }
    clients.push_back(server.connect());
    clients.back().write("POST /mcp HT");
    REQUIRE(server.edge.at.wait_arrived(2));
  }
}

TEST_CASE("a server whose io_context was stopped first does not wait for handlers that nobody cancelled",
          "[http][C-49]") {
  served server;
  auto client = server.connect();
  client.write(post_call("wait"));
  REQUIRE(server.edge.at.wait_arrived(1));
  server.io.stop();
  server.http.reset();
  CHECK(server.edge.at.wait_cancelled(1));
}

TEST_CASE("a route that could not be served is refused where it is added", "[http]") {
  edge_server edge;
  boost::asio::io_context io;
  parley::http_server http(io, edge.server);
  auto const fine = [](http_request const&) { return http_response{}; };
  CHECK_THROWS_AS(http.route("", "/x", fine), std::invalid_argument);
  CHECK_THROWS_AS(http.route("GET", "x", fine), std::invalid_argument);
  CHECK_THROWS_AS(http.route("GET", "/x", nullptr), std::invalid_argument);
  CHECK_NOTHROW(http.route("GET", "/x", fine));
}

TEST_CASE("connections that break at any point leave nothing behind", "[http][C-49]") {
  served server;
  auto const request = post_call("report", "{}", with_progress());
  for (std::size_t i = 0; i < 300; ++i) {
    auto client = server.connect();
    client.write(request.substr(0, 1 + i * 7 % request.size()));
    if (i % 3 == 0) client.readable_within(1ms);
    i % 2 == 0 ? client.reset() : client.close();
  }
  server.edge.at.open();
  CHECK(is_ok(server.ask(post_call("quick"))));
}

TEST_CASE("starting, serving and stopping can go on for ever", "[http][C-49]") {
  for (int i = 0; i < 100; ++i) {
    served server;
    CHECK(is_ok(server.ask(post_call("pooled", R"({"text":"x"})"))));
  }
}

TEST_CASE("options that make no sense are refused at once", "[http][SEC-04]") {
  edge_server edge;
  boost::asio::io_context io;
  auto make = [&](http_options options) { parley::http_server const made(io, edge.server, std::move(options)); };
  CHECK_THROWS_AS(make({.host = "0.0.0.0"}), std::invalid_argument);
  CHECK_THROWS_AS(make({.path = "mcp"}), std::invalid_argument);
  CHECK_THROWS_AS(make({.max_connections = 0}), std::invalid_argument);
  CHECK_THROWS_AS(make({.keep_alive = 0ms}), std::invalid_argument);
  CHECK_THROWS_AS(make({.read_timeout = std::chrono::milliseconds::max()}), std::invalid_argument);
  CHECK_THROWS_AS(make({.finish_within = -1ms}), std::invalid_argument);
  CHECK_THROWS_AS(make({.tls = parley::tls_files{"/nowhere", "/nowhere"}}), std::invalid_argument);
  parley::http_server const taken(io, edge.server);
  CHECK_THROWS_AS(make({.port = taken.port()}), std::system_error);
  CHECK(taken.url() == "http://127.0.0.1:" + std::to_string(taken.port()) + "/mcp");
}
