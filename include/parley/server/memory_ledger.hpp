// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/environment.hpp>
#include <parley/server/ledger.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace parley {

// How much a memory_ledger may hold. All values are 1 or more; zero makes the constructor throw std::invalid_argument.
struct ledger_limits {
  // Flows and named effects that are remembered at a time; each costs about 300 bytes beside its result. When there are
  // that many, new ones are refused until old ones are over: a mark is never dropped. Default 131,072.
  std::size_t entries = 131'072;
  // The same for one principal, so that one caller's flood leaves room for others; callers without a name are one.
  // Default 32,768.
  std::size_t entries_per_principal = 32'768;
  // Bytes of all results that are kept. When there are more, the oldest results are dropped, and not the marks: who
  // comes again hears that it is done. Default 32 MiB.
  std::size_t result_bytes = std::size_t{32} << 20;
  // Bytes of one result; a longer one is not kept. Default 64 KiB.
  std::size_t result_size = std::size_t{64} << 10;
};

namespace detail {

// Throws std::invalid_argument when one of them is zero.
PARLEY_DECL void check_ledger_limits(ledger_limits const& limits);
// For how long an entry has to be kept from `now` on: 0 … one year, so that no clock overflows.
PARLEY_DECL std::chrono::milliseconds time_left(ledger_claim const& of,
                                                std::chrono::sys_time<std::chrono::milliseconds> now);

}  // namespace detail

// A ledger that lives and dies with its process. Its id is drawn at random, so that after a restart clients start over.
// Entries are dropped when their time is over by the wall clock and by the steady one. Where memory runs out, find()
// and claim() throw std::bad_alloc and have changed nothing.
class memory_ledger final : public ledger {
 public:
  PARLEY_DECL explicit memory_ledger(ledger_limits const& limits = {}, environment world = system_environment());

  std::string_view id() const noexcept override { return id_; }
  bool blocks() const noexcept override { return false; }
  PARLEY_DECL ledger_finding find(ledger_claim const& what) override;
  PARLEY_DECL ledger_finding claim(ledger_claim const& what) override;
  PARLEY_DECL void finish(ledger_key const& key, std::string outcome) override;
  PARLEY_DECL void release(ledger_key const& key) override;
  PARLEY_DECL void abandon(ledger_key const& key) noexcept override;

  // How many entries there are. For tests and gauges.
  PARLEY_DECL std::size_t size() const;

 private:
  using digest = std::array<std::byte, 16>;
  using steady_time = std::chrono::steady_clock::time_point;
  using milliseconds = std::chrono::milliseconds;
  enum class phase : std::uint8_t { running, done, lost };
  struct entry {
    ledger_claim what{};
    phase now = phase::running;
    std::optional<std::string> outcome{};
    std::list<ledger_key>::iterator kept{};                       // in kept_, when there is an outcome
    std::multimap<steady_time, ledger_key>::iterator deadline{};  // in deadlines_
  };
  // The flow's id is random already, and digests are as good.
  template <class Bytes>
  static std::size_t first_bytes(Bytes const& from);
  struct hash {
    PARLEY_DECL std::size_t operator()(ledger_key const& key) const noexcept;
    PARLEY_DECL std::size_t operator()(digest const& who) const noexcept;
  };
  using table = std::unordered_map<ledger_key, entry, hash>;

  PARLEY_DECL ledger_finding state_of(entry const& one, ledger_claim const& what) const;
  PARLEY_DECL void forget_old();
  PARLEY_DECL void drop_outcome(entry& one);
  PARLEY_DECL void forget(table::iterator which);

  ledger_limits const limits_;
  environment const world_;
  std::string id_{};

