// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/environment.hpp>
#include <parley/protocol/capabilities.hpp>
#include <parley/protocol/message.hpp>
#include <parley/protocol/subscriptions.hpp>
#include <parley/protocol/version.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

namespace detail {
class pushed_questions;
class subscription;
class subscription_hub;
}  // namespace detail

// What a client of an older revision and the server agreed in their handshake (2025-11-25/basic/lifecycle), and what
// has to be remembered between that client's requests: its log level, what it watches, and the questions that it has
// not answered yet. 2026-07-28 has nothing of the kind.
//
// A transport makes one for each connection that may begin with a handshake (a pipe), or for each `initialize` (HTTP),
// and hands it to the server with every message of that client's, as caller::session. What the server then wants to
// say outside of any request is found in take_changes().
//
// All members may be called from several threads at once.
class client_session : public std::enable_shared_from_this<client_session> {
 public:
  // What one client may have at a time. Past it a call that would ask is refused in words that a model reads, and
  // resources/subscribe with an error.
  struct limits {
    std::size_t open_questions = 64;                    // that wait for an answer, and pages that are waited for
    std::size_t watched_resources = 256;                // resources/subscribe
    std::size_t watched_bytes = std::size_t{64} << 10;  // of their URIs together
  };

  // `has_stream`: requests of the server's, and what it says unasked, can reach the client. Not so where every message
  // is a POST alone (LEG-41).
  explicit client_session(bool has_stream = true) : has_stream_(has_stream) {}
  client_session(bool has_stream, limits within) : limits_(within), has_stream_(has_stream) {}
  client_session(client_session const&) = delete;
  client_session& operator=(client_session const&) = delete;
  PARLEY_DECL ~client_session();

  // One request of a client that nobody remembers the handshake of: open, without a stream, and with no capabilities
  // but for pages in 2025-11-25, which an error can name.
  PARLEY_DECL static std::shared_ptr<client_session> stateless(revision as);

  // The handshake. False: there has been one already (LEG-05).
  PARLEY_DECL bool open(revision agreed, client_capabilities can);
  PARLEY_DECL bool is_open() const;
  // A request of 2026-07-28 was served: a handshake comes too late (T16).
  PARLEY_DECL void saw_envelope();
  PARLEY_DECL bool is_enveloped() const;
  // After open().
  PARLEY_DECL revision spoken() const;
  PARLEY_DECL client_capabilities capabilities() const;
  bool has_stream() const { return has_stream_; }

  // Log lines below that level are not sent. Before the client has chosen: `info` (LOG-08).
  PARLEY_DECL severity log_level() const;
  PARLEY_DECL void set_log_level(severity least);

  // For the transport: a response that came from this client. One that answers no open question is dropped (LEG-51).
  PARLEY_DECL void answer(incoming const& response);
  // For the transport: calls `waker` when there is something to take; at once, when there is now. It is called by
  // whoever brings the change, must be short, and must not throw.
  PARLEY_DECL void set_waker(std::function<void()> waker);
  // For the transport: notifications that go to the client unasked, a line each. By one thread at a time.
  PARLEY_DECL std::vector<std::string> take_changes();
  // The client has gone: nothing is sent any more, and no question will be answered.
  PARLEY_DECL void close();
  PARLEY_DECL bool is_closed() const;

  // For the server.
  //
  // From now on changes are told: those of the lists in `lists`, and of the resources that are watched.
  PARLEY_DECL void begin_changes(detail::subscription_hub& hub, subscription_filter lists);
  // False: as many are watched as may be.
  PARLEY_DECL bool watch(detail::subscription_hub& hub, std::string const& uri);
  PARLEY_DECL void unwatch(std::string const& uri);
  // Answers to these questions are given to them. False: too many are open, or the client has gone (is_closed).
  PARLEY_DECL bool expect(std::shared_ptr<detail::pushed_questions> const& asked);
  // Nobody waits for them any more. Gives the ids of those that have had no answer.
  PARLEY_DECL std::vector<std::string> withdraw(detail::pushed_questions const& asked);

