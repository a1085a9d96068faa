// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace parley::detail {

// The bytes of one connection, with or without TLS. It reads ahead all the time, also while a call runs: that is how a
// client's leaving is noticed before anything was sent to it, and why nothing that it pipelined is lost.
//
// Everything happens on the executor of the socket, which must run one handler at a time. Coroutines that wait here
// must hold a shared_ptr to the connection.
class http_connection : public std::enable_shared_from_this<http_connection> {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  // `tls` may be null; else it must outlive the connection. A write that makes no end within `write_timeout` closes
  // the connection.
  PARLEY_DECL http_connection(boost::asio::ip::tcp::socket socket, boost::asio::ssl::context* tls,
                              std::chrono::milliseconds write_timeout);

  boost::asio::any_io_executor executor() { return socket_.get_executor(); }

  // TLS only: the handshake. False when it fails or the time is up.
  PARLEY_DECL boost::asio::awaitable<bool> handshake(time_point deadline);

  // Makes sure that a read is under way, unless the peer has ended or much is unread already.
  PARLEY_DECL void keep_reading();
  // What was read and not consumed. Any call that lets the connection read invalidates the view.
  std::string_view input() const { return std::string_view(input_).substr(consumed_); }
  PARLEY_DECL void consume(std::size_t bytes);
  // So much is unread that reading has stopped.
  bool full() const { return input().size() >= most_unread; }
  // The peer sends no more: it has closed at least its half, or the connection failed or was closed here.
  bool ended() const { return ended_; }
  // Nothing can be sent any more either.
  bool broken() const { return broken_; }

  // Waits until bytes came, the peer ended, or somebody called wake(). False when `deadline` came first.
  PARLEY_DECL boost::asio::awaitable<bool> changed(time_point deadline);
  PARLEY_DECL void wake();

  // Writes all of both as one message. False when the connection is lost.
  PARLEY_DECL boost::asio::awaitable<bool> write(std::string const& first, std::string const& second);

  // Says that no more comes, and waits a moment for the peer to close, so that what was written last is not lost to
  // a reset that unread input would provoke.
  PARLEY_DECL boost::asio::awaitable<void> finish();
  // At once. What is under way ends with an error.
  PARLEY_DECL void close();

 private:
  static constexpr std::size_t most_unread = 64 * 1024;

  PARLEY_DECL void received(boost::system::error_code error, std::size_t bytes);
  // Closes the connection unless the guard is let go of before the time is up.
  PARLEY_DECL void guard(time_point deadline);
  void unguard() { guard_.cancel(); }

  boost::asio::ip::tcp::socket socket_;
  std::optional<boost::asio::ssl::stream<boost::asio::ip::tcp::socket&>> tls_;
  boost::asio::steady_timer wake_;
  boost::asio::steady_timer guard_;
  std::chrono::milliseconds const write_timeout_;
  std::array<char, 16 * 1024> chunk_;
  std::string input_;
  std::size_t consumed_ = 0;
  bool reading_ = false;
  bool ended_ = false;
  bool broken_ = false;
  bool signalled_ = false;
  bool secured_ = false;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <utility>

namespace parley::detail {

PARLEY_DECL http_connection::http_connection(boost::asio::ip::tcp::socket socket, boost::asio::ssl::context* tls,
                                             std::chrono::milliseconds write_timeout)
    : socket_(std::move(socket)),
      wake_(socket_.get_executor()),
      guard_(socket_.get_executor()),
      write_timeout_(write_timeout) {
  boost::system::error_code ignored;
  socket_.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
  if (tls != nullptr) tls_.emplace(socket_, *tls);
}

PARLEY_DECL boost::asio::awaitable<bool> http_connection::handshake(time_point deadline) {
  if (!tls_) co_return true;
  guard(deadline);
  auto const [error] = co_await tls_->async_handshake(boost::asio::ssl::stream_base::server,
                                                      boost::asio::as_tuple(boost::asio::use_awaitable));
  unguard();
  secured_ = !error;
  co_return secured_;
}

PARLEY_DECL void http_connection::keep_reading() {
  if (reading_ || ended_ || full()) return;
  reading_ = true;
  auto done = [self = shared_from_this()](boost::system::error_code error, std::size_t bytes) {
    self->received(error, bytes);
  };
  if (tls_) {
    tls_->async_read_some(boost::asio::buffer(chunk_), std::move(done));
  } else {
    socket_.async_read_some(boost::asio::buffer(chunk_), std::move(done));
  }
}

PARLEY_DECL void http_connection::received(boost::system::error_code error, std::size_t bytes) {
  reading_ = false;
  // Here and not only when all is consumed: a client that pipelines without a pause may never let it come to that.
  input_.erase(0, std::exchange(consumed_, 0));
  input_.append(chunk_.data(), bytes);
  if (error) ended_ = true;
  if (error && error != boost::asio::error::eof) broken_ = true;
  wake();
}

PARLEY_DECL void http_connection::consume(std::size_t bytes) {
  consumed_ += bytes;
  if (consumed_ < input_.size()) return;
  input_.clear();
  consumed_ = 0;
}

PARLEY_DECL boost::asio::awaitable<bool> http_connection::changed(time_point deadline) {
  if (!signalled_) {
    wake_.expires_at(deadline);
    co_await wake_.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
  }
  co_return std::exchange(signalled_, false);
}

PARLEY_DECL void http_connection::wake() {
  signalled_ = true;
  wake_.cancel();
}

PARLEY_DECL boost::asio::awaitable<bool> http_connection::write(std::string const& first, std::string const& second) {
  std::array<boost::asio::const_buffer, 2> const parts{boost::asio::buffer(first), boost::asio::buffer(second)};
  guard(std::chrono::steady_clock::now() + write_timeout_);
  bool lost = false;
  if (tls_) {
    auto const [error, size] =
        co_await boost::asio::async_write(*tls_, parts, boost::asio::as_tuple(boost::asio::use_awaitable));
    lost = bool(error);
  } else {
    auto const [error, size] =
        co_await boost::asio::async_write(socket_, parts, boost::asio::as_tuple(boost::asio::use_awaitable));
    lost = bool(error);
  }
  unguard();
  if (lost) close();
  co_return !lost;
}

PARLEY_DECL boost::asio::awaitable<void> http_connection::finish() {
  auto const deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  if (secured_ && !ended_) {
    guard(deadline);
    co_await tls_->async_shutdown(boost::asio::as_tuple(boost::asio::use_awaitable));
    unguard();
  }
  boost::system::error_code ignored;
  socket_.shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  for (bool in_time = true; in_time && !ended_;) {
    consume(input().size());
    keep_reading();
    bool const heard = co_await changed(deadline);
    in_time = heard && std::chrono::steady_clock::now() < deadline;  // a peer that never pauses is heard every time
  }
  close();
}

PARLEY_DECL void http_connection::close() {
  boost::system::error_code ignored;
  socket_.close(ignored);
  ended_ = true;
  broken_ = true;
  wake();
}

PARLEY_DECL void http_connection::guard(time_point deadline) {
  guard_.expires_at(deadline);
  guard_.async_wait([self = shared_from_this()](boost::system::error_code error) {
    if (!error) self->close();
  });
}

}  // namespace parley::detail

#endif
