// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/flow_request.hpp>

#include <parley/server/memory_ledger.hpp>
#include <parley/testing/user.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

// One yes runs one action, once: whole flows through a server, with the ledger that it has by itself.

using namespace parley;
using namespace parley::testing;

namespace {

struct Confirm {
  bool ok;
};

int charges = 0;                        // how often the body has run
std::function<void(Context&)> in_body;  // what it does then

Elicit<Confirm> confirm(Arg<"amount", int> amount) { return {message("Charge {} euros?", amount)}; }

std::string charge(Arg<"amount", int> amount, Resolve<confirm> sure, Context& context) {
  if (!sure->ok) return "not charged";
  ++charges;
  if (in_body) in_body(context);
  return "charged " + std::to_string(*amount);
}

std::string charge_log() { return std::to_string(charges); }

Elicit<Confirm> confirm_another() { return {message("You have been charged {} times. Again?", charges)}; }
std::string charge_another(Resolve<confirm_another> sure) { return sure->ok ? std::to_string(++charges) : "no"; }

Elicit<Confirm> flight() { return {"Book the flight?"}; }
Elicit<Confirm> hotel(Resolve<flight> with) { return {message("A hotel, {}?", with->ok ? "there" : "here")}; }
std::string itinerary(Resolve<flight> first) {
  ++charges;
  return first->ok ? "booked" : "open";
}
std::string book_trip(Resolve<flight> first, Resolve<hotel> second) {
  ++charges;
  return first->ok && second->ok ? "both" : "less";
}

InputRequired by_hand_question() { return InputRequired{}.elicit<Confirm>("sure", "Charge?").state("asked"); }
tool_outcome charge_by_hand(Context& context) {
  if (context.request_state().empty()) return by_hand_question();
  if (!context.input_responses().contains("sure")) return by_hand_question();
  ++charges;
  return CallToolResult::text("charged");
}

struct bank {
  still_server home;
  user ada;

  explicit bank(server_options options = {}, tool_options tool = {}) : home(std::move(options)), ada(home.server) {
    charges = 0;
    in_body = nullptr;
    home.server.tool<charge>("Charges.", tool);
    home.server.tool<charge_log>("Counts.");
    home.server.tool<charge_by_hand>("Charges.");
  }

  answer const& ask() { return ada.call("charge", R"({"amount":5})"); }
  answer const& accept() { return ada.accept("confirm", R"({"ok":true})"); }
};

int error_of(answer const& got) { return got.error().value_or(0); }

// The line of a retry, for clients that send it in ways that a `user` does not.
std::string retry(std::string const& id, std::string const& state, std::string const& response) {
  return request(id, "tools/call",
                 R"("name":"charge","arguments":{"amount":5},"inputResponses":{"confirm":)" + response +
                     R"(},"requestState":")" + state + "\",",
                 meta(R"({"elicitation":{"form":{}}})"));
}

constexpr char yes[] = R"({"action":"accept","content":{"ok":true}})";

}  // namespace

TEST_CASE("an answer that is sent again gets the stored result, and nothing runs", "[server][once-05][MRTR-14]") {
  bank with;
  with.ask();
  CHECK(with.accept().text() == "charged 5");
  for (int i = 0; i < 3; ++i) CHECK(with.ada.resend().text() == "charged 5");
  CHECK(charges == 1);
}

TEST_CASE("the result is stored even if what is asked would be asked otherwise by now", "[server][once-05]") {
  bank with;
  with.home.server.tool<charge_another>("Charges.");
  with.ada.call("charge_another");
  CHECK(with.ada.accept("confirm_another", R"({"ok":true})").text() == "1");
  CHECK(with.ada.resend().text() == "1");
}

TEST_CASE("other answers to a flow that has run are refused", "[server][once-05]") {
  bank with;
  auto const state = with.ask().state();
  with.accept();
  for (auto const* other : {R"({"action":"accept","content":{"ok":false}})", R"({"action":"decline"})",
                            R"({"action":"cancel"})", R"({"action":"accept"})"}) {
    answer const got(with.home.handle(retry("9", state, other)));
    CHECK(error_of(got) == -32602);
    CHECK(got.tree()["error"]["data"]["reason"] == "already_answered");
  }
  CHECK(answer(with.home.handle(retry("10", state, yes))).text() == "charged 5");
  CHECK(charges == 1);
}

