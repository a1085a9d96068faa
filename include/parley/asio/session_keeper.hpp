// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/kept_session.hpp>
#include <parley/asio/pool.hpp>
#include <parley/asio/wake_gate.hpp>
#include <parley/core/config.hpp>
#include <parley/protocol/message.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/protocol/version.hpp>
#include <parley/server/caller.hpp>
#include <parley/server/session_options.hpp>
#include <parley/server/session_table.hpp>
#include <parley/state/principal.hpp>

#include <boost/asio/io_context.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>

namespace parley {
class Server;
}

namespace parley::detail {

// Keeps what clients of older revisions need to be kept between their requests over HTTP: their sessions, and the calls
// in them. All members may be called from several threads at once.
class session_keeper {
 public:
  // What it works with. The references must outlive it, and its calls.
  struct place {
    Server& server;
    pool& threads;
    boost::asio::io_context& io;  // where calls are driven, each on a strand of its own
    std::shared_ptr<wake_gate> wakes;
    std::stop_token all_calls;  // asks all handlers to stop
    std::size_t backlog;        // bytes of droppable messages that may wait on one stream
  };
  // `options.mode` is not `off`.
  PARLEY_DECL session_keeper(place where, session_options const& options);

  bool is_stateless() const { return stateless_; }
  // For reading a message before it is known who sent it: has agreed on nothing.
  std::shared_ptr<client_session> const& stranger() const { return stranger_; }

  // Answers `initialize`. When it agrees on a revision there is a session, of which `id` is the name, unless sessions
  // are not kept here; then it is empty.
  struct begun {
    reply answer{};
    std::string id{};
    bool is_full = false;  // there is no room for another session
  };
  PARLEY_DECL begun begin(incoming request, caller from);

  // Null: no session of that principal's has this id.
  PARLEY_DECL std::shared_ptr<kept_session> find(std::string_view id, principal const& who);
  // A session for one POST, where none are kept.
  PARLEY_DECL std::shared_ptr<kept_session> passing(revision as) const;
  // The client needs it no longer. False: there is none.
  PARLEY_DECL bool end(std::string_view id, principal const& who);

  // Begins a call in a session; its answer goes to the stream. `owner` owns the keeper, and is kept until the call has
  // ended.
  PARLEY_DECL void run(std::shared_ptr<void const> owner, std::shared_ptr<kept_session> session,
                       std::shared_ptr<kept_stream> stream, incoming request, caller from);

  // Ends the sessions whose time is over; to be called every period().
  PARLEY_DECL void sweep();
  PARLEY_DECL std::chrono::milliseconds period() const;

  // Ends all sessions, now and in future.
  PARLEY_DECL void close();
  // On a thread of `io`: cancels what handlers wait for.
  PARLEY_DECL void interrupt();
  // Calls that have not ended, those of sessions that have included.
  PARLEY_DECL std::size_t calls() const;
  // Is called whenever one has ended, on some thread of `io`. To be set before there are any.
  std::function<void()> on_call_end{};

 private:
  PARLEY_DECL std::shared_ptr<kept_session> make(std::shared_ptr<client_session> agreed) const;
  PARLEY_DECL void finish(std::shared_ptr<kept_session> const& session, std::shared_ptr<kept_call> const& call,
                          driven_call::outcome what);

  place const where_;
  bool const stateless_;
  std::chrono::milliseconds const idle_;
  std::chrono::milliseconds const retry_;
  std::size_t const max_streams_;
  std::shared_ptr<event_store> const store_;
  std::shared_ptr<client_session> const stranger_;
  session_table<kept_session> sessions_;
  std::atomic<bool> closed_{false};

