// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Sessions of the older revisions over HTTP: how they begin, whom they belong to, what is refused, and the same without
// sessions. Their streams are in http_sessions_streams.cpp.

#include <parley/asio/bearer_tokens.hpp>
#include <parley/asio/session_endpoint.hpp>
#include <parley/asio/session_keeper.hpp>

#include "asio/session_client.hpp"
#include "support/catch.hpp"

#include <atomic>
#include <chrono>
#include <string>

using namespace parley;
using namespace parley::testing;
using namespace std::chrono_literals;

namespace {

http_options with_sessions(session_options sessions) {
  http_options options;
  options.sessions = std::move(sessions);
  return options;
}

bool is_error(raw_response const& got, int status, std::string const& code, std::string const& id) {
  INFO(got.head << got.body);
  bool const as_wanted = got.status == status && got.field("Content-Type") == "application/json" &&
                         has(got.body, R"("error":{"code":)" + code) &&
                         (id.empty() ? !has(got.body, R"("id":)") : has(got.body, R"("id":)" + id + ","));
  CHECK(as_wanted);
  return as_wanted;
}

}  // namespace

TEST_CASE("a handshake begins a session, in which requests need no envelope", "[http][LEG-01][LEG-20][LEG-23]") {
  served server;
  session_client client(server);
  CHECK(client.hello.status == 200);
  CHECK(client.hello.field("Content-Type") == "application/json");
  CHECK(has(client.hello.body, R"("protocolVersion":"2025-11-25")"));
  CHECK(client.id.size() == 32);

  auto const got = client.post(bare_call("1", "quick"));
  CHECK(got.status == 200);
  CHECK(got.field("Content-Type") == "application/json");
  CHECK(got.body == text_result("1", "ok"));
  CHECK(client.post(bare_call("2", "pooled", R"({"text":"hello"})")).body == text_result("2", "hello"));
  CHECK(client.post(bare_call("3", "nap", R"({"ms":1})")).body == text_result("3", "rested"));
  CHECK(client.post(bare("4", "ping")).body == R"({"jsonrpc":"2.0","id":4,"result":{}})");

  session_client other(server);
  CHECK(other.id != client.id);
}

TEST_CASE("several requests of a session may share a connection", "[http][LEG-20]") {
  served server;
  session_client client(server);
  auto stream = server.connect();
  stream.write(client.posted(bare_call("1", "quick")) + client.posted(bare_call("2", "quick")));
  CHECK(read_response(stream).body == text_result("1", "ok"));
  CHECK(read_response(stream).body == text_result("2", "ok"));
  stream.write(client.posted(initialized) + client.bodiless("DELETE"));
  CHECK(read_response(stream).status == 202);
  CHECK(read_response(stream).status == 204);
}

TEST_CASE("over HTTP the oldest revision is answered with the newest", "[http][LEG-02]") {
  served server;
  CHECK(has(session_client(server, "2024-11-05").hello.body, R"("protocolVersion":"2025-11-25")"));
  CHECK(has(session_client(server, "2025-06-18").hello.body, R"("protocolVersion":"2025-06-18")"));
}

TEST_CASE("a request that names no session is refused, and one of an unknown session too",
          "[http][LEG-24][LEG-25][T07][T22]") {
  served server;
  session_client client(server);
  auto const asked = [&](std::string const& fields) {
    return server.ask(post(bare_call("7", "quick"), older_fields + fields));
  };
  is_error(asked(""), 400, "-32600", "7");
  is_error(asked("Mcp-Session-Id: " + client.id + "x\r\n"), 404, "-32600", "7");
  is_error(asked("Mcp-Session-Id: \r\n"), 404, "-32600", "7");
  is_error(asked("Mcp-Session-Id: a b\r\n"), 404, "-32600", "7");
  is_error(asked(client.fields() + client.fields()), 400, "-32600", "7");
  is_error(server.ask(post(initialized, older_fields)), 400, "-32600", "null");
  is_error(server.ask(post(initialized, older_fields + "Mcp-Session-Id: x\r\n")), 404, "-32600", "null");
  CHECK(client.post(bare("1", "ping")).status == 200);
}

