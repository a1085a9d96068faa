// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/drive.hpp>
#include <parley/asio/http_connection.hpp>
#include <parley/asio/linked_stop.hpp>
#include <parley/asio/wake_gate.hpp>
#include <parley/core/config.hpp>
#include <parley/server/caller.hpp>

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace parley::detail {

// One request over HTTP, between the threads that its handlers run on and the connection that waits for it.
class http_call final : public notification_sink {
 public:
  // `backlog`: bytes of notifications that may wait. `all`: asks this handler to stop, with all others. `wakes`: for
  // streams.
  http_call(std::shared_ptr<http_connection> connection, std::size_t backlog, std::stop_token all,
            std::shared_ptr<wake_gate> wakes)
      : connection_(std::move(connection)), wakes_(std::move(wakes)), backlog_(backlog), stop_(std::move(all)) {}

  // From any thread. Dropped when too much waits already.
  PARLEY_DECL void notify(std::string line) override;

  // The rest on the connection's executor.
  //
  // The notifications that came since the last time. Those of a stream are taken off it only here, when they can be
  // sent; with the last of them the call is over.
  PARLEY_DECL std::vector<std::string> take_notifications();
  // The call is over, or it has become a stream.
  PARLEY_DECL void finish(driven_call::outcome what);
  std::optional<driven_call::outcome>& outcome() { return outcome_; }

  // Asks the handler to stop; nothing will be sent.
  PARLEY_DECL void cancel();
  // Ends the stream, if the call has become one: what waits is still sent, and its last answer.
  PARLEY_DECL void end_stream();
  std::stop_token stop_token() const { return stop_.get_token(); }

 private:
  std::shared_ptr<http_connection> connection_;
  std::shared_ptr<wake_gate> wakes_;
  std::size_t const backlog_;
  linked_stop stop_;
  std::optional<driven_call::outcome> outcome_{};
  std::shared_ptr<subscription> stream_{};

  std::mutex mutex_{};
  std::vector<std::string> waiting_{};
  std::size_t bytes_ = 0;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/server/subscription_hub.hpp>

#include <boost/asio/post.hpp>

namespace parley::detail {

PARLEY_DECL void http_call::notify(std::string line) {
  {
    std::lock_guard lock(mutex_);
    if (bytes_ + line.size() > backlog_) return;
    bytes_ += line.size();
    waiting_.push_back(std::move(line));
    if (waiting_.size() > 1) return;  // the connection has been told already
  }
  boost::asio::post(connection_->executor(), [connection = connection_] { connection->wake(); });
}

PARLEY_DECL std::vector<std::string> http_call::take_notifications() {
  if (stream_ != nullptr) {
    auto heard = stream_->take();
    if (heard.last) outcome_.emplace().answer = *std::move(heard.last);
    return std::move(heard.lines);
  }
  std::lock_guard lock(mutex_);
  bytes_ = 0;
  return std::exchange(waiting_, {});
}

PARLEY_DECL void http_call::finish(driven_call::outcome what) {
  // Whoever cancelled it before it was a stream waits for an outcome.
  if (stop_.stop_requested()) what.stream.reset();
  if (what.stream != nullptr) {
    stream_ = std::move(what.stream);
    stream_->set_waker([connection = connection_, wakes = wakes_] {
      wakes->post(connection->executor(), [connection] { connection->wake(); });
    });
  } else {
    outcome_ = std::move(what);
  }
  connection_->wake();
}

PARLEY_DECL void http_call::cancel() {
  stop_.request_stop();
  if (stream_ == nullptr) return;
  stream_->close();
  outcome_.emplace();
}

PARLEY_DECL void http_call::end_stream() {
  if (stream_ != nullptr) stream_->end();
}

}  // namespace parley::detail

#endif
