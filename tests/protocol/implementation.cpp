// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/implementation.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

namespace {

std::string written(implementation const& who) {
  std::string text;
  json_writer out(text);
  write(out, who);
  return text;
}

}  // namespace

TEST_CASE("an implementation is a name and a version, and what was said beside", "[protocol][TYPE-01]") {
  CHECK(written({.name = "ops", .version = "1.0.0"}) == R"({"name":"ops","version":"1.0.0"})");
  CHECK(written({.name = "ops",
                 .version = "1.0.0",
                 .title = "Operations",
                 .description = "Restarts things",
                 .website_url = "https://example.com",
                 .icons = {{.src = "data:,x"}}}) ==
        R"({"name":"ops","version":"1.0.0","title":"Operations","description":"Restarts things",)"
        R"("websiteUrl":"https://example.com","icons":[{"src":"data:,x"}]})");
}
