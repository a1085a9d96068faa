// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/round.hpp>

#include <parley/protocol/roots.hpp>

#include "server/scripted_tool.hpp"
#include "support/catch.hpp"

#include <stdexcept>

using namespace parley;
using namespace parley::testing;
using namespace std::chrono_literals;
using parley::state_fault;
using parley::detail::ask;
using parley::detail::body_outcome;
using parley::detail::frame;
using parley::detail::slot;
using parley::detail::slot_state;

namespace {

struct confirm {
  bool ok = false;
};

struct profile {
  std::string firstName{};
  std::string lastName{};
  std::optional<std::string> email{};
  std::optional<int> age{};
  static constexpr auto fields =
      parley::fields(field<&profile::email>{.format = format::email}, field<&profile::age>{.min = 0, .max = 150});
};

struct pin_of_nothing {
  std::optional<std::string> remark{};
};

void say(slot& out, std::string text) { out.put(body_outcome(CallToolResult::text(std::move(text)))); }

// restart_service(service, confirm_restart(service)): the example of the first page.
struct restart_tool : scripted_tool {
  int asked = 0, ran = 0;
  std::string wording = "Restart ";

  restart_tool() {
    auto const service = argument<std::string>("service");
    auto const yes = resolver("confirm_restart", {service}, [this](frame& on, slot& out) {
      ++asked;
      ask(out, form_question<confirm>(wording + on.slots[0].value.get<std::string>() + '?'));
    });
    body({service, yes}, [this](frame& on, slot& out) {
      ++ran;
      say(out, on.slots[1].value.get<confirm>().ok ? "restarted" : "left alone");
    });
  }
};

struct restart_client : scripted_client {
  explicit restart_client(restart_tool& of, state_limits const& limits = {}) : scripted_client(of, limits) {
    arguments = json{{"service", "db"}};
  }
};

json const yes = {{"confirm_restart", accept({{"ok", true}})}};

bool holds(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a tool without questions runs at once, and nothing is sealed", "[server][round]") {
  scripted_tool tool;
  auto const came = scripted_client(tool).call();
  CHECK(came.text == "done");
  CHECK(came.runs == 1);
}

TEST_CASE("a question goes out, its answer comes back with the state, and the body runs once",
          "[server][round][MRTR-06][C-16]") {
  restart_tool tool;
  restart_client client(tool);
  auto const first = client.call();
  REQUIRE(first.asks("confirm_restart"));
  CHECK(first.requests->size() == 1);
  auto const& request = first.requests->at("confirm_restart");
  CHECK(request.at("method") == "elicitation/create");
  CHECK(request.size() == 2);  // method and params: no id, no jsonrpc
  CHECK(request.at("params").at("mode") == "form");
  CHECK(first.message("confirm_restart") == "Restart db?");
  CHECK(first.state.starts_with("p1."));
  CHECK(tool.ran == 0);

  auto const second = client.retry(yes);
  CHECK(second.text == "restarted");
  CHECK(tool.ran == 1);
  CHECK(tool.asked == 2);  // resolvers run again in each round
}

TEST_CASE("the body reads what was answered, not only that something was", "[server][round]") {
  restart_tool tool;
  restart_client client(tool);
  client.call();
  CHECK(client.retry({{"confirm_restart", accept({{"ok", false}})}}).text == "left alone");
}

TEST_CASE("an accept on a call without a state runs nothing", "[server][round][once-01][T37]") {
  restart_tool tool;
  restart_client client(tool);
  auto const came = client.call(yes);
  CHECK(came.asks("confirm_restart"));
  CHECK(tool.ran == 0);
}

TEST_CASE("an answer under a key that was not asked counts for nothing", "[server][round][once-01][MRTR-10]") {
  restart_tool tool;
  restart_client client(tool);
  client.call();
  CHECK(client.retry({{"Confirm_restart", accept({{"ok", true}})}, {"other", 7}}).asks("confirm_restart"));
  CHECK(tool.ran == 0);
  // An unknown key beside the right one is ignored.
  CHECK(client.retry({{"other", accept({{"ok", false}})}, {"confirm_restart", accept({{"ok", true}})}}).text ==
        "restarted");
}

TEST_CASE("an answer to a question that reads differently by now is discarded", "[server][round][once-01]") {
  restart_tool tool;
  restart_client client(tool);
  client.call();
  tool.wording = "Restart, and drop all requests to ";
  auto const again = client.retry(yes);
  REQUIRE(again.asks("confirm_restart"));
  CHECK(again.message("confirm_restart") == "Restart, and drop all requests to db?");
  CHECK(tool.ran == 0);
  CHECK(client.retry(yes).text == "restarted");
}

TEST_CASE("an answer that is read into another type by now is discarded", "[server][round][once-01]") {
  scripted_tool tool;
  bool changed = false;
  auto const question = tool.resolver("q", {}, [&](frame&, slot& out) {
    ask(out, changed ? form_question<pin_of_nothing>("Well?") : form_question<confirm>("Well?"));
  });
  tool.body({question}, [](frame&, slot& out) { say(out, "ran"); });
  scripted_client client(tool);
  client.call();
  changed = true;
  CHECK(client.retry({{"q", accept({{"ok", true}})}}).asks("q"));
}

TEST_CASE("answers to a tool that has changed its description are discarded", "[server][round][once-01]") {
  restart_tool tool;
  tool.table.description = "Restarts a service.";
  restart_client client(tool);
  client.call();
  tool.table.description = "Deletes a service.";
  CHECK(client.retry(yes).asks("confirm_restart"));
  CHECK(tool.ran == 0);
}

TEST_CASE("a state is refused for other arguments, another caller, another tool, with one frozen answer",
          "[server][round][once-02][MRTR-13][MRTR-16][T02]") {
  restart_tool tool;
  restart_client client(tool);
  auto const state = client.call().state;
  auto refused = [&](state_fault why) {
    auto const before = client.guard().count(why);
    auto const came = client.retry(yes, state);
    REQUIRE(came.error);
    CHECK(came.error->code == error_code::invalid_params);
    CHECK(came.error->message == "Invalid or expired requestState");
    CHECK(json::parse(came.error->data) == json{{"reason", "invalid_request_state"}});
    CHECK(client.guard().count(why) == before + 1);
  };
  client.arguments = json{{"service", "web"}};
  refused(state_fault::wrong_arguments);
  client.arguments = json{{"service", "db"}, {"unknown", 1}};
  refused(state_fault::wrong_arguments);
  client.arguments = json{{"service", "db"}};
  client.who = principal::user("i", "bob");
  refused(state_fault::wrong_principal);
  client.who = principal::stdio();
  tool.table.name = "stop_service";
  refused(state_fault::wrong_target);
  tool.table.name = "restart_service";
  client.world.now += 10min;
  refused(state_fault::expired);
  CHECK(tool.ran == 0);
}

TEST_CASE("arguments that are equal as JSON are the same arguments", "[server][round][once-02]") {
  scripted_tool tool;
  auto const n = tool.argument<double>("n");
  auto const question = tool.resolver("q", {}, [](frame&, slot& out) { ask(out, form_question<confirm>("Well?")); });
  tool.body({n, question}, [](frame&, slot& out) { say(out, "ran"); });
  scripted_client client(tool);
  client.arguments = json::parse(R"({"n":1,"z":[1,{"b":2,"a":-0.0}]})");
  client.call();
  client.arguments = json::parse(R"({"z":[1.0,{"a":0,"b":2e0}],"n":1.0})");
  CHECK(client.retry({{"q", accept({{"ok", true}})}}).text == "ran");
}

TEST_CASE("absent arguments equal an empty object", "[server][round][once-02][C-27]") {
  scripted_tool tool;
  auto const question = tool.resolver("q", {}, [](frame&, slot& out) { ask(out, form_question<confirm>("Well?")); });
  tool.body({question}, [](frame&, slot& out) { say(out, "ran"); });
  scripted_client client(tool);
  client.arguments.reset();
  client.call();
  auto const state = client.last_state;
  client.arguments = json::object();
  CHECK(client.retry({{"q", accept({{"ok", true}})}}, state).text == "ran");
  client.arguments = nullptr;
  CHECK(client.retry({{"q", accept({{"ok", true}})}}, state).text == "ran");
}

TEST_CASE("the state is looked at before the arguments", "[server][round][MRTR-19]") {
  restart_tool tool;
  restart_client client(tool);
  client.arguments = json{{"service", 7}};
  auto const came = client.send(nullptr, "p1.nonsense");
  REQUIRE(came.error);
  CHECK(came.error->message == "Invalid or expired requestState");
}

TEST_CASE("a state is checked even by a tool that never asks", "[server][round][T38]") {
  scripted_tool tool;
  scripted_client client(tool);
  CHECK(client.send(nullptr, "anything").error);
  CHECK(client.send(nullptr, "").error);
}

TEST_CASE("arguments that do not fit are named, and nothing runs", "[server][round][TOOL-15][C-27][T12]") {
  restart_tool tool;
  restart_client client(tool);
  client.arguments = json::object();
  auto came = client.call();
  REQUIRE(came.refusal);
  CHECK(holds(*came.refusal, "service is required"));
  client.arguments = json{{"service", 5}};
  came = client.call();
  REQUIRE(came.refusal);
  CHECK(holds(*came.refusal, "service"));
  CHECK(tool.asked == 0);
  client.arguments = json::array();
  CHECK(client.call().error->code == error_code::invalid_params);
}

TEST_CASE("inputResponses that are no object are a protocol error, null is none", "[server][round][T01][MRTR-09]") {
  restart_tool tool;
  restart_client client(tool);
  client.call();
  for (json const& bad : {json(5), json("x"), json::array(), json(true)}) {
    auto const came = client.retry(bad);
    REQUIRE(came.error);
    CHECK(came.error->code == error_code::invalid_params);
  }
  CHECK(client.retry(nullptr).asks("confirm_restart"));
}

TEST_CASE("accepted content that does not fit is asked for again, with the reason on a line of its own",
          "[server][round][once-14][C-04][ELF-14]") {
  scripted_tool tool;
  int ran = 0;
  auto const who =
      tool.resolver("ask_name", {}, [](frame&, slot& out) { ask(out, form_question<profile>("Who are you?")); });
  tool.body({who}, [&](frame&, slot& out) {
    ++ran;
    say(out, "ran");
  });
  scripted_client client(tool);
  auto const state = client.call().state;
  auto complaint = [&](json const& sent) {
    auto const came = client.retry({{"ask_name", sent}}, state);
    REQUIRE(came.asks("ask_name"));
    auto const message = came.message("ask_name");
    REQUIRE(message.starts_with("Who are you?\n"));
    return message.substr(13);
  };
  CHECK(holds(complaint(accept(json::object())), "firstName is required"));
  CHECK(holds(complaint(accept({{"firstName", 42}, {"lastName", "P"}})), "firstName"));
  CHECK(complaint(accept({{"firstName", "A"}, {"lastName", "P"}, {"age", -5}})) == "age must be at least 0");
  CHECK(holds(complaint(accept({{"firstName", {{"x", 1}}}, {"lastName", "P"}})), "firstName"));
  CHECK(holds(complaint(accept({{"firstName", "A"}, {"lastName", "P"}, {"email", "nope"}})), "email"));
  CHECK_FALSE(complaint(accept("hello")).empty());
  CHECK_FALSE(complaint({{"action", "accept"}}).empty());  // absent content is {}, and the form has required fields
  for (json const& bare :
       {json(12345), json{{"firstName", "A"}}, json{{"action", "ACCEPT"}, {"content", json::object()}}, json(nullptr),
        json::array(), json{{"action", 1}}, json{{"method", "x"}, {"result", accept({})}}}) {
    CHECK(complaint(bare) == "The last answer could not be read.");
  }
  CHECK(ran == 0);
  // What the client wrote never comes back in the message.
  CHECK_FALSE(holds(complaint(accept({{"firstName", "A"}, {"lastName", "P"}, {"email", "evil.example"}})), "evil"));
  CHECK(client.retry({{"ask_name", accept({{"firstName", "A"}, {"lastName", "P"}, {"extra", 1}})}}, state).text ==
        "ran");
}

TEST_CASE("the third answer that does not fit ends the call", "[server][round][once-14]") {
  restart_tool tool;
  restart_client client(tool);
  client.call();
  json const bad = {{"confirm_restart", accept({{"ok", "maybe"}})}};
  CHECK(client.retry(bad).asks());
  // Silence is no answer, and does not count.
  CHECK(client.retry(json::object()).asks());
  CHECK(client.retry(bad).asks());
  auto const came = client.retry(bad);
  REQUIRE(came.refusal);
  CHECK(holds(*came.refusal, "Nothing was done"));
  CHECK(tool.ran == 0);
}

TEST_CASE("a good answer after a bad one is taken", "[server][round][once-14]") {
  restart_tool tool;
  restart_client client(tool);
  client.call();
  CHECK(client.retry({{"confirm_restart", accept({{"ok", 1}})}}).asks());
  CHECK(client.retry(yes).text == "restarted");
}

TEST_CASE("absent content is enough where nothing is required", "[server][round][ELF-20]") {
  scripted_tool tool;
  auto const remark =
      tool.resolver("remark", {}, [](frame&, slot& out) { ask(out, form_question<pin_of_nothing>("Remarks?")); });
  tool.body({remark},
            [](frame& on, slot& out) { say(out, on.slots[0].value.get<pin_of_nothing>().remark.value_or("none")); });
  scripted_client client(tool);
  client.call();
  CHECK(client.retry({{"remark", {{"action", "accept"}}}}).text == "none");
}

TEST_CASE("decline and cancel end a call that needs the plain value, and say that nothing was done",
          "[server][round][once-13][ELF-13]") {
  restart_tool tool;
  restart_client client(tool);
  auto const state = client.call().state;
  auto const declined = client.retry({{"confirm_restart", decline()}}, state);
  CHECK(declined.refusal ==
        "The user declined the question 'confirm_restart', so restart_service did not run. Nothing was done.");
  auto const cancelled = client.retry({{"confirm_restart", cancel()}}, state);
  CHECK(cancelled.refusal ==
        "The user dismissed the question 'confirm_restart', so restart_service did not run. Nothing was done.");
  // Content beside them means nothing.
  CHECK(client.retry({{"confirm_restart", {{"action", "decline"}, {"content", {{"ok", true}}}}}}, state).refusal);
  CHECK(tool.ran == 0);
}

TEST_CASE("who takes the whole outcome reads decline and cancel itself", "[server][round][once-13]") {
  scripted_tool tool;
  auto const question = tool.resolver("q", {}, [](frame&, slot& out) { ask(out, form_question<confirm>("Well?")); });
  tool.body(
      {question},
      [](frame& on, slot& out) {
        switch (on.slots[0].state) {
          case slot_state::known: return say(out, "yes");
          case slot_state::declined: return say(out, "no");
          default: return say(out, "neither");
        }
      },
      1);
  scripted_client client(tool);
  auto const state = client.call().state;
  CHECK(client.retry({{"q", accept({{"ok", true}})}}, state).text == "yes");
  CHECK(client.retry({{"q", decline()}}, state).text == "no");
  CHECK(client.retry({{"q", cancel()}}, state).text == "neither");
}

TEST_CASE("independent questions go out together, in the order of the resolvers", "[server][round][C-01]") {
  scripted_tool tool;
  std::vector<std::string> order;
  for (char const* name : {"zebra", "apple", "mango"}) {
    tool.resolver(name, {}, [&order, name](frame&, slot& out) {
      order.push_back(name);
      ask(out, form_question<profile>(name));
    });
  }
  tool.body({0, 1, 2}, [](frame&, slot& out) { say(out, "ran"); });
  scripted_client client(tool);
  auto const came = client.call();
  CHECK(came.requests->size() == 3);
  CHECK(order == std::vector<std::string>{"zebra", "apple", "mango"});
  std::size_t at = 0;
  for (std::string_view part : {"\"zebra\"", "\"firstName\"", "\"lastName\"", "\"email\"", "\"age\"", "\"apple\"",
                                "\"firstName\"", "\"mango\""}) {
    at = came.raw_requests.find(part, at);
    REQUIRE(at != std::string::npos);
    ++at;
  }
}

TEST_CASE("a resolver that needs an open answer waits for the next round, and others do not",
          "[server][round][MRTR-20]") {
  scripted_tool tool;
  int second_ran = 0;
  auto const first = tool.resolver("first", {}, [](frame&, slot& out) { ask(out, form_question<confirm>("First?")); });
  auto const second = tool.resolver("second", {first}, [&](frame&, slot& out) {
    ++second_ran;
    ask(out, form_question<confirm>("Second?"));
  });
  auto const third = tool.resolver("third", {}, [](frame&, slot& out) { ask(out, form_question<confirm>("Third?")); });
  tool.body({second, third}, [](frame& on, slot& out) {
    say(out, std::string(on.slots[1].value.get<confirm>().ok ? "y" : "n") +
                 (on.slots[2].value.get<confirm>().ok ? "y" : "n"));
  });
  scripted_client client(tool);

  auto const one = client.call();
  CHECK(one.asks("first"));
  CHECK_FALSE(one.asks("second"));
  CHECK(one.asks("third"));
  CHECK(second_ran == 0);

  auto const two = client.retry({{"first", accept({{"ok", true}})}, {"third", accept({{"ok", false}})}});
  CHECK(two.requests->size() == 1);
  CHECK(two.asks("second"));
  CHECK(two.state != one.state);

  // The client sends only what it was asked in this round; the rest travels in the state.
  CHECK(client.retry({{"second", accept({{"ok", true}})}}).text == "yn");
}

TEST_CASE("a recorded answer wins over one that is sent again", "[server][round][MRTR-20]") {
  scripted_tool tool;
  auto const first = tool.resolver("first", {}, [](frame&, slot& out) { ask(out, form_question<confirm>("First?")); });
  auto const second =
      tool.resolver("second", {first}, [](frame&, slot& out) { ask(out, form_question<confirm>("Second?")); });
  tool.body({first, second},
            [](frame& on, slot& out) { say(out, on.slots[0].value.get<confirm>().ok ? "yes" : "no"); });
  scripted_client client(tool);
  client.call();
  client.retry({{"first", accept({{"ok", false}})}});
  auto const came = client.retry({{"first", accept({{"ok", true}})}, {"second", accept({{"ok", true}})}});
  CHECK(came.text == "no");
}

TEST_CASE("a recorded answer counts only while its resolver still asks that question", "[server][round][once-01]") {
  scripted_tool tool;
  std::string wording = "First?";
  auto const first = tool.resolver("first", {}, [&](frame&, slot& out) { ask(out, form_question<confirm>(wording)); });
  auto const second =
      tool.resolver("second", {}, [](frame&, slot& out) { ask(out, form_question<confirm>("Second?")); });
  tool.body({first, second}, [](frame&, slot& out) { say(out, "ran"); });
  scripted_client client(tool);
  client.call();
  CHECK_FALSE(client.retry({{"first", accept({{"ok", true}})}}).asks("first"));
  wording = "First, really?";
  auto const came = client.retry({{"second", accept({{"ok", true}})}});
  CHECK(came.asks("first"));
  CHECK_FALSE(came.asks("second"));
  CHECK(client.retry({{"first", accept({{"ok", true}})}}).text == "ran");
}

TEST_CASE("a decline of one question ends the call although another is open", "[server][round][once-13]") {
  scripted_tool tool;
  int later_ran = 0;
  auto const first = tool.resolver("first", {}, [](frame&, slot& out) { ask(out, form_question<confirm>("First?")); });
  auto const second = tool.resolver("second", {}, [&](frame&, slot& out) {
    ++later_ran;
    ask(out, form_question<confirm>("Second?"));
  });
  auto const third = tool.resolver("third", {first, second}, [](frame&, slot& out) { out.put(1); });
  tool.body({third}, [](frame&, slot& out) { say(out, "ran"); });
  scripted_client client(tool);
  client.call();
  CHECK(later_ran == 1);
  CHECK(client.retry({{"first", decline()}}).refusal);
  CHECK(later_ran == 1);  // the second resolver was not even run again
}

TEST_CASE("a decline that somebody can handle is remembered while another question is open",
          "[server][round][once-13]") {
  scripted_tool tool;
  auto const first = tool.resolver("first", {}, [](frame&, slot& out) { ask(out, form_question<confirm>("First?")); });
  auto const second = tool.resolver(
      "second", {first}, [](frame&, slot& out) { ask(out, form_question<confirm>("Second?")); }, 1);
  tool.body(
      {first, second}, [](frame& on, slot& out) { say(out, on.slots[0].state == slot_state::declined ? "no" : "?"); },
      1);
  scripted_client client(tool);
  client.call();
  CHECK(client.retry({{"first", decline()}}).asks("second"));
  CHECK(client.retry({{"first", accept({{"ok", true}})}, {"second", accept({{"ok", true}})}}).text == "no");
}

TEST_CASE("a resolver that knows the value asks nobody", "[server][round]") {
  scripted_tool tool;
  auto const known = tool.resolver("known", {}, [](frame&, slot& out) { out.put(std::string("cached")); });
  tool.body({known}, [](frame& on, slot& out) { say(out, on.slots[0].value.get<std::string>()); });
  CHECK(scripted_client(tool).call().text == "cached");
}

TEST_CASE("a page is asked for until its resolver has what it needs; consent alone is not enough",
          "[server][round][C-18][ELU-02]") {
  scripted_tool tool;
  bool linked = false;
  auto const link = tool.resolver("link", {}, [&](frame&, slot& out) {
    if (linked) return out.put(std::string("drive"));
    ask(out, url_question("Link your storage.", "https://example.net/link"));
  });
  tool.body({link}, [](frame& on, slot& out) { say(out, on.slots[0].value.get<std::string>()); });
  scripted_client client(tool);
  auto const first = client.call();
  auto const& params = first.requests->at("link").at("params");
  CHECK(params == json{{"mode", "url"}, {"message", "Link your storage."}, {"url", "https://example.net/link"}});

  auto state = first.state;
  for (int i = 0; i < 5; ++i) {  // more often than answers may be bad
    auto const again = client.retry({{"link", {{"action", "accept"}}}});
    REQUIRE(again.asks("link"));
    CHECK(again.message("link") == "Link your storage.");
    CHECK(again.state != state);
    state = again.state;
  }
  linked = true;
  CHECK(client.retry({{"link", {{"action", "accept"}}}}).text == "drive");
  linked = false;
  CHECK(holds(*client.retry({{"link", decline()}}, first.state).refusal, "declined"));
}

TEST_CASE("the client's model and its roots are asked like a person, without decline",
          "[server][round][SMP-06][ROOT-01]") {
  scripted_tool tool;
  tool.resolver("title", {}, [](frame&, slot& out) {
    detail::question what;
    what.kind = detail::question_kind::sampling;
    what.params = R"({"messages":[],"maxTokens":20})";
    ask(out, std::move(what));
  });
  tool.resolver("folders", {}, [](frame&, slot& out) {
    detail::question what;
    what.kind = detail::question_kind::roots;
    ask(out, std::move(what));
  });
  tool.resolver("sure", {0, 1}, [](frame&, slot& out) { ask(out, form_question<confirm>("Sure?")); });
  tool.body({0, 1, 2}, [](frame& on, slot& out) {
    say(out, on.slots[0].value.get<SampleResult>().text + " in " + on.slots[1].value.get<RootList>().roots.at(0).uri);
  });
  scripted_client client(tool);
  auto const first = client.call();
  CHECK(first.requests->at("title") ==
        json::parse(R"({"method":"sampling/createMessage","params":{"messages":[],"maxTokens":20}})"));
  CHECK(first.requests->at("folders") == json{{"method", "roots/list"}});

  json const title = {{"role", "assistant"}, {"content", {{"type", "text"}, {"text", "Paris"}}}, {"model", "m"}};
  json const folders = {{"roots", {{{"uri", "file:///srv"}}}}};
  CHECK(client.retry({{"title", decline()}, {"folders", folders}}).asks("title"));
  auto const second = client.retry({{"title", title}});
  CHECK(second.requests->size() == 1);
  CHECK(second.asks("sure"));
  CHECK(client.retry({{"sure", accept({{"ok", true}})}}).text == "Paris in file:///srv");
}

TEST_CASE("a client that cannot be asked is told all that it lacks", "[server][round][once-15][T19][MRTR-05][ELU-10]") {
  scripted_tool tool;
  tool.resolver("form", {}, [](frame&, slot& out) { ask(out, form_question<confirm>("Well?")); });
  tool.resolver("page", {}, [](frame&, slot& out) { ask(out, url_question("Go", "https://example.net")); });
  tool.resolver("more", {0}, [](frame&, slot& out) { ask(out, form_question<confirm>("More?")); });
  int ran = 0;
  tool.body({0, 1, 2}, [&](frame&, slot& out) {
    ++ran;
    say(out, "ran");
  });
  scripted_client client(tool);
  client.can = {};
  client.can.roots = true;
  auto const came = client.call();
  REQUIRE(came.error);
  CHECK(came.error->code == error_code::missing_client_capability);
  CHECK(json::parse(came.error->data) ==
        json::parse(R"({"requiredCapabilities":{"elicitation":{"form":{},"url":{}}}})"));

  client.can.elicitation_form = true;
  CHECK(json::parse(client.call().error->data) ==
        json::parse(R"({"requiredCapabilities":{"elicitation":{"url":{}}}})"));

  tool.table.rules.unaskable = when_unaskable::explain;
  auto const explained = client.call();
  REQUIRE(explained.refusal);
  CHECK(holds(*explained.refusal, "Nothing was done"));
  CHECK(ran == 0);
}

TEST_CASE("a harmless question goes on with its assumed answer when the client cannot be asked",
          "[server][round][once-15]") {
  scripted_tool tool;
  auto const question = tool.resolver("q", {}, [](frame&, slot& out) {
    auto what = form_question<confirm>("Compress?");
    what.assumed.put(confirm{true});
    ask(out, std::move(what));
  });
  tool.body({question},
            [](frame& on, slot& out) { say(out, on.slots[0].value.get<confirm>().ok ? "assumed" : "answered"); });
  scripted_client client(tool);
  CHECK(client.call().asks("q"));
  CHECK(client.retry({{"q", accept({{"ok", false}})}}).text == "answered");
  client.can = {};
  CHECK(client.call().text == "assumed");
}

TEST_CASE("a flow of too many rounds ends with a sentence, not with a question", "[server][round][once-03]") {
  restart_tool tool;
  state_limits limits;
  limits.rounds = 3;
  restart_client client(tool, limits);
  CHECK(client.call().asks());
  CHECK(client.retry(json::object()).asks());
  auto const state = client.last_state;
  auto const came = client.retry(json::object());
  REQUIRE(came.refusal);
  CHECK(holds(*came.refusal, "too many questions"));
  CHECK(client.retry(yes, state).text == "restarted");  // the third request may still answer
}

TEST_CASE("a flow of answers too long for a state ends with a sentence", "[server][round][once-03]") {
  scripted_tool tool;
  auto const first =
      tool.resolver("first", {}, [](frame&, slot& out) { ask(out, form_question<pin_of_nothing>("First?")); });
  auto const second =
      tool.resolver("second", {first}, [](frame&, slot& out) { ask(out, form_question<confirm>("Second?")); });
  tool.body({second}, [](frame&, slot& out) { say(out, "ran"); });
  scripted_client client(tool);
  client.call();
  auto const came = client.retry({{"first", accept({{"remark", std::string(9000, 'x')}})}});
  REQUIRE(came.refusal);
  CHECK(holds(*came.refusal, "too long"));
}

TEST_CASE("what the handlers take is not taken from the person's time", "[server][round][once-16]") {
  scripted_tool tool;
  auto* clock = static_cast<still_world*>(nullptr);
  auto const slow = tool.resolver("q", {}, [&](frame&, slot& out) {
    clock->now += 5min;
    ask(out, form_question<confirm>("Well?"));
  });
  tool.body({slow}, [](frame&, slot& out) { say(out, "ran"); });
  scripted_client client(tool);
  clock = &client.world;
  client.call();
  client.world.now += 9min;
  CHECK(client.retry({{"q", accept({{"ok", true}})}}).text == "ran");
}

TEST_CASE("time and randomness of a flow are those of its first round", "[server][round][once-08]") {
  restart_tool tool;
  restart_client client(tool);
  auto const start = client.world.now;
  client.call();
  CHECK(client.flow_time == start);
  auto const drawn = client.flow_random;
  client.world.now += 5min;
  client.retry(json::object());
  CHECK(client.flow_time == start);
  CHECK(client.flow_random == drawn);
  client.call();
  CHECK(client.flow_time == start + 5min);
  CHECK(client.flow_random != drawn);
}

TEST_CASE("a restart with the same key goes on, one with another starts over", "[server][round][C-14]") {
  restart_tool tool;
  restart_client client(tool);
  auto const state = client.call().state;
  client.restart({key_of('k')});
  CHECK(client.retry(yes, state).text == "restarted");
  client.restart({key_of('z'), key_of('k')});
  CHECK(client.retry(yes, state).text == "restarted");
  client.restart({key_of('z')});
  CHECK(client.retry(yes, state).error);
}

TEST_CASE("plain handlers run only when the driver says so; asynchronous ones are handed to it", "[server][round]") {
  scripted_tool tool;
  tool.async_resolver("looked_up", {}, [](frame&, slot& out) { out.put(std::string("found")); });
  tool.async_resolver("asked", {0}, [](frame&, slot& out) { ask(out, form_question<confirm>("Well?")); });
  tool.body({0, 1}, [](frame& on, slot& out) { say(out, on.slots[0].value.get<std::string>()); });
  scripted_client client(tool);
  auto const first = client.call();
  CHECK(first.asks("asked"));
  CHECK(first.awaits == 2);
  CHECK(first.runs == 0);
  auto const second = client.retry({{"asked", accept({{"ok", true}})}});
  CHECK(second.text == "found");
  CHECK(second.awaits == 2);
  CHECK(second.runs == 1);
}

TEST_CASE("an asynchronous handler that leaves nothing is an error, not a second run", "[server][round]") {
  scripted_tool tool;
  int runs = 0;
  tool.async_resolver("lost", {}, [&](frame&, slot&) { ++runs; });
  scripted_client client(tool);
  CHECK_THROWS_AS(client.call(), std::logic_error);
  CHECK(runs == 1);
}

TEST_CASE("what a handler throws passes through", "[server][round]") {
  scripted_tool tool;
  tool.resolver("bad", {}, [](frame&, slot&) { throw tool_error("no such service"); });
  scripted_client client(tool);
  CHECK_THROWS_AS(client.call(), tool_error);
}

namespace {

// greet: asks for a name by hand, with a state of the author's own.
struct by_hand : scripted_tool {
  std::function<InputRequired()> wish;
  scripted_client* client = nullptr;

