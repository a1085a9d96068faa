// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace parley {

struct pool_options {
  // Calls that may be under way at once, plain and asynchronous ones together; 1 or more (0 counts as 1). One more is
  // refused at once, never queued: a queue would only hide that the server is full.
  std::size_t max_calls = 64;
  // Threads that stay when there is nothing to do; 0 or more.
  std::size_t kept_threads = 4;
  // How long the others wait for work before they end; 0 or less: not at all.
  std::chrono::milliseconds idle{10'000};
  // Calls of clients of older revisions that may wait for a person at once. They hold no thread and are not under way;
  // when the person has answered, they wait for their turn to be under way again. One more is refused; 0: all are.
  std::size_t max_waiting = 4096;
};

// The threads that plain handlers run on. They are started when they are needed: there is always one for each call
// that was let in, so no handler waits for another one's thread.
//
// All members but the destructor may be called from any thread.
class pool {
  PARLEY_DECL void leave();
  PARLEY_DECL void end_waiting();

 public:
  // A place that is given back when it is destroyed; must not outlive the pool.
  template <void (pool::*GiveBack)()>
  class place {
   public:
    place(place&& other) noexcept : pool_(std::exchange(other.pool_, nullptr)) {}
    place& operator=(place&& other) noexcept {
      std::swap(pool_, other.pool_);
      return *this;
    }
    ~place() {
      if (pool_ != nullptr) (pool_->*GiveBack)();
    }

   private:
    friend class pool;
    explicit place(pool& owner) : pool_(&owner) {}
    pool* pool_;
  };

  // The right to one call under way.
  using ticket = place<&pool::leave>;
  // The right of a call that is not under way to wait for a person.
  using waiting = place<&pool::end_waiting>;

  PARLEY_DECL explicit pool(pool_options options = {});
  pool(pool const&) = delete;
  pool& operator=(pool const&) = delete;
  // As stop().
  PARLEY_DECL ~pool();

  // Lets one more call in, or says no because `max_calls` are under way or the pool is stopped.
  PARLEY_DECL std::optional<ticket> try_enter();
  // Calls `go` once, from whatever thread, as soon as it is worth calling try_enter() again; those that have waited for
  // longer come first. Not when the pool is stopped before. `go` must be short and must not throw.
  PARLEY_DECL void when_there_is_room(std::function<void()> go);

  // No because `max_waiting` do.
  PARLEY_DECL std::optional<waiting> try_wait();

  // Runs `task()` on a thread of the pool. It must not throw. Precondition: the caller holds a ticket, and runs one
  // task at a time with it. False, and the task is destroyed unrun, when the pool is stopped or the system gives no
  // thread.
  template <class Task>
  bool run(Task task) {
    return enqueue(std::make_unique<job_of<Task>>(std::move(task)));
  }

  // Lets nobody in any more, waits for the tasks that run and ends the threads. Must not be called from a task.
  PARLEY_DECL void stop();

  // The same, but gives up waiting after `limit`: false when a task still runs then.
  PARLEY_DECL bool stop_within(std::chrono::milliseconds limit);
  PARLEY_DECL bool stopped() const;

  // For tests and meters; out of date as soon as read.
  PARLEY_DECL std::size_t calls() const;
  PARLEY_DECL std::size_t threads() const;

 private:
  struct job {
    virtual ~job() = default;
    virtual void run() = 0;
  };
  template <class Task>
  struct job_of final : job {
    explicit job_of(Task task) : task_(std::move(task)) {}
    void run() override { task_(); }
    Task task_;
  };
  using thread_list = std::list<std::thread>;

  PARLEY_DECL bool enqueue(std::unique_ptr<job> next);
  PARLEY_DECL bool start_thread();
  PARLEY_DECL void work(thread_list::iterator self);

