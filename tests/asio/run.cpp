// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/run.hpp>

#include "asio/raw_client.hpp"
#include "asio/tools.hpp"
#include "support/catch.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

using namespace parley::testing;

namespace {

// run() in a process of its own, with all three standard streams in the hands of the test.
class process {
 public:
  // `provide`: false leaves the server without a service that its tools need.
  explicit process(std::initializer_list<char const*> words, bool provide = true) {
    int streams[3][2];
    for (auto& ends : streams) REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
    std::fflush(stdout);
    child_ = ::fork();
    REQUIRE(child_ >= 0);
    if (child_ == 0) {
      ::dup2(streams[0][0], 0);
      ::dup2(streams[1][1], 1);
      ::dup2(streams[2][1], 2);
      for (auto& ends : streams) {
        for (int const end : ends) ::close(end);
      }
      std::vector<char const*> arguments{"server"};
      arguments.insert(arguments.end(), words);
      ::_exit(serve(static_cast<int>(arguments.size()), arguments.data(), provide));
    }
    in = new raw_stream(streams[0][1]);
    out = new raw_stream(streams[1][0]);
    error = new raw_stream(streams[2][0]);
    ::close(streams[0][0]);
    ::close(streams[1][1]);
    ::close(streams[2][1]);
  }
  ~process() {
    if (child_ > 0) ::kill(child_, SIGKILL);
    wait();
    delete in;
    delete out;
    delete error;
  }

  void signal(int number) const {
    if (child_ > 0) ::kill(child_, number);
  }
  // The exit status, or -1 when a signal ended the process.
  int wait() {
    if (child_ <= 0) return status_;
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = 0;
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return status_;
  }

  raw_stream* in = nullptr;
  raw_stream* out = nullptr;
  raw_stream* error = nullptr;

 private:
  static int serve(int count, char const* const* arguments, bool provide) {
    parley::server_options options;
    options.world.log = [](parley::log_event const& event) {
      if (event.event == "state_key_ephemeral") return;  // the tests read what run() itself has to say
      std::fprintf(stderr, "%.*s\n", static_cast<int>(event.event.size()), event.event.data());
    };
    gate at;
    parley::Server server("edge", "1.0", options);
    if (provide) server.provide(at);
    server.tool<tools::quick>("Answers.");
    server.tool<tools::wait>("Waits.");
    return parley::run(server, count, arguments);
  }

  pid_t child_ = -1;
  int status_ = -1;
};

}  // namespace

TEST_CASE("a program serves standard input and output until its input ends", "[run][stdio]") {
  process server({});
  server.in->write(call("1", "quick") + "\n");
  CHECK(has(server.out->read_line(), R"("id":1,"result")"));
  server.in->close();
  CHECK(server.out->read_to_end().empty());
  CHECK(server.wait() == 0);
}

TEST_CASE("a program that serves HTTP says where, and ends in order when it is told to", "[run][http]") {
  process server({"--http", "127.0.0.1:0", "--token", "ann=secret"});
  auto const line = server.error->read_line();
  REQUIRE(has(line, "listening on http://127.0.0.1:"));
  auto const port = static_cast<std::uint16_t>(std::atoi(line.c_str() + line.rfind(':') + 1));
  auto client = raw_stream::connect(port);
  client.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
  CHECK(read_response(client).status == 401);
  client.close();
  server.signal(SIGTERM);
  CHECK(server.wait() == 0);
  CHECK_FALSE(has(server.error->read_to_end(), "secret"));
}

TEST_CASE("a signal ends a program in the middle of a call", "[run][stdio]") {
  process server({});
  server.in->write(call("1", "wait") + "\n" + call("2", "quick") + "\n");
  CHECK(has(server.out->read_line(), R"("id":2)"));
  server.signal(SIGINT);
  CHECK(server.wait() == 0);
}

TEST_CASE("a wrong command line is explained and is exit status 2", "[run]") {
  process server({"--bogus"});
  CHECK(has(server.error->read_to_end(), "server: unknown option --bogus\nTry server --help\n"));
  CHECK(server.wait() == 2);
}

TEST_CASE("a key that is no good is refused without being shown", "[run]") {
  for (auto const* key : {"abcd", "not hexadecimal", ""}) {
    process server({"--state-key", key});
    auto const said = server.error->read_to_end();
    CHECK_FALSE(said.empty());
    CHECK((*key == '\0' || !has(said, key)));
    CHECK(server.wait() == 2);
  }
}

TEST_CASE("keys and times of the command line are taken", "[run][stdio]") {
  process server(
      {"--state-key", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "--state-ttl", "7200"});
  server.in->write(call("1", "quick") + "\n");
  CHECK(has(server.out->read_line(), R"("id":1,"result")"));
}

TEST_CASE("a ledger is none, in memory, or in a file if the program can open one", "[run][stdio][once-04]") {
  for (auto const* which : {"none", "memory"}) {
    process server({"--ledger", which});
    server.in->close();
    CHECK(server.error->read_to_end().empty());
    CHECK(server.wait() == 0);
  }
  process server({"--ledger", "/var/lib/ledger"});
  CHECK(has(server.error->read_to_end(), "this program keeps no ledger in a file"));
  CHECK(server.wait() == 1);
}

TEST_CASE("a server that cannot start says why and is exit status 1", "[run]") {
  process incomplete({}, false);
  CHECK(has(incomplete.error->read_to_end(), "gate"));
  CHECK(incomplete.wait() == 1);
  process no_certificate({"--http", "127.0.0.1:0", "--tls-cert", "/nowhere.pem", "--tls-key", "/nowhere.pem"});
  CHECK(has(no_certificate.error->read_to_end(), "/nowhere.pem"));
  CHECK(no_certificate.wait() == 1);
}

TEST_CASE("help and version go to standard output", "[run]") {
  process help({"--help"});
  CHECK(has(help.out->read_to_end(), "usage: server"));
  CHECK(help.wait() == 0);
  process version({"--version"});
  CHECK(has(version.out->read_to_end(), "edge 1.0 (parley "));
  CHECK(version.wait() == 0);
}