  mutable std::mutex mutex_{};
  std::set<std::shared_ptr<kept_call>> calls_{};
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/base64.hpp>
#include <parley/protocol/encode_handshake.hpp>
#include <parley/server/client_session.hpp>
#include <parley/server/server.hpp>
#include <parley/wire/http_rules.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace parley::detail {

PARLEY_DECL session_keeper::session_keeper(place where, session_options const& options)
    : where_(std::move(where)),
      stateless_(options.mode == session_mode::stateless),
      idle_(options.idle),
      retry_(options.retry),
      max_streams_(options.max_streams),
      store_(options.events != nullptr && !stateless_ ? options.events
                                                      : std::make_shared<memory_event_store>(options.kept)),
      stranger_(std::make_shared<client_session>(false)),
      sessions_(options.max_sessions, options.idle, where_.server.options().world) {}

PARLEY_DECL std::shared_ptr<kept_session> session_keeper::make(std::shared_ptr<client_session> agreed) const {
  auto terms = std::make_shared<stream_terms>();
  terms->store = store_;
  std::array<std::byte, 16> name;
  where_.server.options().world.random(name);
  terms->session = base64url_encode(name);
  terms->wakes = where_.wakes;
  terms->backlog = where_.backlog;
  terms->numbered = !stateless_;
  terms->primes = !stateless_ && agreed->spoken() >= revision::v2025_11_25;
  terms->retry = retry_;
  return std::make_shared<kept_session>(std::move(agreed), std::move(terms), max_streams_);
}

PARLEY_DECL std::shared_ptr<kept_session> session_keeper::passing(revision as) const {
  return make(client_session::stateless(as));
}

// A handshake runs nothing of the user's, so it says nothing but its answer, and is done as soon as it has started.
class silent_sink final : public notification_sink {
 public:
  void notify(std::string) override {}
};

PARLEY_DECL session_keeper::begun session_keeper::begin(incoming request, caller from) {
  begun what;
  auto const id = request.id;
  auto const who = from.who;
  auto const agreed = std::make_shared<client_session>(!stateless_);
  from.session = agreed;
  silent_sink sink;
  auto handshake = where_.server.begin(std::move(request), std::move(from), sink);
  if (handshake.start() != exchange::action::done) handshake.refuse(internal_error());
  what.answer = handshake.take_reply();
  if (stateless_ || !agreed->is_open()) return what;
  auto session = make(agreed);
  auto added = closed_ ? std::nullopt : sessions_.add(who, session);
  if (!added) {
    session->end();
    what.is_full = true;
    what.answer =
        encode_error(id, {error_code::internal_error, "Too many sessions; try again later"}, agreed->spoken());
    return what;
  }
  if (added->displaced != nullptr) added->displaced->end();
  if (closed_) close();  // it came in between
  what.id = std::move(added->id);
  return what;
}

PARLEY_DECL std::shared_ptr<kept_session> session_keeper::find(std::string_view id, principal const& who) {
  return sessions_.find(id, who);
}

PARLEY_DECL bool session_keeper::end(std::string_view id, principal const& who) {
  auto const session = sessions_.take(id, who);
  if (session == nullptr) return false;
  session->end();
  return true;
}

PARLEY_DECL void session_keeper::run(std::shared_ptr<void const> owner, std::shared_ptr<kept_session> session,
                                     std::shared_ptr<kept_stream> stream, incoming request, caller from) {
  boost::asio::any_io_executor const home = boost::asio::make_strand(where_.io);
  auto const call = std::make_shared<kept_call>(request.id, std::move(stream), home, where_.all_calls);
  if (!session->add(call)) return call->stream()->answer({});
  auto flow = where_.server.begin(std::move(request), std::move(from), *call, call->stop_token());
  auto done = [this, owner = std::move(owner), session, call](driven_call::outcome what) {
    finish(session, call, std::move(what));
  };
  auto const driver =
      std::make_shared<driven_call>(home, where_.threads, where_.wakes, std::move(flow), std::move(done));
  call->driver = driver;
  {
    std::lock_guard lock(mutex_);
    calls_.insert(call);
  }
  boost::asio::post(home, [driver] { driver->start(); });
}

PARLEY_DECL void session_keeper::finish(std::shared_ptr<kept_session> const& session,
                                        std::shared_ptr<kept_call> const& call, driven_call::outcome what) {
  auto const& stream = call->stream();
  for (auto& line : what.withdrawn) stream->send(std::move(line));
  stream->answer(std::move(what.answer.body), what.busy ? 503 : http_status(what.answer.status));
  session->remove(call);
  session->tidy(stream);
  {
    std::lock_guard lock(mutex_);
    calls_.erase(call);
  }
  if (on_call_end) on_call_end();
}

PARLEY_DECL void session_keeper::sweep() {
  for (auto const& session : sessions_.take_idle()) session->end();
}

PARLEY_DECL std::chrono::milliseconds session_keeper::period() const {
  return std::clamp<std::chrono::milliseconds>(idle_ / 4, std::chrono::milliseconds(1), std::chrono::minutes(1));
}

PARLEY_DECL void session_keeper::close() {
  closed_ = true;
  for (auto const& session : sessions_.take_all()) session->end();
}

PARLEY_DECL void session_keeper::interrupt() {
  std::lock_guard lock(mutex_);
  for (auto const& call : calls_) call->interrupt();
}

PARLEY_DECL std::size_t session_keeper::calls() const {
  std::lock_guard lock(mutex_);
  return calls_.size();
}

}  // namespace parley::detail

#endif