TEST_CASE("a no is final", "[server][once-05][once-13]") {
  for (auto const* no : {R"({"action":"decline"})", R"({"action":"cancel"})"}) {
    bank with;
    auto const state = with.ask().state();
    auto const first = answer(with.home.handle(retry("1", state, no)));
    CHECK(first.failed());
    CHECK(error_of(answer(with.home.handle(retry("2", state, yes)))) == -32602);
    CHECK(answer(with.home.handle(retry("3", state, no))).text() == first.text());
    CHECK(charges == 0);
  }
}

TEST_CASE("a late fork of a flow runs nothing", "[server][once-05]") {
  bank with;
  with.home.server.tool<book_trip>("Books.");
  auto const state = with.ada.call("book_trip").state();
  auto const line = [&](std::string const& key, std::string const& sealed, std::string const& response) {
    return request("9", "tools/call",
                   R"("name":"book_trip","arguments":{},"inputResponses":{")" + key + "\":" + response +
                       R"(},"requestState":")" + sealed + "\",",
                   meta(R"({"elicitation":{"form":{}}})"));
  };
  auto const no = R"({"action":"accept","content":{"ok":false}})";
  auto const fork = answer(with.home.handle(line("flight", state, no))).state();
  with.ada.accept("flight", R"({"ok":true})");
  CHECK(with.ada.accept("hotel", R"({"ok":true})").text() == "both");
  CHECK(error_of(answer(with.home.handle(line("hotel", fork, yes)))) == -32602);
  CHECK(charges == 1);
  CHECK(with.ada.resend().text() == "both");
}

TEST_CASE("questions alone cost the ledger nothing", "[server][once-04]") {
  still_world clock;
  auto const book = std::make_shared<memory_ledger>(ledger_limits{}, clock.view());
  bank with({.ledger = book});
  for (int i = 0; i < 100; ++i) with.ask();
  CHECK(book->size() == 0);
  with.accept();
  CHECK(book->size() == 1);
  with.ada.call("charge_log");
  CHECK(book->size() == 1);
}

TEST_CASE("a state of another process starts over", "[server][once-04]") {
  bank first;
  auto const state = first.ask().state();
  bank second;  // with the same keys
  CHECK(error_of(answer(second.home.handle(retry("1", state, yes)))) == -32602);
  auto const none = std::make_shared<no_ledger>();
  bank third({.ledger = none});
  bank fourth({.ledger = none});
  CHECK(answer(fourth.home.handle(retry("1", third.ask().state(), yes))).text() == "charged 5");
}

TEST_CASE("without a ledger, what is sent twice runs twice", "[server][once-04]") {
  for (bool const by_tool : {false, true}) {
    server_options options;
    if (!by_tool) options.ledger = std::make_shared<no_ledger>();
    bank with(std::move(options), {.ledger = by_tool ? ledger_use::none : ledger_use::by_default});
    with.ask();
    with.accept();
    with.ada.resend();
    CHECK(charges == 2);
  }
}

TEST_CASE("a body that throws has burnt the flow, and its error is told again", "[server][once-06]") {
  bank with;
  in_body = [](Context&) { throw tool_error("the bank said no"); };
  with.ask();
  CHECK(with.accept().text() == "the bank said no");
  in_body = nullptr;
  CHECK(with.ada.resend().text() == "the bank said no");
  CHECK(charges == 1);
}

TEST_CASE("a body that has not started may be run again", "[server][once-06]") {
  bank with;
  in_body = [](Context&) { throw not_started("the bank is closed"); };
  with.ask();
  CHECK(with.accept().text() == "the bank is closed");
  in_body = nullptr;
  CHECK(with.ada.resend().text() == "charged 5");
  CHECK(with.ada.resend().text() == "charged 5");
  CHECK(charges == 2);
}

TEST_CASE("a body that marks its commit may be run again until then", "[server][once-06]") {
  bank with({}, {.marks_commit = true});
  in_body = [](Context&) { throw std::runtime_error("lost the connection"); };
  with.ask();
  CHECK(with.accept().failed());
  in_body = [](Context& context) {
    context.committed();
    throw std::runtime_error("lost the connection");
  };
  CHECK(with.ada.resend().failed());
  in_body = nullptr;
  CHECK(with.ada.resend().failed());
  CHECK(charges == 2);
}

