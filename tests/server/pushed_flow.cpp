// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/pushed_flow.hpp>

#include "server/handshake_client.hpp"
#include "support/catch.hpp"

#include <set>
#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

struct Confirm {
  bool ok;
};
struct Name {
  std::string name;
};
struct Visit {
  std::string page;
};
struct counts {
  int runs = 0;
  bool finished = false;
};

Elicit<Confirm> confirm(Arg<"what"> what) { return {message("Delete {}?", what)}; }
Elicit<Name> who() { return {message("Your name?")}; }
Elicit<Name> nickname(Resolve<who> known) { return {message("What do friends call {}?", known->name)}; }
ElicitUrl<Visit> visit(Service<counts> seen) {
  if (seen->finished) return Visit{"paid"};
  return {message("Please pay."), "https://example.org/pay"};
}
ListRoots folders() { return {}; }

std::string remove_it(Arg<"what"> what, Resolve<confirm> yes, Service<counts> seen) {
  ++seen->runs;
  return yes->ok ? "deleted " + *what : "kept " + *what;
}
std::string both(Arg<"what">, Resolve<confirm> yes, Resolve<who> person) {
  return person->name + (yes->ok ? ": yes" : ": no");
}
std::string call_me(Resolve<nickname> short_name) { return short_name->name; }
std::string pay(Resolve<visit> page) { return page->page; }
tool_outcome pay_by_hand(Service<counts> seen) {
  if (seen->finished) return CallToolResult::text("paid by hand");
  return InputRequired{}.url("page", "Please pay.", "https://example.org/pay");
}
std::string count_folders(Resolve<folders, RootList> all) { return std::to_string(all->roots.size()); }
tool_outcome by_hand(Context& ctx) {
  if (ctx.request_state() == "two") return CallToolResult::text("third round");
  if (ctx.request_state() == "one") return InputRequired{}.state("two");
  return InputRequired{}.roots("where").state("one");
}
tool_outcome for_ever() { return InputRequired{}.state("again"); }

struct shop {
  counts seen{};
  still_server calc;

  explicit shop(server_options options = {}) : calc(std::move(options)) {
    calc.server.provide(seen);
    calc.server.tool<remove_it>("Deletes.");
    calc.server.tool<both>("Asks two things.");
    calc.server.tool<call_me>("Asks twice.");
    calc.server.tool<pay>("Sends to a page.");
    calc.server.tool<count_folders>("Counts.");
    calc.server.tool<by_hand>("By hand.");
    calc.server.tool<pay_by_hand>("Pays by hand.");
    calc.server.tool<for_ever>("For ever.");
  }
};

std::string text_of(json const& answer) { return answer["result"]["content"][0]["text"]; }

using action = exchange::action;

}  // namespace

TEST_CASE("a question to an older client is a request of the server's, and the call goes on with its answer",
          "[server][LEG-50][MRTR-29][once-18]") {
  shop world;
  handshake_client ada(world.calc);
  REQUIRE(ada.call("remove_it", {{"what", "notes"}}) == action::ask);
  REQUIRE(ada.questions().size() == 1);
  json const question = ada.questions()[0];
  CHECK(question["method"] == "elicitation/create");
  CHECK(question["params"]["message"] == "Delete \"notes\"?");
  CHECK(question["params"]["mode"] == "form");
  CHECK(question["params"]["requestedSchema"]["properties"]["ok"]["type"] == "boolean");
  CHECK(question["id"].get<std::string>().size() == 32);
  CHECK(world.seen.runs == 0);
  CHECK_FALSE(ada.one->is_answered());

  ada.accept(question, {{"ok", true}});
  CHECK(ada.woken == 1);
  CHECK(ada.one->is_answered());
  CHECK(ada.go_on() == action::done);
  json const answer = ada.result();
  CHECK(text_of(answer) == "deleted notes");
  CHECK_FALSE(answer["result"].contains("resultType"));
  CHECK(world.seen.runs == 1);
}