TEST_CASE("a handshake that is no good begins nothing", "[http][LEG-01]") {
  served server;
  auto const got = server.ask(post(bare("1", "initialize"), older_fields));
  CHECK(got.field("Mcp-Session-Id") == "(none)");
  CHECK(has(got.body, R"("code":-32602)"));
}

TEST_CASE("a session is begun once", "[http][LEG-05]") {
  served server;
  session_client client(server);
  auto const again = client.post(initialize());
  is_error(again, 400, "-32600", "0");
  CHECK(again.field("Mcp-Session-Id") == "(none)");
  is_error(server.ask(post(initialize(), older_fields + "Mcp-Session-Id: gone\r\n")), 404, "-32600", "0");
  CHECK(client.post(bare("1", "ping")).status == 200);
}

TEST_CASE("a session is that of whoever began it", "[http][LEG-39][SEC-06]") {
  http_options options;
  options.authenticate = bearer_tokens({{"ann", "secret-a"}, {"bob", "secret-b"}}, default_primitives<>::get());
  served server(std::move(options));
  session_client ann(server, "2025-11-25", "Authorization: Bearer secret-a\r\n");
  REQUIRE(ann.id.size() == 32);
  CHECK(ann.post(bare("1", "ping")).status == 200);

  session_client bob(server, "2025-11-25", "Authorization: Bearer secret-b\r\n");
  bob.id = ann.id;
  is_error(bob.post(bare("1", "ping")), 404, "-32600", "1");
  CHECK(bob.ask("GET").status == 404);
  CHECK(bob.ask("DELETE").status == 404);
  session_client nobody = ann;
  nobody.more_fields.clear();
  CHECK(nobody.post(bare("1", "ping")).status == 401);
  CHECK(nobody.ask("GET").status == 401);
  CHECK(nobody.ask("DELETE").status == 401);
  CHECK(ann.post(bare("1", "ping")).status == 200);
}

