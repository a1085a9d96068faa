// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_connection.hpp>
#include <parley/asio/reader_bell.hpp>
#include <parley/asio/wake_gate.hpp>
#include <parley/core/config.hpp>
#include <parley/server/event_store.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parley::detail {

// What the streams of one session have in common.
struct stream_terms {
  std::shared_ptr<event_store> store{};
  std::string session{};  // its name in the store
  std::shared_ptr<wake_gate> wakes{};
  std::size_t backlog = 0;             // bytes of droppable messages that may wait
  bool numbered = true;                // events have ids, so that the client can ask for what follows them
  bool primes = false;                 // it knows priming events, and comes back (2025-11-25)
  std::chrono::milliseconds retry{0};  // how long it is asked to wait before that
};

// What a read of the store gives, on whatever thread, to the connection that waits for it.
class event_box {
 public:
  // True: the reader waits and wants to be woken.
  bool put(std::vector<stored_event> events) {
    std::lock_guard lock(mutex_);
    events_ = std::move(events);
    return waits_;
  }
  std::optional<std::vector<stored_event>> take() {
    std::lock_guard lock(mutex_);
    waits_ = !events_;
    return std::exchange(events_, std::nullopt);
  }

 private:
  std::mutex mutex_{};
  std::optional<std::vector<stored_event>> events_{};
  bool waits_ = false;
};

// One stream of a session: what a POST is answered with, or what belongs to no request. It outlives connections: what
// is said on it goes into the store, and the connection that reads it, at most one, sends what it has not sent yet. So
// a message that is sent again takes the same way as one that is sent for the first time (LEG-34, LEG-37).
//
// Until something is said before the answer there are no events, and the answer is one JSON body. As long as a client
// has had no event it cannot come back, so without a connection what is said then is lost.
//
// All members may be called from several threads at once.
class kept_stream {
 public:
  // One of the connections that read it, in turn.
  using reader = std::uint64_t;

  // `answers`: requests that are answered here; 0: what belongs to no request. `as_array`: they are a batch.
  PARLEY_DECL kept_stream(std::shared_ptr<stream_terms const> terms, std::uint64_t number, std::size_t answers,
                          bool as_array = false);

  std::uint64_t number() const { return number_; }
  bool is_standalone() const { return is_standalone_; }
  stream_terms const& terms() const { return *terms_; }
  // Has the reader look.
  std::shared_ptr<reader_bell> const& bell() const { return bell_; }

  // A message that may be dropped: when too much waits, or nobody will read it.
  PARLEY_DECL void notify(std::string line);
  // One that may not. False: nobody will read it.
  PARLEY_DECL bool send(std::string line);
  // An answer; empty: there is none, because its request was cancelled. With the last of them the stream is complete.
  // `status`: what a body of its own has.
  PARLEY_DECL void answer(std::string body, unsigned status = 200);
  // The reader is to leave and its client to come back later; nothing for a client that cannot.
  PARLEY_DECL void release();
  // The session is over: nothing is said any more, and the reader leaves.
  PARLEY_DECL void close();

  // A connection begins to read, until it detaches or is displaced. Nothing: there is one, and it is not displaced.
  PARLEY_DECL std::optional<reader> attach(std::shared_ptr<http_connection> connection, bool displaces);
  PARLEY_DECL void detach(reader who);

  // What the reader finds. It first sends `whole`, or the events up to `last`, and then leaves when there is a reason.
  struct view {
    struct body {
      std::string text{};
      unsigned status = 200;
    };
    bool reads = true;      // false: it has been displaced, or the session is over; to leave at once
    bool complete = false;  // nothing follows
    bool released = false;  // to leave, and the client will come back
    std::uint64_t last = 0;
    std::optional<body> whole{};  // given away once: all answers, and there are no events
  };
  PARLEY_DECL view look(reader who);
  // The reader has begun a response of events.
  PARLEY_DECL void begin();
  // Asks the store for events behind `after`, and wakes the reader when it waits for them.
  PARLEY_DECL void read(std::uint64_t after, std::size_t most_bytes, std::shared_ptr<event_box> const& into);
  // They have been written to the connection.
  PARLEY_DECL void sent(std::vector<stored_event> const& events);

  PARLEY_DECL std::uint64_t last() const;
  PARLEY_DECL std::uint64_t last_sent() const;
  PARLEY_DECL bool has_reader() const;
  // All is answered, and nobody reads. Whether a client may come back for it: else it can be forgotten.
  PARLEY_DECL bool is_left() const;
  PARLEY_DECL bool has_begun() const;

 private:
  // With mutex_ held.
  PARLEY_DECL void append(std::string line);
  PARLEY_DECL void begin_events();
  bool reaches_somebody() const { return !closed_ && (begun_ || is_read_); }

  std::shared_ptr<stream_terms const> const terms_;
  std::uint64_t const number_;
  bool const is_standalone_;
  bool const as_array_;
  std::shared_ptr<reader_bell> const bell_;

