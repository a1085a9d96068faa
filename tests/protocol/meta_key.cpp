// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/meta_key.hpp>

#include "support/catch.hpp"

using namespace parley;

TEST_CASE("keys of _meta have a name, and may have a prefix", "[protocol][META-01]") {
  for (auto key : {"a", "progressToken", "a-b_c.d9", "9", "com.example/trace", "io.modelcontextprotocol/serverInfo",
                   "x/y", "a-b.c9/d", "com.example/"}) {
    CAPTURE(key);
    CHECK(is_meta_key(key));
  }
  for (auto key : {"",
                   "/",
                   "/a",
                   "-a",
                   "a-",
                   "_a",
                   ".a",
                   "a.",
                   "a b",
                   "a/b/c",
                   "1com.example/a",
                   "com..example/a",
                   ".com/a",
                   "com./a",
                   "com.-x/a",
                   "com.x-/a",
                   "com_example/a",
                   "com.example/-a",
                   "com.example/a b",
                   "caf\xc3\xa9"}) {
    CAPTURE(key);
    CHECK_FALSE(is_meta_key(key));
  }
}

TEST_CASE("an extension's identifier has both", "[protocol][META-12]") {
  CHECK(is_extension_id("io.modelcontextprotocol/tasks"));
  CHECK(is_extension_id("com.example/audit"));
  for (auto identifier : {"", "audit", "com.example/", "/audit", "com.example", "com example/audit"}) {
    CAPTURE(identifier);
    CHECK_FALSE(is_extension_id(identifier));
  }
}
