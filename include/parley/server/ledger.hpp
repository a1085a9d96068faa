// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace parley {

// What happens at most once: a flow as a whole, or one effect within it that has a name.
struct ledger_key {
  std::array<std::byte, 16> flow{};  // drawn at random when the flow began
  std::array<std::byte, 16> part{};  // all zero: the flow; else a digest of the effect's name

  bool operator==(ledger_key const&) const = default;
  friend bool operator<(ledger_key const& one, ledger_key const& other) {
    return one.flow != other.flow ? one.flow < other.flow : one.part < other.part;
  }
};

// Somebody who wants to be the one that does it.
struct ledger_claim {
  ledger_key key{};
  // Of all that was answered in the flow. Who comes with another digest has not agreed to what was done.
  std::array<std::byte, 16> answers{};
  // Of the principal, for limits on how much one of them may have kept.
  std::array<std::byte, 16> who{};
  // Until when somebody may come again. The entry is kept at least as long.
  std::chrono::sys_time<std::chrono::milliseconds> until{};
};

enum class ledger_verdict : std::uint8_t {
  absent,   // of find(): nothing is known of it
  mine,     // of claim(): whoever called has it now, and must end it
  running,  // it was claimed with the same answers, and has not ended
  done,     // it has ended; what it came to is there, unless it was too large to be kept
  refused,  // it was claimed with other answers
  lost,     // whoever had it is gone and did not say how it ended: it may have been done
  full,     // of claim(): there is no room for it
};

struct ledger_finding {
  ledger_verdict verdict = ledger_verdict::absent;
  bool is_kept = true;    // done: false when what it came to was not kept
  std::string outcome{};  // done: what was given to finish()
};

// Thrown by a ledger that cannot be reached. Tools that need it then answer that it should be tried again later, and
// nothing is done (once-07).
class ledger_unreachable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Knows which flows have run, so that one yes runs one action, once (docs, "Effects and retries"). A server keeps
// one in server_options::ledger; its tools that ask are bound to it unless they say ledger_use::none.
//
// A flow gets an entry when it is about to run, and not before: questions alone cost nothing. Each entry goes from
// claimed to done, or is let go of; whatever else happens it stays, so that nothing runs twice. All members may be
// called from several threads at once, and by several processes when the memory behind them is shared.
class ledger {
 public:
  ledger() = default;
  ledger(ledger const&) = delete;
  ledger& operator=(ledger const&) = delete;
  virtual ~ledger() = default;

  // Names the memory behind this ledger: equal for two ledgers exactly when each knows what the other has run. It is
  // sealed into each state, and a state of another ledger is refused like an expired one: so a process that does not
  // know what was run makes the client start over, and never runs an action a second time. One that lives in a process
  // draws it at random when it is made; one that lives in a file or a database keeps it there.
  //
  // 1 … 64 bytes, fixed for the life of the object. The text "none" is taken by `no_ledger`. Clients can read it in
  // states that are signed and not encrypted.
  virtual std::string_view id() const noexcept = 0;

  // Whether the members below may wait, for a disk or a network. They are then called on threads of the pool, and never
  // on those that read the network.
  virtual bool blocks() const noexcept = 0;

  // What is known of it: absent, running, done, refused or lost. Throws ledger_unreachable.
  virtual ledger_finding find(ledger_claim const& what) = 0;
  // Takes it if it is absent and there is room, in one step: of all that claim one key, one gets `mine`. Otherwise as
  // find(), or full. Throws ledger_unreachable.
  virtual ledger_finding claim(ledger_claim const& what) = 0;

  // For whoever got `mine`, once, one of the three.
  //
  // It has ended, and this is what it came to: bytes for those who come again. Throws ledger_unreachable; the entry
  // then stays, and becomes lost.
  virtual void finish(ledger_key const& key, std::string outcome) = 0;
  // It has not begun: forgets it, so that it may be claimed anew. Throws ledger_unreachable.
  virtual void release(ledger_key const& key) = 0;
  // It is not known how it ended: it may have been done.
  virtual void abandon(ledger_key const& key) noexcept = 0;
};

// Remembers nothing: an answered state that is sent twice within its time runs twice. Its id is the same everywhere, so
// replicas and restarts that share keys accept each other's states. Tools declared ledger_use::none always have it.
class no_ledger final : public ledger {
 public:
  static constexpr std::string_view name = "none";
  std::string_view id() const noexcept override { return name; }
  bool blocks() const noexcept override { return false; }
  ledger_finding find(ledger_claim const&) override { return {}; }
  ledger_finding claim(ledger_claim const&) override { return {ledger_verdict::mine, true, {}}; }
  void finish(ledger_key const&, std::string) override {}
  void release(ledger_key const&) override {}
  void abandon(ledger_key const&) noexcept override {}
};

}  // namespace parley
