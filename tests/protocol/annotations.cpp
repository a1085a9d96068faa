// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/annotations.hpp>

#include "support/catch.hpp"

#include <cmath>
#include <string>

using namespace parley;

namespace {

std::string written(annotations const& notes) {
  std::string text;
  json_writer out(text);
  out.begin_object();
  write_annotations(out, notes);
  out.end_object();
  return text;
}

}  // namespace

TEST_CASE("annotations that say nothing are not written", "[protocol][TYPE-05]") { CHECK(written({}) == "{}"); }

TEST_CASE("the audience is a list of roles", "[protocol][TYPE-05][TYPE-07]") {
  CHECK(written({.meant_for = audience::user}) == R"({"annotations":{"audience":["user"]}})");
  CHECK(written({.meant_for = audience::assistant}) == R"({"annotations":{"audience":["assistant"]}})");
  CHECK(written({.meant_for = audience::both}) == R"({"annotations":{"audience":["user","assistant"]}})");
}

TEST_CASE("a priority lies between 0 and 1", "[protocol][TYPE-05]") {
  CHECK(written({.priority = 0.25}) == R"({"annotations":{"priority":0.25}})");
  CHECK(written({.priority = -3.0}) == R"({"annotations":{"priority":0}})");
  CHECK(written({.priority = 7.0}) == R"({"annotations":{"priority":1}})");
  CHECK(written({.priority = std::nan("")}) == R"({"annotations":{}})");
}

TEST_CASE("the time of the last change goes out as it was given", "[protocol][TYPE-05]") {
  CHECK(written({.last_modified = "2026-07-28T09:30:00Z"}) ==
        R"({"annotations":{"lastModified":"2026-07-28T09:30:00Z"}})");
}
