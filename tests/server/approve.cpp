// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/approve.hpp>

#include <parley/server/definition.hpp>
#include <parley/server/make_tool.hpp>
#include <parley/testing/user.hpp>

#include "server/handshake_client.hpp"
#include "support/catch.hpp"

#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

struct Place {
  std::string host;
  std::optional<std::string> volume;
};
struct Deletion {
  Place place;
  std::vector<std::string> files;
  double total = 0;
  static constexpr auto fields = parley::fields(field<&Deletion::total>{.title = "Total size"});
};

// The world, which goes on while a person thinks.
struct Disk {
  Deletion now{{"alpha", {}}, {"a", "b", "c"}, 3.5};
  std::string label = "scratch";
  std::vector<std::string> gone{};
  int runs = 0;

  std::string remove(Deletion const& what) {
    ++runs;
    gone = what.files;
    return what.place.host + "/" + what.place.volume.value_or("-") + ": " + std::to_string(what.files.size());
  }
};

Approve<Deletion> tidy_up(Service<Disk> disk) { return {disk->now, message("Delete what is on {}?", disk->label)}; }
Approve<Deletion> clean_out(Service<Disk> disk) {
  auto const count = disk->now.files.size();
  return {disk->now, message("Delete {} files?", count), {.risk = risk::high, .echo = std::to_string(count)}};
}
OrApprove<Deletion> unless_empty(Service<Disk> disk) {
  if (disk->now.files.empty()) return disk->now;
  return Approve<Deletion>{disk->now, "Delete all?"};
}
struct Name {
  std::string name;
};
Elicit<Name> reason(Resolve<tidy_up>) { return {"Who are you?"}; }

std::string tidy(Resolve<tidy_up> what, Service<Disk> disk) { return disk->remove(*what); }
std::string clean(Resolve<clean_out> what, Service<Disk> disk) { return disk->remove(*what); }
std::string purge(Resolve<unless_empty> what, Service<Disk> disk) { return disk->remove(*what); }
std::string signed_tidy(Resolve<tidy_up> what, Resolve<reason> who, Service<Disk> disk) {
  return who->name + " " + disk->remove(*what);
}
std::string consider(Resolve<tidy_up, ElicitationResult<Deletion>> what, Service<Disk> disk) {
  return what->match([&](Deletion const& all) { return disk->remove(all); }, [] { return std::string("no"); },
                     [] { return std::string("later"); });
}

struct office {
  Disk disk{};
  still_server home{};

  office() {
    home.server.provide(disk);
    home.server.tool<tidy>("Tidies.");
    home.server.tool<clean>("Cleans.");
    home.server.tool<purge>("Purges.");
    home.server.tool<signed_tidy>("Tidies, and says who wanted it.");
    home.server.tool<consider>("Tidies or says why not.");
  }
};

constexpr char const* ticked = R"({"approve":true})";
std::string typed(std::string const& text) { return json{{"confirm", text}}.dump(); }

detail::slot settled(Approve<Deletion> asked) {
  detail::slot out;
  std::move(asked).settle(out);
  return out;
}
std::string text_of(json const& answer) { return answer["result"]["content"][0]["text"]; }

}  // namespace

TEST_CASE("an approval is a question that holds what will be done", "[server][once-09][once-11]") {
  Deletion const what{{"alpha", "v1"}, {"a"}, 1};
  auto const out = settled({what, message("Delete {} file?", 1)});
  REQUIRE(out.state == detail::slot_state::asking);
  auto const& asked = *out.asked;
  CHECK(asked.message == "Delete 1 file?");
  CHECK(asked.proposed.text == R"({"place":{"host":"alpha","volume":"v1"},"files":["a"],"total":1})");
  CHECK(asked.proposed.value.get<Deletion>().files == what.files);
  CHECK(json::parse(asked.form->schema)["properties"]["approve"]["type"] == "boolean");
  CHECK(json::parse(asked.form->schema)["required"].dump() == R"(["approve"])");
  CHECK(detail::assurance_of(asked) == assurance::form);

  auto const high = settled({what, "Delete it?", {.risk = risk::high, .echo = " alpha\n"}});
  CHECK(high.asked->message == "Delete it?\nType \"alpha\" to go on.");
  CHECK(json::parse(high.asked->form->schema)["properties"]["confirm"]["type"] == "string");
  CHECK(json::parse(high.asked->form->schema)["required"].dump() == R"(["confirm"])");
  CHECK(detail::assurance_of(*high.asked) == assurance::typed_echo);

  // Who wants to be sure may ask for more than the risk does.
  CHECK(detail::assurance_of(*settled({what, "Delete it?", {.echo = "yes"}}).asked) == assurance::typed_echo);
}

