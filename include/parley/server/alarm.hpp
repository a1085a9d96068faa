// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <functional>
#include <mutex>

namespace parley::detail {

// Wakes one that waits: whoever has news rings, and the one that waits leaves a function to be called. It is called
// once, whichever of the two comes first. All members may be called from several threads at once.
class alarm {
 public:
  // Calls `waker` when it rings, on whatever thread; at once when it has rung since the last reset(). A second one
  // takes the place of the first. It must be short and must not throw.
  PARLEY_DECL void set_waker(std::function<void()> waker);
  PARLEY_DECL void ring() noexcept;
  PARLEY_DECL bool has_rung() const;
  // The one who waits looks now, and wants to hear of what comes from here on.
  PARLEY_DECL void reset();

 private:
  mutable std::mutex mutex_{};
  bool has_rung_ = false;
  std::function<void()> waker_{};
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <utility>

namespace parley::detail {

PARLEY_DECL void alarm::set_waker(std::function<void()> waker) {
  {
    std::lock_guard lock(mutex_);
    waker_ = std::move(waker);
    if (!has_rung_) return;
  }
  ring();
}

PARLEY_DECL void alarm::ring() noexcept {
  std::function<void()> waker;
  {
    std::lock_guard lock(mutex_);
    has_rung_ = true;
    waker.swap(waker_);
  }
  if (waker) waker();
}

PARLEY_DECL bool alarm::has_rung() const {
  std::lock_guard lock(mutex_);
  return has_rung_;
}

PARLEY_DECL void alarm::reset() {
  std::lock_guard lock(mutex_);
  has_rung_ = false;
}

}  // namespace parley::detail

#endif