  by_hand() {
    table.builds_input_required = true;
    body({}, [this](frame&, slot& out) { out.put(body_outcome(wish())); });
  }
};

}  // namespace

TEST_CASE("a round that is built by hand carries its author's text, sealed", "[server][round][MRTR-12]") {
  by_hand tool;
  tool.wish = [] { return InputRequired{}.elicit<confirm>("ok", "Sure?").state("step 1"); };
  scripted_client client(tool);
  auto const first = client.call();
  CHECK(first.asks("ok"));
  CHECK(client.author_state.empty());
  auto const second = client.retry({{"ok", accept({{"ok", true}})}});
  CHECK(client.author_state == "step 1");
  CHECK(second.state != first.state);
  CHECK(client.send(nullptr, first.state + "-TAMPERED").error);

  tool.table.description = "another tool now";
  CHECK(client.send(nullptr, first.state).error);
  CHECK(client.guard().count(state_fault::tool_changed) == 1);
}

TEST_CASE("a round that is built by hand has a state only if its author gave one", "[server][round][MRTR-02]") {
  by_hand tool;
  tool.wish = [] { return InputRequired{}.elicit<confirm>("ok", "Sure?"); };
  scripted_client client(tool);
  CHECK(client.call().state.empty());
  tool.wish = [] { return InputRequired{}.state("later"); };
  auto const came = client.call();
  CHECK_FALSE(came.state.empty());
  CHECK(came.raw_requests.empty());
}

TEST_CASE("a round that is built by hand and asks nothing, or twice under one key, is an internal error",
          "[server][round][MRTR-03][MRTR-04][C-16]") {
  by_hand tool;
  scripted_client client(tool);
  auto fails = [&](std::function<InputRequired()> wish) {
    tool.wish = std::move(wish);
    auto const came = client.call();
    return came.error && came.error->code == error_code::internal_error;
  };
  CHECK(fails([] { return InputRequired{}; }));
  CHECK(fails([] { return InputRequired{}.roots("a").roots("a"); }));
  CHECK(fails([] { return InputRequired{}.roots(""); }));
  CHECK(client.world.lines.size() == 3);
}

TEST_CASE("a round that is built by hand asks nothing that the client cannot do", "[server][round][MRTR-05]") {
  by_hand tool;
  tool.wish = [] { return InputRequired{}.elicit<confirm>("ok", "Sure?").roots("folders"); };
  scripted_client client(tool);
  client.can = {};
  client.can.elicitation_form = true;
  auto const came = client.call();
  REQUIRE(came.error);
  CHECK(json::parse(came.error->data) == json::parse(R"({"requiredCapabilities":{"roots":{}}})"));
}
