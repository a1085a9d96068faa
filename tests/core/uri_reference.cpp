// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/uri_reference.hpp>

#include "support/catch.hpp"

using namespace parley;

TEST_CASE("a reference is read where it stands", "[core][uri]") {
  constexpr std::string_view base = "http://a/b/c/d;p?q";
  // The examples of RFC 3986 §5.4.
  CHECK(resolve_uri(base, "g:h") == "g:h");
  CHECK(resolve_uri(base, "g") == "http://a/b/c/g");
  CHECK(resolve_uri(base, "./g") == "http://a/b/c/g");
  CHECK(resolve_uri(base, "g/") == "http://a/b/c/g/");
  CHECK(resolve_uri(base, "/g") == "http://a/g");
  CHECK(resolve_uri(base, "//g") == "http://g");
  CHECK(resolve_uri(base, "?y") == "http://a/b/c/d;p?y");
  CHECK(resolve_uri(base, "g?y#s") == "http://a/b/c/g?y#s");
  CHECK(resolve_uri(base, "#s") == "http://a/b/c/d;p?q#s");
  CHECK(resolve_uri(base, "") == "http://a/b/c/d;p?q");
  CHECK(resolve_uri(base, ".") == "http://a/b/c/");
  CHECK(resolve_uri(base, "..") == "http://a/b/");
  CHECK(resolve_uri(base, "../../g") == "http://a/g");
  CHECK(resolve_uri(base, "../../../g") == "http://a/g");
  CHECK(resolve_uri(base, "/../g") == "http://a/g");
  CHECK(resolve_uri(base, "g..") == "http://a/b/c/g..");
  CHECK(resolve_uri(base, "g;x=1/../y") == "http://a/b/c/y");
  CHECK(resolve_uri(base, "g?y/../x") == "http://a/b/c/g?y/../x");
}

TEST_CASE("bases of other kinds", "[core][uri]") {
  CHECK(resolve_uri("http://a", "g") == "http://a/g");
  CHECK(resolve_uri("http://a#old", "#new") == "http://a#new");
  CHECK(resolve_uri("urn:uuid:1", "#top") == "urn:uuid:1#top");
  CHECK(resolve_uri("", "node") == "node");
  CHECK(resolve_uri("node", "#/$defs/x") == "node#/$defs/x");
  CHECK(resolve_uri("folder/node", "tree") == "folder/tree");
  CHECK(resolve_uri("", "") == "");
}
