// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/feature_table.hpp>

#include "server/feature_client.hpp"
#include "support/catch.hpp"

#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

std::string ready() { return "ready"; }

template <class Options>
void follow() {
  auto const usual = detail::rules_of(Options{});
  CHECK_FALSE(usual.inline_handler);
  CHECK_FALSE(usual.strict_arguments);
  CHECK_FALSE(usual.textual_arguments);
  CHECK(usual.unaskable == when_unaskable::refuse);
  CHECK(usual.required.empty());
  CHECK(usual.ledger == ledger_use::by_default);

  Options options;
  options.inline_handler = true;
  options.unaskable = when_unaskable::explain;
  options.required = {.sampling = true};
  options.ledger = ledger_use::none;
  auto const rules = detail::rules_of(options);
  CHECK(rules.inline_handler);
  CHECK(rules.unaskable == when_unaskable::explain);
  CHECK(rules.required == client_capabilities{.sampling = true});
  CHECK(rules.ledger == ledger_use::none);
}

bool runs_inline(still_server& calc, std::string const& line) {
  auto one = calc.server.begin(*calc.server.read(line, {}), {}, calc.sink);
  REQUIRE(one.start() == exchange::action::run);
  return one.runs_inline();
}

}  // namespace

TEST_CASE("the options of all that can be called say in the same words how it is run", "[server]") {
  follow<tool_options>();
  follow<prompt_options>();
  follow<resource_options>();
}

TEST_CASE("prompts and resources may be short enough for the network's thread", "[server]") {
  still_server calc;
  calc.server.prompt<ready>("", {.inline_handler = true});
  calc.server.prompt<"slow">("", &ready);
  calc.server.resource<"a:1", ready>("", {.inline_handler = true});
  calc.server.resource<"a:2", ready>("");
  CHECK(runs_inline(calc, get_prompt("ready")));
  CHECK_FALSE(runs_inline(calc, get_prompt("slow")));
  CHECK(runs_inline(calc, read_resource("a:1")));
  CHECK_FALSE(runs_inline(calc, read_resource("a:2")));
}

TEST_CASE("what cannot run without a capability is not run without it", "[server][META-10][META-13]") {
  still_server calc;
  bool ran = false;
  auto const body = [&ran] {
    ran = true;
    return std::string("done");
  };
  client_capabilities const audit{.extensions = {"com.example/audit"}};
  calc.server.prompt<"say">("", body, {.required = audit});
  calc.server.resource<"a:1">("", body, {.required = audit});
  for (auto const& line : {get_prompt("say"), read_resource("a:1")}) {
    auto const refused = calc.handle(line);
    CHECK(error_of(refused.body)["code"] == -32021);
    CHECK(error_of(refused.body)["data"].dump() ==
          R"({"requiredCapabilities":{"extensions":{"com.example/audit":{}}}})");
    CHECK(refused.status == reply_status::bad_request);
  }
  CHECK_FALSE(ran);
  auto const able = meta(R"({"extensions":{"com.example/audit":{}}})");
  CHECK(text_of(calc.body(get_prompt("say", "{}", able))) == "done");
  CHECK(text_of(calc.body(read_resource("a:1", able))) == "done");
}