TEST_CASE("a client of 2025-06-18 is asked in its own words", "[server][LEG-60][ELF-21]") {
  shop world;
  handshake_client ada(world.calc, "2025-06-18", {{"elicitation", json::object()}});
  REQUIRE(ada.call("remove_it", {{"what", "notes"}}) == action::ask);
  CHECK_FALSE(ada.questions()[0]["params"].contains("mode"));
}

TEST_CASE("independent questions go out together, dependent ones after each other", "[server][LEG-33]") {
  shop world;
  handshake_client ada(world.calc);
  REQUIRE(ada.call("both", {{"what", "notes"}}) == action::ask);
  REQUIRE(ada.questions().size() == 2);
  ada.accept(ada.questions()[1], {{"name", "Ada"}});
  CHECK(ada.woken == 0);
  CHECK(ada.go_on() == action::ask);  // looked too early: the other one is still open
  CHECK(ada.questions().size() == 2);
  ada.accept(ada.questions()[0], {{"ok", true}});
  CHECK(ada.woken == 1);
  REQUIRE(ada.go_on() == action::done);
  CHECK(text_of(ada.result()) == "Ada: yes");

  handshake_client eve(world.calc);
  REQUIRE(eve.call("call_me") == action::ask);
  REQUIRE(eve.questions().size() == 1);
  eve.accept(eve.questions()[0], {{"name", "Evelyn"}});
  REQUIRE(eve.go_on() == action::ask);
  REQUIRE(eve.questions().size() == 2);
  CHECK(eve.questions()[1]["params"]["message"] == "What do friends call \"Evelyn\"?");
  eve.accept(eve.questions()[1], {{"name", "Eve"}});
  REQUIRE(eve.go_on() == action::done);
  CHECK(text_of(eve.result()) == "Eve");
}

TEST_CASE("a final decline is final, and a dismissed question runs nothing", "[server][once-13][once-18]") {
  shop world;
  for (auto const* const no : {"decline", "cancel"}) {
    CAPTURE(no);
    handshake_client ada(world.calc);
    REQUIRE(ada.call("remove_it", {{"what", "notes"}}) == action::ask);
    json const question = ada.questions()[0];
    ada.answer(question, {{"action", no}});
    ada.accept(question, {{"ok", true}});  // the request has had its response
    REQUIRE(ada.go_on() == action::done);
    json const answer = ada.result();
    CHECK(answer["result"]["isError"] == true);
    CHECK(text_of(answer).find("Nothing was done.") != std::string::npos);
    ada.accept(question, {{"ok", true}});
    CHECK(world.seen.runs == 0);
  }
}

TEST_CASE("an answer counts once, from its own session, to an open request", "[server][LEG-51][once-18]") {
  shop world;
  handshake_client ada(world.calc);
  handshake_client eve(world.calc);
  REQUIRE(ada.call("remove_it", {{"what", "notes"}}) == action::ask);
  json const question = ada.questions()[0];
  json const yes = {{"action", "accept"}, {"content", {{"ok", true}}}};
  eve.answer(question, yes);
  ada.respond({{"id", "00000000000000000000000000000000"}, {"result", yes}});
  ada.respond({{"id", 1}, {"result", yes}});
  ada.respond({{"id", nullptr}, {"result", yes}});
  CHECK(ada.woken == 0);
  CHECK_FALSE(ada.one->is_answered());

  ada.answer(question, yes);
  REQUIRE(ada.go_on() == action::done);
  ada.answer(question, yes);
  CHECK(text_of(ada.result()) == "deleted notes");
  CHECK(world.seen.runs == 1);
}

TEST_CASE("no two questions have the same id", "[server][once-18]") {
  shop world;
  std::set<std::string> ids;
  for (int i = 0; i < 20; ++i) {
    handshake_client ada(world.calc);
    REQUIRE(ada.call("both", {{"what", "notes"}}) == action::ask);
    for (auto const& question : ada.questions()) ids.insert(question["id"].get<std::string>());
  }
  CHECK(ids.size() == 40);
}

