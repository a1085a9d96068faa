// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/exchange.hpp>
#include <parley/server/memory_ledger.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

// What a handler returns that has to be waited for, in a world without threads: the test completes it.
template <class T>
struct later {
  T value;
};

struct pending_later : pending_operation {
  std::function<void()> complete;
};

}  // namespace

template <class T>
struct parley::detail::handler_result<later<T>> {
  static constexpr bool is_async = true;
  using type = T;

  template <class Put>
  static std::unique_ptr<pending_operation> begin(later<T> operation, slot& out) {
    auto made = std::make_unique<pending_later>();
    made->complete = [value = std::move(operation.value), &out]() mutable { Put::put(out, std::move(value)); };
    return made;
  }
};

namespace {

struct Confirm {
  bool ok;
};
Elicit<Confirm> confirm() { return {"Go on?"}; }
later<std::string> act(Resolve<confirm> sure) { return {sure->ok ? "acted" : "left it"}; }

// A ledger that may not be asked on the thread that reads the network.
struct slow_ledger final : ledger {
  memory_ledger book;
  explicit slow_ledger(environment world) : book({}, std::move(world)) {}
  std::string_view id() const noexcept override { return book.id(); }
  bool blocks() const noexcept override { return true; }
  ledger_finding find(ledger_claim const& what) override { return book.find(what); }
  ledger_finding claim(ledger_claim const& what) override { return book.claim(what); }
  void finish(ledger_key const& key, std::string outcome) override { book.finish(key, std::move(outcome)); }
  void release(ledger_key const& key) override { book.release(key); }
  void abandon(ledger_key const& key) noexcept override { book.abandon(key); }
};

int plain_runs = 0;
int prepare() { return ++plain_runs; }
later<int> fetch(Resolve<prepare> prepared) { return {*prepared * 10}; }
later<std::string> report(Resolve<fetch> fetched) { return {std::to_string(*fetched)}; }
std::string ready(Resolve<prepare> prepared) { return std::to_string(*prepared); }

struct driven {
  still_server calc{};
  std::stop_source stop{};

  driven() {
    plain_runs = 0;
    calc.server.tool<report>("Fetches.");
    calc.server.tool<ready>("Is ready.", {.inline_handler = true});
  }
  exchange begin(std::string const& line) {
    auto message = calc.server.read(line, {});
    REQUIRE(message);
    return calc.server.begin(*std::move(message), {}, calc.sink, stop.get_token());
  }
  static void complete(exchange& one) { static_cast<pending_later&>(one.operation()).complete(); }
};

using action = exchange::action;

}  // namespace

TEST_CASE("a request that runs nothing is done at once", "[server]") {
  driven world;
  auto one = world.begin(request("1", "server/discover"));
  CHECK(one.start() == action::done);
  CHECK(one.take_reply().status == reply_status::ok);
}

TEST_CASE("plain and asynchronous handlers take turns", "[server][STDIO-11]") {
  driven world;
  auto one = world.begin(call("1", "report"));
  REQUIRE(one.start() == action::run);
  CHECK(plain_runs == 0);
  CHECK_FALSE(one.runs_inline());
  REQUIRE(one.perform() == action::await);
  CHECK(plain_runs == 1);
  driven::complete(one);
  REQUIRE(one.resume() == action::await);
  driven::complete(one);
  REQUIRE(one.resume() == action::done);
  CHECK(one.take_reply().body.find(R"("text":"10")") != std::string::npos);
}

TEST_CASE("a tool may say that it is short enough for the network's thread", "[server]") {
  driven world;
  auto one = world.begin(call("1", "ready"));
  REQUIRE(one.start() == action::run);
  CHECK(one.runs_inline());
  CHECK(one.perform() == action::done);
}

TEST_CASE("what an operation throws ends the call like what a handler throws", "[server][TOOL-16]") {
  driven world;
  auto one = world.begin(call("1", "report"));
  REQUIRE(one.start() == action::run);
  REQUIRE(one.perform() == action::await);
  SECTION("a tool_error is told") {
    REQUIRE(one.resume(std::make_exception_ptr(tool_error("no such row"))) == action::done);
    CHECK(one.take_reply().body.find("no such row") != std::string::npos);
  }
  SECTION("anything else is not") {
    REQUIRE(one.resume(std::make_exception_ptr(std::runtime_error("/etc/secret"))) == action::done);
    auto const body = one.take_reply().body;
    CHECK(body.find("secret") == std::string::npos);
    CHECK(json::parse(body)["result"]["isError"] == true);
    CHECK(world.calc.logged("tool_failed: report: /etc/secret"));
  }
}

