// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/drive.hpp>
#include <parley/asio/line_writer.hpp>
#include <parley/asio/linked_stop.hpp>
#include <parley/core/config.hpp>
#include <parley/server/caller.hpp>

#include <cstddef>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

namespace parley::detail {

// The answers to one batch, which go out together when the last of them is there (2025-03-26/basic/transports).
class stdio_batch {
 public:
  stdio_batch(std::shared_ptr<line_writer> out, std::size_t answers) : out_(std::move(out)), left_(answers) {}

  // From any thread. Empty: there is no answer.
  PARLEY_DECL void put(std::string line);

 private:
  std::shared_ptr<line_writer> out_;
  std::mutex mutex_{};
  std::size_t left_;
  std::string lines_{};
};

// One request on a pipe: its stop source, and the way of its notifications.
class stdio_call final : public notification_sink {
 public:
  // `all`: asks this handler to stop, with all others. `within`: the batch that it came in; null: none.
  stdio_call(std::shared_ptr<line_writer> out, std::stop_token all, std::shared_ptr<stdio_batch> within)
      : out_(std::move(out)), batch_(std::move(within)), stop_(std::move(all)) {}

  // Progress and log lines. Lost when the client reads too slowly, or the call has been cancelled.
  PARLEY_DECL void notify(std::string line) override;
  // Questions. Lost when the call has been cancelled.
  PARLEY_DECL bool deliver(std::string line) override;
  // Asks the handler to stop. Nothing is sent for the request from here on (CAN-04).
  PARLEY_DECL void cancel();
  // Sends the answer, unless the call was cancelled. The call is over.
  PARLEY_DECL void answer(std::string line);

  // The rest on the session's strand.
  //
  // The call has become a stream.
  void listen(std::shared_ptr<subscription> stream) { stream_ = std::move(stream); }
  std::shared_ptr<subscription> const& stream() const { return stream_; }
  // Sends what has come on the stream. True: its last answer is among it, and the call is over.
  PARLEY_DECL bool send_changes();

  std::stop_token stop_token() const { return stop_.get_token(); }

  std::weak_ptr<driven_call> driver{};  // on the session's strand

 private:
  std::shared_ptr<line_writer> out_;
  std::shared_ptr<stdio_batch> batch_;
  linked_stop stop_;
  std::shared_ptr<subscription> stream_{};
  std::mutex mutex_{};
  bool silent_ = false;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/protocol/encode.hpp>
#include <parley/server/subscription_hub.hpp>

namespace parley::detail {

PARLEY_DECL void stdio_batch::put(std::string line) {
  std::lock_guard lock(mutex_);
  if (!line.empty()) (lines_ += lines_.empty() ? '[' : ',') += line;
  if (--left_ == 0 && !lines_.empty()) out_->send(std::move(lines_) + ']');
}

PARLEY_DECL void stdio_call::notify(std::string line) {
  std::lock_guard lock(mutex_);
  if (!silent_) out_->try_send(std::move(line));
}

PARLEY_DECL bool stdio_call::deliver(std::string line) {
  std::lock_guard lock(mutex_);
  if (!silent_) out_->send(std::move(line));
  return !silent_;
}

PARLEY_DECL void stdio_call::cancel() {
  {
    std::lock_guard lock(mutex_);
    silent_ = true;
  }
  stop_.request_stop();
}

PARLEY_DECL void stdio_call::answer(std::string line) {
  std::lock_guard lock(mutex_);
  if (silent_) line.clear();
  silent_ = true;
  if (batch_ != nullptr) return batch_->put(std::move(line));
  if (!line.empty()) out_->send(std::move(line));
}

PARLEY_DECL bool stdio_call::send_changes() {
  auto heard = stream_->take();
  for (auto& line : heard.lines) out_->send(std::move(line));
  if (!heard.last) return false;
  out_->send(std::move(heard.last->body));
  // One page of the specification wants the answer, another this; clients take either (T10).
  out_->send(encode_listen_cancelled(stream_->id()));
  return true;
}

}  // namespace parley::detail

#endif