TEST_CASE("content that does not fit is asked for again, and then no more", "[server][once-14]") {
  shop world;
  handshake_client ada(world.calc);
  REQUIRE(ada.call("remove_it", {{"what", "notes"}}) == action::ask);
  for (std::size_t round = 1; round < 3; ++round) {
    ada.accept(ada.questions().back(), {{"ok", "perhaps"}});
    REQUIRE(ada.go_on() == action::ask);
    REQUIRE(ada.questions().size() == round + 1);
    CHECK(ada.questions().back()["params"]["message"].get<std::string>().find("ok") != std::string::npos);
  }
  ada.accept(ada.questions().back(), {{"ok", "perhaps"}});
  REQUIRE(ada.go_on() == action::done);
  CHECK(ada.result()["result"]["isError"] == true);
  CHECK(world.seen.runs == 0);
}

TEST_CASE("a client that answers with an error fails the call, and the other questions are taken back",
          "[server][LEG-51][LEG-56]") {
  shop world;
  handshake_client ada(world.calc);
  REQUIRE(ada.call("both", {{"what", "notes"}}) == action::ask);
  ada.respond({{"id", ada.questions()[0]["id"]}, {"error", {{"code", -1}, {"message", "no"}}}});
  CHECK(ada.woken == 1);
  REQUIRE(ada.go_on() == action::done);
  auto const withdrawn = ada.one->take_withdrawn();
  REQUIRE(withdrawn.size() == 1);
  CHECK(parsed(withdrawn[0])["params"]["requestId"] == ada.questions()[1]["id"]);
  CHECK(text_of(ada.result()).find("confirm") != std::string::npos);
}

TEST_CASE("a call that is cancelled while it waits takes its questions back", "[server][LEG-56]") {
  shop world;
  handshake_client ada(world.calc);
  REQUIRE(ada.call("remove_it", {{"what", "notes"}}) == action::ask);
  ada.stop.request_stop();
  CHECK(ada.woken == 1);
  REQUIRE(ada.go_on() == action::done);
  CHECK(ada.one->take_reply().body.empty());
  auto const withdrawn = ada.one->take_withdrawn();
  REQUIRE(withdrawn.size() == 1);
  CHECK(parsed(withdrawn[0])["method"] == "notifications/cancelled");
  CHECK(parsed(withdrawn[0])["params"]["requestId"] == ada.questions()[0]["id"]);
  ada.accept(ada.questions()[0], {{"ok", true}});
  CHECK(world.seen.runs == 0);
}

TEST_CASE("a session that ends wakes its calls, and no answer comes any more", "[server][LEG-26]") {
  shop world;
  handshake_client ada(world.calc);
  REQUIRE(ada.call("remove_it", {{"what", "notes"}}) == action::ask);
  ada.from.session->close();
  CHECK(ada.woken == 1);
  REQUIRE(ada.go_on() == action::done);
  CHECK(text_of(ada.result()) == "The client has gone without an answer. Nothing was done.");
  ada.accept(ada.questions()[0], {{"ok", true}});
  CHECK(world.seen.runs == 0);
  REQUIRE(ada.call("remove_it", {{"what", "notes"}}) == action::done);  // nothing is asked in it either
  CHECK(text_of(ada.result()) == "The client has gone without an answer. Nothing was done.");
}

TEST_CASE("nobody waits longer for a person than a round may last", "[server][MRTR-16][LEG-10]") {
  shop world({.state = {.round_time = std::chrono::seconds(60)}});
  handshake_client ada(world.calc);
  REQUIRE(ada.call("remove_it", {{"what", "notes"}}, {{"progressToken", "p"}}) == action::ask);
  CHECK(ada.one->patience() == std::chrono::seconds(10));
  world.calc.world.pass(std::chrono::seconds(59));
  REQUIRE(ada.go_on() == action::ask);
  CHECK(ada.one->patience() == std::chrono::seconds(1));
  world.calc.world.pass(std::chrono::seconds(1));
  REQUIRE(ada.go_on() == action::done);
  CHECK(text_of(ada.result()) == "Nobody answered in time. Nothing was done.");
  REQUIRE(ada.notifications("notifications/cancelled").size() == 1);
  ada.accept(ada.questions()[0], {{"ok", true}});
  CHECK(world.seen.runs == 0);
}

