// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/envelope.hpp>
#include <parley/server/caller.hpp>
#include <parley/server/round.hpp>
#include <parley/state/primitives.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace parley::detail {

// What an exchange and the copies of its Context share: the request, and the way back to the client until the answer is
// ready. It outlives the exchange when a handler kept its Context; what it refers to of others is let go at close().
class call_state {
 public:
  // `params` is not null and holds the text behind `target`.
  call_state(std::shared_ptr<json const> params, std::string_view target, envelope about, principal who,
             notification_sink& sink, std::stop_token stop)
      : params_(std::move(params)),
        target_(target),
        about_(std::move(about)),
        who_(std::move(who)),
        stop_(std::move(stop)),
        sink_(&sink) {}

  PARLEY_DECL json const& meta() const;
  std::string_view target() const { return target_; }
  envelope const& about() const { return about_; }
  principal const& who() const { return who_; }
  std::stop_token const& stop() const { return stop_; }

  bool logs(severity level) const { return about_.log_level && level >= *about_.log_level; }

  PARLEY_DECL void progress(double done, std::optional<double> total, std::string_view message);
  // `data` is one JSON value. Precondition: logs(level).
  PARLEY_DECL void log(severity level, std::string_view data, std::string_view logger);

  // From here on the facts of the flow come from that round, which must live until detach() or close().
  PARLEY_DECL void open(round& flow, primitives const& crypto);
  // The round is over, and another one of the same flow will follow.
  PARLEY_DECL void detach();
  // Progress that says no more than that the call is still there, for clients whose patience it renews.
  PARLEY_DECL void progress_of_waiting();
  // See notification_sink. The first is for the one that closes the call, and for no other thread.
  PARLEY_DECL bool deliver(std::string line);
  PARLEY_DECL void release();
  // The answer is ready: nothing may follow it (PRG-02, LOG-04). When it returns, nothing is being sent any more.
  PARLEY_DECL void close();

  PARLEY_DECL std::chrono::system_clock::time_point flow_time();
  PARLEY_DECL std::uint64_t random();
  void commit() noexcept { committed_ = true; }
  bool is_committed() const noexcept { return committed_; }
  PARLEY_DECL std::string author_state();
  PARLEY_DECL json const* input_responses();

 private:
  PARLEY_DECL void send(std::string line);  // with mutex_ held
  PARLEY_DECL round& flow() const;          // with mutex_ held

  std::shared_ptr<json const> const params_;
  std::string_view const target_;
  envelope const about_;
  principal const who_;
  std::stop_token const stop_;

  std::atomic<bool> committed_{false};

  // Guards what follows. Held while a line is handed to the sink, so that lines keep their order and none comes after
  // close().
  std::mutex mutex_{};
  notification_sink* sink_;
  double last_progress_ = -std::numeric_limits<double>::infinity();
  round* flow_ = nullptr;
  primitives const* crypto_ = nullptr;
  std::optional<digest256> seed_{};
  std::uint64_t drawn_ = 0;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/protocol/encode.hpp>
#include <parley/protocol/envelope.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <stdexcept>

namespace parley::detail {

PARLEY_DECL json const& call_state::meta() const {
  static json const none = json::object();
  json const* const meta = meta_object(params_.get());
  return meta != nullptr ? *meta : none;
}

PARLEY_DECL void call_state::send(std::string line) {
  if (sink_ != nullptr && !stop_.stop_requested()) sink_->notify(std::move(line));
}

PARLEY_DECL void call_state::progress(double done, std::optional<double> total, std::string_view message) {
  if (!about_.progress_token.has_value() || !std::isfinite(done)) return;
  std::lock_guard lock(mutex_);
  if (sink_ == nullptr || !(done > last_progress_)) return;
  last_progress_ = done;
  send(encode_progress(about_.progress_token, done, total, message));
}

PARLEY_DECL void call_state::log(severity level, std::string_view data, std::string_view logger) {
  std::lock_guard lock(mutex_);
  send(encode_log(level, logger, data));
}

PARLEY_DECL void call_state::open(round& flow, primitives const& crypto) {
  std::lock_guard lock(mutex_);
  flow_ = &flow;
  crypto_ = &crypto;
  drawn_ = 0;
}

PARLEY_DECL void call_state::detach() {
  std::lock_guard lock(mutex_);
  flow_ = nullptr;
}

PARLEY_DECL void call_state::progress_of_waiting() {
  if (!about_.progress_token.has_value()) return;
  std::lock_guard lock(mutex_);
  // As little above the last value as a client can still tell, so that the handler's own values keep their meaning.
  last_progress_ = std::isfinite(last_progress_) ? last_progress_ + std::max(std::abs(last_progress_), 1.0) * 1e-9 : 0;
  send(encode_progress(about_.progress_token, last_progress_, std::nullopt, "Waiting for an answer"));
}

// Without the lock: a sink that can deliver nothing any more cancels the call, and that runs callbacks of the
// handler's, which may want to log. close() is called where this is, so the sink is there.
PARLEY_DECL bool call_state::deliver(std::string line) {
  notification_sink* sink = nullptr;
  {
    std::lock_guard lock(mutex_);
    if (!stop_.stop_requested()) sink = sink_;
  }
  return sink != nullptr && sink->deliver(std::move(line));
}

PARLEY_DECL void call_state::release() {
  std::lock_guard lock(mutex_);
  if (sink_ != nullptr && !stop_.stop_requested()) sink_->release();
}

PARLEY_DECL void call_state::close() {
  std::lock_guard lock(mutex_);
  sink_ = nullptr;
  flow_ = nullptr;
  crypto_ = nullptr;
}

PARLEY_DECL round& call_state::flow() const {
  if (flow_ == nullptr) throw std::logic_error("parley: the request is over; ask its Context before it is answered");
  return *flow_;
}

PARLEY_DECL std::chrono::system_clock::time_point call_state::flow_time() {
  std::lock_guard lock(mutex_);
  return flow().flow_time();
}

PARLEY_DECL std::uint64_t call_state::random() {
  std::lock_guard lock(mutex_);
  round& source = flow();
  if (!seed_) seed_ = source.flow_random();
  std::array<std::byte, sizeof(digest256) + sizeof(std::uint64_t)> text;
  std::memcpy(text.data(), seed_->data(), seed_->size());
  std::uint64_t number = drawn_++;
  for (std::size_t i = 0; i < sizeof number; ++i, number >>= 8) text[seed_->size() + i] = std::byte(number & 0xff);
  digest256 const drawn = crypto_->sha256(text);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof value; ++i) value = value << 8 | std::to_integer<std::uint64_t>(drawn[i]);
  return value;
}

PARLEY_DECL std::string call_state::author_state() {
  std::lock_guard lock(mutex_);
  return std::string(flow().author_state());
}

PARLEY_DECL json const* call_state::input_responses() {
  std::lock_guard lock(mutex_);
  return flow().input_responses();
}

}  // namespace parley::detail

#endif
