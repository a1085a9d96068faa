// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/stdio.hpp>

#include "asio/piped.hpp"
#include "asio/raw_client.hpp"
#include "asio/tools.hpp"
#include "support/catch.hpp"

#include <boost/asio/io_context.hpp>

#include <fcntl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

using namespace parley::testing;
using namespace std::chrono_literals;

namespace {

std::string pooled(std::string const& id, std::string const& text) {
  return call(id, "pooled", R"({"text":")" + text + R"("})");
}

}  // namespace

TEST_CASE("each request line is answered by one line", "[stdio][STDIO-01]") {
  piped client;
  client.write(call("1", "quick") + "\n");
  CHECK(has(client.line(), R"("id":1,"result":{"resultType":"complete")"));
  client.write(pooled("\"1\"", "one\\ntwo\\r") + "\n");
  auto const line = client.line();
  CHECK(has(line, R"("id":"1")"));
  CHECK(has(line, R"(one\ntwo\r)"));
  client.write(call("2", "nap", R"({"ms":1})") + "\n");
  CHECK(has(client.line(), "rested"));
}

TEST_CASE("CR LF, blank lines and a last line without an end are taken", "[stdio][C-31][STDIO-01]") {
  piped client;
  client.write("\r\n\n" + call("1", "quick") + "\r\n  \n" + call("2", "quick") + "\n" + call("3", "quick"));
  client.in->close();
  auto const all = client.out->read_to_end();
  for (auto const* id : {R"("id":1,)", R"("id":2,)", R"("id":3,)"}) CHECK(has(all, id));
  CHECK_FALSE(has(all, "\r"));
  CHECK(client.ends());
}

TEST_CASE("answers of calls that are under way when the input ends are still sent", "[stdio][C-31][STDIO-05]") {
  piped client({.finish_within = std::chrono::hours{1}});
  client.write(call("1", "wait") + "\n" + call("2", "nap", R"({"ms":30})"));
  client.in->close();
  REQUIRE(client.edge.at.wait_arrived(1));
  client.edge.at.open();
  auto const all = client.out->read_to_end();
  CHECK(has(all, "passed"));
  CHECK(has(all, "rested"));
  CHECK(client.ends());
}

TEST_CASE("calls that take longer than the grace period after the end of input are cancelled", "[stdio][STDIO-05]") {
  piped client({.finish_within = 1ms});
  client.write(call("1", "wait") + "\n" + call("2", "nap", R"({"ms":3600000})") + "\n");
  REQUIRE(client.edge.at.wait_arrived(1));
  client.in->close();
  CHECK(client.edge.at.wait_cancelled(1));
  CHECK(client.out->read_to_end().empty());
  CHECK(client.ends());
}

TEST_CASE("what cannot be read is answered without an id, and reading goes on", "[stdio][C-23][C-25][C-29][STDIO-09]") {
  piped client;
  client.write(
      "{\n[]\n\xFF\xFE\n{} {}\n"
      R"({"jsonrpc":"1.0","id":9,"method":"tools/list"})"
      "\n" +
      call("1", "quick") + "\n");
  std::string const codes[] = {"-32700", "-32600", "-32700", "-32700"};
  for (auto const& code : codes) {
    auto const line = client.line();
    CHECK(has(line, code));
    CHECK_FALSE(has(line, "\"id\""));
  }
  CHECK(has(client.line(), R"("id":9,"error":{"code":-32600)"));
  CHECK(has(client.line(), R"("id":1,"result")"));
}

TEST_CASE("a line over the limit is one error, and the next line is read", "[stdio][C-33][STDIO-09]") {
  parley::server_options small;
  small.max_message_size = 4096;
  piped client({}, small);
  std::thread writer([&] { client.write(std::string(1 << 20, 'x') + "\n" + call("1", "quick") + "\n"); });
  CHECK(has(client.line(), "-32600"));
  CHECK(has(client.line(), R"("id":1,"result")"));
  writer.join();
}

TEST_CASE("lines of several MiB pass in both directions", "[stdio][C-33]") {
  piped client;
  std::string const text(5 << 20, 'y');
  std::thread writer([&] { client.write(pooled("1", text) + "\n"); });
  CHECK(has(client.line(), text));
  writer.join();
}

TEST_CASE("a slow call holds nobody up, and is silent once it is cancelled", "[stdio][C-35][STDIO-11][CAN-04][T27]") {
  piped client;
  client.write(call("1", "report", "{}", with_progress()) + "\n" + call("2", "quick") + "\n" + pooled("3", "x") + "\n");
  int answers = 0;
  for (int i = 0; i < 3; ++i) {
    auto const line = client.line();
    CHECK_FALSE(has(line, R"("id":1)"));
    answers += has(line, R"("id":2,"result")") || has(line, R"("id":3,"result")") ? 1 : 0;
  }
  CHECK(answers == 2);
  client.write(cancel("1"));
  CHECK(client.edge.at.wait_cancelled(1));
  client.write(call("4", "quick") + "\n");
  CHECK(has(client.line(), R"("id":4)"));
  client.in->close();
  CHECK(client.out->read_to_end().empty());
}

TEST_CASE("cancelling means the id with its type, and unknown ids mean nothing", "[stdio][CAN-01][CAN-05][BASE-02]") {
  piped client;
  client.write(call("\"7\"", "wait") + "\n");
  REQUIRE(client.edge.at.wait_arrived(1));
  client.write(cancel("7") + cancel("8") + cancel("null") + cancel("{}") + cancel("\"x\"") + call("1", "quick") + "\n");
  CHECK(has(client.line(), R"("id":1)"));
  client.edge.at.open();
  CHECK(has(client.line(), R"("id":"7","result")"));
}

