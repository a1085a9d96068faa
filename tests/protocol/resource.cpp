// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/resource.hpp>

#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace parley;

namespace {

std::string written(resource_description const& resource) {
  std::string text;
  json_writer out(text);
  write(out, resource);
  return text;
}

std::string holding(std::vector<ResourceContents> contents) {
  std::string text;
  json_writer out(text);
  out.begin_object();
  write_members(out, ReadResourceResult{.contents = std::move(contents)});
  out.end_object();
  return text;
}

}  // namespace

TEST_CASE("a resource is listed with its address and name, and what was said of it", "[protocol][RES-02][TYPE-05]") {
  CHECK(written({.uri = "notes://all", .name = "all"}) == R"({"uri":"notes://all","name":"all"})");
  std::vector<icon> const icons{{.src = "data:,x"}};
  resource_description full{.uri = "notes://all",
                            .name = "all",
                            .title = "All",
                            .description = "All notes",
                            .mime_type = "text/plain",
                            .size = 0,
                            .icons = icons,
                            .annotations = {.meant_for = audience::user, .priority = 0.5},
                            .meta = R"({"com.example/k":1})"};
  std::string const rest = R"("name":"all","title":"All","description":"All notes","mimeType":"text/plain",)";
  std::string const end = R"("icons":[{"src":"data:,x"}],"annotations":{"audience":["user"],"priority":0.5},)"
                          R"("_meta":{"com.example/k":1}})";
  CHECK(written(full) == R"({"uri":"notes://all",)" + rest + R"("size":0,)" + end);
  full.uri = "notes://{id}";
  full.is_template = true;
  CHECK(written(full) == R"({"uriTemplate":"notes://{id}",)" + rest + end);
}

TEST_CASE("a template is listed under its own word", "[protocol][RES-03]") {
  CHECK(written({.uri = "notes://{id}", .is_template = true, .name = "note", .size = 7}) ==
        R"({"uriTemplate":"notes://{id}","name":"note"})");
}

TEST_CASE("contents are text or base64, never both", "[protocol][RES-04][TYPE-06]") {
  auto text = ResourceContents::of_text("seven", "text/plain");
  text.uri = "notes://7";
  CHECK(holding({text}) == R"({"contents":[{"uri":"notes://7","mimeType":"text/plain","text":"seven"}]})");
  text.text.clear();
  text.mime_type.clear();
  CHECK(holding({text}) == R"({"contents":[{"uri":"notes://7","text":""}]})");

  auto bytes = ResourceContents::of_bytes(std::string("\0\xff", 2), "image/png");
  bytes.uri = "notes://8";
  bytes.text = "left over";
  bytes.meta = R"({"com.example/k":1})";
  CHECK(holding({bytes}) == R"({"contents":[{"uri":"notes://8","mimeType":"image/png","blob":"AP8=",)"
                            R"("_meta":{"com.example/k":1}}]})");
  bytes = ResourceContents::of_bytes("");
  CHECK(holding({bytes}) == R"({"contents":[{"uri":"","blob":""}]})");
}

TEST_CASE("one address may hold several things", "[protocol][RES-10]") {
  CHECK(holding({{.uri = "a:1", .text = "1"}, {.uri = "a:2", .text = "2"}}) ==
        R"({"contents":[{"uri":"a:1","text":"1"},{"uri":"a:2","text":"2"}]})");
  CHECK(holding({}) == R"({"contents":[]})");
}