  mutable std::mutex mutex_{};
  table entries_{};
  std::unordered_map<digest, std::size_t, hash> per_principal_{};
  std::multimap<steady_time, ledger_key> deadlines_{};
  std::list<ledger_key> kept_{};  // those with an outcome, the oldest first
  std::size_t kept_bytes_ = 0;
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/hex.hpp>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace parley {

PARLEY_DECL void detail::check_ledger_limits(ledger_limits const& limits) {
  bool const is_good =
      limits.entries != 0 && limits.entries_per_principal != 0 && limits.result_bytes != 0 && limits.result_size != 0;
  if (!is_good) throw std::invalid_argument("parley: each of ledger_limits must be 1 or more");
}

PARLEY_DECL std::chrono::milliseconds detail::time_left(ledger_claim const& of,
                                                        std::chrono::sys_time<std::chrono::milliseconds> now) {
  constexpr std::chrono::milliseconds longest = std::chrono::hours(24 * 365);
  return std::clamp(of.until - now, std::chrono::milliseconds(0), longest);
}

template <class Bytes>
std::size_t memory_ledger::first_bytes(Bytes const& from) {
  std::size_t value = 0;
  std::memcpy(&value, from.data(), sizeof value);
  return value;
}

PARLEY_DECL std::size_t memory_ledger::hash::operator()(ledger_key const& key) const noexcept {
  return first_bytes(key.flow) ^ first_bytes(key.part);
}
PARLEY_DECL std::size_t memory_ledger::hash::operator()(digest const& who) const noexcept { return first_bytes(who); }

PARLEY_DECL memory_ledger::memory_ledger(ledger_limits const& limits, environment world)
    : limits_(limits), world_(std::move(world)) {
  detail::check_ledger_limits(limits);
  std::array<std::byte, 16> drawn{};
  world_.random(drawn);
  id_ = "memory-" + hex_encode(drawn);
}

PARLEY_DECL ledger_finding memory_ledger::state_of(entry const& one, ledger_claim const& what) const {
  if (one.what.answers != what.answers) return {ledger_verdict::refused, true, {}};
  switch (one.now) {
    case phase::running: return {ledger_verdict::running, true, {}};
    case phase::lost: return {ledger_verdict::lost, true, {}};
    case phase::done: break;
  }
  return {ledger_verdict::done, one.outcome.has_value(), one.outcome.value_or(std::string())};
}

PARLEY_DECL void memory_ledger::drop_outcome(entry& one) {
  if (!one.outcome) return;
  kept_bytes_ -= one.outcome->size();
  one.outcome.reset();
  kept_.erase(one.kept);
}

PARLEY_DECL void memory_ledger::forget(table::iterator which) {
  drop_outcome(which->second);
  deadlines_.erase(which->second.deadline);
  auto const owner = per_principal_.find(which->second.what.who);
  if (--owner->second == 0) per_principal_.erase(owner);
  entries_.erase(which);
}

// What runs is not forgotten, however late it is: whoever runs it will say how it ended. What is not over yet is looked
// at again when it may be, so that a wall clock that was set back does not make each claim look at every entry.
PARLEY_DECL void memory_ledger::forget_old() {
  auto const steady = world_.steady_clock();
  auto const wall = std::chrono::floor<milliseconds>(world_.wall_clock());
  while (!deadlines_.empty() && deadlines_.begin()->first <= steady) {
    auto const which = entries_.find(deadlines_.begin()->second);
    entry& one = which->second;
    if (one.what.until <= wall && one.now != phase::running) {
      forget(which);
      continue;
    }
    auto node = deadlines_.extract(deadlines_.begin());
    node.key() = steady + std::max(detail::time_left(one.what, wall), milliseconds(1000));
    one.deadline = deadlines_.insert(std::move(node));
  }
}

PARLEY_DECL ledger_finding memory_ledger::find(ledger_claim const& what) {
  std::lock_guard lock(mutex_);
  auto const known = entries_.find(what.key);
  return known == entries_.end() ? ledger_finding{} : state_of(known->second, what);
}

PARLEY_DECL ledger_finding memory_ledger::claim(ledger_claim const& what) {
  std::lock_guard lock(mutex_);
  forget_old();
  if (auto const known = entries_.find(what.key); known != entries_.end()) return state_of(known->second, what);
  auto const owner = per_principal_.find(what.who);
  bool const is_full = entries_.size() >= limits_.entries ||
                       (owner != per_principal_.end() && owner->second >= limits_.entries_per_principal);
  if (is_full) return {ledger_verdict::full, true, {}};

  // Memory may run out at each of the three: none of them may then be left without the others.
  auto const wall = std::chrono::floor<milliseconds>(world_.wall_clock());
  auto const deadline = world_.steady_clock() + detail::time_left(what, wall);
  entry made{.what = what, .deadline = deadlines_.emplace(deadline, what.key)};
  auto counted = per_principal_.end();
  try {
    counted = per_principal_.try_emplace(what.who, 0).first;
    entries_.emplace(what.key, made);
  } catch (...) {
    if (counted != per_principal_.end() && counted->second == 0) per_principal_.erase(counted);
    deadlines_.erase(made.deadline);
    throw;
  }
  ++counted->second;
  return {ledger_verdict::mine, true, {}};
}

PARLEY_DECL void memory_ledger::finish(ledger_key const& key, std::string outcome) {
  std::lock_guard lock(mutex_);
  auto const known = entries_.find(key);
  if (known == entries_.end() || known->second.now != phase::running) return;
  entry& one = known->second;
  one.now = phase::done;
  if (outcome.size() > limits_.result_size || outcome.size() > limits_.result_bytes) return;
  while (kept_bytes_ + outcome.size() > limits_.result_bytes) drop_outcome(entries_.at(kept_.front()));
  try {
    one.kept = kept_.insert(kept_.end(), key);
  } catch (std::bad_alloc const&) {
    return;  // it is done all the same, and what it came to is not kept
  }
  kept_bytes_ += outcome.size();
  one.outcome = std::move(outcome);
}

PARLEY_DECL void memory_ledger::release(ledger_key const& key) {
  std::lock_guard lock(mutex_);
  auto const known = entries_.find(key);
  if (known != entries_.end() && known->second.now == phase::running) forget(known);
}

PARLEY_DECL void memory_ledger::abandon(ledger_key const& key) noexcept {
  std::lock_guard lock(mutex_);
  auto const known = entries_.find(key);
  if (known != entries_.end() && known->second.now == phase::running) known->second.now = phase::lost;
}

PARLEY_DECL std::size_t memory_ledger::size() const {
  std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace parley

#endif