TEST_CASE("at high risk a person types something, and reads all of it", "[server][once-10][once-11]") {
  std::string const many(300, 'x');
  for (char const* blank : {"", " ", "\t\n"}) {
    CHECK_THROWS_AS(Approve<Deletion>({}, "Sure?", {.risk = risk::high, .echo = blank}), std::invalid_argument);
  }
  CHECK_THROWS_AS(Approve<Deletion>({}, message("Delete {}?", many), {.risk = risk::high, .echo = "1"}), tool_error);
  CHECK_THROWS_AS(Approve<Deletion>({}, "Sure?", {.risk = risk::high, .echo = many}), tool_error);
  CHECK_NOTHROW(Approve<Deletion>({}, message("Delete {}?", many)));
  CHECK_NOTHROW(Approve<Deletion>({}, message("Delete {}?", std::string(100, 'x')), {risk::high, "1"}));
}

TEST_CASE("an action without JSON cannot be shown, and so not be approved", "[server][once-09]") {
  CHECK_THROWS_AS(Approve<Deletion>({{}, {}, std::numeric_limits<double>::quiet_NaN()}, "Sure?"), std::domain_error);
  CHECK_THROWS_AS(Approve<Deletion>({{}, {"a\xff"}, 0}, "Sure?"), std::domain_error);  // "a\xfe" would look the same
}

TEST_CASE("what was shown is what runs", "[server][once-09]") {
  office ops;
  user ada(ops.home.server);
  ada.call("tidy");
  CHECK(ada.expect("tidy_up").message == "Delete what is on \"scratch\"?");
  CHECK(ops.disk.runs == 0);
  CHECK(ada.accept("tidy_up", ticked).text() == "alpha/-: 3");
  CHECK(ops.disk.gone == std::vector<std::string>{"a", "b", "c"});
  CHECK_FALSE(ops.home.logged("action_drifted"));
}

TEST_CASE("another action under the same words is asked about again, and the message says what has changed",
          "[server][once-01][once-09]") {
  office ops;
  user ada(ops.home.server);
  ada.call("tidy");
  ops.disk.now.files.push_back("d");
  ops.disk.now.total = 4;
  ada.accept("tidy_up", ticked);
  CHECK(ops.disk.runs == 0);
  CHECK(ada.expect("tidy_up").message ==
        "Delete what is on \"scratch\"?\nSince you were asked, this has changed: files, Total size.");
  CHECK(ops.home.logged("action_drifted: tidy_up"));

  // A yes to this one counts, and it runs what it showed.
  CHECK(ada.accept("tidy_up", ticked).text() == "alpha/-: 4");
  CHECK(ops.disk.gone.back() == "d");
}

TEST_CASE("a change deep inside the action is a change, and so is a value that was not there", "[server][once-09]") {
  office ops;
  user ada(ops.home.server);
  ada.call("tidy");
  ops.disk.now.place.volume = "v2";
  ada.accept("tidy_up", ticked);
  CHECK(ada.expect("tidy_up").message.ends_with("\nSince you were asked, this has changed: place."));
  ops.disk.now.place.volume.reset();
  ada.accept("tidy_up", ticked);
  CHECK(ada.expect("tidy_up").message.ends_with("\nSince you were asked, this has changed: place."));
  CHECK(ada.accept("tidy_up", ticked).text() == "alpha/-: 3");
}

TEST_CASE("an action that came back to what was shown was not shown in vain", "[server][once-09]") {
  office ops;
  user ada(ops.home.server);
  ada.call("tidy");
  ops.disk.now.files.push_back("d");
  ops.disk.now.files.pop_back();
  CHECK(ada.accept("tidy_up", ticked).text() == "alpha/-: 3");
}

TEST_CASE("other words about the same action are another question", "[server][once-01]") {
  office ops;
  user ada(ops.home.server);
  ada.call("tidy");
  ops.disk.label = "archive";
  ada.accept("tidy_up", ticked);
  CHECK(ada.expect("tidy_up").message == "Delete what is on \"archive\"?");  // what it does has not changed
  CHECK(ops.disk.runs == 0);
  CHECK_FALSE(ops.home.logged("action_drifted"));
}

