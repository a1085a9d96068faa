// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/content.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

namespace {

std::string written(content_block const& block) {
  std::string text;
  json_writer out(text);
  write(out, block);
  return text;
}

}  // namespace

TEST_CASE("each kind of content has its members", "[protocol][TYPE-06]") {
  CHECK(written(text_content{"a\nb", {}, {}}) == R"({"type":"text","text":"a\nb"})");
  CHECK(written(image_content{std::string("\0\xFF", 2), "image/png", {}, {}}) ==
        R"({"type":"image","data":"AP8=","mimeType":"image/png"})");
  CHECK(written(audio_content{"abc", "audio/wav", {}, {}}) ==
        R"({"type":"audio","data":"YWJj","mimeType":"audio/wav"})");
  CHECK(written(resource_link{.uri = "file:///a", .name = "a"}) ==
        R"({"type":"resource_link","uri":"file:///a","name":"a"})");
  CHECK(written(embedded_resource{.uri = "test://r", .mime_type = "text/plain", .text = "hi"}) ==
        R"({"type":"resource","resource":{"uri":"test://r","mimeType":"text/plain","text":"hi"}})");
  CHECK(written(embedded_resource{.uri = "test://r", .blob = "abc"}) ==
        R"({"type":"resource","resource":{"uri":"test://r","blob":"YWJj"}})");
}

TEST_CASE("an empty text is a text, and an empty blob is a blob", "[protocol][TYPE-06]") {
  CHECK(written(text_content{}) == R"({"type":"text","text":""})");
  CHECK(written(embedded_resource{.uri = "r"}) == R"({"type":"resource","resource":{"uri":"r","text":""}})");
  CHECK(written(embedded_resource{.uri = "r", .blob = ""}) ==
        R"({"type":"resource","resource":{"uri":"r","blob":""}})");
}

TEST_CASE("a link carries all that is known of its target", "[protocol][TYPE-06]") {
  resource_link const link{.uri = "file:///a",
                           .name = "a",
                           .title = "A",
                           .description = "first",
                           .mime_type = "text/plain",
                           .size = 12,
                           .icons = {{.src = "data:,x"}},
                           .annotations = {.priority = 1.0},
                           .meta = R"({"com.example/k":1})"};
  CHECK(
      written(link) ==
      R"({"type":"resource_link","uri":"file:///a","name":"a","title":"A","description":"first","mimeType":"text/plain",)"
      R"("size":12,"icons":[{"src":"data:,x"}],"annotations":{"priority":1},"_meta":{"com.example/k":1}})");
}

TEST_CASE("text that is no UTF-8 goes out as UTF-8 all the same", "[protocol][BASE-01]") {
  CHECK(written(text_content{"\xC0\xFF", {}, {}}) == "{\"type\":\"text\",\"text\":\"\xEF\xBF\xBD\xEF\xBF\xBD\"}");
}