  pool_options options_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::unique_ptr<job>> jobs_;  // never longer than the calls under way
  thread_list threads_;
  thread_list retired_;           // at most one: each retiring thread joins the one before
  std::condition_variable rest_;  // a task has ended
  std::size_t waiting_ = 0;
  std::size_t running_ = 0;
  std::size_t calls_ = 0;
  std::size_t parked_ = 0;                        // calls that wait for a person
  std::deque<std::function<void()>> for_room_{};  // those of them that have been answered, and may not go on yet
  bool stopped_ = false;
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <algorithm>
#include <system_error>

namespace parley {

PARLEY_DECL pool::pool(pool_options options) : options_(options) {
  options_.max_calls = std::max<std::size_t>(options_.max_calls, 1);
}

PARLEY_DECL pool::~pool() { stop(); }

PARLEY_DECL void pool::when_there_is_room(std::function<void()> go) {
  {
    std::lock_guard lock(mutex_);
    if (stopped_) return;
    if (calls_ >= options_.max_calls) return for_room_.push_back(std::move(go));
  }
  go();
}

PARLEY_DECL std::optional<pool::waiting> pool::try_wait() {
  std::lock_guard lock(mutex_);
  if (parked_ >= options_.max_waiting) return std::nullopt;
  ++parked_;
  return waiting(*this);
}

PARLEY_DECL void pool::end_waiting() {
  std::lock_guard lock(mutex_);
  --parked_;
}

PARLEY_DECL std::optional<pool::ticket> pool::try_enter() {
  std::lock_guard lock(mutex_);
  if (stopped_ || calls_ >= options_.max_calls) return std::nullopt;
  ++calls_;
  return ticket(*this);
}

PARLEY_DECL void pool::leave() {
  std::function<void()> next;
  {
    std::lock_guard lock(mutex_);
    --calls_;
    if (for_room_.empty() || stopped_) return;
    next = std::move(for_room_.front());
    for_room_.pop_front();
  }
  next();
}

PARLEY_DECL bool pool::enqueue(std::unique_ptr<job> next) {
  std::lock_guard lock(mutex_);
  if (stopped_) return false;
  // A thread that is waiting may have been woken for an earlier job already: count jobs against waiting threads.
  if (jobs_.size() >= waiting_ && !start_thread() && threads_.empty()) return false;
  jobs_.push_back(std::move(next));
  wake_.notify_one();
  return true;
}

PARLEY_DECL bool pool::start_thread() {
  auto const self = threads_.emplace(threads_.end());
  try {
    *self = std::thread([this, self] { work(self); });
    return true;
  } catch (std::system_error const&) {
    threads_.erase(self);
    return false;
  }
}

PARLEY_DECL void pool::work(thread_list::iterator self) {
  std::unique_lock lock(mutex_);
  for (;;) {
    while (!jobs_.empty()) {
      auto next = std::move(jobs_.front());
      jobs_.pop_front();
      ++running_;
      lock.unlock();
      next->run();
      next.reset();  // outside the lock: what the task owned may give a ticket back
      lock.lock();
      --running_;
      rest_.notify_all();
    }
    if (stopped_) return;
    auto const has_news = [this] { return stopped_ || !jobs_.empty(); };
    bool const is_spare = threads_.size() > options_.kept_threads;
    ++waiting_;
    bool woken = true;
    if (is_spare) {
      woken = wake_.wait_for(lock, options_.idle, has_news);
    } else {
      wake_.wait(lock, has_news);
    }
    --waiting_;
    if (!woken && threads_.size() > options_.kept_threads) break;
  }
  thread_list before;
  before.swap(retired_);
  retired_.splice(retired_.end(), threads_, self);
  lock.unlock();
  for (auto& thread : before) thread.join();
}

PARLEY_DECL void pool::stop() {
  std::deque<std::function<void()>> dropped;  // goes with no lock held
  std::unique_lock lock(mutex_);
  stopped_ = true;
  dropped.swap(for_room_);
  wake_.notify_all();
  // Joining would do for one caller; another one would find no threads to join.
  rest_.wait(lock, [this] { return running_ == 0 && jobs_.empty(); });
  thread_list all;
  // A thread that is retiring holds its predecessor's handle and joins it; its own handle is in `retired_`.
  all.splice(all.end(), threads_);
  all.splice(all.end(), retired_);
  lock.unlock();
  for (auto& thread : all) thread.join();
}

PARLEY_DECL bool pool::stop_within(std::chrono::milliseconds limit) {
  {
    std::unique_lock lock(mutex_);
    stopped_ = true;
    wake_.notify_all();
    if (!rest_.wait_for(lock, limit, [this] { return running_ == 0 && jobs_.empty(); })) return false;
  }
  stop();
  return true;
}

PARLEY_DECL bool pool::stopped() const {
  std::lock_guard lock(mutex_);
  return stopped_;
}

PARLEY_DECL std::size_t pool::calls() const {
  std::lock_guard lock(mutex_);
  return calls_;
}

PARLEY_DECL std::size_t pool::threads() const {
  std::lock_guard lock(mutex_);
  return threads_.size();
}

}  // namespace parley

#endif
