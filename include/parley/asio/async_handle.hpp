// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/pool.hpp>
#include <parley/core/config.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/server/caller.hpp>

#include <boost/asio/awaitable.hpp>

#include <stop_token>
#include <string>

namespace parley {

class Server;

// Server::handle for programs that bring messages of their own and have coroutine handlers: plain handlers run on
// `threads`, coroutines on the executor of whoever awaits, which must run one handler at a time. When `threads` lets
// no more calls in, the answer is an error. What Server::handle says of messages and replies holds here too.
//
// A question to a client of an older revision is awaited; client_session::answer may come from any thread until the
// operation ends. Batches of 2025-03-26 are for Server::read_batch.
//
// `server`, `threads` and `sink` must outlive the operation, and the io_context that it runs on must outlive `threads`,
// whose thread may still be posting to it. It cannot be abandoned: set `stop` and await its end.
PARLEY_DECL boost::asio::awaitable<reply> async_handle(Server& server, pool& threads, std::string message, caller from,
                                                       notification_sink& sink, std::stop_token stop = {});

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/asio/drive.hpp>
#include <parley/server/server.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <memory>
#include <utility>

namespace parley {
namespace detail {

PARLEY_DECL boost::asio::awaitable<reply> async_drive(boost::asio::any_io_executor home, pool& threads, exchange call,
                                                      notification_sink& sink) {
  auto initiate = [home = std::move(home), &threads, &sink, call = std::move(call)](auto handler) mutable {
    auto const shared = std::make_shared<decltype(handler)>(std::move(handler));
    auto done = [shared, &sink](driven_call::outcome what) {
      for (auto& line : what.withdrawn) sink.deliver(std::move(line));
      // Nobody waits here for changes: as Server::handle does, a stream is acknowledged and ended.
      (*shared)(what.stream != nullptr ? end_stream(*what.stream, sink) : std::move(what.answer));
    };
    std::make_shared<driven_call>(std::move(home), threads, std::make_shared<wake_gate>(), std::move(call),
                                  std::move(done))
        ->start();
  };
  return boost::asio::async_initiate<boost::asio::use_awaitable_t<> const, void(reply)>(std::move(initiate),
                                                                                        boost::asio::use_awaitable);
}

}  // namespace detail

PARLEY_DECL boost::asio::awaitable<reply> async_handle(Server& server, pool& threads, std::string message, caller from,
                                                       notification_sink& sink, std::stop_token stop) {
  auto read = server.read(message, from);
  if (!read) co_return std::move(read).error();
  reply answer;
  if (read->kind != message_kind::request) {
    server.take(*read, from);
    co_return answer;
  }
  auto home = co_await boost::asio::this_coro::executor;
  auto begun = server.begin(*std::move(read), std::move(from), sink, std::move(stop));
  auto operation = detail::async_drive(std::move(home), threads, std::move(begun), sink);
  answer = co_await std::move(operation);
  co_return answer;
}

}  // namespace parley

#endif
