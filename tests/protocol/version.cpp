// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/version.hpp>

#include "support/catch.hpp"

using namespace parley;

TEST_CASE("a version is supported by being on the list, not by its place in an order", "[protocol][VER-07][T17]") {
  CHECK(is_supported_version("2026-07-28"));
  for (auto const* other : {"", "2025-11-25", "2026-07-29", "9999", "2026-07-28 ", "v2026-07-28", "DRAFT-2026-v1"}) {
    CAPTURE(other);
    CHECK_FALSE(is_supported_version(other));
  }
}