TEST_CASE("a client may end its session, which is then unknown", "[http][LEG-26][LEG-25]") {
  served server;
  session_client client(server);
  CHECK(server.ask("DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 400);
  auto const ended = client.ask("DELETE");
  CHECK(ended.status == 204);
  CHECK(ended.body.empty());
  is_error(client.post(bare("1", "ping")), 404, "-32600", "1");
  CHECK(client.ask("GET").status == 404);
  is_error(client.ask("DELETE"), 404, "-32600", "");
}

TEST_CASE("a version in the head must be one that is spoken, and need not be the one agreed on",
          "[http][LEG-27][LEG-28]") {
  served server;
  session_client client(server);
  auto const named = [&](std::string const& version) { return "MCP-Protocol-Version: " + version + "\r\n"; };
  for (auto const* version : {"2025-11-25", "2025-06-18", "2025-03-26"}) {
    CHECK(client.post(bare("1", "ping"), named(version)).status == 200);
  }
  for (auto const* version : {"2024-11-05", "1900-01-01", "x"}) {
    is_error(client.post(bare("1", "ping"), named(version)), 400, "-32600", "1");
    CHECK(client.ask("GET", named(version)).status == 400);
    CHECK(client.ask("DELETE", named(version)).status == 400);
  }
  CHECK(client.post(bare("1", "ping"), named("2025-11-25") + named("2025-11-25")).status == 400);
  CHECK(session_client(server, "2025-11-25", named("1900-01-01")).hello.status == 200);
}

TEST_CASE("a client of an older revision takes both forms of an answer", "[http][LEG-38][T26]") {
  served server;
  session_client client(server);
  auto const accepting = [&](std::string const& accept) {
    return server.ask(post(bare("1", "ping"), "Content-Type: application/json\r\n" + client.fields() + accept));
  };
  is_error(accepting("Accept: application/json\r\n"), 406, "-32600", "1");
  is_error(accepting("Accept: text/event-stream\r\n"), 406, "-32600", "1");
  CHECK(accepting("Accept: text/event-stream, application/json\r\n").status == 200);
  CHECK(accepting("Accept: */*\r\n").status == 200);
}

TEST_CASE("a request with an envelope belongs to no session, whatever its head says", "[http][T29][VER-04][VER-08]") {
  served server;
  session_client client(server);
  auto const mirrored =
      "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: quick\r\n" + older_fields;
  for (auto const& fields : {client.fields(), std::string("Mcp-Session-Id: unknown\r\n"),
                             client.fields() + client.fields(), std::string("Mcp-Session-Id: \r\n")}) {
    auto const got = server.ask(post(call("1", "quick"), mirrored + fields));
    CHECK(got.status == 200);
    CHECK(has(got.body, R"("resultType":"complete")"));
    CHECK(got.field("Mcp-Session-Id") == "(none)");
  }
  // And one that names the newer revision and has none is told what is missing.
  auto const missing = client.post(bare("1", "ping"), "MCP-Protocol-Version: 2026-07-28\r\n");
  is_error(missing, 400, "-32602", "1");
  auto const handshake = server.ask(post(request("1", "initialize"), "Mcp-Method: initialize\r\n" + usual_fields));
  is_error(handshake, 404, "-32601", "1");
  CHECK(client.ask("GET", "MCP-Protocol-Version: 2026-07-28\r\n").status == 405);
  CHECK(client.ask("DELETE", "MCP-Protocol-Version: 2026-07-28\r\n").status == 405);
  CHECK(client.post(bare("1", "ping")).status == 200);
}

TEST_CASE("what asks for nothing is accepted, and answers that nobody waits for are too", "[http][LEG-21][LEG-51]") {
  served server;
  session_client client(server);
  for (auto const& body : {initialized, cancelled("77"), std::string(R"({"jsonrpc":"2.0","id":"nobody","result":{}})"),
                           std::string(R"({"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"no"}})"),
                           std::string(R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})")}) {
    auto const got = client.post(body);
    CHECK(got.status == 202);
    CHECK(got.body.empty());
  }
  CHECK(server.ask(post(R"({"jsonrpc":"2.0","id":7,"result":{}})", older_fields)).status == 400);
}

TEST_CASE("an error of a method is no error of HTTP", "[http][LEG-38]") {
  served server;
  session_client client(server);
  is_error(client.post(bare("1", "no/such/method")), 200, "-32601", "1");
  is_error(client.post(bare("2", "server/discover")), 200, "-32601", "2");
  is_error(client.post(bare_call("3", "missing")), 200, "-32602", "3");
}

TEST_CASE("what is no message is told so in the words of the session", "[http][T22][LEG-21]") {
  served server;
  session_client client(server);
  auto const got = client.post("{");
  CHECK(got.status == 400);
  CHECK(got.body == R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}})");
  CHECK(server.ask(post("{", older_fields)).status == 400);
}

TEST_CASE("a busy server says so", "[http][LEG-22][HTTP-22]") {
  served server({.calls = {.max_calls = 1}});
  session_client client(server);
  auto const first = client.begin(bare_call("1", "wait"));
  REQUIRE(server.edge.at.wait_arrived(1));
  auto const got = client.post(bare_call("2", "pooled", R"({"text":"x"})"));
  is_error(got, 503, "-32603", "2");
  CHECK(got.field("Retry-After") == "1");
}

TEST_CASE("a session has so many calls and no more", "[http][LEG-40]") {
  served server(with_sessions({.max_streams = 2}));
  session_client client(server);
  auto const first = client.begin(bare_call("1", "wait"));
  auto const second = client.begin(bare_call("2", "wait"));
  REQUIRE(server.edge.at.wait_arrived(2));
  is_error(client.post(bare_call("3", "quick")), 503, "-32603", "3");
  CHECK(client.post(initialized).status == 202);
  CHECK(session_client(server).post(bare_call("3", "quick")).status == 200);
}

