// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/protocol/header_mirror.hpp>
#include <parley/state/principal.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace parley {

enum class transport : std::uint8_t {
  stdio,  // one client on a pipe or in memory; no headers, no status codes
  http,   // each message is a POST of its own; headers repeat parts of the body
};

// Who sent a message, and how. Filled in by the transport from what it verified itself, never from the body.
struct caller {
  principal who = principal::stdio();
  transport over = transport::stdio;
  // The headers to compare with the body. Absent: nothing is compared, as on stdio (STDIO-16).
  std::optional<header_mirror> mirror{};
};

// Where the notifications of one request go: progress and log lines, each one JSON-RPC message on one line. Handlers
// call it from whatever thread they run on, so it must be callable from several at once; it must not throw. It must
// live until the request is answered, or its stop_token has been set and the handler has returned.
class notification_sink {
 public:
  virtual ~notification_sink() = default;
  virtual void notify(std::string line) = 0;
};

}  // namespace parley
