// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/writer.hpp>

#include <chrono>

namespace parley {

// How long and by whom an answer may be kept: a list, server/discover, or what a resource holds
// (server/utilities/caching).
struct cache_hint {
  // Milliseconds for which the answer may be taken as fresh. Default 0: ask each time. Negative counts as 0.
  std::chrono::milliseconds ttl{0};
  // False ("private"): by the client that asked. True ("public"): by anybody in between. What parley lists does not
  // depend on the caller unless server_options::may_read is set; `public` also says that it never will.
  bool is_public = false;

  bool operator==(cache_hint const&) const = default;
};

// The two members `ttlMs` and `cacheScope` (CACHE-01).
PARLEY_DECL void write_members(json_writer& out, cache_hint const& hint);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <algorithm>
#include <cstdint>

namespace parley {

PARLEY_DECL void write_members(json_writer& out, cache_hint const& hint) {
  out.key("ttlMs").integer(std::max<std::int64_t>(0, hint.ttl.count()));
  out.key("cacheScope").string(hint.is_public ? "public" : "private");
}

}  // namespace parley

#endif
