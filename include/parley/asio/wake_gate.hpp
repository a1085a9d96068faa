// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>

#include <mutex>
#include <utility>

namespace parley::detail {

// The way by which threads of the program wake the sessions of a transport: whoever changes a list does not know
// whether the transport, and the io_context under it, is still there. The transport shuts the gate before it goes.
//
// Both members may be called from several threads at once.
class wake_gate {
 public:
  // Posts `handler`, unless the gate is shut or there is no memory: then nothing happens. A wake-up that is lost for
  // want of memory is made good by the next one.
  template <class Handler>
  void post(boost::asio::any_io_executor const& to, Handler handler) noexcept {
    std::lock_guard lock(mutex_);
    if (is_shut_) return;
    try {
      boost::asio::post(to, std::move(handler));
    } catch (...) {
    }
  }

  // When it returns, nothing is being posted, and nothing will be.
  void shut() noexcept {
    std::lock_guard lock(mutex_);
    is_shut_ = true;
  }

 private:
  std::mutex mutex_{};
  bool is_shut_ = false;
};

}  // namespace parley::detail
