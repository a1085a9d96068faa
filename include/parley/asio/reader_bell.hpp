// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_connection.hpp>
#include <parley/asio/wake_gate.hpp>

#include <memory>
#include <mutex>
#include <utility>

namespace parley::detail {

// How threads of others, such as that of a store or of whoever changes a list, wake the connection that reads a stream.
// They hold the bell and, through it, nothing of the transport: not even for a moment is theirs the last reference to
// something that must go on a thread of its own.
//
// All members may be called from several threads at once.
class reader_bell {
 public:
  explicit reader_bell(std::shared_ptr<wake_gate> gate) : gate_(std::move(gate)) {}

  // From now on that connection is woken; null: none. The one before it is woken for the last time.
  void give_to(std::shared_ptr<http_connection> connection) {
    std::lock_guard lock(mutex_);
    rung_ = false;
    ring_held();
    connection_.swap(connection);  // that one goes with no lock held
    rung_ = false;
  }

  // Wakes the connection, unless it was woken and has not looked since.
  void ring() {
    std::lock_guard lock(mutex_);
    ring_held();
  }

  // The connection is about to look.
  void heard() {
    std::lock_guard lock(mutex_);
    rung_ = false;
  }

 private:
  void ring_held() {
    if (connection_ == nullptr || std::exchange(rung_, true)) return;
    gate_->post(connection_->executor(), [to = connection_] { to->wake(); });
  }

  std::shared_ptr<wake_gate> const gate_;
  std::mutex mutex_{};
  std::shared_ptr<http_connection> connection_{};
  bool rung_ = false;
};

}  // namespace parley::detail
