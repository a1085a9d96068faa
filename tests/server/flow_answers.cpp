// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/flow_answers.hpp>

#include <parley/crypto/openssl.hpp>

#include "server/scripted_tool.hpp"
#include "support/catch.hpp"

#include <string>

using namespace parley;
using namespace parley::detail;
using namespace parley::testing;

namespace {

struct Amount {
  int euros = 5;
  std::string note{};
};

struct asked_flow {
  scripted_tool tool{};
  flow_state before{};

  asked_flow() {
    auto const at = tool.resolver("amount", {}, [](frame&, slot&) {});
    tool.table.nodes[at].asks = true;
    tool.table.nodes[at].form = &form_of<Amount>();
    tool.table.nodes[at].make = &make<Amount>;
    before.asked = {{"amount", {}, 0, {}}, {"other", {}, 0, {}}};
  }
  digest128 of(std::string const& responses) const {
    json const tree = json::parse(responses);
    return answers_digest(tool.table, before, &tree, *default_primitives<>::get());
  }
};

}  // namespace

TEST_CASE("answers that read the same are the same", "[server][once-05]") {
  asked_flow const flow;
  auto const plain = flow.of(R"({"amount":{"action":"accept","content":{"euros":5,"note":""}}})");
  for (
      auto const* same : {
          R"({"amount":{"content":{"note":"","euros":5},"action":"accept"}})",
          R"({"amount":{"action":"accept","content":{"euros":5.0,"note":"","more":1}}})",
          R"({"amount":{"action":"accept","content":{"note":""}}})",
          R"({"amount":{"action":"accept","content":{"euros":5,"note":""},"_meta":{}},"never_asked":{"action":"accept"}})",
      }) {
    CAPTURE(same);
    CHECK(flow.of(same) == plain);
  }
  for (auto const* other : {
           R"({"amount":{"action":"accept","content":{"euros":6,"note":""}}})",
           R"({"amount":{"action":"decline"}})",
           R"({"amount":{"action":"cancel"}})",
           R"({"amount":{"action":"accept","content":{"euros":"5","note":""}}})",
           R"({"amount":{"action":"accept","content":{"euros":5,"note":""}},"other":{"action":"accept"}})",
           R"({})",
       }) {
    CAPTURE(other);
    CHECK(flow.of(other) != plain);
  }
}

TEST_CASE("what was answered in earlier rounds counts, in any order", "[server][once-05]") {
  asked_flow flow;
  flow.before.answered = {{"b", {}, elicit_action::accept, "1"}, {"a", {}, elicit_action::decline, ""}};
  auto const plain = flow.of("{}");
  std::swap(flow.before.answered[0], flow.before.answered[1]);
  CHECK(flow.of("{}") == plain);
  flow.before.answered[1].content = "2";
  CHECK(flow.of("{}") != plain);
}

TEST_CASE("of a body that asks by hand everything counts", "[server][once-05]") {
  asked_flow flow;
  auto const known = flow.of(R"({"free":1})");
  CHECK(known == flow.of(R"({"free":2})"));
  flow.tool.table.builds_input_required = true;
  CHECK(flow.of(R"({"free":1})") != flow.of(R"({"free":2})"));
  CHECK(flow.of(R"({"free":1})") == flow.of(R"({"free":1.0})"));
}
