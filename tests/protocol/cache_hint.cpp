// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/cache_hint.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

namespace {

std::string written(cache_hint const& hint) {
  std::string text;
  json_writer out(text);
  out.begin_object();
  write_members(out, hint);
  out.end_object();
  return text;
}

}  // namespace

TEST_CASE("a hint says how long and by whom an answer may be kept", "[protocol][CACHE-01]") {
  using namespace std::chrono_literals;
  CHECK(written({.ttl = 1ms}) == R"({"ttlMs":1,"cacheScope":"private"})");
  CHECK(written({.ttl = 5min, .is_public = true}) == R"({"ttlMs":300000,"cacheScope":"public"})");
}

TEST_CASE("nothing is kept, and by nobody else, unless somebody says so", "[protocol][CACHE-03]") {
  CHECK(written({}) == R"({"ttlMs":0,"cacheScope":"private"})");
}

TEST_CASE("a negative time is none", "[protocol][CACHE-01]") {
  CHECK(written({.ttl = std::chrono::milliseconds(-1)}) == R"({"ttlMs":0,"cacheScope":"private"})");
  CHECK(written({.ttl = std::chrono::milliseconds::min()}) == R"({"ttlMs":0,"cacheScope":"private"})");
}
