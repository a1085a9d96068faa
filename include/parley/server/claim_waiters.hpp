// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/server/alarm.hpp>
#include <parley/server/ledger.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace parley::detail {

// Requests that wait for a flow which another request of this process is running: it tells them when it has ended. A
// flow that another process runs has to be looked after by asking its ledger now and then.
//
// All members may be called from several threads at once.
class claim_waiters : public std::enable_shared_from_this<claim_waiters> {
 public:
  // How many may wait for one flow (once-05); more are sent away.
  static constexpr std::size_t most_of_a_flow = 256;

  // One that waits. It leaves the list when it goes.
  class place {
   public:
    PARLEY_DECL place(std::shared_ptr<claim_waiters> list, ledger_key const& key);
    place(place const&) = delete;
    place& operator=(place const&) = delete;
    PARLEY_DECL ~place();

    // Rings when the flow may have ended.
    alarm bell{};

   private:
    friend class claim_waiters;
    std::shared_ptr<claim_waiters> const list_;
    ledger_key const key_;
  };

  // Null: too many wait for that flow.
  PARLEY_DECL std::shared_ptr<place> join(ledger_key const& key);
  // The flow has ended, or was let go of.
  PARLEY_DECL void wake(ledger_key const& key) noexcept;

 private:
  PARLEY_DECL void leave(place const& who) noexcept;

  std::mutex mutex_{};
  std::map<ledger_key, std::vector<place*>> waiting_{};
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <algorithm>
#include <utility>

namespace parley::detail {

PARLEY_DECL claim_waiters::place::place(std::shared_ptr<claim_waiters> list, ledger_key const& key)
    : list_(std::move(list)), key_(key) {}

PARLEY_DECL claim_waiters::place::~place() { list_->leave(*this); }

PARLEY_DECL std::shared_ptr<claim_waiters::place> claim_waiters::join(ledger_key const& key) {
  auto made = std::make_shared<place>(shared_from_this(), key);
  std::lock_guard lock(mutex_);
  auto& row = waiting_[key];
  if (row.size() >= most_of_a_flow) return nullptr;
  row.push_back(made.get());
  return made;
}

// With the lock held, so that no place goes while it is woken. Wakers only post.
PARLEY_DECL void claim_waiters::wake(ledger_key const& key) noexcept {
  std::lock_guard lock(mutex_);
  auto const row = waiting_.find(key);
  if (row == waiting_.end()) return;
  for (auto* const each : row->second) each->bell.ring();
}

PARLEY_DECL void claim_waiters::leave(place const& who) noexcept {
  std::lock_guard lock(mutex_);
  auto const row = waiting_.find(who.key_);
  if (row == waiting_.end()) return;
  std::erase(row->second, &who);
  if (row->second.empty()) waiting_.erase(row);
}

}  // namespace parley::detail

#endif