TEST_CASE("an action that was approved in an earlier round must still be the same when it runs", "[server][once-09]") {
  office ops;
  user ada(ops.home.server);
  ada.call("signed_tidy");
  ada.accept("tidy_up", ticked);
  REQUIRE(ada.last().asks("reason"));
  CHECK_FALSE(ada.last().asks("tidy_up"));
  ops.disk.now.files.pop_back();
  ada.accept("reason", R"({"name":"Ada"})");
  CHECK(ops.disk.runs == 0);
  CHECK(ada.expect("tidy_up").message.ends_with("\nSince you were asked, this has changed: files."));
  ada.accept("tidy_up", ticked);
  CHECK(ada.accept("reason", R"({"name":"Ada"})").text() == "Ada alpha/-: 2");
}

TEST_CASE("an approval that carries on through rounds is given once", "[server][once-09]") {
  office ops;
  user ada(ops.home.server);
  ada.call("signed_tidy");
  ada.accept("tidy_up", ticked);
  CHECK(ada.accept("reason", R"({"name":"Ada"})").text() == "Ada alpha/-: 3");
}

TEST_CASE("a box that is not ticked is a decline", "[server][once-11][once-13]") {
  office ops;
  user ada(ops.home.server);
  ada.call("tidy");
  CHECK(ada.accept("tidy_up", R"({"approve":false})").failed());
  CHECK(ada.last().text().find("declined") != std::string::npos);
  ada.call("consider");
  CHECK(ada.accept("tidy_up", R"({"approve":false})").text() == "no");
  CHECK(ops.disk.runs == 0);
}

TEST_CASE("a consumer of the outcome gets all three", "[server][once-13]") {
  office ops;
  user ada(ops.home.server);
  ada.call("consider");
  CHECK(ada.decline("tidy_up").text() == "no");
  ada.call("consider");
  CHECK(ada.cancel("tidy_up").text() == "later");
  ada.call("consider");
  CHECK(ada.accept("tidy_up", ticked).text() == "alpha/-: 3");
}

TEST_CASE("an accept that says nothing is no yes", "[server][once-11][once-14]") {
  office ops;
  user ada(ops.home.server);
  ada.call("tidy");
  ada.accept("tidy_up");
  CHECK(ada.expect("tidy_up").message.ends_with("\napprove is required"));
  ada.accept("tidy_up", R"({"approve":"yes"})");
  CHECK(ada.last().asks("tidy_up"));
  CHECK(ada.accept("tidy_up", R"({"confirm":"true"})").failed());
  CHECK(ops.disk.runs == 0);
}

TEST_CASE("at high risk the echo must be typed, blanks around it aside", "[server][once-11]") {
  for (char const* given : {"3", " 3", "3 ", "\t3\n"}) {
    office ops;
    user ada(ops.home.server);
    ada.call("clean");
    CHECK(ada.expect("clean_out").message == "Delete 3 files?\nType \"3\" to go on.");
    CHECK(ada.accept("clean_out", typed(given)).text() == "alpha/-: 3");
  }
}

TEST_CASE("another text than the echo is asked for again, three times at most", "[server][once-11][once-14]") {
  office ops;
  user ada(ops.home.server);
  ada.call("clean");
  ada.accept("clean_out", typed("yes"));
  CHECK(ada.expect("clean_out").message == "Delete 3 files?\nType \"3\" to go on.\nWhat was typed last is not \"3\".");
  ada.accept("clean_out", typed("  "));
  CHECK(ada.last().asks("clean_out"));
  CHECK(ada.accept("clean_out", typed("33")).failed());
  CHECK(ops.disk.runs == 0);

  ada.call("clean");
  ada.accept("clean_out", typed("2"));
  CHECK(ada.accept("clean_out", typed("3")).text() == "alpha/-: 3");  // the second try is good enough
}

TEST_CASE("a tick is no echo", "[server][once-11]") {
  office ops;
  user ada(ops.home.server);
  ada.call("clean");
  ada.accept("clean_out", ticked);
  CHECK(ada.last().asks("clean_out"));
  CHECK(ops.disk.runs == 0);
}

TEST_CASE("an echo for an action that has changed since does not count", "[server][once-09][once-11]") {
  office ops;
  user ada(ops.home.server);
  ada.call("clean");
  ops.disk.now.files[0] = "z";  // as many as before, so the words are the same
  ada.accept("clean_out", typed("3"));
  CHECK(ada.expect("clean_out").message ==
        "Delete 3 files?\nType \"3\" to go on.\nSince you were asked, this has changed: files.");
  CHECK(ops.disk.runs == 0);
  CHECK(ada.accept("clean_out", typed("3")).text() == "alpha/-: 3");
  CHECK(ops.disk.gone[0] == "z");
}

