// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_options.hpp>
#include <parley/asio/http_session.hpp>
#include <parley/core/config.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include <functional>
#include <memory>
#include <set>

namespace parley::detail {

// Accepts connections and knows the sessions that run. Everything but the constructor happens on strand().
class http_listener final : public http_service, public std::enable_shared_from_this<http_listener> {
 public:
  // Binds and listens. Throws std::invalid_argument for options that make no sense, and std::system_error when the
  // address cannot be had.
  PARLEY_DECL http_listener(boost::asio::io_context& io, Server& with, http_options given);

  boost::asio::strand<boost::asio::io_context::executor_type> const& strand() const { return strand_; }
  boost::asio::ip::tcp::endpoint const& endpoint() const { return endpoint_; }

  // Begins to accept. `ended` is called once, after a stop, when the last session has gone; it may be empty.
  PARLEY_DECL void start(std::function<void()> ended);
  // Accepts nothing more, lets the requests that have begun come to their end, and aborts after the grace period.
  PARLEY_DECL void stop();
  // Ends everything at once.
  PARLEY_DECL void abort();

 private:
  PARLEY_DECL boost::asio::awaitable<void> accept();
  PARLEY_DECL void admit(boost::asio::ip::tcp::socket socket);
  PARLEY_DECL void left(std::shared_ptr<http_session> const& session);
  PARLEY_DECL void sweep_sessions();
  PARLEY_DECL void end_when_done();