TEST_CASE("while the first still runs, others wait for it", "[server][once-05]") {
  bank with;
  auto const state = with.ask().state();
  std::mutex mutex;
  std::condition_variable rings;
  bool is_in = false, may_end = false;
  in_body = [&](Context&) {
    std::unique_lock lock(mutex);
    is_in = true;
    rings.notify_all();
    rings.wait(lock, [&] { return may_end; });
  };
  std::vector<std::string> said(20);
  std::vector<std::thread> callers;
  for (std::size_t i = 0; i < said.size(); ++i) {
    callers.emplace_back([&, i] { said[i] = answer(with.home.handle(retry(std::to_string(i), state, yes))).text(); });
  }
  {
    std::unique_lock lock(mutex);
    rings.wait(lock, [&] { return is_in; });
  }
  auto const other = answer(with.home.handle(retry("99", state, R"({"action":"decline"})")));
  CHECK(error_of(other) == -32602);
  {
    std::lock_guard lock(mutex);
    may_end = true;
  }
  rings.notify_all();
  for (auto& each : callers) each.join();
  CHECK(std::set<std::string>(said.begin(), said.end()) == std::set<std::string>{"charged 5"});
  CHECK(charges == 1);
}

TEST_CASE("a client that goes away after its yes can come back for the result", "[server][once-05]") {
  bank with;
  auto const state = with.ask().state();
  std::stop_source gone;
  in_body = [&](Context& context) {
    gone.request_stop();
    CHECK(context.cancelled());
  };
  CHECK(with.home.handle(retry("1", state, yes), gone.get_token()).body.empty());
  CHECK(answer(with.home.handle(retry("2", state, yes))).text() == "charged 5");
  CHECK(charges == 1);
}

TEST_CASE("a result that is too large is not kept, and that is said", "[server][once-05]") {
  still_world clock;
  auto const book = std::make_shared<memory_ledger>(ledger_limits{.result_size = 10}, clock.view());
  bank with({.ledger = book});
  with.ask();
  CHECK(with.accept().text() == "charged 5");
  auto const& again = with.ada.resend();
  CHECK(again.failed());
  CHECK(again.text() == "charge has run already, and its result was not kept.");
  CHECK(charges == 1);
}

TEST_CASE("a ledger that is full denies what asks, and nothing else", "[server][once-04][once-07]") {
  still_world clock;
  auto const book = std::make_shared<memory_ledger>(ledger_limits{.entries = 1}, clock.view());
  bank with({.ledger = book});
  with.ask();
  CHECK(with.accept().text() == "charged 5");
  with.ask();
  auto const& denied = with.accept();
  CHECK(error_of(denied) == -32603);
  CHECK(denied.tree()["error"]["data"]["reason"] == "not_recordable");
  CHECK(charges == 1);
  CHECK(with.ada.call("charge_log").text() == "1");
}

TEST_CASE("a flow asked by hand runs once as well, and may ask again first", "[server][once-08]") {
  bank with;
  with.ada.call("charge_by_hand");
  auto const& charged = with.ada.accept("sure", R"({"ok":true})");
  CHECK(charged.text() == "charged");
  CHECK(with.ada.resend().text() == "charged");
  CHECK(charges == 1);

  // A round that ends in a question claims nothing.
  auto const state = with.ada.call("charge_by_hand").state();
  auto const members = [&](std::string const& responses) {
    return R"("name":"charge_by_hand","arguments":{},"inputResponses":)" + responses + R"(,"requestState":")" + state +
           "\",";
  };
  auto const envelope = meta(R"({"elicitation":{"form":{}}})");
  CHECK(answer(with.home.handle(request("1", "tools/call", members("{}"), envelope))).asks("sure"));
  CHECK(answer(with.home.handle(request("2", "tools/call", members(R"({"sure":{"action":"accept"}})"), envelope)))
            .text() == "charged");
  CHECK(charges == 2);
}

TEST_CASE("prompts that ask run once too", "[server][once-05]") {
  bank with;
  with.home.server.prompt<itinerary>("Makes an itinerary.");
  auto const envelope = meta(R"({"elicitation":{"form":{}}})");
  auto const line = [&](std::string const& id, std::string const& more) {
    return request(id, "prompts/get", R"("name":"itinerary",)" + more, envelope);
  };
  answer const asked(with.home.handle(line("1", "")));
  REQUIRE(asked.asks("flight"));
  auto const more =
      std::string(R"("inputResponses":{"flight":)") + yes + R"(},"requestState":")" + asked.state() + "\",";
  auto const first = with.home.handle(line("2", more)).body;
  auto const second = with.home.handle(line("3", more)).body;
  CHECK(first.find("booked") != std::string::npos);
  CHECK(second.substr(second.find("result")) == first.substr(first.find("result")));
  CHECK(charges == 1);
}