TEST_CASE("a cancelled request runs no further handler and is not answered", "[server][CAN-03][CAN-04]") {
  driven world;
  auto one = world.begin(call("1", "report"));
  REQUIRE(one.start() == action::run);
  SECTION("before a handler ran") {
    world.stop.request_stop();
    REQUIRE(one.perform() == action::done);
    CHECK(plain_runs == 0);
  }
  SECTION("while one is awaited") {
    REQUIRE(one.perform() == action::await);
    world.stop.request_stop();
    driven::complete(one);
    REQUIRE(one.resume() == action::done);
  }
  SECTION("when the answer is ready and not yet taken") {
    REQUIRE(one.perform() == action::await);
    driven::complete(one);
    REQUIRE(one.resume() == action::await);
    driven::complete(one);
    REQUIRE(one.resume() == action::done);
    world.stop.request_stop();
  }
  CHECK(one.take_reply().body.empty());
}

TEST_CASE("a driver may refuse a call that it has no room for", "[server][TOOL-17]") {
  driven world;
  auto one = world.begin(call("1", "report"));
  REQUIRE(one.start() == action::run);
  one.refuse({error_code::internal_error, "The server is busy"});
  auto const answer = one.take_reply();
  CHECK(answer.body == R"({"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"The server is busy"}})");
  CHECK(plain_runs == 0);
}

TEST_CASE("a driver that refuses a call whose handler has run loses nothing of what it came to", "[server][once-05]") {
  still_world clock;
  still_server calc({.ledger = std::make_shared<slow_ledger>(clock.view())});
  calc.server.tool<act>("Acts.");
  auto const with_forms = meta(R"({"elicitation":{"form":{}}})");
  auto const asked = json::parse(calc.body(call("1", "act", "{}", with_forms)));
  auto const retry = [&](std::string const& id) {
    return request(
        id, "tools/call",
        R"("name":"act","arguments":{},"inputResponses":{"confirm":{"action":"accept","content":{"ok":true}}},)"
        R"("requestState":")" +
            asked["result"]["requestState"].get<std::string>() + "\",",
        with_forms);
  };
  auto const begin = [&](std::string const& id) {
    return calc.server.begin(*calc.server.read(retry(id), {}), {}, calc.sink, {});
  };
  bool const has_run = GENERATE(false, true);
  exchange one = begin("2");
  REQUIRE(one.start() == action::run);  // the ledger is asked elsewhere
  REQUIRE(one.perform() == action::await);
  if (has_run) {
    driven::complete(one);
    REQUIRE(one.resume() == action::run);  // and told elsewhere
  }
  one.refuse(internal_error());
  CHECK((one.take_reply().body.find("acted") != std::string::npos) == has_run);

  exchange again = begin("3");
  REQUIRE(again.start() == action::run);
  auto const next = again.perform();
  CHECK(next == (has_run ? action::done : action::await));  // what has not been begun may be begun
  if (has_run) CHECK(again.take_reply().body.find("acted") != std::string::npos);
}

TEST_CASE("a program may limit what each caller does in a while", "[server][SEC-14][LOG-07][CMP-05]") {
  std::vector<std::string> seen;
  int left = 2;
  still_server calc({.admit = [&](principal const&, std::string_view method, std::string_view target) {
    seen.push_back(std::string(method) + ' ' + std::string(target));
    return left-- > 0;
  }});
  int runs = 0;
  calc.server.tool<"work">("", [&runs] { ++runs; });
  calc.server.prompt<"greet">("", [](Arg<"tone"> tone) { return *tone; });
  CHECK(calc.body(call("1", "work")).find("\"result\"") != std::string::npos);
  CHECK(calc.body(request("2", "prompts/get", R"("name":"greet","arguments":{"tone":"low"},)")).find("low") !=
        std::string::npos);
  std::string const refused = R"("error":{"code":-32603,"message":"Too many requests; try again later"}})";
  CHECK(calc.body(call("3", "work")).ends_with(refused));
  CHECK(calc.body(request("4", "subscriptions/listen", R"("notifications":{},)")).ends_with(refused));
  CHECK(runs == 1);
  // What runs nothing is not asked for. The name is told as the client wrote it, known or not.
  calc.body(request("5", "tools/list"));
  calc.body(call("6", "none"));
  calc.body(request("7", "completion/complete", R"("ref":{"type":"ref/prompt","name":"greet"},)"));
  CHECK(seen == std::vector<std::string>{"tools/call work", "prompts/get greet", "tools/call work",
                                         "subscriptions/listen ", "tools/call none", "completion/complete greet"});
}

TEST_CASE("an exchange may be dropped at any point", "[server]") {
  driven world;
  for (int steps = 0; steps < 4; ++steps) {
    auto one = world.begin(call("1", "report"));
    if (steps > 0) one.start();
    if (steps > 1) one.perform();
    if (steps > 2) {
      driven::complete(one);
      one.resume();
    }
    exchange moved = std::move(one);
  }
  SUCCEED("nothing leaked, nothing crashed");
}

TEST_CASE("handle() cannot wait, and says so to the operator", "[server]") {
  driven world;
  CHECK(json::parse(world.calc.body(call("1", "report")))["error"]["code"] == -32603);
  CHECK(world.calc.logged("asynchronous_tool"));
}
