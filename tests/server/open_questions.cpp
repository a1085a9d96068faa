// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/open_questions.hpp>

#include "server/scripted_tool.hpp"
#include "support/catch.hpp"

using namespace parley;
using namespace parley::detail;
using namespace parley::testing;

namespace {

struct confirm {
  bool ok = false;
};

using verdict = open_questions::verdict;

// One round of questions, by itself.
struct desk {
  explicit desk(flow_state earlier = {}, client_capabilities client = everything())
      : before(std::move(earlier)), can(std::move(client)) {}

  verdict put(question what, json const& responses = json::object()) {
    into = slot();
    ask(into, std::move(what));
    return questions.settle("q", into, &responses);
  }
  // What the next round starts from.
  flow_state next() const {
    flow_state flow;
    flow.asked = questions.asked();
    flow.answered = questions.answered();
    return flow;
  }

  still_world world{};
  guard with{ring_of({key_of('k')}), {}, default_primitives<>::get(), world.view()};
  digest128 definition{};
  flow_state before;
  client_capabilities can;
  open_questions questions{with, definition, before, can};
  slot into{};
};

json const yes = {{"q", accept({{"ok", true}})}};

}  // namespace

TEST_CASE("a question without a record goes out whatever comes with it", "[server][once-01]") {
  desk first;
  CHECK(first.put(form_question<confirm>("Sure?"), yes) == verdict::open);
  CHECK(first.into.state == slot_state::waiting);
  REQUIRE(first.questions.asked().size() == 1);
  CHECK(first.questions.asked()[0].attempts == 0);
  CHECK(first.questions.answered().empty());
  CHECK(first.questions.any());
}

TEST_CASE("an answer to what was asked settles it and is recorded", "[server][once-01]") {
  desk first;
  first.put(form_question<confirm>("Sure?"));
  desk second(first.next());
  CHECK(second.put(form_question<confirm>("Sure?"), yes) == verdict::settled);
  CHECK(second.into.value.get<confirm>().ok);
  CHECK_FALSE(second.questions.any());
  REQUIRE(second.questions.answered().size() == 1);
  CHECK(second.questions.answered()[0].content == R"({"ok":true})");

  desk third(second.next());
  CHECK(third.put(form_question<confirm>("Sure?")) == verdict::settled);
  CHECK(third.questions.answered() == second.questions.answered());  // carried on as it was
}

TEST_CASE("bad answers are counted across rounds until there were too many", "[server][once-14]") {
  json const bad = {{"q", accept({{"ok", 7}})}};
  flow_state flow;
  {
    desk first;
    first.put(form_question<confirm>("Sure?"));
    flow = first.next();
  }
  for (std::uint32_t count = 1; count <= 2; ++count) {
    desk again(flow);
    CHECK(again.put(form_question<confirm>("Sure?"), bad) == verdict::open);
    CHECK(again.questions.asked()[0].attempts == count);
    flow = again.next();
  }
  CHECK(desk(flow).put(form_question<confirm>("Sure?"), bad) == verdict::exhausted);
  CHECK(desk(flow).put(form_question<confirm>("Really sure?"), bad) ==
        verdict::open);  // another question, another count
  CHECK(desk(flow).put(form_question<confirm>("Sure?"), yes) == verdict::settled);
}

TEST_CASE("what a client cannot be asked is gathered, and not sent", "[server][once-15][MRTR-05]") {
  desk silent({}, {});
  CHECK(silent.put(form_question<confirm>("Sure?")) == verdict::open);
  CHECK(silent.put(url_question("Go", "https://a.example")) == verdict::open);
  CHECK(silent.questions.take_requests().empty());
  CHECK(silent.questions.asked().empty());
  CHECK(silent.questions.any());
  CHECK(silent.questions.lacking().elicitation_form);
  CHECK(silent.questions.lacking().elicitation_url);
  CHECK_FALSE(silent.questions.lacking().roots);
}
