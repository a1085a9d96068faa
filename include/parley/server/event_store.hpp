// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

// A message as it stands on a stream.
struct stored_event {
  std::uint64_t number = 0;  // its place, from 1 on
  std::string message{};

  friend bool operator==(stored_event const&, stored_event const&) = default;
};

// Where the messages of sessions' streams are from when they are said until a client has certainly read them
// (2025-11-25/basic/transports, "Resumability and Redelivery"). What is sent for the first time and what is sent again
// come out of here in the same way.
//
// A seam: the messages may be kept elsewhere, in a process of their own or on disk. What is kept elsewhere is no more
// than that; sessions live in the process that began them, and their clients must be led back to it. Such a store
// answers read() when the answer comes, and gives what it keeps an end of its own, longer than session_options::idle,
// for a process that dies forgets nothing.
//
// A stream is named by its session, which is a text of letters, digits, '-' and '_' and no secret, and by its number
// there. One stream is written and read in order: its appends come one after the other with numbers that rise by one,
// and a read sees every append that returned before it began. Different streams are used by several threads at once.
// No member may wait, throw, or call back what called it, but for `done`.
class event_store {
 public:
  virtual ~event_store() = default;

  // Keeps a message. What cannot be kept, now or later, is lost: see read().
  virtual void append(std::string_view session, std::uint64_t stream, std::uint64_t number,
                      std::string message) noexcept = 0;

  // Gives `done` the events behind number `after`, in order: as many as come to about `most_bytes`, but one at least if
  // there is one. `done` is called once, on any thread, perhaps before read() returns. A gap before the first, between
  // two, or nothing where there should be something, says that messages were lost.
  virtual void read(std::string_view session, std::uint64_t stream, std::uint64_t after, std::size_t most_bytes,
                    std::function<void(std::vector<stored_event>)> done) noexcept = 0;

  // All events up to that number were sent. They may be read again, since a client may not have received them, but if
  // something must be lost it should be these. Does nothing unless it is overridden.
  virtual void sent(std::string_view session, std::uint64_t stream, std::uint64_t number) noexcept {
    static_cast<void>(session), static_cast<void>(stream), static_cast<void>(number);
  }

  // Nobody will ask any more.
  virtual void forget_stream(std::string_view session, std::uint64_t stream) noexcept = 0;
  virtual void forget_session(std::string_view session) noexcept = 0;
};

// How much is kept. Each 1 or more.
struct event_limits {
  // Events of one stream that were sent, and their bytes: past either the oldest are lost, and the stream cannot be
  // resumed from before them any more. What has not been sent is not counted here; it is bounded where it is made, by
  // http_options::backlog and by the calls of a session.
  std::size_t sent_events = 1000;
  std::size_t sent_bytes = std::size_t{1} << 20;
  // Bytes of all events. Past it the session that holds most loses its oldest event that was sent, or if there is none
  // its oldest; so that one client cannot push out what others wait for. The event that was stored last stays.
  std::size_t all_bytes = std::size_t{64} << 20;
};

// Keeps them in memory. All members may be called from several threads at once.
class memory_event_store final : public event_store {
 public:
  explicit memory_event_store(event_limits limits = {}) : limits_(limits) {}

  PARLEY_DECL void append(std::string_view session, std::uint64_t stream, std::uint64_t number,
                          std::string message) noexcept override;
  PARLEY_DECL void read(std::string_view session, std::uint64_t stream, std::uint64_t after, std::size_t most_bytes,
                        std::function<void(std::vector<stored_event>)> done) noexcept override;
  PARLEY_DECL void sent(std::string_view session, std::uint64_t stream, std::uint64_t number) noexcept override;
  PARLEY_DECL void forget_stream(std::string_view session, std::uint64_t stream) noexcept override;
  PARLEY_DECL void forget_session(std::string_view session) noexcept override;

  // For tests and meters; out of date as soon as read.
  PARLEY_DECL std::size_t bytes() const;
  PARLEY_DECL std::size_t sessions() const;

 private:
  struct kept_event {
    std::uint64_t age = 0;  // rises over all streams
    std::uint64_t number = 0;
    std::string message{};
  };
  struct kept_stream {
    std::deque<kept_event> events{};
    std::size_t sent = 0;  // of the first so many it is known
    std::size_t sent_bytes = 0;
  };
  struct kept_session {
    std::map<std::uint64_t, kept_stream> streams{};
    std::size_t bytes = 0;
  };
  using session_map = std::map<std::string, kept_session, std::less<>>;

  PARLEY_DECL std::vector<stored_event> events_behind(std::string_view session, std::uint64_t stream,
                                                      std::uint64_t after, std::size_t most_bytes) const;
  PARLEY_DECL void lose_oldest(kept_session& session, kept_stream& stream);
  // Makes room of the session that holds most, but not of the event of that age.
  PARLEY_DECL bool lose_one(std::uint64_t spared);

