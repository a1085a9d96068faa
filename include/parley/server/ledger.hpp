// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace parley {

// Knows which flows have run, so that one yes runs one action, once. A server is given one in server_options::ledger;
// its tools that ask are bound to it unless they say ledger_use::none.
//
// What every ledger has, and all that sealing needs, is its identity: each state is bound to the ledger under which it
// was sealed, and one of another ledger is refused like an expired one. So a process that does not know what was run
// makes the client start over, and never runs an action a second time. Claiming a flow, keeping its result and waiting
// for it are operations of the ledgers that remember (in memory, in a file); they extend this interface, and a server
// without one behaves as `no_ledger` says.
class ledger {
 public:
  ledger() = default;
  ledger(ledger const&) = delete;
  ledger& operator=(ledger const&) = delete;
  virtual ~ledger() = default;

  // Names the memory behind this ledger: equal for two ledgers exactly when each knows what the other has run. One that
  // lives in a process draws it at random when it is made; one that lives in a file or a database keeps it there.
  //
  // 1 … 64 bytes, fixed for the life of the object; may be called from any thread. The text "none" is taken by
  // `no_ledger`. Clients can read it in states that are signed and not encrypted.
  virtual std::string_view id() const noexcept = 0;
};

// A server that is given no ledger has this one. It remembers nothing: an answered state that is sent twice within its
// time runs twice. Its id is the same everywhere, so replicas and restarts that share keys accept each other's states.
// Tools declared ledger_use::none always have it.
class no_ledger final : public ledger {
 public:
  std::string_view id() const noexcept override { return "none"; }
};

}  // namespace parley
