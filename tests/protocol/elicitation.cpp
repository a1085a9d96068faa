// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/elicitation.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace parley;

namespace {

template <class Write>
std::string written(Write write) {
  std::string text;
  json_writer out(text);
  write(out);
  return text;
}

}  // namespace

TEST_CASE("an answer is one of three actions", "[protocol][ELF-12]") {
  auto action_of = [](char const* text) { return read_elicit_answer(json::parse(text)).value().action; };
  CHECK(action_of(R"({"action":"accept"})") == elicit_action::accept);
  CHECK(action_of(R"({"action":"decline"})") == elicit_action::decline);
  CHECK(action_of(R"({"action":"cancel","more":1})") == elicit_action::cancel);
  for (auto const* text : {"12345", "null", "[]", "{}", R"({"firstName":"A"})", R"({"action":"ACCEPT"})",
                           R"({"action":1})", R"({"action":"accepted"})"}) {
    CAPTURE(text);
    CHECK_FALSE(read_elicit_answer(json::parse(text)).has_value());
  }
}

TEST_CASE("content is handed on as it came", "[protocol][ELF-12]") {
  auto const with = json::parse(R"({"action":"accept","content":{"a":1}})");
  auto const read = read_elicit_answer(with);
  REQUIRE(read.has_value());
  CHECK(read->content == &with["content"]);
  auto const without = json::parse(R"({"action":"accept"})");
  CHECK(read_elicit_answer(without)->content == nullptr);
}

TEST_CASE("an input request is a method and params, and nothing else", "[protocol][MRTR-04][ELF-03][ELU-01]") {
  CHECK(written([](json_writer& out) { write_form_request(out, "Name?", R"({"type":"object","properties":{}})"); }) ==
        R"({"method":"elicitation/create","params":{"mode":"form","message":"Name?",)"
        R"("requestedSchema":{"type":"object","properties":{}}}})");
  CHECK(written([](json_writer& out) { write_url_request(out, "Go", "https://e/"); }) ==
        R"({"method":"elicitation/create","params":{"mode":"url","message":"Go","url":"https://e/"}})");
  CHECK(written([](json_writer& out) { write_sampling_request(out, R"({"maxTokens":1})"); }) ==
        R"({"method":"sampling/createMessage","params":{"maxTokens":1}})");
  CHECK(written([](json_writer& out) { write_roots_request(out); }) == R"({"method":"roots/list"})");
}
