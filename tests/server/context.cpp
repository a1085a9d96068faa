// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/context.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <limits>
#include <optional>
#include <string>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

std::string const wants_progress = R"(,"progressToken":"p-7")";

std::string wants_log(std::string const& level) { return R"(,"io.modelcontextprotocol/logLevel":")" + level + "\""; }

std::vector<double> progress_of(still_server const& calc) {
  std::vector<double> values;
  for (auto const& line : calc.sink.lines()) values.push_back(json::parse(line)["params"]["progress"]);
  return values;
}

// A server with one tool, "work", that does what the test says.
template <class Work>
struct working_server : still_server {
  explicit working_server(Work work) {
    server.tool<"work">("", [work](Context& context) {
      work(context);
      return std::string("done");
    });
  }
  json work(std::string const& more = {}, std::string const& capabilities = "{}") {
    return json::parse(body(call("1", "work", "{}", meta(capabilities, more))));
  }
};

}  // namespace

TEST_CASE("progress only ever rises", "[server][PRG-03]") {
  working_server calc([](Context& context) {
    for (double const done : {-1.0, 0.0, 0.0, 0.5, 0.25, std::numeric_limits<double>::quiet_NaN(), 1.0}) {
      context.progress(done);
    }
  });
  calc.work(wants_progress);
  CHECK(progress_of(calc) == std::vector<double>{-1, 0, 0.5, 1});
}

TEST_CASE("progress goes to the token that was given, in its type", "[server][PRG-02][PRG-06]") {
  working_server calc([](Context& context) { context.progress(1, 2, "half"); });
  calc.work(wants_progress);
  calc.work(R"(,"progressToken":7)");
  REQUIRE(calc.sink.lines().size() == 2);
  CHECK(json::parse(calc.sink.lines()[0])["params"].dump() ==
        R"({"message":"half","progress":1,"progressToken":"p-7","total":2})");
  CHECK(json::parse(calc.sink.lines()[1])["params"]["progressToken"] == 7);
}

TEST_CASE("without a token there is no progress", "[server][PRG-05]") {
  working_server calc([](Context& context) { context.progress(1); });
  calc.work();
  CHECK(calc.sink.lines().empty());
}

TEST_CASE("each request has the log level that it asks for", "[server][LOG-02][LOG-03][LOG-09]") {
  working_server calc([](Context& context) {
    context.log(severity::debug, "d");
    context.log(severity::warning, "w", "db");
    context.log(severity::emergency, "e");
  });
  auto levels = [&](std::string const& more) {
    std::size_t const before = calc.sink.lines().size();
    calc.work(more);
    std::string words;
    for (std::size_t i = before; i < calc.sink.lines().size(); ++i) {
      words += json::parse(calc.sink.lines()[i])["params"]["level"].get<std::string>() + " ";
    }
    return words;
  };
  CHECK(levels("") == "");
  CHECK(levels(wants_log("debug")) == "debug warning emergency ");
  CHECK(levels(wants_log("warning")) == "warning emergency ");
  CHECK(levels(wants_log("critical")) == "emergency ");
  CHECK(levels("") == "");
}

TEST_CASE("a log line carries any JSON, and text that is none as a string", "[server][LOG-06]") {
  working_server calc([](Context& context) {
    context.log_json(severity::info, "{\"retry\":\n2}", "db");
    context.log_json(severity::info, "{oops");
  });
  calc.work(wants_log("info"));
  REQUIRE(calc.sink.lines().size() == 2);
  CHECK(
      calc.sink.lines()[0] ==
      R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"db","data":{"retry":2}}})");
  CHECK(json::parse(calc.sink.lines()[1])["params"]["data"] == "{oops");
}

TEST_CASE("a Context that was kept sends nothing after the answer", "[server][PRG-02][LOG-04]") {
  std::optional<Context> kept;
  working_server calc([&kept](Context& context) { kept = context; });
  calc.work(wants_progress + wants_log("debug"));
  kept->progress(1);
  kept->log(severity::alert, "late");
  CHECK(calc.sink.lines().empty());
  CHECK(kept->principal() == principal::stdio());
  CHECK(kept->meta().contains("progressToken"));
  CHECK_THROWS_AS(kept->flow_time(), std::logic_error);
  CHECK_THROWS_AS(kept->random(), std::logic_error);
}

TEST_CASE("after a cancellation nothing is sent for the request", "[server][CAN-04]") {
  std::stop_source stop;
  working_server calc([&stop](Context& context) {
    context.progress(1);
    stop.request_stop();
    CHECK(context.cancelled());
    context.progress(2);
    context.log(severity::alert, "late");
  });
  auto const answer =
      calc.handle(call("1", "work", "{}", meta("{}", wants_progress + wants_log("debug"))), stop.get_token());
  CHECK(answer.body.empty());
  CHECK(progress_of(calc) == std::vector<double>{1});
}

TEST_CASE("a handler may look at what the client can do, or insist on it", "[server][META-10][BASE-16][T19]") {
  std::optional<bool> forms;
  working_server calc([&forms](Context& context) {
    forms = context.supports({.elicitation_form = true});
    context.require({.elicitation_form = true, .sampling = true});
  });
  auto const refused = calc.work("", R"({"elicitation":{}})");
  CHECK(forms == true);
  CHECK(refused["error"]["code"] == -32021);
  CHECK(refused["error"]["data"].dump() == R"({"requiredCapabilities":{"sampling":{}}})");
  CHECK(calc.work("", R"({"elicitation":{},"sampling":{}})")["result"]["resultType"] == "complete");
  calc.work("", R"({"sampling":{}})");
  CHECK(forms == false);
}

TEST_CASE("trace context and unknown _meta reach the handler", "[server][META-07]") {
  std::string parent, custom;
  working_server calc([&](Context& context) {
    parent = context.trace().traceparent;
    custom = context.meta().value("com.example/k", "");
  });
  calc.work(R"(,"traceparent":"00-ab-cd-01","com.example/k":"v")");
  CHECK(parent == "00-ab-cd-01");
  CHECK(custom == "v");
}

TEST_CASE("within one call, time stands and random numbers differ", "[server][once-08]") {
  std::vector<std::uint64_t> numbers;
  std::chrono::system_clock::time_point when;
  working_server calc([&](Context& context) {
    numbers = {context.random(), context.random()};
    when = context.flow_time();
  });
  calc.work();
  auto const first = numbers;
  CHECK(first[0] != first[1]);
  CHECK(when == calc.world.now);
  calc.work();
  CHECK(numbers != first);
}

TEST_CASE("a call that nobody answered has no answers", "[server]") {
  bool empty = false;
  std::string state = "?";
  working_server calc([&](Context& context) {
    empty = context.input_responses().is_object() && context.input_responses().empty();
    state = context.request_state();
  });
  calc.work();
  CHECK(empty);
  CHECK(state.empty());
}
