// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/wire/http_request.hpp>

#include "support/catch.hpp"

using namespace parley;

TEST_CASE("headers are found whatever the case of their names", "[wire][http_request][HDR-04]") {
  http_request_view const request{"POST", "/mcp", {{"HOST", " a\t"}, {"Accept", "x"}, {"accept", "y"}, {"Empty", ""}}};
  CHECK(find_header(request, "host") == "a");
  CHECK(find_header(request, "Accept") == "x");
  CHECK(find_header(request, "empty") == "");
  CHECK(find_header(request, "Origin") == std::nullopt);
  CHECK(count_header(request, "ACCEPT") == 2);
  CHECK(count_header(request, "Origin") == 0);
}
