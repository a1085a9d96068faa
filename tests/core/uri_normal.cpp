// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/uri_normal.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

TEST_CASE("spellings that mean the same become one", "[core][RES-07][RES-12]") {
  for (auto spelling : {"notes://secret", "NOTES://secret", "notes://SECRET", "notes://s%65cret", "nOtes://%53ecret"}) {
    CAPTURE(spelling);
    CHECK(normal_uri(spelling) == "notes://secret");
  }
  CHECK(normal_uri("https://H.example:8080/%7eA/%2f?%41=%c3%a9#%5F") == "https://h.example:8080/~A/%2F?A=%C3%A9#_");
  CHECK(normal_uri("test://[::AB]/X") == "test://[::ab]/X");
  CHECK(normal_uri("URN:Isbn:%30") == "urn:Isbn:0");
}

TEST_CASE("what differs stays different", "[core][RES-12]") {
  for (auto uri : {"file:///a/../b", "notes://a/B", "notes://a/%2E", "notes://User@h/", "notes://h/a%2Fb", "x:?a#B"}) {
    CAPTURE(uri);
    std::string const once = normal_uri(uri);
    CHECK(normal_uri(once) == once);
  }
  CHECK(normal_uri("file:///a/../b") == "file:///a/../b");
  CHECK(normal_uri("notes://h/a/B") != normal_uri("notes://h/a/b"));
  CHECK(normal_uri("notes://User@h/") == "notes://User@h/");
  CHECK(normal_uri("notes://h/a%2Fb") != normal_uri("notes://h/a/b"));
  CHECK(normal_uri("notes://h/%2E") == "notes://h/.");
}
