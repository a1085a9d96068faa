// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <utility>

namespace parley::detail {

// The part of a transport that its sessions share, and that must be gone before what the program owns may go: the
// Server, and whatever handlers refer to. Sessions hold a pointer each; the owner can wait until the last has let go.
template <class Core>
class shared_core {
 public:
  explicit shared_core(std::unique_ptr<Core> made) {
    auto gone = std::make_shared<std::promise<void>>();
    gone_ = gone->get_future();
    core_ = std::shared_ptr<Core>(made.release(), [gone = std::move(gone)](Core* core) {
      delete core;
      gone->set_value();
    });
  }

  Core* operator->() const { return core_.get(); }
  std::shared_ptr<Core> const& get() const { return core_; }

  // Lets go, and waits for the sessions to do so: as long as `io` runs elsewhere, but no longer than `limit`. When it
  // does not run, sessions go when `io` is destroyed; they then do nothing but free what they hold.
  void release(boost::asio::io_context& io, std::chrono::milliseconds limit) {
    core_.reset();
    if (io.get_executor().running_in_this_thread()) return;
    auto const deadline = std::chrono::steady_clock::now() + limit;
    while (!io.stopped() && std::chrono::steady_clock::now() < deadline) {
      auto const slice = std::min(deadline, std::chrono::steady_clock::now() + std::chrono::milliseconds(10));
      if (gone_.wait_until(slice) == std::future_status::ready) return;
    }
  }

 private:
  std::shared_ptr<Core> core_;
  std::future<void> gone_;
};

}  // namespace parley::detail
