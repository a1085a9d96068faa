// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/completer.hpp>

#include "server/feature_client.hpp"
#include "support/catch.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

struct Atlas {
  std::vector<std::string> near(std::string const& beginning) const {
    std::vector<std::string> found;
    for (auto const& city : cities) {
      if (city.starts_with(beginning)) found.push_back(city);
    }
    return found;
  }
  std::vector<std::string> cities{"Bern", "Berlin", "Bonn"};
};

std::string travel(Arg<"city"> city, Arg<"days", std::optional<int>> days) {
  return *city + std::to_string(days->value_or(1));
}

std::vector<std::string> from_atlas(Arg<"city"> so_far, Service<Atlas>& atlas) { return atlas->near(*so_far); }

// What a caller may see depends on who it is.
Completion own(Arg<"city"> so_far, Context& context) {
  if (context.principal().subject() != "ada") return {};
  return {.values = {*so_far + context.principal().subject()}, .total = 40};
}

std::vector<std::string> days_too(Arg<"city"> so_far, Arg<"days", std::optional<int>> days) {
  return {*so_far + (*days ? std::to_string(**days + 1) : "none")};
}

enum class pace { slow, fast };
std::string walk(Arg<"how", pace> how) { return *how == pace::slow ? "slow" : "fast"; }

json suggested(still_server& calc, std::string const& so_far, std::string const& context = {}) {
  return result_of(calc.body(complete(of_prompt("travel"), "city", so_far, context))).at("completion");
}

}  // namespace

TEST_CASE("a completer names its argument and carries its handler", "[server]") {
  Completer const made = completer<"city", from_atlas>();
  CHECK(made.argument == "city");
  CHECK(made.handler->name == "from_atlas");
  CHECK(made.handler->rules.textual_arguments);
  CHECK(made.handler->rules.ledger == ledger_use::none);
}

TEST_CASE("a function suggests with the services that the server has", "[server][CMP-02]") {
  still_server calc;
  Atlas atlas;
  calc.server.prompt<travel>("Travel.", {.completers = {completer<"city", from_atlas>()}});
  CHECK_THROWS_AS(calc.server.check(), std::logic_error);
  calc.server.provide(atlas);
  calc.server.check();
  CHECK(suggested(calc, "Ber")["values"] == json::array({"Bern", "Berlin"}));
  CHECK(suggested(calc, "X")["values"] == json::array());
}

TEST_CASE("a member function and a lambda suggest too", "[server][CMP-02]") {
  struct Desk {
    std::vector<std::string> suggest(Arg<"city"> so_far) const { return {*so_far + place}; }
    std::string place = "Bern";
  };
  Desk desk;
  still_server member;
  member.server.prompt<travel>("Travel.", {.completers = {completer<"city", &Desk::suggest>(desk)}});
  CHECK(suggested(member, "to ")["values"] == json::array({"to Bern"}));

  still_server lambda;
  auto const held = std::make_shared<std::string>("Bonn");
  lambda.server.prompt<travel>(
      "Travel.", {.completers = {completer<"city">(
                      [held](Arg<"city"> so_far) -> std::vector<std::string> { return {*so_far + *held}; })}});
  CHECK(suggested(lambda, "to ")["values"] == json::array({"to Bonn"}));
  lambda.server.remove_prompt("travel");
  CHECK(held.use_count() == 1);
}

TEST_CASE("suggestions may depend on who asks", "[server][CMP-05]") {
  still_server calc;
  calc.server.prompt<travel>("Travel.", {.completers = {completer<"city", own>()}});
  auto const line = complete(of_prompt("travel"), "city", "to ");
  caller const ada{principal::user("here", "ada"), transport::http, {}};
  caller const bob{principal::user("here", "bob"), transport::http, {}};
  CHECK(result_of(calc.server.handle(line, ada, calc.sink).body)["completion"].dump() ==
        R"({"hasMore":true,"total":40,"values":["to ada"]})");
  CHECK(result_of(calc.server.handle(line, bob, calc.sink).body)["completion"].dump() == R"({"values":[]})");
}

TEST_CASE("what is filled in already is read as its type", "[server][CMP-02][CMP-04]") {
  still_server calc;
  calc.server.prompt<travel>("Travel.", {.completers = {completer<"city", days_too>()}});
  CHECK(suggested(calc, "a", R"({"days":"3"})")["values"] == json::array({"a4"}));
  CHECK(suggested(calc, "a")["values"] == json::array({"anone"}));
  json const error = error_of(calc.body(complete(of_prompt("travel"), "city", "a", R"({"days":"x"})")));
  CHECK(error["code"] == -32602);
  CHECK(error["message"] == "Invalid arguments: days must be an integer. Nothing was done.");
}

TEST_CASE("more suggestions than a client may see are cut off", "[server][CMP-03]") {
  still_server calc;
  calc.server.prompt<travel>(
      "Travel.",
      {.completers = {completer<"city">([](Arg<"city">) { return std::vector<std::string>(250, "Bern"); })}});
  json const completion = suggested(calc, "");
  CHECK(completion["values"].size() == 100);
  CHECK(completion["total"] == 250);
  CHECK(completion["hasMore"] == true);
}

TEST_CASE("a completer that fails is an error that says nothing", "[server][CMP-05][BASE-26]") {
  still_server calc;
  calc.server.prompt<travel>("Travel.", {.completers = {completer<"city">([](Arg<"city">) -> std::vector<std::string> {
                                           throw std::runtime_error("/etc/secret");
                                         })}});
  json const error = error_of(calc.body(complete(of_prompt("travel"), "city", "")));
  CHECK(error.dump() == R"({"code":-32603,"message":"Internal error"})");
  CHECK(calc.logged("handler_failed: city: /etc/secret"));
}

TEST_CASE("a completer goes before the names of an enumeration", "[server][CMP-02]") {
  still_server calc;
  calc.server.prompt<walk>(
      "Walks.", {.completers = {completer<"how">([](Arg<"how">) { return std::vector<std::string>{"fast"}; })}});
  CHECK(result_of(calc.body(complete(of_prompt("walk"), "how", "")))["completion"]["values"] == json::array({"fast"}));
}
