// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/session_options.hpp>

#include "support/catch.hpp"

TEST_CASE("without a word, clients of the older revisions get sessions with an end", "[server][LEG-40]") {
  parley::session_options const options;
  CHECK(options.mode == parley::session_mode::sessions);
  CHECK(options.idle == std::chrono::minutes(30));
  CHECK(options.max_sessions == 1000);
}
