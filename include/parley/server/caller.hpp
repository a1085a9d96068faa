// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/protocol/header_mirror.hpp>
#include <parley/state/principal.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace parley {

class client_session;

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
  // What this client and the server agreed in the handshake of an older revision, or are about to agree
  // (server/client_session.hpp). Null: nothing but 2026-07-28 is spoken here. A session has one principal: who sends
  // its messages, `who` above, is always the same, and that is for the transport to see to (once-18, LEG-39).
  std::shared_ptr<client_session> session{};
};

// Where what a request has to say before its answer goes, each one JSON-RPC message on one line. Handlers call it from
// whatever thread they run on, so it must be callable from several at once; it must not throw. It must live until the
// request is answered, or its stop_token has been set and the handler has returned.
class notification_sink {
 public:
  virtual ~notification_sink() = default;
  // Progress and log lines. May be dropped when the client reads too slowly.
  virtual void notify(std::string line) = 0;
  // A question to a client of an older revision, a request of the server's: it must reach the client, or the call waits
  // in vain until its time is over. False: it will not, and has not.
  virtual bool deliver(std::string line) {
    notify(std::move(line));
    return true;
  }
  // The handler expects to be long, and the client may come back for the rest: a transport that can resume its streams
  // closes this one's connection (Context::release_stream).
  virtual void release() {}
};

}  // namespace parley
