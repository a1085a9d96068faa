// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stop_token>
#include <utility>

namespace parley::detail {

// What stops the handler of one call: its own client, or whoever stops all of them. As a std::stop_source, which may be
// used from several threads at once, that is stopped with another one as well; it stays where it is.
class linked_stop {
 public:
  explicit linked_stop(std::stop_token all) : with_all_(std::move(all), stopper{own_}) {}
  linked_stop(linked_stop const&) = delete;
  linked_stop& operator=(linked_stop const&) = delete;

  void request_stop() { own_.request_stop(); }
  bool stop_requested() const { return own_.stop_requested(); }
  std::stop_token get_token() const { return own_.get_token(); }

 private:
  struct stopper {
    std::stop_source& own;
    void operator()() const noexcept { own.request_stop(); }
  };

  std::stop_source own_{};
  std::stop_callback<stopper> with_all_;  // goes first, and waits for a stop that is under way
};

}  // namespace parley::detail
