// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/sampling.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace parley;

namespace {

std::string written(Sample const& what) {
  std::string text;
  json_writer out(text);
  write(out, what);
  return text;
}

}  // namespace

TEST_CASE("a question of one text is short to write", "[protocol][SMP-03][SMP-04]") {
  CHECK(
      written(Sample("What is the capital of France?", 100)) ==
      R"({"messages":[{"role":"user","content":{"type":"text","text":"What is the capital of France?"}}],"maxTokens":100})");
}

TEST_CASE("everything that may be said goes out under its name", "[protocol][SMP-03]") {
  Sample what("a", 5);
  what.messages.push_back({role::assistant, image_content{"abc", "image/png", {}, {}}, R"({"com.example/k":1})"});
  what.system_prompt = "Be brief";
  what.preferences.hints = {"small", "smaller"};
  what.preferences.cost_priority = 0.5;
  what.preferences.speed_priority = 1;
  what.preferences.intelligence_priority = 0;
  what.temperature = 0.25;
  what.stop_sequences = {"\n"};
  what.metadata = R"({"k":1})";
  CHECK(
      written(what) ==
      R"({"messages":[{"role":"user","content":{"type":"text","text":"a"}},{"role":"assistant","content":)"
      R"({"type":"image","data":"YWJj","mimeType":"image/png"},"_meta":{"com.example/k":1}}],"modelPreferences":)"
      R"({"hints":[{"name":"small"},{"name":"smaller"}],"costPriority":0.5,"speedPriority":1,"intelligencePriority":0},)"
      R"("systemPrompt":"Be brief","temperature":0.25,"maxTokens":5,"stopSequences":["\n"],"metadata":{"k":1}})");
}

TEST_CASE("an answer is read from one block or from several", "[protocol][SMP-06]") {
  auto const one = read_sample_result(json::parse(
      R"({"role":"assistant","content":{"type":"text","text":"Paris"},"model":"m-1","stopReason":"endTurn"})"));
  REQUIRE(one);
  CHECK(one->text == "Paris");
  CHECK(one->model == "m-1");
  CHECK(one->stop_reason == "endTurn");
  CHECK(one->from == role::assistant);

  auto const several = read_sample_result(json::parse(
      R"({"role":"user","content":[{"type":"text","text":"a"},{"type":"later"},{"type":"text","text":"b"}],"model":"m"})"));
  REQUIRE(several);
  CHECK(several->text == "ab");
  CHECK(several->content == R"([{"text":"a","type":"text"},{"type":"later"},{"text":"b","type":"text"}])");
}

TEST_CASE("a sampling answer of another shape is no answer", "[protocol][SMP-06]") {
  for (auto const* text : {"1", "{}", R"({"role":"assistant","content":{"type":"text","text":"x"}})",
                           R"({"role":"system","content":{"type":"text","text":"x"},"model":"m"})",
                           R"({"role":"assistant","model":"m"})", R"({"role":"assistant","content":"x","model":"m"})",
                           R"({"role":"assistant","content":{"text":"x"},"model":"m"})",
                           R"({"role":"assistant","content":{"type":"text"},"model":"m"})",
                           R"({"role":"assistant","content":[1],"model":"m"})",
                           R"({"role":"assistant","content":[],"model":"m","stopReason":1})"}) {
    CAPTURE(text);
    auto const read = read_sample_result(json::parse(text));
    CHECK_FALSE(read);
  }
}
