// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/options.hpp>

#include "support/catch.hpp"

using namespace parley;

TEST_CASE("options that nobody set do nothing surprising", "[server][CACHE-03][DISC-08]") {
  server_options const server;
  CHECK(server.identify);
  CHECK(server.discover_cache.ttl.count() == 0);
  CHECK_FALSE(server.tools_cache.is_public);
  CHECK(server.page_size == 0);
  CHECK(server.max_message_size == 8 * 1024 * 1024);
  CHECK(server.ledger == nullptr);
  CHECK(server.keys.keys.empty());

  tool_options const tool;
  CHECK(tool.unaskable == when_unaskable::refuse);
  CHECK(tool.ledger == ledger_use::by_default);
  CHECK_FALSE(tool.strict_arguments);
  CHECK_FALSE(tool.inline_handler);
  CHECK(tool.required.empty());
  CHECK_FALSE(tool.destructive.has_value());
}
