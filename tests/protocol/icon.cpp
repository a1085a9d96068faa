// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/icon.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

TEST_CASE("an icon is a web or data URI", "[protocol][TYPE-03]") {
  for (auto const* src : {"https://example.com/a.png", "http://example.com/a.png", "data:image/png;base64,AAAA"}) {
    CAPTURE(src);
    CHECK(check_icon({.src = src}));
  }
  for (auto const* src : {"", "https://", "data:", "file:///etc/passwd", "javascript:alert(1)", "ftp://example.com/a",
                          "/a.png", "HTTPS://example.com/a.png", "https://example.com/a b.png", "https://e/\r\nX: y"}) {
    CAPTURE(src);
    CHECK_FALSE(check_icon({.src = src}));
  }
}

TEST_CASE("sizes are pairs of numbers, or any", "[protocol][TYPE-03]") {
  CHECK(check_icon({.src = "data:,x", .sizes = {"48x48", "any", "16x32"}}));
  for (auto const* size : {"", "48", "48x", "x48", "48X48", "048x48", "48x48px", "-1x2"}) {
    CAPTURE(size);
    CHECK_FALSE(check_icon({.src = "data:,x", .sizes = {size}}));
  }
}

TEST_CASE("icons are written with what was said of them, and no more", "[protocol][TYPE-03]") {
  std::string text;
  json_writer out(text);
  out.begin_object();
  std::vector<icon> const icons{
      {.src = "https://e/a.png"},
      {.src = "https://e/b.svg", .mime_type = "image/svg+xml", .sizes = {"any"}, .theme = icon_theme::dark}};
  write_icons(out, icons);
  out.end_object();
  CHECK(
      text ==
      R"({"icons":[{"src":"https://e/a.png"},{"src":"https://e/b.svg","mimeType":"image/svg+xml","sizes":["any"],"theme":"dark"}]})");

  std::string nothing;
  json_writer none(nothing);
  none.begin_object();
  write_icons(none, {});
  none.end_object();
  CHECK(nothing == "{}");
}