  event_limits const limits_;
  mutable std::mutex mutex_{};
  session_map sessions_{};
  std::size_t bytes_ = 0;
  std::uint64_t age_ = 0;
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <algorithm>
#include <utility>

namespace parley {

PARLEY_DECL void memory_event_store::append(std::string_view session, std::uint64_t stream, std::uint64_t number,
                                            std::string message) noexcept {
  try {
    std::lock_guard lock(mutex_);
    auto found = sessions_.find(session);
    if (found == sessions_.end()) found = sessions_.emplace(std::string(session), kept_session{}).first;
    auto const size = message.size();
    found->second.streams[stream].events.push_back({++age_, number, std::move(message)});
    found->second.bytes += size;
    bytes_ += size;
    while (bytes_ > limits_.all_bytes && lose_one(age_)) {
    }
  } catch (...) {  // no memory: it is lost
  }
}

PARLEY_DECL void memory_event_store::read(std::string_view session, std::uint64_t stream, std::uint64_t after,
                                          std::size_t most_bytes,
                                          std::function<void(std::vector<stored_event>)> done) noexcept {
  std::vector<stored_event> events;
  try {
    events = events_behind(session, stream, after, most_bytes);
  } catch (...) {  // no memory
  }
  done(std::move(events));
}

PARLEY_DECL std::vector<stored_event> memory_event_store::events_behind(std::string_view session, std::uint64_t stream,
                                                                        std::uint64_t after,
                                                                        std::size_t most_bytes) const {
  std::vector<stored_event> events;
  std::lock_guard lock(mutex_);
  auto const home = sessions_.find(session);
  if (home == sessions_.end()) return events;
  auto const found = home->second.streams.find(stream);
  if (found == home->second.streams.end()) return events;
  auto const& all = found->second.events;
  std::size_t bytes = 0;
  auto next = std::upper_bound(all.begin(), all.end(), after,
                               [](std::uint64_t number, kept_event const& one) { return number < one.number; });
  for (; next != all.end(); ++next) {
    bytes += next->message.size();
    if (!events.empty() && bytes > most_bytes) break;
    events.push_back({next->number, next->message});
  }
  return events;
}

PARLEY_DECL void memory_event_store::sent(std::string_view session, std::uint64_t stream,
                                          std::uint64_t number) noexcept {
  std::lock_guard lock(mutex_);
  auto const home = sessions_.find(session);
  if (home == sessions_.end()) return;
  auto const found = home->second.streams.find(stream);
  if (found == home->second.streams.end()) return;
  auto& of = found->second;
  while (of.sent < of.events.size() && of.events[of.sent].number <= number) {
    of.sent_bytes += of.events[of.sent++].message.size();
  }
  while (of.sent > limits_.sent_events || of.sent_bytes > limits_.sent_bytes) lose_oldest(home->second, of);
}

PARLEY_DECL void memory_event_store::lose_oldest(kept_session& session, kept_stream& stream) {
  auto const size = stream.events.front().message.size();
  if (stream.sent > 0) {
    --stream.sent;
    stream.sent_bytes -= size;
  }
  session.bytes -= size;
  bytes_ -= size;
  stream.events.pop_front();
}

// It looks at all sessions, and all streams of one. There are not so many of them that knowing the order all the time
// would cost less than finding it out when memory is short.
PARLEY_DECL bool memory_event_store::lose_one(std::uint64_t spared) {
  auto const most = std::max_element(sessions_.begin(), sessions_.end(),
                                     [](auto const& a, auto const& b) { return a.second.bytes < b.second.bytes; });
  if (most == sessions_.end()) return false;
  kept_stream* oldest = nullptr;
  for (auto& [number, stream] : most->second.streams) {
    if (stream.events.empty() || stream.events.front().age == spared) continue;
    bool const is_better = oldest == nullptr || (stream.sent > 0) != (oldest->sent > 0)
                               ? oldest == nullptr || stream.sent > 0
                               : stream.events.front().age < oldest->events.front().age;
    if (is_better) oldest = &stream;
  }
  if (oldest == nullptr) return false;
  lose_oldest(most->second, *oldest);
  return true;
}

PARLEY_DECL void memory_event_store::forget_stream(std::string_view session, std::uint64_t stream) noexcept {
  std::lock_guard lock(mutex_);
  auto const home = sessions_.find(session);
  if (home == sessions_.end()) return;
  auto const found = home->second.streams.find(stream);
  if (found == home->second.streams.end()) return;
  for (auto const& event : found->second.events) {
    home->second.bytes -= event.message.size();
    bytes_ -= event.message.size();
  }
  home->second.streams.erase(found);
  if (home->second.streams.empty()) sessions_.erase(home);
}

PARLEY_DECL void memory_event_store::forget_session(std::string_view session) noexcept {
  std::lock_guard lock(mutex_);
  auto const home = sessions_.find(session);
  if (home == sessions_.end()) return;
  bytes_ -= home->second.bytes;
  sessions_.erase(home);
}

PARLEY_DECL std::size_t memory_event_store::bytes() const {
  std::lock_guard lock(mutex_);
  return bytes_;
}

PARLEY_DECL std::size_t memory_event_store::sessions() const {
  std::lock_guard lock(mutex_);
  return sessions_.size();
}

}  // namespace parley

#endif