  mutable std::mutex mutex_{};
  std::size_t unanswered_;
  bool begun_;
  bool closed_ = false;
  bool released_ = false;
  std::uint64_t last_ = 0;
  std::uint64_t last_sent_ = 0;
  std::size_t unsent_bytes_ = 0;
  std::vector<std::string> answers_{};  // while there are no events
  unsigned status_ = 200;
  bool is_read_ = false;  // by the last reader
  reader reader_ = 0;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <algorithm>

namespace parley::detail {

PARLEY_DECL kept_stream::kept_stream(std::shared_ptr<stream_terms const> terms, std::uint64_t number,
                                     std::size_t answers, bool as_array)
    : terms_(std::move(terms)),
      number_(number),
      is_standalone_(answers == 0),
      as_array_(as_array),
      bell_(std::make_shared<reader_bell>(terms_->wakes)),
      unanswered_(answers),
      begun_(answers == 0) {}

PARLEY_DECL void kept_stream::append(std::string line) {
  unsent_bytes_ += line.size();
  terms_->store->append(terms_->session, number_, ++last_, std::move(line));
}

PARLEY_DECL void kept_stream::begin_events() {
  if (closed_ || std::exchange(begun_, true)) return;
  for (auto& body : std::exchange(answers_, {})) append(std::move(body));
}

PARLEY_DECL void kept_stream::notify(std::string line) {
  std::lock_guard lock(mutex_);
  if (!reaches_somebody() || unsent_bytes_ + line.size() > terms_->backlog) return;
  begin_events();
  append(std::move(line));
  bell_->ring();
}

PARLEY_DECL bool kept_stream::send(std::string line) {
  std::lock_guard lock(mutex_);
  if (!reaches_somebody()) return false;
  begin_events();
  append(std::move(line));
  bell_->ring();
  return true;
}

PARLEY_DECL void kept_stream::answer(std::string body, unsigned status) {
  std::lock_guard lock(mutex_);
  if (unanswered_ == 0) return;
  --unanswered_;
  status_ = status;
  if (!body.empty() && reaches_somebody()) {
    if (begun_) {
      append(std::move(body));
    } else {
      answers_.push_back(std::move(body));
    }
  }
  bell_->ring();
}

PARLEY_DECL void kept_stream::release() {
  std::lock_guard lock(mutex_);
  if (closed_ || !terms_->primes || !is_read_) return;
  begin_events();
  released_ = true;
  bell_->ring();
}

PARLEY_DECL void kept_stream::close() {
  std::lock_guard lock(mutex_);
  closed_ = true;
  bell_->ring();
}

PARLEY_DECL std::optional<kept_stream::reader> kept_stream::attach(std::shared_ptr<http_connection> connection,
                                                                   bool displaces) {
  std::lock_guard lock(mutex_);
  if (is_read_ && !displaces) return std::nullopt;
  is_read_ = true;
  released_ = false;
  bell_->give_to(std::move(connection));
  return ++reader_;
}

PARLEY_DECL void kept_stream::detach(reader who) {
  std::lock_guard lock(mutex_);
  if (who != reader_) return;
  is_read_ = false;
  bell_->give_to(nullptr);
}

PARLEY_DECL kept_stream::view kept_stream::look(reader who) {
  view seen;
  std::lock_guard lock(mutex_);
  seen.reads = who == reader_ && !closed_;
  if (!seen.reads) return seen;
  bell_->heard();
  seen.last = last_;
  seen.released = released_;
  seen.complete = !is_standalone_ && unanswered_ == 0;
  if (!seen.complete || answers_.empty()) return seen;
  view::body whole{{}, status_};
  for (auto const& one : std::exchange(answers_, {})) (whole.text += whole.text.empty() ? "" : ",") += one;
  if (as_array_) whole = {'[' + whole.text + ']', 200};
  seen.whole = std::move(whole);
  return seen;
}

PARLEY_DECL void kept_stream::begin() {
  std::lock_guard lock(mutex_);
  begin_events();
}

PARLEY_DECL void kept_stream::read(std::uint64_t after, std::size_t most_bytes,
                                   std::shared_ptr<event_box> const& into) {
  terms_->store->read(terms_->session, number_, after, most_bytes,
                      [into, bell = bell_](std::vector<stored_event> events) {
                        if (into->put(std::move(events))) bell->ring();
                      });
}

PARLEY_DECL void kept_stream::sent(std::vector<stored_event> const& events) {
  if (events.empty()) return;
  terms_->store->sent(terms_->session, number_, events.back().number);
  std::lock_guard lock(mutex_);
  for (auto const& one : events) {
    if (one.number <= last_sent_) continue;
    last_sent_ = one.number;
    unsent_bytes_ -= std::min(unsent_bytes_, one.message.size());
  }
}

PARLEY_DECL std::uint64_t kept_stream::last() const {
  std::lock_guard lock(mutex_);
  return last_;
}

PARLEY_DECL std::uint64_t kept_stream::last_sent() const {
  std::lock_guard lock(mutex_);
  return last_sent_;
}

PARLEY_DECL bool kept_stream::has_reader() const {
  std::lock_guard lock(mutex_);
  return is_read_;
}

PARLEY_DECL bool kept_stream::is_left() const {
  std::lock_guard lock(mutex_);
  return !is_standalone_ && unanswered_ == 0 && !is_read_;
}

PARLEY_DECL bool kept_stream::has_begun() const {
  std::lock_guard lock(mutex_);
  return begun_;
}

}  // namespace parley::detail

#endif