TEST_CASE("what needs no approval runs as it is", "[server][once-09]") {
  office ops;
  user ada(ops.home.server);
  ops.disk.now.files.clear();
  CHECK(ada.call("purge").text() == "alpha/-: 0");
  ops.disk.now.files = {"a"};
  ada.call("purge");
  CHECK(ada.expect("unless_empty").message == "Delete all?");
  CHECK(ada.accept("unless_empty", ticked).text() == "alpha/-: 1");
}

TEST_CASE("an approval that nobody asked for runs nothing", "[server][once-01]") {
  office ops;
  user ada(ops.home.server);
  ada.request(
      "tools/call",
      R"("name":"tidy","arguments":{},"inputResponses":{"tidy_up":{"action":"accept","content":{"approve":true}}})");
  CHECK(ada.last().asks("tidy_up"));
  CHECK(ops.disk.runs == 0);
}

TEST_CASE("clients of older revisions approve in the same way", "[server][once-09][once-11][once-18]") {
  for (char const* version : {"2025-11-25", "2025-06-18"}) {
    office ops;
    handshake_client ada(ops.home, version);
    REQUIRE(ada.call("clean") == exchange::action::ask);
    auto const first = ada.questions()[0];
    CHECK(first["params"]["message"] == "Delete 3 files?\nType \"3\" to go on.");
    CHECK(first["params"]["requestedSchema"]["properties"]["confirm"]["type"] == "string");
    ops.disk.now.files[0] = "z";
    ada.accept(first, {{"confirm", "3"}});
    REQUIRE(ada.go_on() == exchange::action::ask);
    auto const second = ada.questions()[1];
    CHECK(second["params"]["message"].get<std::string>().ends_with("this has changed: files."));
    ada.accept(second, {{"confirm", "4"}});
    REQUIRE(ada.go_on() == exchange::action::ask);
    CHECK(ops.disk.runs == 0);
    ada.accept(ada.questions()[2], {{"confirm", " 3 "}});
    REQUIRE(ada.go_on() == exchange::action::done);
    CHECK(text_of(ada.result()) == "alpha/-: 3");
    CHECK(ops.disk.gone[0] == "z");

    REQUIRE(ada.call("consider") == exchange::action::ask);
    ada.accept(ada.questions()[3], {{"approve", false}});
    REQUIRE(ada.go_on() == exchange::action::done);
    CHECK(text_of(ada.result()) == "no");
  }
}

namespace one {
struct Work {
  int pages = 0;
};
Approve<Work> print_it() { return {Work{}, "Print?"}; }
std::string print(Resolve<print_it>) { return ""; }
}  // namespace one
namespace other {
struct Work {
  int pages = 0;
  bool colour = false;
};
Approve<Work> print_it() { return {Work{}, "Print?"}; }
std::string print(Resolve<print_it>) { return ""; }
}  // namespace other
namespace third {
Elicit<one::Work> print_it() { return {"Print?"}; }
std::string print(Resolve<print_it>) { return ""; }
}  // namespace third

TEST_CASE("a tool that asks with another form, or approves something else, is another tool", "[server][once-01]") {
  auto digest = [](detail::tool_table const& tool) {
    return detail::definition_digest(tool, *default_primitives<>::get());
  };
  auto const before = digest(detail::make_tool<one::print>(""));
  CHECK(before == digest(detail::make_tool<one::print>("")));
  CHECK(before != digest(detail::make_tool<other::print>("")));
  CHECK(before != digest(detail::make_tool<third::print>("")));
}

TEST_CASE("answers can be read before a resolver has run", "[server][once-05]") {
  auto const approves = detail::make_tool<one::print>("").nodes[0];
  CHECK(approves.asks);
  CHECK(approves.form == &detail::form_of<detail::approval_answer>());
  CHECK(approves.action == &table_of<one::Work>);
  detail::box made;
  approves.make(made);
  CHECK_FALSE(made.get<detail::approval_answer>().approve);

  auto const asks = detail::make_tool<third::print>("").nodes[0];
  CHECK(asks.form == &detail::form_of<one::Work>());
  CHECK(asks.action == nullptr);
  asks.make(made);
  CHECK(made.get<one::Work>().pages == 0);
}