TEST_CASE("progress keeps a client patient that waits for a person", "[server][PRG-03]") {
  shop world;
  handshake_client ada(world.calc);
  REQUIRE(ada.call("remove_it", {{"what", "notes"}}, {{"progressToken", "p"}}) == action::ask);
  for (int i = 0; i < 3; ++i) {
    world.calc.world.pass(ada.one->patience());
    REQUIRE(ada.go_on() == action::ask);
  }
  auto const signs = ada.notifications("notifications/progress");
  REQUIRE(signs.size() == 3);
  CHECK(signs[0]["params"]["progressToken"] == "p");
  CHECK(signs[0]["params"]["progress"] < signs[1]["params"]["progress"]);
  CHECK(signs[1]["params"]["progress"] < signs[2]["params"]["progress"]);
  CHECK(signs[2]["params"]["progress"] < 1);
}

TEST_CASE("a flow has as many rounds as in 2026-07-28, and no more time", "[server][once-03]") {
  shop world({.state = {.rounds = 4}});
  handshake_client ada(world.calc);
  CHECK(ada.call("for_ever") == action::done);
  CHECK(text_of(ada.result()).find("too many questions") != std::string::npos);

  shop slow({.state = {.round_time = std::chrono::minutes(50), .flow_time = std::chrono::hours(1)}});
  handshake_client eve(slow.calc);
  REQUIRE(eve.call("call_me") == action::ask);
  slow.calc.world.pass(std::chrono::minutes(40));
  eve.accept(eve.questions()[0], {{"name", "Evelyn"}});
  REQUIRE(eve.go_on() == action::ask);
  slow.calc.world.pass(std::chrono::minutes(40));
  eve.accept(eve.questions()[1], {{"name", "Eve"}});
  REQUIRE(eve.go_on() == action::done);
  CHECK(text_of(eve.result()) == "This call has been waiting for answers for too long. Nothing was done.");
}

TEST_CASE("a page has an id, is waited for, and is told to be done", "[server][LEG-52][MRTR-30]") {
  shop world;
  handshake_client ada(world.calc);
  REQUIRE(ada.call("pay") == action::ask);
  json const question = ada.questions()[0];
  CHECK(question["params"]["mode"] == "url");
  CHECK(question["params"]["url"] == "https://example.org/pay");
  std::string const id = question["params"]["elicitationId"];
  CHECK(id.size() == 32);

  ada.answer(question, {{"action", "accept"}});  // agreed to open it
  REQUIRE(ada.go_on() == action::ask);
  CHECK(ada.questions().size() == 1);  // and is not asked a second time
  CHECK(ada.one->patience() < std::chrono::seconds(1));
  for (int look = 0; look < 20; ++look) {
    world.calc.world.pass(ada.one->patience());
    REQUIRE(ada.go_on() == action::ask);
  }
  CHECK(ada.one->patience() <= std::chrono::seconds(5));
  CHECK(ada.notifications("notifications/elicitation/complete").empty());

  world.seen.finished = true;
  world.calc.world.pass(ada.one->patience());
  REQUIRE(ada.go_on() == action::done);
  CHECK(text_of(ada.result()) == "paid");
  auto const complete = ada.notifications("notifications/elicitation/complete");
  REQUIRE(complete.size() == 1);
  CHECK(complete[0]["params"]["elicitationId"] == id);
}