  boost::asio::io_context& io_;
  boost::asio::strand<boost::asio::io_context::executor_type> strand_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::ip::tcp::endpoint endpoint_{};
  boost::asio::steady_timer timer_;
  boost::asio::steady_timer sweep_;
  std::function<void()> ended_{};
  bool aborted_ = false;
  // A session is kept by its coroutine alone, so that one whose io_context has gone takes nothing along.
  std::set<std::weak_ptr<http_session>, std::owner_less<>> sessions_{};
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/server/server.hpp>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace parley::detail {

PARLEY_DECL void demand_option(bool held, char const* sentence) {
  if (!held) throw std::invalid_argument(std::string("parley: http_options: ") + sentence);
}

PARLEY_DECL void check_http_route(http_route const& route) {
  demand_option(route.path.starts_with('/') && !route.method.empty() && route.handler != nullptr,
                "a route needs a method, a path that begins with '/', and a handler");
}

// What the types of http_options let pass and a server could not live with.
PARLEY_DECL void check_http_options(http_options const& options) {
  auto is_time = [](std::chrono::milliseconds time) {
    return time > std::chrono::milliseconds::zero() && time <= std::chrono::hours(24 * 365);
  };
  demand_option(options.path.starts_with('/'), "path must begin with '/'");
  demand_option(options.max_connections > 0, "max_connections must be 1 or more");
  demand_option(options.max_header_bytes > 0 && options.max_headers > 0,
                "max_header_bytes and max_headers must be 1 or more");
  demand_option(options.max_body > 0, "max_body must be 1 or more");
  demand_option(is_time(options.read_timeout) && is_time(options.write_timeout) && is_time(options.idle_timeout),
                "timeouts must be from a millisecond to a year");
  demand_option(is_time(options.keep_alive), "keep_alive must be from a millisecond to a year");
  demand_option(options.finish_within == std::chrono::milliseconds::zero() || is_time(options.finish_within),
                "finish_within must be from 0 to a year");
  for (auto const& route : options.routes) check_http_route(route);
  auto const& sessions = options.sessions;
  demand_option(sessions.max_sessions > 0 && sessions.max_streams > 0,
                "sessions.max_sessions and sessions.max_streams must be 1 or more");
  demand_option(is_time(sessions.idle), "sessions.idle must be from a millisecond to a year");
  demand_option(sessions.retry == std::chrono::milliseconds::zero() || is_time(sessions.retry),
                "sessions.retry must be from 0 to a year");
  demand_option(sessions.kept.sent_events > 0 && sessions.kept.sent_bytes > 0 && sessions.kept.all_bytes > 0,
                "the limits of sessions.kept must be 1 or more");
}

PARLEY_DECL http_listener::http_listener(boost::asio::io_context& io, Server& with, http_options given)
    : http_service(with, std::move(given), io),
      io_(io),
      strand_(boost::asio::make_strand(io)),
      acceptor_(strand_),
      timer_(strand_),
      sweep_(strand_) {
  using boost::asio::ip::tcp;
  check_http_options(options);
  auto const where = "parley: cannot listen on " + options.host + " port " + std::to_string(options.port);
  boost::system::error_code unknown;
  auto const found =
      tcp::resolver(io).resolve(options.host, std::to_string(options.port), tcp::resolver::passive, unknown);
  if (unknown) throw std::system_error(unknown, where);
  endpoint_ = found.begin()->endpoint();
  if (!endpoint_.address().is_loopback() && options.access.hosts.empty()) {
    throw std::invalid_argument("parley: http_options: a server that other machines can reach needs access.hosts");
  }
  boost::system::error_code error;
  acceptor_.open(endpoint_.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint_, error);
  if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
  if (!error) endpoint_ = acceptor_.local_endpoint(error);
  if (error) throw std::system_error(error, where);
}

PARLEY_DECL void http_listener::start(std::function<void()> ended) {
  ended_ = std::move(ended);
  if (stopping) return end_when_done();
  if (keeper != nullptr) {
    // A call holds the listener until it has said that it has ended.
    keeper->on_call_end = [this] {
      if (stopping) boost::asio::post(strand_, [self = shared_from_this()] { self->end_when_done(); });
    };
    sweep_sessions();
  }
  // A failure here has nobody to be told; accept() handles those of the network itself.
  boost::asio::co_spawn(strand_, accept(), [self = shared_from_this()](std::exception_ptr thrown) {
    if (thrown) std::rethrow_exception(thrown);
  });
}

PARLEY_DECL boost::asio::awaitable<void> http_listener::accept() {
  while (acceptor_.is_open()) {
    boost::asio::any_io_executor const home = boost::asio::make_strand(io_);
    auto [error, socket] = co_await acceptor_.async_accept(home, boost::asio::as_tuple(boost::asio::use_awaitable));
    if (!acceptor_.is_open()) break;
    if (!error) {
      admit(std::move(socket));
    } else if (error != boost::asio::error::connection_aborted) {
      // Most likely no descriptors are left. Trying again at once would only burn the processor.
      server.options().world.log({severity::error, "accept_failed", error.message()});
      timer_.expires_after(std::chrono::milliseconds(100));
      co_await timer_.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    }
  }
}

PARLEY_DECL void http_listener::admit(boost::asio::ip::tcp::socket socket) {
  // A few more than allowed are kept for as long as it takes to tell them so; beyond that there is nothing but to
  // close.
  constexpr std::size_t turned_away_at_once = 64;
  if (sessions_.size() >= options.max_connections + turned_away_at_once) return;
  bool const room = sessions_.size() < options.max_connections;
  auto const session = std::make_shared<http_session>(std::move(socket), shared_from_this());
  sessions_.insert(session);
  boost::asio::co_spawn(session->executor(), room ? session->run() : session->turn_away(),
                        [self = shared_from_this(), session](std::exception_ptr thrown) {
                          if (thrown) session->abort();
                          boost::asio::post(self->strand_, [self, session] { self->left(session); });
                        });
}

PARLEY_DECL void http_listener::left(std::shared_ptr<http_session> const& session) {
  sessions_.erase(session);
  end_when_done();
}

PARLEY_DECL void http_listener::sweep_sessions() {
  keeper->sweep();
  sweep_.expires_after(keeper->period());
  sweep_.async_wait([weak = weak_from_this()](boost::system::error_code error) {
    auto const self = weak.lock();
    if (self != nullptr && !error && !self->stopping) self->sweep_sessions();
  });
}

PARLEY_DECL void http_listener::stop() {
  if (stopping.exchange(true)) return;
  sweep_.cancel();
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  for (auto const& each : sessions_) {
    if (auto const session = each.lock()) boost::asio::post(session->executor(), [session] { session->stop(); });
  }
  timer_.expires_after(options.finish_within);
  timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
    if (!error) self->abort();
  });
  end_when_done();
}

PARLEY_DECL void http_listener::abort() {
  stopping = true;
  aborted_ = true;
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  timer_.cancel();
  sweep_.cancel();
  if (keeper != nullptr) {
    keeper->close();
    keeper->interrupt();
  }
  for (auto const& each : sessions_) {
    if (auto const session = each.lock()) boost::asio::post(session->executor(), [session] { session->abort(); });
  }
  end_when_done();
}

PARLEY_DECL void http_listener::end_when_done() {
  if (!stopping || !sessions_.empty()) return;
  if (keeper != nullptr) {
    // Nobody can come back any more for what calls without a connection have to say.
    keeper->close();
    if (keeper->calls() > 0 && !aborted_) return;
  }
  timer_.cancel();
  if (auto const ended = std::exchange(ended_, nullptr)) ended();
}

}  // namespace parley::detail

#endif
