// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/method.hpp>

#include "support/catch.hpp"

using namespace parley;

TEST_CASE("a method is found by its exact name", "[protocol][BASE-21]") {
  CHECK(find_method("server/discover").which == method::server_discover);
  CHECK(find_method("tools/list").which == method::tools_list);
  CHECK(find_method("tools/call").which == method::tools_call);
  for (auto const* name : {"", "tools", "Tools/List", "tools/list ", "initialize", "ping", "logging/setLevel"}) {
    CAPTURE(name);
    CHECK(find_method(name).which == method::unknown);
  }
}

TEST_CASE("only methods that have a name repeat it in a header", "[protocol][HDR-03]") {
  CHECK(find_method("tools/call").name_member == "name");
  CHECK(find_method("tools/list").name_member.empty());
  CHECK(find_method("server/discover").name_member.empty());
  CHECK(find_method("no/such").name_member.empty());
}