TEST_CASE("a page that takes too long is named in an error, for another try", "[server][LEG-52]") {
  shop world;
  handshake_client ada(world.calc);
  REQUIRE(ada.call("pay") == action::ask);
  json const question = ada.questions()[0];
  ada.answer(question, {{"action", "accept"}});
  REQUIRE(ada.go_on() == action::ask);
  world.calc.world.pass(std::chrono::minutes(10));
  REQUIRE(ada.go_on() == action::done);
  json const error = ada.result()["error"];
  CHECK(error["code"] == -32042);
  REQUIRE(error["data"]["elicitations"].size() == 1);
  CHECK(error["data"]["elicitations"][0] == question["params"]);
}

TEST_CASE("a client is kept patient while its person is on a page, which has the time of a round",
          "[server][LEG-52][PRG-03]") {
  shop world;
  handshake_client ada(world.calc);
  REQUIRE(ada.call("pay", json::object(), {{"progressToken", 7}}) == action::ask);
  world.calc.world.pass(std::chrono::minutes(9));
  ada.answer(ada.questions()[0], {{"action", "accept"}});
  REQUIRE(ada.go_on() == action::ask);
  ada.lines.clear();
  for (auto passed = std::chrono::milliseconds(0); passed < std::chrono::minutes(9);) {
    auto const step = ada.one->patience();
    REQUIRE(step <= std::chrono::seconds(5));
    world.calc.world.pass(step);
    passed += step;
    REQUIRE(ada.go_on() == action::ask);
  }
  CHECK(ada.notifications("notifications/progress").size() >= 53);
  CHECK(ada.questions().empty());
  world.seen.finished = true;
  world.calc.world.pass(ada.one->patience());
  while (ada.go_on() == action::ask) world.calc.world.pass(ada.one->patience());
  CHECK(text_of(ada.result()) == "paid");
}

TEST_CASE("a page asked for by hand is one page in all rounds", "[server][LEG-52]") {
  shop world;
  handshake_client ada(world.calc);
  REQUIRE(ada.call("pay_by_hand") == action::ask);
  ada.answer(ada.questions()[0], {{"action", "accept"}});
  REQUIRE(ada.go_on() == action::ask);
  CHECK(ada.questions().size() == 1);
  CHECK(ada.notifications("notifications/elicitation/complete").empty());
  world.seen.finished = true;
  world.calc.world.pass(ada.one->patience());
  REQUIRE(ada.go_on() == action::done);
  CHECK(text_of(ada.result()) == "paid by hand");
  CHECK(ada.notifications("notifications/elicitation/complete").size() == 1);
}

TEST_CASE("only questions that the client has heard of are taken back", "[server][LEG-56]") {
  shop world;
  handshake_client ada(world.calc);
  ada.is_deaf = true;
  REQUIRE(ada.call("both", {{"what", "notes"}}) == action::ask);
  ada.stop.request_stop();
  REQUIRE(ada.go_on() == action::done);
  CHECK(ada.one->take_withdrawn().empty());

  handshake_client eve(world.calc);
  eve.on_line = [&](json const&) { eve.stop.request_stop(); };  // the client cancels between the two
  REQUIRE(eve.call("both", {{"what", "notes"}}) == action::ask);
  REQUIRE(eve.questions().size() == 1);
  REQUIRE(eve.go_on() == action::done);
  auto const withdrawn = eve.one->take_withdrawn();
  REQUIRE(withdrawn.size() == 1);
  CHECK(parsed(withdrawn[0])["params"]["requestId"] == eve.questions()[0]["id"]);
}

TEST_CASE("what cancels a call before anybody waits is seen by whoever waits then", "[server][LEG-56]") {
  shop world;
  handshake_client ada(world.calc);
  ada.on_line = [&](json const&) { ada.stop.request_stop(); };  // while the question is sent
  REQUIRE(ada.call("remove_it", {{"what", "notes"}}) == action::ask);
  CHECK(ada.woken == 1);
  CHECK(ada.go_on() == action::done);
}

