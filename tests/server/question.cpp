// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/question.hpp>

#include "support/catch.hpp"

#include <parley/protocol/sampling.hpp>

#include <stdexcept>
#include <string>
#include <utility>

using namespace parley;
using namespace parley::detail;

TEST_CASE("a question is left in a slot, and moves with it", "[server]") {
  slot asker;
  question what;
  what.kind = question_kind::url;
  what.message = "Link your storage.";
  what.assumed.put(std::string("none"));
  ask(asker, std::move(what));
  CHECK(asker.state == slot_state::asking);
  slot const moved = std::move(asker);
  REQUIRE(moved.asked != nullptr);
  CHECK(moved.asked->kind == question_kind::url);
  CHECK(moved.asked->message == "Link your storage.");
  CHECK(moved.asked->assumed.get<std::string>() == "none");
}

TEST_CASE("a question assumes nothing unless it says so", "[server][once-15]") {
  question const what;
  CHECK_FALSE(what.assumed);
  CHECK(what.kind == question_kind::form);
}

TEST_CASE("a question of each kind knows what it is", "[server][ELU-01][SMP-01][ROOT-01]") {
  auto const page = make_url_question("Pay here", "https://pay.example.com/1");
  CHECK(page.kind == question_kind::url);
  CHECK(page.url == "https://pay.example.com/1");
  CHECK_THROWS_AS(make_url_question("Pay here", "http://pay.example.com/1"), std::invalid_argument);
  CHECK(make_sampling_question(Sample("Find a title.", 40)).params.find(R"("maxTokens":40)") != std::string::npos);
  CHECK(make_roots_question().kind == question_kind::roots);
}

TEST_CASE("a Sample that could not be sent is refused when it is asked", "[server][SMP-01]") {
  CHECK_THROWS_AS(make_sampling_question(Sample()), std::invalid_argument);
  CHECK_THROWS_AS(make_sampling_question(Sample("Find a title.", 0)), std::invalid_argument);
  Sample broken("Find a title.", 40);
  broken.metadata = "{";
  CHECK_THROWS_AS(make_sampling_question(broken), std::invalid_argument);
  broken.metadata = "{\n\"a\":1}";
  CHECK(make_sampling_question(broken).params.find('\n') == std::string::npos);
}

TEST_CASE("a question knows how sure an answer to it is", "[server][once-17]") {
  question what;
  CHECK(assurance_of(what) == assurance::form);
  what.proposed.echo = "3";
  CHECK(assurance_of(what) == assurance::typed_echo);
  CHECK(assurance_of(make_url_question("Pay here", "https://pay.example.com/1")) == assurance::page);
  CHECK(assurance_of(make_roots_question()) == assurance::none);
  what.kind = question_kind::sampling;
  CHECK(assurance_of(what) == assurance::none);
}
