// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_connection.hpp>
#include <parley/asio/http_exchange.hpp>
#include <parley/asio/http_service.hpp>
#include <parley/asio/http_turn.hpp>
#include <parley/asio/kept_session.hpp>
#include <parley/asio/kept_stream.hpp>
#include <parley/core/config.hpp>
#include <parley/wire/http_rules.hpp>

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace parley::detail {

// Sends one stream of a session to the connection that reads it: what is there, then what comes, in the same way. It
// holds no thread and, but for what is being written, no message.
//
// Belongs to the coroutine that serves the connection. The stream is free for another reader when it goes.
class stream_pump {
 public:
  enum class kind : std::uint8_t {
    posted,   // the answer to a POST; JSON, if that is all there is
    opened,   // a GET for what belongs to no request, from where the last one came to
    resumed,  // a GET for what follows an event
  };

  // What a pump reads. `after`: the events up to that number have been read.
  struct source {
    std::shared_ptr<kept_session> session;
    std::shared_ptr<kept_stream> stream;
    kept_stream::reader reader;  // as the stream gave it for this connection
    std::uint64_t after;
  };

  stream_pump(http_service const& service, std::shared_ptr<http_connection> connection, kind how, source from)
      : service_(service), connection_(std::move(connection)), how_(how), from_(std::move(from)) {}
  stream_pump(stream_pump const&) = delete;
  stream_pump& operator=(stream_pump const&) = delete;
  ~stream_pump() {
    from_.stream->detach(from_.reader);
    from_.session->tidy(from_.stream);
  }

  // Answers the request of that turn. Gives back whether another one may follow.
  PARLEY_DECL boost::asio::awaitable<bool> run(http_turn& now);

 private:
  using clock = std::chrono::steady_clock;

  // Writes what there is to write now.
  PARLEY_DECL void advance(http_exchange& out);
  PARLEY_DECL void send_events(http_exchange& out, std::uint64_t last);
  PARLEY_DECL void begin(http_exchange& out);
  PARLEY_DECL void prime(http_exchange& out);
  PARLEY_DECL void leave(http_exchange& out, bool comes_back);
  // Ends a response that has begun; one that has not is to be this refusal instead.
  PARLEY_DECL void give_up(http_exchange& out, http_refusal why);
  // Waits for news, or for the time of a comment. False: the client has gone.
  PARLEY_DECL boost::asio::awaitable<bool> wait(http_exchange& out);

  http_service const& service_;
  std::shared_ptr<http_connection> const connection_;
  kind const how_;
  source from_;
  std::shared_ptr<event_box> const box_ = std::make_shared<event_box>();
  bool is_reading_ = false;  // the store has been asked
  std::vector<stored_event> being_sent_{};
  bool primed_ = false;
  http_refusal refusal_{0};
  clock::time_point silence_ends_{};
  clock::time_point doubt_ends_ = clock::time_point::max();
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/wire/session_header.hpp>
#include <parley/wire/sse.hpp>

#include <algorithm>
#include <cstddef>

namespace parley::detail {

PARLEY_DECL boost::asio::awaitable<bool> stream_pump::run(http_turn& now) {
  http_exchange out({true, true}, now.frame);
  silence_ends_ = clock::now() + service_.options.keep_alive;
  while (!out.answered()) {
    advance(out);
    if (refusal_.status != 0) {
      bool const next = co_await now.refuse(refusal_);
      co_return next;
    }
    if (out.has_bytes()) {
      auto const bytes = out.take();
      bool const written = co_await connection_->write(bytes.head, bytes.body);
      if (!written) co_return false;
      from_.stream->sent(std::exchange(being_sent_, {}));
      silence_ends_ = clock::now() + service_.options.keep_alive;
    } else {
      bool const is_there = co_await wait(out);
      if (!is_there) co_return false;
    }
  }
  co_return out.keeps_connection();
}

PARLEY_DECL void stream_pump::advance(http_exchange& out) {
  if (out.has_bytes()) return;  // a comment
  auto const& stream = *from_.stream;
  // Looking comes before taking out of the box, so that no event can come unheard between the two.
  auto seen = from_.stream->look(from_.reader);
  if (!seen.reads) return give_up(out, unknown_session);
  if (seen.whole) {
    auto const status = seen.whole->status;
    return out.answer({std::move(seen.whole->text), reply_status::ok}, status,
                      status == 503 ? "Retry-After: 1\r\n" : "");
  }
  if (stream.is_standalone() && from_.after == seen.last) {
    from_.session->take_changes();
    seen.last = stream.last();
  }
  if (from_.after < seen.last) return send_events(out, seen.last);
  if (stream.is_standalone() && service_.stopping) seen.complete = true;
  if (seen.complete || seen.released) return leave(out, seen.released);
  if (how_ != kind::posted) begin(out);
}

PARLEY_DECL void stream_pump::send_events(http_exchange& out, std::uint64_t last) {
  constexpr std::size_t most_bytes = std::size_t{64} << 10;
  if (!std::exchange(is_reading_, true)) from_.stream->read(from_.after, most_bytes, box_);
  auto events = box_->take();
  if (!events) return;
  is_reading_ = false;
  if (how_ == kind::opened) {
    // Nobody has counted on what was lost before. What follows it is looked at without waiting for more news.
    if (events->empty()) {
      from_.after = last;
      from_.stream->bell()->ring();
    }
  } else {
    auto next = from_.after;
    auto const gap =
        std::find_if(events->begin(), events->end(), [&](stored_event const& one) { return one.number != ++next; });
    events->erase(gap, events->end());
    if (events->empty() && how_ == kind::posted) return give_up(out, {500, "The answer could not be kept"});
    if (events->empty()) return give_up(out, {400, "What follows this event is not there any more"});
  }
  begin(out);
  for (auto const& one : *events) {
    event_id const id{from_.stream->number(), one.number};
    out.event(from_.stream->terms().numbered ? sse_event(one.message, id) : sse_event(one.message));
    from_.after = one.number;
  }
  being_sent_ = *std::move(events);
}

PARLEY_DECL void stream_pump::begin(http_exchange& out) {
  if (out.has_begun()) return;
  from_.stream->begin();
  out.begin();
  if (how_ != kind::resumed) prime(out);
}

PARLEY_DECL void stream_pump::prime(http_exchange& out) {
  auto const& terms = from_.stream->terms();
  if (!terms.primes || std::exchange(primed_, true)) return;
  out.event(sse_priming_event({from_.stream->number(), from_.after}, terms.retry));
}

PARLEY_DECL void stream_pump::leave(http_exchange& out, bool comes_back) {
  // A call that was cancelled without a word has no answer, and there is nothing to come back for.
  if (comes_back) {
    begin(out);
    prime(out);
  }
  out.end();
}

PARLEY_DECL void stream_pump::give_up(http_exchange& out, http_refusal why) {
  if (out.has_begun()) {
    out.end();
  } else {
    refusal_ = why;
  }
}

PARLEY_DECL boost::asio::awaitable<bool> stream_pump::wait(http_exchange& out) {
  // A client that closes only its sending side looks at first like one that went away. Quick answers still reach it.
  constexpr auto benefit_of_doubt = std::chrono::milliseconds(200);
  connection_->keep_reading();
  if (connection_->ended()) doubt_ends_ = std::min(doubt_ends_, clock::now() + benefit_of_doubt);
  auto const deadline = std::min(silence_ends_, doubt_ends_);
  bool const in_time = co_await connection_->changed(deadline);
  if (in_time) co_return !connection_->broken();
  if (clock::now() >= doubt_ends_) co_return false;
  begin(out);
  out.keep_alive();
  co_return true;
}

}  // namespace parley::detail

#endif
