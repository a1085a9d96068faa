// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/run_options.hpp>

#include "support/catch.hpp"

#include <initializer_list>
#include <string>
#include <vector>

using parley::parse_run_options;
using parley::run_options;
using action = run_options::action;
using namespace std::chrono_literals;

namespace {

auto parse(std::initializer_list<char const*> words) {
  std::vector<char const*> const arguments(words);
  return parse_run_options(arguments);
}

std::string complaint(std::initializer_list<char const*> words) {
  auto const read = parse(words);
  return read ? "" : read.error().detail;
}

}  // namespace

TEST_CASE("without options a server speaks on standard input and output", "[run]") {
  REQUIRE(parse({}));
  CHECK(parse({})->what == action::serve_stdio);
  CHECK(parse({"--stdio"})->what == action::serve_stdio);
}

TEST_CASE("an address is a host and a port, and IPv6 goes into brackets", "[run]") {
  auto const v4 = parse({"--http", "127.0.0.1:8080"});
  REQUIRE(v4);
  CHECK(v4->what == action::serve_http);
  CHECK(v4->host == "127.0.0.1");
  CHECK(v4->port == 8080);
  auto const v6 = parse({"--http=[::1]:0"});
  REQUIRE(v6);
  CHECK(v6->host == "::1");
  CHECK(v6->port == 0);
  CHECK(parse({"--http", "localhost:65535"})->port == 65535);
  for (auto const* bad : {"", ":", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:8o",
                          "::1:80", "[::1]", "[]:80", "127.0.0.1:80 "}) {
    INFO(bad);
    CHECK(complaint({"--http", bad}) == "--http wants HOST:PORT, such as 127.0.0.1:8080 or [::1]:0");
  }
}

TEST_CASE("other machines are let in only with the names that they use", "[run][SEC-04]") {
  CHECK(complaint({"--http", "0.0.0.0:80"}).find("--allow-host") != std::string::npos);
  auto const open =
      parse({"--http", "0.0.0.0:80", "--allow-host", "mcp.example.com", "--allow-origin=https://a.example"});
  REQUIRE(open);
  CHECK(open->allowed_hosts == std::vector<std::string>{"mcp.example.com"});
  CHECK(open->allowed_origins == std::vector<std::string>{"https://a.example"});
}

TEST_CASE("tokens have a name and are never quoted in complaints", "[run][AUTH-17]") {
  auto const two = parse({"--http", "127.0.0.1:0", "--token", "ann=abc.DEF-123_~+/==", "--token=bob=x=="});
  REQUIRE(two);
  REQUIRE(two->tokens.size() == 2);
  CHECK(two->tokens[0].name == "ann");
  CHECK(two->tokens[0].value == "abc.DEF-123_~+/==");
  CHECK(two->tokens[1].value == "x==");

  CHECK(complaint({"--http", "127.0.0.1:0", "--token", "hidden"}) == "--token wants NAME=VALUE");
  for (auto const* bad : {"ann=", "ann=hidden text", "ann=hidden\r\n", "ann=hid=den", "ann=="}) {
    auto const said = complaint({"--http", "127.0.0.1:0", "--token", bad});
    CHECK(said.find("--token ann") != std::string::npos);
    CHECK(said.find("hid") == std::string::npos);
  }
  CHECK(complaint({"--http", "127.0.0.1:0", "--token", "a=hidden", "--token", "b=hidden"}) ==
        "--token b has the same value as --token a");
  CHECK(complaint({"--token", "a=hidden"}) == "--token needs --http");
  CHECK(complaint({"hidden"}).find("hidden") == std::string::npos);
}

TEST_CASE("the life of a state is in seconds, with fractions", "[run][once-03]") {
  CHECK(parse({"--state-ttl", "2.5"})->state_ttl == 2500ms);
  CHECK(parse({"--state-ttl=600"})->state_ttl == 600s);
  CHECK(parse({"--state-ttl", "0.001"})->state_ttl == 1ms);
  for (auto const* bad : {"", "0", "0.0001", "-1", "nan", "inf", "1e3", "10s", " 10", "1e999", "99999999999"}) {
    INFO(bad);
    CHECK(complaint({"--state-ttl", bad}).find("--state-ttl wants") == 0);
  }
  CHECK(complaint({"--state-ttl", "1", "--state-ttl", "2"}) == "--state-ttl is given twice");
}

TEST_CASE("keys keep their order, because the first one seals", "[run]") {
  CHECK(parse({"--state-key", "aa", "--state-key", "bb"})->state_keys == std::vector<std::string>{"aa", "bb"});
}

TEST_CASE("a ledger is named once", "[run][once-04]") {
  CHECK(parse({})->ledger.empty());
  CHECK(parse({"--ledger", "none"})->ledger == "none");
  CHECK(parse({"--ledger", "memory"})->ledger == "memory");
  CHECK(parse({"--ledger=/var/lib/ledger"})->ledger == "/var/lib/ledger");
  CHECK(complaint({"--ledger", "none", "--ledger", "memory"}) == "--ledger is given twice");
  CHECK(complaint({"--ledger="}) == "--ledger wants a value");
}

TEST_CASE("certificate and key go together, and with HTTP", "[run]") {
  CHECK(parse({"--http", "127.0.0.1:0", "--tls-cert", "a.pem", "--tls-key", "b.pem"}));
  CHECK(complaint({"--http", "127.0.0.1:0", "--tls-cert", "a.pem"}) == "--tls-cert and --tls-key go together");
  CHECK(complaint({"--tls-cert", "a", "--tls-key", "b"}) == "--tls-cert and --tls-key need --http");
  CHECK(complaint({"--http", "127.0.0.1:0", "--tls-key", "a", "--tls-key", "b"}) == "--tls-key is given twice");
}

TEST_CASE("what is not understood is said", "[run]") {
  CHECK(complaint({"--bogus=1"}) == "unknown option --bogus");
  CHECK(complaint({"file"}) == "only options are expected, but argument 1 is none");
  CHECK(complaint({"--http"}) == "--http wants a value");
  CHECK(complaint({"--stdio", "--http", "127.0.0.1:0"}) == "--stdio and --http exclude each other");
  CHECK(complaint({"--http", "127.0.0.1:1", "--http", "127.0.0.1:2"}) == "--http is given twice");
}

TEST_CASE("help and version win over what follows", "[run]") {
  CHECK(parse({"--help", "--bogus"})->what == action::show_help);
  CHECK(parse({"-h"})->what == action::show_help);
  CHECK(parse({"--version"})->what == action::show_version);
  for (auto const* option : {"--stdio", "--http", "--token", "--allow-host", "--allow-origin", "--tls-cert",
                             "--tls-key", "--state-ttl", "--state-key", "--ledger", "--help", "--version"}) {
    CHECK(parley::run_usage("prog").find(option) != std::string::npos);
  }
}