 private:
  // Something that is followed, and whether there is something to take.
  struct followed {
    std::shared_ptr<detail::subscription> stream{};
    bool changed = false;
  };

  PARLEY_DECL void mark(std::string_view uri) noexcept;
  PARLEY_DECL void tell() noexcept;
  // False: there was one of that name already, or the client has gone.
  PARLEY_DECL bool follow(std::shared_ptr<detail::subscription> stream, std::string const& uri);

  limits const limits_{};
  bool const has_stream_;

  mutable std::mutex mutex_{};  // never held while something of others is called
  std::optional<revision> spoken_{};
  client_capabilities can_{};
  bool enveloped_ = false;
  bool closed_ = false;
  severity log_level_ = severity::info;
  std::map<std::string, std::shared_ptr<detail::pushed_questions>, std::less<>> open_questions_{};  // by request id
  std::map<std::string, followed, std::less<>> watched_{};  // by URI; "": the lists
  std::size_t watched_bytes_ = 0;
  std::shared_ptr<std::function<void()> const> waker_{};  // shared with a call of it that is under way
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/server/pushed_questions.hpp>
#include <parley/server/subscription_hub.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace parley {

PARLEY_DECL client_session::~client_session() { close(); }

PARLEY_DECL std::shared_ptr<client_session> client_session::stateless(revision as) {
  auto made = std::make_shared<client_session>(false);
  client_capabilities can;
  // Nothing is known of it; but a page can be named in the error that ends the call, which every client of that
  // revision reads.
  can.elicitation_url = as == revision::v2025_11_25;
  made->open(as, std::move(can));
  return made;
}

PARLEY_DECL bool client_session::open(revision agreed, client_capabilities can) {
  std::lock_guard lock(mutex_);
  if (spoken_) return false;
  spoken_ = agreed;
  can_ = std::move(can);
  return true;
}

PARLEY_DECL bool client_session::is_open() const {
  std::lock_guard lock(mutex_);
  return spoken_.has_value();
}

PARLEY_DECL void client_session::saw_envelope() {
  std::lock_guard lock(mutex_);
  enveloped_ = true;
}

PARLEY_DECL bool client_session::is_enveloped() const {
  std::lock_guard lock(mutex_);
  return enveloped_;
}

PARLEY_DECL revision client_session::spoken() const {
  std::lock_guard lock(mutex_);
  return spoken_.value_or(newest_handshake);
}

PARLEY_DECL client_capabilities client_session::capabilities() const {
  std::lock_guard lock(mutex_);
  return can_;
}

PARLEY_DECL severity client_session::log_level() const {
  std::lock_guard lock(mutex_);
  return log_level_;
}

PARLEY_DECL void client_session::set_log_level(severity least) {
  std::lock_guard lock(mutex_);
  log_level_ = least;
}

PARLEY_DECL void client_session::answer(incoming const& response) {
  std::shared_ptr<detail::pushed_questions> asked;
  // An id of ours is a string: 7 is none, even if "7" were.
  if (!response.id.has_value() || response.id != request_id::string(std::string(response.id.text()))) return;
  {
    std::lock_guard lock(mutex_);
    auto const found = open_questions_.find(response.id.text());
    if (found == open_questions_.end()) return;
    asked = std::move(found->second);
    open_questions_.erase(found);
  }
  asked->take(response.id.text(), response);
}

PARLEY_DECL bool client_session::expect(std::shared_ptr<detail::pushed_questions> const& asked) {
  auto const questions = asked->questions();
  std::lock_guard lock(mutex_);
  if (closed_ || open_questions_.size() + questions.size() > limits_.open_questions) return false;
  for (auto const& one : questions) open_questions_.emplace(one.id, asked);
  return true;
}

PARLEY_DECL std::vector<std::string> client_session::withdraw(detail::pushed_questions const& asked) {
  auto const questions = asked.questions();
  std::vector<std::string> open;
  std::lock_guard lock(mutex_);
  for (auto const& one : questions) {
    if (open_questions_.erase(one.id) != 0) open.push_back(one.id);
  }
  return open;
}

PARLEY_DECL void client_session::tell() noexcept {
  std::shared_ptr<std::function<void()> const> waker;
  {
    std::lock_guard lock(mutex_);
    waker = waker_;
  }
  if (waker != nullptr && *waker) (*waker)();
}

PARLEY_DECL void client_session::set_waker(std::function<void()> waker) {
  auto next = std::make_shared<std::function<void()> const>(std::move(waker));
  bool waits = false;
  {
    std::lock_guard lock(mutex_);
    if (closed_) return;
    waker_.swap(next);
    waits = std::any_of(watched_.begin(), watched_.end(), [](auto const& each) { return each.second.changed; });
  }
  if (waits) tell();
}

PARLEY_DECL void client_session::mark(std::string_view uri) noexcept {
  {
    std::lock_guard lock(mutex_);
    auto const found = watched_.find(uri);
    if (found == watched_.end()) return;
    found->second.changed = true;
  }
  tell();
}

PARLEY_DECL std::vector<std::string> client_session::take_changes() {
  std::vector<std::shared_ptr<detail::subscription>> from;
  {
    std::lock_guard lock(mutex_);
    for (auto& [uri, one] : watched_) {
      if (one.changed) from.push_back(one.stream);
    }
    for (auto& [uri, one] : watched_) one.changed = false;
  }
  std::vector<std::string> lines;
  for (auto const& one : from) {
    auto heard = one->take();
    std::move(heard.lines.begin(), heard.lines.end(), std::back_inserter(lines));
  }
  return lines;
}

// Its waker comes last: whatever has changed since it was opened is told then, when it can be found.
PARLEY_DECL bool client_session::follow(std::shared_ptr<detail::subscription> stream, std::string const& uri) {
  {
    std::lock_guard lock(mutex_);
    if (closed_ || !watched_.emplace(uri, followed{stream, false}).second) return false;
    watched_bytes_ += uri.size();
  }
  stream->set_waker([weak = weak_from_this(), uri] {
    if (auto const self = weak.lock()) self->mark(uri);
  });
  return true;
}

PARLEY_DECL void client_session::begin_changes(detail::subscription_hub& hub, subscription_filter lists) {
  {
    std::lock_guard lock(mutex_);
    if (closed_ || !has_stream_ || watched_.contains({})) return;
  }
  follow(hub.open_untold(std::move(lists)), {});
}

PARLEY_DECL bool client_session::watch(detail::subscription_hub& hub, std::string const& uri) {
  auto const may = [&] {
    std::lock_guard lock(mutex_);
    bool const has_room = watched_.size() - watched_.count({}) < limits_.watched_resources &&
                          watched_bytes_ + uri.size() <= limits_.watched_bytes;
    return !closed_ && (has_room || watched_.contains(uri));
  };
  if (!may()) return false;
  subscription_filter what;
  what.resource_subscriptions.push_back(uri);
  follow(hub.open_untold(std::move(what)), uri);
  return may();
}

PARLEY_DECL void client_session::unwatch(std::string const& uri) {
  std::shared_ptr<detail::subscription> gone;  // is closed with no lock held
  std::lock_guard lock(mutex_);
  auto const found = watched_.find(uri);
  if (uri.empty() || found == watched_.end()) return;
  gone = std::move(found->second.stream);
  watched_bytes_ -= uri.size();
  watched_.erase(found);
}

PARLEY_DECL bool client_session::is_closed() const {
  std::lock_guard lock(mutex_);
  return closed_;
}

PARLEY_DECL void client_session::close() {
  decltype(open_questions_) asked;
  decltype(watched_) watched;  // are closed with no lock held
  std::shared_ptr<std::function<void()> const> waker;
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
    asked.swap(open_questions_);
    watched.swap(watched_);
    waker.swap(waker_);
  }
  for (auto const& [id, one] : asked) one->lose();
}

}  // namespace parley

#endif
