// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/schema_documents.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>

using namespace parley;

TEST_CASE("documents are found by the URI that they were added with", "[json][validator]") {
  schema_documents documents;
  documents.add("https://example.com/a", json(1)).add("urn:example:b", json(2)).add("https://example.com/a", json(3));
  REQUIRE(documents.find("https://example.com/a") != nullptr);
  CHECK(*documents.find("https://example.com/a") == 3);
  CHECK(*documents.find("urn:example:b") == 2);
  CHECK(documents.find("https://example.com/b") == nullptr);
  CHECK(documents.find("") == nullptr);

  schema_documents const copy = documents;
  CHECK(copy.find("urn:example:b") == documents.find("urn:example:b"));
}

TEST_CASE("a document needs a URI of its own", "[json][validator]") {
  schema_documents documents;
  for (std::string_view const wrong : {"", "a", "/a", "https://example.com/a#", "https://example.com/a b"}) {
    INFO(wrong);
    CHECK_THROWS_AS(documents.add(wrong, json(true)), std::invalid_argument);
  }
}