TEST_CASE("there are so many sessions and no more, and the one that is unused makes room", "[http][LEG-40]") {
  served server(with_sessions({.max_sessions = 2}));
  session_client first(server);
  session_client second(server);
  CHECK(first.post(bare("1", "ping")).status == 200);
  session_client third(server);
  CHECK(second.post(bare("1", "ping")).status == 404);
  CHECK(first.post(bare("1", "ping")).status == 200);

  auto const waiting = first.begin(bare_call("1", "wait"));
  auto const stream = third.get().first;
  REQUIRE(server.edge.at.wait_arrived(1));
  session_client fourth(server);
  is_error(fourth.hello, 503, "-32603", "0");
  CHECK(fourth.id == "(none)");
  CHECK(third.post(bare("1", "ping")).status == 200);
}

TEST_CASE("a session in which nothing happens ends", "[http][LEG-40]") {
  std::atomic<std::chrono::steady_clock::time_point> now{std::chrono::steady_clock::time_point{}};
  server_options behind;
  behind.world.steady_clock = [&now] { return now.load(); };
  served server({}, std::move(behind));
  session_client used(server);
  session_client unused(server);
  now = now.load() + 29min;
  CHECK(used.post(bare("1", "ping")).status == 200);
  now = now.load() + 1min;
  CHECK(unused.post(bare("1", "ping")).status == 404);
  CHECK(used.post(bare("1", "ping")).status == 200);
}

TEST_CASE("a page of an allowed origin may use a session", "[http][HDR-29][LEG-20]") {
  served server;
  auto const got = server.ask(
      "OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\n"
      "Access-Control-Request-Method: DELETE\r\nAccess-Control-Request-Headers: mcp-session-id\r\n\r\n");
  CHECK(got.status == 204);
  CHECK(got.field("Access-Control-Allow-Methods") == "POST, GET, DELETE");
  CHECK(got.field("Access-Control-Allow-Headers") == "mcp-session-id");
  session_client page(server, "2025-11-25", "Origin: http://localhost:3000\r\n");
  CHECK(has(page.hello.field("Access-Control-Expose-Headers"), "Mcp-Session-Id"));
  CHECK(session_client(server, "2025-11-25", "Origin: http://evil.example\r\n").hello.status == 403);
}

TEST_CASE("a batch of 2025-03-26 is answered by one body", "[http][LEG-61]") {
  served server;
  session_client client(server, "2025-03-26");
  auto const got = client.post(" [" + bare("1", "ping") + "," + initialized + "," +
                               bare_call("2", "pooled", R"({"text":"a"})") + ",7]");
  CHECK(got.status == 200);
  CHECK(got.body.front() == '[');
  CHECK(got.body.back() == ']');
  CHECK(has(got.body, R"({"jsonrpc":"2.0","id":1,"result":{}})"));
  CHECK(has(got.body, text_result("2", "a")));
  CHECK(has(got.body, R"("id":null,"error":{"code":-32600)"));

  auto const quiet = client.post("[" + initialized + "," + cancelled("9") + "]");
  CHECK(quiet.status == 202);
  CHECK(quiet.body.empty());
}

TEST_CASE("a batch that is no good is refused as a whole", "[http][LEG-61][T30]") {
  served server;
  session_client client(server, "2025-03-26");
  std::string many = "[";
  for (int i = 0; i < 33; ++i) many += (i == 0 ? "" : ",") + bare(std::to_string(i), "ping");
  for (auto const& body : {std::string("[]"), many + "]", "[" + bare("1", "ping") + "," + call("2", "quick") + "]"}) {
    is_error(client.post(body), 400, "-32600", "null");
  }
  CHECK(has(client.post("[" + initialize() + "]").body, R"([{"jsonrpc":"2.0","id":0,"error":{"code":-32600)"));
  auto const version = GENERATE(as<std::string>{}, "2025-11-25", "2025-06-18");
  is_error(session_client(server, version).post("[" + bare("1", "ping") + "]"), 400, "-32600", "null");
  is_error(server.ask(post("[" + bare("1", "ping") + "]", older_fields)), 400, "-32600", "");
}

