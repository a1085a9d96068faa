// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/answers.hpp>

#include <parley/protocol/roots.hpp>
#include <parley/protocol/sampling.hpp>

#include "server/scripted_tool.hpp"
#include "support/catch.hpp"

#include <set>

using namespace parley;
using namespace parley::detail;
using namespace parley::testing;

namespace {

enum class size { small, large };

struct order {
  std::string name{};
  std::optional<int> count{};
  size how = size::small;
  bool gift = false;
  double weight = 1.5;
  std::optional<date> day{};
  std::vector<size> others{};
};

digest128 pin(std::string_view key, question const& what, digest128 const& definition = {}) {
  return question_digest(key, what, definition, *default_primitives<>::get());
}

}  // namespace

TEST_CASE("a question is pinned by everything that the person sees and the program reads", "[server][once-01]") {
  auto base = [] { return form_question<order>("Order?"); };
  std::set<digest128> seen{pin("q", base())};
  auto other = [&](digest128 const& one) { return seen.insert(one).second; };
  CHECK(pin("q", base()) == pin("q", base()));
  CHECK(other(pin("q2", base())));
  CHECK(other(pin("q", form_question<order>("Order!"))));
  CHECK(other(pin("q", url_question("Order?", ""))));
  CHECK(other(pin("q", url_question("Order?", "https://a.example"))));
  CHECK(other(pin("q", url_question("Order?", "https://b.example"))));
  digest128 changed{};
  changed[0] = std::byte{1};
  CHECK(other(pin("q", base(), changed)));
  question sample;
  sample.kind = question_kind::sampling;
  sample.params = "{}";
  CHECK(other(pin("q", sample)));
  question roots;
  roots.kind = question_kind::roots;
  CHECK(other(pin("q", roots)));
  // The same words about another action are another question (once-09).
  auto approval = base();
  approval.proposed.text = R"({"files":3})";
  CHECK(other(pin("q", approval)));
  approval.proposed.text = R"({"files":4})";
  CHECK(other(pin("q", approval)));
  approval.proposed.echo = "4";
  CHECK(other(pin("q", approval)));
  // The same schema under another type's signature is another question too.
  static form_table const twin{form_of<order>().type, form_of<order>().schema, form_of<order>().signature + "2"};
  auto what = base();
  what.form = &twin;
  CHECK(other(pin("q", what)));
}

TEST_CASE("accepted content is sealed as it was read, and reads back the same", "[server][MRTR-20]") {
  auto const what = form_question<order>("Order?");
  json const sent = accept({{"name", "Ada \u2603"},
                            {"count", 3.0},
                            {"how", "large"},
                            {"gift", true},
                            {"weight", 0.1},
                            {"day", "2026-07-28"},
                            {"others", {"large", "small"}},
                            {"unknown", std::string(5000, 'x')}});
  box value;
  auto const reading = read_answer(what, sent, value);
  CHECK(reading.action == elicit_action::accept);
  CHECK(reading.complaint.empty());
  CHECK(reading.content.size() < 200);  // what was not asked for is left out
  box again;
  REQUIRE(restore_content(what, reading.content, again));
  for (box const* each : {&value, &again}) {
    auto const& read = each->get<order>();
    CHECK(read.name == "Ada \u2603");
    CHECK(read.count == 3);
    CHECK(read.how == size::large);
    CHECK(read.weight == 0.1);
    CHECK(read.day == date(std::chrono::year{2026} / 7 / 28));
    CHECK(read.others == std::vector<size>{size::large, size::small});
  }
}

TEST_CASE("what cannot be read gives a complaint and no value", "[server][T01][MRTR-26]") {
  auto const what = form_question<order>("Order?");
  box value;
  for (json const& sent : {json(12345), json(nullptr), json::array({1}), json{{"name", "A"}}, json{{"action", "yes"}},
                           json{{"action", {}}}, accept("hello"), accept({{"name", 1}}), accept(json::array())}) {
    auto const reading = read_answer(what, sent, value);
    CHECK_FALSE(reading.action);
    CHECK_FALSE(reading.complaint.empty());
    CHECK_FALSE(value);
  }
}

TEST_CASE("decline and cancel carry nothing", "[server][ELF-12]") {
  auto const what = form_question<order>("Order?");
  box value;
  auto const declined = read_answer(what, {{"action", "decline"}, {"content", {{"name", "A"}}}}, value);
  CHECK(declined.action == elicit_action::decline);
  CHECK(declined.content.empty());
  CHECK_FALSE(value);
  CHECK(read_answer(what, cancel(), value).action == elicit_action::cancel);
}

TEST_CASE("consent to a page carries nothing", "[server][ELU-02]") {
  box value;
  auto const reading = read_answer(url_question("Go", "https://a.example"), accept({{"x", 1}}), value);
  CHECK(reading.action == elicit_action::accept);
  CHECK(reading.content.empty());
  CHECK_FALSE(value);
}

TEST_CASE("recorded content that no longer fits is not restored", "[server][once-01]") {
  auto const what = form_question<order>("Order?");
  box value;
  for (std::string_view content : {"", "{", "[]", "{}", R"({"name":1})", R"({"name":"A","how":"huge"})"}) {
    CHECK_FALSE(restore_content(what, content, value));
    CHECK_FALSE(value);
  }
}

TEST_CASE("samples and roots are bare results", "[server][MRTR-07]") {
  question sample;
  sample.kind = question_kind::sampling;
  box value, again;
  json const said = {{"role", "assistant"}, {"content", {{"type", "text"}, {"text", "Paris"}}}, {"model", "m"}};
  auto reading = read_answer(sample, said, value);
  CHECK(reading.action == elicit_action::accept);
  CHECK(value.get<SampleResult>().text == "Paris");
  REQUIRE(restore_content(sample, reading.content, again));
  CHECK(again.get<SampleResult>().model == "m");
  CHECK_FALSE(read_answer(sample, {{"method", "sampling/createMessage"}, {"result", said}}, value).action);

  question roots;
  roots.kind = question_kind::roots;
  reading = read_answer(roots, {{"roots", json::array()}}, value);
  CHECK(reading.action == elicit_action::accept);
  CHECK(value.get<RootList>().roots.empty());
  CHECK_FALSE(read_answer(roots, {{"roots", 5}}, value).action);
}
