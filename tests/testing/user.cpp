// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/testing/user.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

struct Confirm {
  bool ok;
};
struct Who {
  std::string name;
};

Elicit<Confirm> confirm_restart(Arg<"service"> service) {
  return {message("Restart {}? Requests in flight are dropped.", service)};
}
std::string restart_service(Arg<"service"> service, Resolve<confirm_restart> confirm) {
  return confirm->ok ? "restarted " + *service : *service + " left alone";
}

Elicit<Who> who() { return {message("Who are you?")}; }
Elicit<Confirm> sure() { return {message("Sure?")}; }
std::string greet(Resolve<who> name, Resolve<sure> yes) { return (yes->ok ? "Hello, " : "Bye, ") + name->name; }

struct scripted : still_server {
  scripted() {
    server.tool<restart_service>("Restarts a service after the user confirms.");
    server.tool<greet>("Greets.");
  }
};

}  // namespace

// [doc:testing]
TEST_CASE("a test plays the person who is asked", "[testing][MRTR-06][ELF-12]") {
  scripted ops;
  user ada(ops.server);
  ada.call("restart_service", R"({"service":"db"})");
  auto const question = ada.expect("confirm_restart");
  CHECK(question.method == "elicitation/create");
  CHECK(question.message == "Restart \"db\"? Requests in flight are dropped.");
  CHECK(json::parse(question.schema)["required"].dump() == R"(["ok"])");
  CHECK(ada.accept("confirm_restart", R"({"ok":true})").text() == "restarted db");
  CHECK(ada.last().completed());
}

TEST_CASE("declining and cancelling end the call", "[testing][ELF-13][once-13]") {
  scripted ops;
  user ada(ops.server);
  ada.call("restart_service", R"({"service":"db"})");
  CHECK(ada.decline("confirm_restart").failed());
  ada.call("restart_service", R"({"service":"db"})");
  CHECK(ada.cancel("confirm_restart").failed());
}
// [/doc:testing]

TEST_CASE("several questions go back together when all are answered", "[testing][MRTR-06]") {
  scripted ops;
  user ada(ops.server);
  ada.call("greet");
  CHECK(ada.last().keys() == std::vector<std::string>{"sure", "who"});
  CHECK(ada.accept("who", R"({"name":"Ada"})").asks());
  CHECK(ada.accept("sure", R"({"ok":true})").text() == "Hello, Ada");
}

TEST_CASE("an answer of the wrong shape is asked for again", "[testing][ELF-14][once-14]") {
  scripted ops;
  user ada(ops.server);
  ada.call("restart_service", R"({"service":"db"})");
  CHECK(ada.respond("confirm_restart", "12345").asks("confirm_restart"));
  CHECK(ada.accept("confirm_restart", R"({"ok":"maybe"})").asks("confirm_restart"));
  CHECK(ada.accept("confirm_restart", R"({"ok":false})").text() == "db left alone");
}

TEST_CASE("a script that the server does not follow throws", "[testing]") {
  scripted ops;
  user ada(ops.server);
  ada.call("restart_service", R"({"service":"db"})");
  CHECK_THROWS_AS(ada.expect("something_else"), unexpected);
  CHECK_THROWS_AS(ada.accept("something_else"), unexpected);
  ada.call("no_such_tool");
  CHECK(ada.last().error() == -32602);
  CHECK_THROWS_AS(ada.expect("confirm_restart"), unexpected);
}

TEST_CASE("a client that cannot be asked is told what it lacks", "[testing][MRTR-05][once-15]") {
  scripted ops;
  user mute(ops.server, {.capabilities = {}});
  mute.call("restart_service", R"({"service":"db"})");
  CHECK(mute.last().error() == -32021);
  CHECK(mute.last().tree()["error"]["data"]["requiredCapabilities"].dump() == R"({"elicitation":{"form":{}}})");
  CHECK(mute.last().status() == reply_status::bad_request);
}

TEST_CASE("an answer on a first call counts for nothing", "[testing][once-01]") {
  scripted ops;
  user eve(ops.server);
  eve.request("tools/call", R"("name":"restart_service","arguments":{"service":"db"},)"
                            R"("inputResponses":{"confirm_restart":{"action":"accept","content":{"ok":true}}})");
  CHECK(eve.last().asks("confirm_restart"));
}

TEST_CASE("a user hears progress and log lines when asking for them", "[testing][LOG-02][PRG-05]") {
  still_server calc;
  calc.server.tool<"work">("", [](Context& context) {
    context.progress(1);
    context.log(severity::info, "working");
  });
  user quiet(calc.server);
  quiet.call("work");
  CHECK(quiet.notifications().empty());
  user curious(calc.server, {.log_level = "info", .progress = true});
  curious.call("work");
  CHECK(curious.notifications().size() == 2);
}