TEST_CASE("without sessions each message is served alone", "[http][LEG-41]") {
  served server(with_sessions({.mode = session_mode::stateless}));
  asking const made(server.edge.server);
  auto const asked = [&](std::string const& body, std::string const& more = {}) {
    return server.ask(post(body, older_fields + more));
  };
  auto const hello = asked(initialize());
  CHECK(hello.status == 200);
  CHECK(has(hello.body, R"("protocolVersion":"2025-11-25")"));
  CHECK(hello.field("Mcp-Session-Id") == "(none)");
  CHECK(asked(initialized).status == 202);
  CHECK(asked(R"({"jsonrpc":"2.0","id":"x","result":{}})").status == 202);
  CHECK(asked(bare_call("1", "quick"), "Mcp-Session-Id: whatever\r\n").body == text_result("1", "ok"));
  CHECK(asked(bare_call("1", "quick"), "MCP-Protocol-Version: 2025-06-18\r\n").body == text_result("1", "ok"));
  is_error(asked(bare("1", "ping"), "MCP-Protocol-Version: 1900-01-01\r\n"), 400, "-32600", "1");
  CHECK(has(asked("[" + bare("1", "ping") + "]").body, R"([{"jsonrpc":"2.0","id":1,"result":{}}])"));
  is_error(asked("[" + bare("1", "ping") + "]", "MCP-Protocol-Version: 2025-11-25\r\n"), 400, "-32600", "null");
  is_error(asked("{"), 400, "-32700", "");

  auto const nobody = asked(bare_call("1", "act"));
  CHECK(nobody.status == 200);
  CHECK(has(nobody.body, R"("isError":true)"));
  CHECK(made.runs == 0);
  for (auto const* method : {"GET", "DELETE"}) {
    auto const got = server.ask(std::string(method) + " /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n");
    CHECK(got.status == 405);
    CHECK(got.field("Allow") == "POST, OPTIONS");
  }
  CHECK(server.ask(post(call("1", "quick"), usual_fields + "Mcp-Method: tools/call\r\nMcp-Name: quick\r\n")).status ==
        200);
}

TEST_CASE("without sessions progress still comes before the answer, and nobody can come back for it",
          "[http][LEG-41]") {
  served server(with_sessions({.mode = session_mode::stateless}));
  auto stream = server.connect();
  stream.write(post(progress_of("1", "report"), older_fields + "MCP-Protocol-Version: 2025-11-25\r\n"));
  stream.read_until("\r\n\r\n");
  auto const half = next_event(stream);
  CHECK(has(half.data, "notifications/progress"));
  CHECK(half.id == "(none)");
  SECTION("and who stays has it") {
    server.edge.at.open();
    CHECK(next_event(stream).data == text_result("1", "passed"));
    CHECK(next_event(stream).is_end());
  }
  SECTION("and who leaves has given it up") {
    stream.reset();
    CHECK(server.edge.at.wait_cancelled(1));
  }
}

TEST_CASE("where older revisions are not spoken their handshake is told what is", "[http][VER-06]") {
  served server(with_sessions({.mode = session_mode::off}));
  auto const got = server.ask(post(initialize(), older_fields));
  is_error(got, 400, "-32022", "0");
  CHECK(has(got.body, R"("supported":["2026-07-28"])"));
}

TEST_CASE("options of sessions that make no sense are refused", "[http][LEG-40]") {
  edge_server edge;
  boost::asio::io_context io;
  auto const refused_options = [&](auto change) {
    http_options options;
    change(options.sessions);
    CHECK_THROWS_AS(http_server(io, edge.server, options), std::invalid_argument);
  };
  refused_options([](session_options& options) { options.max_sessions = 0; });
  refused_options([](session_options& options) { options.max_streams = 0; });
  refused_options([](session_options& options) { options.idle = 0ms; });
  refused_options([](session_options& options) { options.retry = -1ms; });
  refused_options([](session_options& options) { options.kept.all_bytes = 0; });
}
