// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/drive.hpp>
#include <parley/asio/kept_stream.hpp>
#include <parley/asio/linked_stop.hpp>
#include <parley/core/config.hpp>
#include <parley/protocol/request_id.hpp>
#include <parley/server/caller.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

namespace parley {
class client_session;
}

namespace parley::detail {

// One call of a session, between the threads that its handlers run on and its stream. It does not end when a connection
// does (LEG-37).
class kept_call final : public notification_sink {
 public:
  // `home`: where it is driven. `all`: asks this handler to stop, with all others.
  kept_call(request_id id, std::shared_ptr<kept_stream> stream, boost::asio::any_io_executor home, std::stop_token all)
      : id_(std::move(id)), stream_(std::move(stream)), home_(std::move(home)), stop_(std::move(all)) {}

  // From any thread.
  void notify(std::string line) override { stream_->notify(std::move(line)); }
  bool deliver(std::string line) override {
    bool const is_heard = stream_->send(std::move(line));
    if (!is_heard) cancel();  // a question that nobody can hear is not worth waiting for
    return is_heard;
  }
  void release() override { stream_->release(); }
  void cancel() { stop_.request_stop(); }
  // On a thread of the io_context: cancels what a coroutine handler waits for, and waiting for a person.
  PARLEY_DECL void interrupt();

  request_id const& id() const { return id_; }
  std::shared_ptr<kept_stream> const& stream() const { return stream_; }
  boost::asio::any_io_executor const& home() const { return home_; }
  std::stop_token stop_token() const { return stop_.get_token(); }

  std::weak_ptr<driven_call> driver{};  // set before it starts

 private:
  request_id const id_;
  std::shared_ptr<kept_stream> const stream_;
  boost::asio::any_io_executor const home_;
  linked_stop stop_;
};

// A session over HTTP (2025-11-25/basic/transports, "Session Management"): what the engine knows of it, its streams,
// and its calls. Who may use it, and for how long it lives, is for session_table.
//
// All members may be called from several threads at once.
class kept_session {
 public:
  // `most_streams`: calls under way and answers that can be read again, together.
  PARLEY_DECL kept_session(std::shared_ptr<client_session> agreed, std::shared_ptr<stream_terms const> terms,
                           std::size_t most_streams);
  kept_session(kept_session const&) = delete;
  kept_session& operator=(kept_session const&) = delete;
  PARLEY_DECL ~kept_session();

  std::shared_ptr<client_session> const& agreed() const { return agreed_; }
  // What belongs to no request.
  std::shared_ptr<kept_stream> const& standalone() const { return standalone_; }
  // Puts the changes that the client is to be told of on it; for its reader, when that has sent all else.
  PARLEY_DECL void take_changes();

  // A stream for so many answers. Null: as many are there as may be, or the session is over.
  PARLEY_DECL std::shared_ptr<kept_stream> open(std::size_t answers, bool as_array);
  // Null: there is none of that number, or not any more.
  PARLEY_DECL std::shared_ptr<kept_stream> find(std::uint64_t number) const;
  // Forgets a stream to which nobody can come back. To be called when its reader has left, and when a call has ended.
  PARLEY_DECL void tidy(std::shared_ptr<kept_stream> const& stream);

  // False: the session is over, and the call should not begin.
  PARLEY_DECL bool add(std::shared_ptr<kept_call> call);
  PARLEY_DECL void remove(std::shared_ptr<kept_call> const& call);
  // Asks the handlers of calls with that id to stop; they are answered with nothing (CAN-09).
  PARLEY_DECL void cancel(request_id const& id);
  // The session is over: calls are cancelled, streams end, and nothing is kept.
  PARLEY_DECL void end();
  // A call is under way, or a connection reads.
  PARLEY_DECL bool is_busy() const noexcept;

 private:
  PARLEY_DECL bool make_room();  // with mutex_ held

  std::shared_ptr<client_session> const agreed_;
  std::shared_ptr<stream_terms const> const terms_;
  std::size_t const most_streams_;
  std::shared_ptr<kept_stream> const standalone_;
  std::mutex changing_{};  // one reader of changes at a time; locked before all others

