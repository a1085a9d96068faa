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

TEST_CASE("a form is asked for by its fields, and from 2025-11-25 on by its mode", "[protocol][ELF-03][LEG-50]") {
  std::string const schema = R"({"type":"object","properties":{}})";
  auto asked = [&](revision as) {
    return written([&](json_writer& out) { write_form_params(out, "Name?", schema, as); });
  };
  CHECK(asked(revision::v2026_07_28) == R"({"mode":"form","message":"Name?","requestedSchema":)" + schema + "}");
  CHECK(asked(revision::v2025_11_25) == asked(revision::v2026_07_28));
  CHECK(asked(revision::v2025_06_18) == R"({"message":"Name?","requestedSchema":)" + schema + "}");
}

TEST_CASE("a page has an id in 2025-11-25, and none later", "[protocol][ELU-01][LEG-52]") {
  CHECK(written([](json_writer& out) {
          write_url_params(out, {"e1", "https://e/", "Go"});
        }) == R"({"mode":"url","message":"Go","url":"https://e/","elicitationId":"e1"})");
  CHECK(written([](json_writer& out) {
          write_url_params(out, {{}, "https://e/", "Go"});
        }) == R"({"mode":"url","message":"Go","url":"https://e/"})");
}

TEST_CASE("pages that must be visited first are named in an error", "[protocol][LEG-52]") {
  url_elicitation const pages[] = {{"e1", "https://e/1", "Link"}, {"e2", "https://e/2", "Pay"}};
  auto const error = url_elicitation_required(pages);
  CHECK(static_cast<int>(error.code) == -32042);
  CHECK(error.origin == error_origin::handler);
  CHECK(error.data == R"({"elicitations":[{"mode":"url","message":"Link","url":"https://e/1","elicitationId":"e1"},)"
                      R"({"mode":"url","message":"Pay","url":"https://e/2","elicitationId":"e2"}]})");
}
