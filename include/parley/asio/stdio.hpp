// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/pool.hpp>
#include <parley/core/config.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>

namespace boost::asio {
class io_context;
}

namespace parley {

class Server;

struct stdio_options {
  // Descriptors to read and write: pipes, sockets, terminals or files. They are duplicated, and stay the caller's.
  int input = 0;
  int output = 1;
  // While the standard streams are served: standard output, which belongs to the protocol, is pointed at standard
  // error for everybody else, and standard input at nothing, so that neither a stray `std::cout` nor a child process
  // can break the conversation (STDIO-02). Has no effect on other descriptors.
  bool guard_standard_streams = true;
  // Bytes of output that may wait for the client, 0 or more. Beyond them notifications are dropped, and nothing more
  // is read until the client has caught up.
  std::size_t backlog = std::size_t{4} << 20;
  // How long calls under way may go on after the input has ended or stop() was called; then they are cancelled. Hosts
  // commonly wait two seconds before they end a server by force.
  std::chrono::milliseconds finish_within{1000};
  // How long cancelled calls may take to return. Then coroutines are interrupted, and the output is closed.
  std::chrono::milliseconds unwind_within{500};
  // Whether clients of older revisions are served as well, those that begin with a handshake: 2025-11-25, 2025-06-18,
  // 2025-03-26 and 2024-11-05. Without it `initialize` is answered -32022, which says what is spoken (VER-06).
  bool handshake = true;
  pool_options calls{};
};

// Serves one client on a pair of byte streams (basic/transports/stdio). Lines are limited by
// server_options::max_message_size.
//
// A process that writes to a pipe without a reader is ended by SIGPIPE: the constructor has that signal ignored,
// unless the program has set something for it.
class stdio_server {
 public:
  // `server` and `io` must outlive the stdio_server. Throws std::system_error when a descriptor is no good.
  PARLEY_DECL stdio_server(boost::asio::io_context& io, Server& server, stdio_options options = {});
  stdio_server(stdio_server const&) = delete;
  stdio_server& operator=(stdio_server const&) = delete;
  // Stops without grace: cancels the calls under way, waits for plain handlers to return, and while `io` runs elsewhere
  // gives coroutine handlers `unwind_within` to end. After that `server` is not used any more.
  PARLEY_DECL ~stdio_server();

  // Begins to read; once. `ended` is called on a thread of `io` when the client has gone and its calls are answered or
  // given up. Throws std::logic_error as Server::check does.
  PARLEY_DECL void start(std::function<void()> ended = {});
  // From any thread: as if the input had ended.
  PARLEY_DECL void stop();
  // Waits for plain handlers that still run; false when one does after `limit`. Nothing new is let in.
  PARLEY_DECL bool join(std::chrono::milliseconds limit);

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

// The same from beginning to end on the calling thread: returns when the client has gone and every handler has
// returned.
PARLEY_DECL void serve_stdio(Server& server, stdio_options options = {});

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/asio/shared_core.hpp>
#include <parley/asio/standard_streams.hpp>
#include <parley/asio/stdio_session.hpp>
#include <parley/server/server.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <csignal>
#include <utility>

namespace parley {
namespace detail {

PARLEY_DECL void ignore_broken_pipes() {
  struct sigaction now {};
  if (::sigaction(SIGPIPE, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) return;
  now.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &now, nullptr);
}

}  // namespace detail

struct stdio_server::parts {
  parts(boost::asio::io_context& on, Server& with, stdio_options const& options)
      : io(on),
        server(with),
        unwind_within(options.unwind_within),
        streams(options.input, options.output, options.guard_standard_streams),
        session(std::make_unique<detail::stdio_session>(
            boost::asio::make_strand(on), with, options.calls, streams.input(), streams.output(),
            detail::stdio_session::limits{with.options().max_message_size, options.backlog, options.finish_within,
                                          options.unwind_within, options.handshake})) {}

  boost::asio::io_context& io;
  Server& server;
  std::chrono::milliseconds unwind_within;
  bool started = false;
  detail::standard_streams streams;
  detail::shared_core<detail::stdio_session> session;
};

PARLEY_DECL stdio_server::stdio_server(boost::asio::io_context& io, Server& server, stdio_options options) {
  detail::ignore_broken_pipes();
  parts_ = std::make_unique<parts>(io, server, options);
}

PARLEY_DECL stdio_server::~stdio_server() {
  auto& session = parts_->session;
  if (parts_->started) boost::asio::post(session->strand(), [self = session.get()] { self->abort(); });
  session->end_calls();  // abort() is no more than posted, and `io` may have been stopped
  session->threads().stop();
  session.release(parts_->io, parts_->unwind_within);
}

PARLEY_DECL void stdio_server::start(std::function<void()> ended) {
  parts_->server.check();
  parts_->started = true;
  auto& session = parts_->session;
  boost::asio::post(session->strand(),
                    [self = session.get(), ended = std::move(ended)]() mutable { self->start(std::move(ended)); });
}

PARLEY_DECL void stdio_server::stop() {
  auto& session = parts_->session;
  boost::asio::post(session->strand(), [self = session.get()] { self->stop(); });
}

PARLEY_DECL bool stdio_server::join(std::chrono::milliseconds limit) {
  return parts_->session->threads().stop_within(limit);
}

PARLEY_DECL void serve_stdio(Server& server, stdio_options options) {
  boost::asio::io_context io(1);
  stdio_server serving(io, server, options);
  serving.start();
  io.run();
}

}  // namespace parley

#endif