TEST_CASE("one call more than the limit gets an error at once", "[stdio][C-35]") {
  piped client({.calls = {.max_calls = 2}});
  client.write(call("1", "wait") + "\n" + call("2", "nap", R"({"ms":3600000})") + "\n" + pooled("3", "x") + "\n" +
               call("4", "quick") + "\n");
  auto const busy = client.line();
  CHECK(has(busy, R"("id":3,"error":{"code":-32603)"));
  CHECK(has(busy, "busy"));
  CHECK(has(client.line(), R"("id":4,"result")"));
}

TEST_CASE("notifications that a slow client leaves unread are dropped, answers are not", "[stdio][PRG-04]") {
  piped client({.backlog = 100'000});
  client.write(call("1", "flood", "{}", with_progress()) + "\n");
  REQUIRE(client.edge.at.wait_arrived(1));
  client.edge.at.open();
  int progress = 0;
  std::string line = client.line();
  for (; has(line, "notifications/progress"); line = client.line()) ++progress;
  CHECK(has(line, "passed"));
  CHECK(progress > 0);
  CHECK(progress < 2000);
}

TEST_CASE("a client that stops reading its answers is not read either, and gets them all in the end", "[stdio]") {
  piped client({.backlog = 100'000});
  int const calls = 200;
  std::thread writer([&] {
    for (int i = 0; i < calls; ++i) client.write(call(std::to_string(i), "text_of", R"({"bytes":20000})") + "\n");
  });
  for (int i = 0; i < calls; ++i) {
    auto const line = client.line();
    CHECK((has(line, "xxxx") || has(line, "busy")));
  }
  writer.join();
}

TEST_CASE("when the reader of the output has gone, calls are cancelled and serving ends", "[stdio][STDIO-03]") {
  piped client({.finish_within = std::chrono::hours{1}});
  client.write(call("1", "wait") + "\n");
  REQUIRE(client.edge.at.wait_arrived(1));
  client.out->close();
  client.write(call("2", "quick") + "\n");
  CHECK(client.edge.at.wait_cancelled(1));
  CHECK(client.ends());
}

TEST_CASE("stopping lets calls under way come to their end", "[stdio]") {
  piped client({.finish_within = std::chrono::hours{1}});
  client.write(call("1", "wait") + "\n");
  REQUIRE(client.edge.at.wait_arrived(1));
  client.serving->stop();
  client.edge.at.open();
  CHECK(has(client.line(), "passed"));
  CHECK(client.ends());
}

TEST_CASE("a server on pipes may be destroyed while calls run", "[stdio][C-49]") {
  for (int i = 0; i < 20; ++i) {
    piped client;
    client.write(call("1", "wait") + "\n" + call("2", "nap", R"({"ms":3600000})") + "\n" + pooled("3", "x") + "\n");
    REQUIRE(client.edge.at.wait_arrived(1));
  }
}

TEST_CASE("a server on pipes whose io_context was stopped first asks its handlers to stop all the same",
          "[stdio][C-49]") {
  piped client;
  client.write(call("1", "wait") + "\n");
  REQUIRE(client.edge.at.wait_arrived(1));
  client.io.stop();
  client.serving.reset();
  CHECK(client.edge.at.wait_cancelled(1));
}

TEST_CASE("a server on pipes that never started can be destroyed", "[stdio][C-49]") {
  edge_server edge;
  boost::asio::io_context io;
  raw_stream const nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  parley::stdio_server const serving(io, edge.server, {.input = nothing.descriptor(), .output = nothing.descriptor()});
}

TEST_CASE("a file can be the input and another the output", "[stdio]") {
  char in_name[] = "/tmp/parley-in-XXXXXX";
  char out_name[] = "/tmp/parley-out-XXXXXX";
  raw_stream in(::mkstemp(in_name));
  raw_stream out(::mkstemp(out_name));
  in.write(call("1", "quick") + "\n" + pooled("2", "x"));
  REQUIRE(::lseek(in.descriptor(), 0, SEEK_SET) == 0);
  edge_server edge;
  parley::serve_stdio(edge.server, {.input = in.descriptor(), .output = out.descriptor()});
  REQUIRE(::lseek(out.descriptor(), 0, SEEK_SET) == 0);
  auto const all = out.read_to_end();
  CHECK(has(all, R"("id":1)"));
  CHECK(has(all, R"("id":2)"));
  ::unlink(in_name);
  ::unlink(out_name);
}

TEST_CASE("nothing as input ends serving at once", "[stdio]") {
  edge_server edge;
  raw_stream const nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  parley::serve_stdio(edge.server, {.input = nothing.descriptor(), .output = nothing.descriptor()});
  CHECK(true);
}

TEST_CASE("descriptors stay the caller's, as they were", "[stdio]") {
  edge_server edge;
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  raw_stream const in(ends[0]);
  raw_stream const nothing(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  ::close(ends[1]);
  parley::serve_stdio(edge.server, {.input = in.descriptor(), .output = nothing.descriptor()});
  CHECK((::fcntl(in.descriptor(), F_GETFL) & O_NONBLOCK) == 0);
}

TEST_CASE("a descriptor that is not open is refused", "[stdio]") {
  edge_server edge;
  boost::asio::io_context io;
  CHECK_THROWS_AS(parley::stdio_server(io, edge.server, {.input = 9999}), std::system_error);
}
