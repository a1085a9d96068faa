// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/server/event_store.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace parley {

// How clients of the older revisions, which begin with `initialize`, are served over HTTP.
enum class session_mode : std::uint8_t {
  // Default. Each gets a session (Mcp-Session-Id), in which the server can ask it, tell it of changes, and go on with a
  // stream after its connection broke.
  sessions,
  // Each message is served alone, by the revision that its header names (LEG-41). Nothing is kept, so any replica can
  // serve any message; but nobody can be asked, and nothing is told.
  stateless,
  // Not at all.
  off,
};

// What is kept for clients of the older revisions over HTTP. Every member has a default; use designated initialisers.
struct session_options {
  session_mode mode = session_mode::sessions;
  // Sessions at once, 1 or more. When there are so many, a client that begins one takes the place of a session in which
  // nothing is under way: the one that was unused for longest, among those of whoever holds most. If there is none that
  // it may take, it is answered 503.
  std::size_t max_sessions = 1000;
  // A session in which nothing happens for so long is over, from a millisecond to a year. A call, and a connection that
  // waits for what the server has to say, count as something that happens.
  std::chrono::milliseconds idle = std::chrono::minutes(30);
  // Calls of one session under way at once, and answered ones that can still be read again after a connection broke,
  // together; 1 or more. One more takes the place of the oldest answered one, or is answered with an error.
  std::size_t max_streams = 64;
  // How long a client of 2025-11-25 is asked to wait before it connects again, up to a year; 0: it may choose.
  std::chrono::milliseconds retry{1'000};
  // Where the messages of streams are kept. Null, the default: in memory, with these limits. Several servers may share
  // one.
  std::shared_ptr<event_store> events{};
  event_limits kept{};
};

}  // namespace parley