  mutable std::mutex mutex_{};  // locked before those of streams
  std::map<std::uint64_t, std::shared_ptr<kept_stream>> streams_{};
  std::list<std::shared_ptr<kept_call>> calls_{};
  std::uint64_t last_stream_ = 0;
  bool over_ = false;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/server/client_session.hpp>

#include <boost/asio/post.hpp>

#include <algorithm>
#include <vector>

namespace parley::detail {

PARLEY_DECL void kept_call::interrupt() {
  boost::asio::post(home_, [weak = driver] {
    if (auto const self = weak.lock()) self->interrupt();
  });
}

PARLEY_DECL kept_session::kept_session(std::shared_ptr<client_session> agreed,
                                       std::shared_ptr<stream_terms const> terms, std::size_t most_streams)
    : agreed_(std::move(agreed)),
      terms_(std::move(terms)),
      most_streams_(most_streams),
      standalone_(std::make_shared<kept_stream>(terms_, 0, 0)) {
  agreed_->set_waker([bell = standalone_->bell()] { bell->ring(); });
}

PARLEY_DECL kept_session::~kept_session() { end(); }

PARLEY_DECL void kept_session::take_changes() {
  std::lock_guard lock(changing_);
  for (auto& line : agreed_->take_changes()) standalone_->send(std::move(line));
}

PARLEY_DECL std::shared_ptr<kept_stream> kept_session::open(std::size_t answers, bool as_array) {
  std::lock_guard lock(mutex_);
  if (over_ || !make_room()) return nullptr;
  auto made = std::make_shared<kept_stream>(terms_, last_stream_ + 1, answers, as_array);
  streams_.emplace(++last_stream_, made);
  return made;
}

PARLEY_DECL bool kept_session::make_room() {
  if (streams_.size() < most_streams_) return true;
  auto const oldest =
      std::find_if(streams_.begin(), streams_.end(), [](auto const& each) { return each.second->is_left(); });
  if (oldest == streams_.end()) return false;
  terms_->store->forget_stream(terms_->session, oldest->first);
  streams_.erase(oldest);
  return true;
}

PARLEY_DECL std::shared_ptr<kept_stream> kept_session::find(std::uint64_t number) const {
  std::lock_guard lock(mutex_);
  if (over_) return nullptr;
  if (number == 0) return standalone_;
  auto const found = streams_.find(number);
  return found == streams_.end() ? nullptr : found->second;
}

PARLEY_DECL void kept_session::tidy(std::shared_ptr<kept_stream> const& stream) {
  std::lock_guard lock(mutex_);
  if (stream->is_left() && !stream->has_begun()) streams_.erase(stream->number());
}

PARLEY_DECL bool kept_session::add(std::shared_ptr<kept_call> call) {
  std::lock_guard lock(mutex_);
  if (over_) return false;
  calls_.push_back(std::move(call));
  return true;
}

PARLEY_DECL void kept_session::remove(std::shared_ptr<kept_call> const& call) {
  std::lock_guard lock(mutex_);
  calls_.remove(call);
}

PARLEY_DECL void kept_session::cancel(request_id const& id) {
  std::vector<std::shared_ptr<kept_call>> named;
  {
    std::lock_guard lock(mutex_);
    std::copy_if(calls_.begin(), calls_.end(), std::back_inserter(named),
                 [&](auto const& each) { return each->id() == id; });
  }
  for (auto const& each : named) each->cancel();  // with no lock held: handlers' own code runs here
}

PARLEY_DECL void kept_session::end() {
  std::vector<std::shared_ptr<kept_call>> calls;
  {
    std::lock_guard lock(mutex_);
    if (std::exchange(over_, true)) return;
    calls.assign(calls_.begin(), calls_.end());
    standalone_->close();
    for (auto const& [number, stream] : streams_) stream->close();
    streams_.clear();
    terms_->store->forget_session(terms_->session);
  }
  for (auto const& each : calls) each->cancel();
  agreed_->close();
}

PARLEY_DECL bool kept_session::is_busy() const noexcept {
  std::lock_guard lock(mutex_);
  if (!calls_.empty() || standalone_->has_reader()) return true;
  return std::any_of(streams_.begin(), streams_.end(), [](auto const& each) { return each.second->has_reader(); });
}

}  // namespace parley::detail

#endif