TEST_CASE("a declined page ends the call", "[server][once-13]") {
  shop world;
  handshake_client ada(world.calc);
  REQUIRE(ada.call("pay") == action::ask);
  ada.answer(ada.questions()[0], {{"action", "decline"}});
  REQUIRE(ada.go_on() == action::done);
  CHECK(ada.result()["result"]["isError"] == true);
  CHECK(ada.notifications("notifications/elicitation/complete").empty());
}

TEST_CASE("roots are asked for in the same way", "[server][ROOT-01]") {
  shop world;
  handshake_client ada(world.calc, "2025-11-25", {{"roots", json::object()}});
  REQUIRE(ada.call("count_folders") == action::ask);
  CHECK(ada.questions()[0]["method"] == "roots/list");
  ada.answer(ada.questions()[0], {{"roots", {{{"uri", "file:///a"}}, {{"uri", "file:///b"}}}}});
  REQUIRE(ada.go_on() == action::done);
  CHECK(text_of(ada.result()) == "2");
}

TEST_CASE("hand-built rounds go round as well, and their state stays here", "[server][LEG-50]") {
  shop world;
  handshake_client ada(world.calc, "2025-11-25", {{"roots", json::object()}});
  REQUIRE(ada.call("by_hand") == action::ask);
  CHECK(ada.lines[0].find("requestState") == std::string::npos);
  ada.answer(ada.questions()[0], {{"roots", json::array()}});
  REQUIRE(ada.go_on() == action::done);
  CHECK(text_of(ada.result()) == "third round");
}

TEST_CASE("a client that cannot be asked reads so", "[server][LEG-50][once-15]") {
  shop world;
  handshake_client mute(world.calc, "2025-11-25", json::object());
  REQUIRE(mute.call("remove_it", {{"what", "notes"}}) == action::done);
  json const answer = mute.result();
  CHECK(answer["result"]["isError"] == true);
  CHECK(text_of(answer) ==
        "remove_it needs an answer from the user, and this client cannot ask for it. Nothing was done.");
  CHECK(mute.lines.empty());
}

TEST_CASE("without a stream pages are named in an error, and nothing else can be asked", "[server][LEG-41][LEG-52]") {
  shop world;
  handshake_client lone(world.calc, "", {}, client_session::stateless(revision::v2025_11_25));
  REQUIRE(lone.call("pay") == action::done);
  CHECK(lone.result()["error"]["code"] == -32042);
  REQUIRE(lone.call("remove_it", {{"what", "notes"}}) == action::done);
  CHECK(lone.result()["result"]["isError"] == true);

  handshake_client older(world.calc, "", {}, client_session::stateless(revision::v2025_03_26));
  REQUIRE(older.call("pay") == action::done);
  CHECK(older.result()["result"]["isError"] == true);
  CHECK(world.seen.runs == 0);
}

TEST_CASE("a program that cannot wait may answer at once, or not at all", "[server]") {
  shop world;
  handshake_client ada(world.calc);
  json const call = {{"name", "remove_it"}, {"arguments", {{"what", "notes"}}}};
  CHECK(text_of(ada.request("tools/call", call)) == "Nobody answered in time. Nothing was done.");
  ada.on_line = [&](json const& line) {
    if (line["method"] == "elicitation/create") ada.accept(line, {{"ok", true}});
  };
  CHECK(text_of(ada.request("tools/call", call)) == "deleted notes");
}

TEST_CASE("a client cannot make the server keep more open questions than it may", "[server][SEC-14]") {
  shop world;
  auto const session = std::make_shared<client_session>(true, client_session::limits{.open_questions = 3});
  handshake_client ada(world.calc, "2025-11-25", {{"elicitation", json::object()}}, session);
  REQUIRE(ada.call("both", {{"what", "a"}}) == action::ask);
  handshake_client again(world.calc, "", {}, session);
  REQUIRE(again.call("both", {{"what", "b"}}) == action::done);
  CHECK(text_of(again.result()).find("Too many questions") != std::string::npos);
  ada.one.reset();  // the call is dropped, and its questions with it
  CHECK(again.call("both", {{"what", "b"}}) == action::ask);
}
