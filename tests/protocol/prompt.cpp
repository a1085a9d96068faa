// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/prompt.hpp>

#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace parley;

namespace {

std::string written(prompt_description const& prompt) {
  std::string text;
  json_writer out(text);
  write(out, prompt);
  return text;
}

std::string written(GetPromptResult const& result) {
  std::string text;
  json_writer out(text);
  out.begin_object();
  write_members(out, result);
  out.end_object();
  return text;
}

}  // namespace

TEST_CASE("a prompt is listed with its name and what was said of it", "[protocol][PRM-02][TYPE-03]") {
  CHECK(written({.name = "greet"}) == R"({"name":"greet"})");
  std::vector<icon> const icons{{.src = "data:,x"}};
  std::vector<prompt_argument> const arguments{
      {.name = "city", .title = "City", .description = "Where", .required = true}, {.name = "note"}};
  CHECK(written({.name = "greet",
                 .title = "Greet",
                 .description = "Greets",
                 .icons = icons,
                 .arguments = arguments,
                 .meta = R"({"com.example/k":1})"}) ==
        R"({"name":"greet","title":"Greet","description":"Greets","icons":[{"src":"data:,x"}],"arguments":[)"
        R"({"name":"city","title":"City","description":"Where","required":true},{"name":"note"}],)"
        R"("_meta":{"com.example/k":1}})");
}

TEST_CASE("a prompt's name is text that a menu can show", "[protocol][PRM-02]") {
  for (auto const* name : {"a", "two words", "code-review/v2", "\xc3\xa9t\xc3\xa9"}) CHECK(is_prompt_name(name));
  CHECK(is_prompt_name(std::string(128, 'x')));
  CHECK_FALSE(is_prompt_name(std::string(129, 'x')));
  CHECK_FALSE(is_prompt_name(""));
  for (auto const* name : {"a\nb", "\x1b[31m", "a\x7f", "\t"}) CHECK_FALSE(is_prompt_name(name));
}

TEST_CASE("a message has a role and one block of content", "[protocol][PRM-04][TYPE-07]") {
  CHECK(written(GetPromptResult{}) == R"({"messages":[]})");
  GetPromptResult result;
  result.description = "A dialogue";
  result.messages = {PromptMessage::user("Who?"), PromptMessage::assistant("Me.")};
  CHECK(written(result) == R"({"description":"A dialogue","messages":[)"
                           R"({"role":"user","content":{"type":"text","text":"Who?"}},)"
                           R"({"role":"assistant","content":{"type":"text","text":"Me."}}]})");
  result = {};
  result.messages = {{.content = embedded_resource{.uri = "notes://7", .text = "seven"}}};
  CHECK(
      written(result) ==
      R"({"messages":[{"role":"user","content":{"type":"resource","resource":{"uri":"notes://7","text":"seven"}}}]})");
}
