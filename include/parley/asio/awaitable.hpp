// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Handlers and resolvers that are coroutines: with this header they may return boost::asio::awaitable<T> wherever
// they may return T.
//
// Such a handler runs on the executor of the connection that its request came on, so it must not block; it may await
// whatever Asio can, and the connection's other calls go on meanwhile. A client that cancels or goes away sets the
// Context's stop token and nothing else: what is being awaited is not interrupted, since an action that was approved
// must be able to come to its end. Only when the server itself is stopped and its grace period is over are
// awaited operations cancelled (boost::asio::cancellation_type::terminal).
//
// g++ 12 miscompiles an aggregate temporary that is made with braces inside a co_await expression: name it first.

#include <parley/server/await_seam.hpp>

#include <boost/asio/awaitable.hpp>

#include <memory>
#include <type_traits>
#include <utility>

namespace parley::detail {

// A handler's coroutine, not yet started.
struct pending_awaitable final : pending_operation {
  explicit pending_awaitable(boost::asio::awaitable<void> what) : operation(std::move(what)) {}
  boost::asio::awaitable<void> operation;
};

template <class Put, class T>
boost::asio::awaitable<void> await_into(slot& out, boost::asio::awaitable<T> operation) {
  if constexpr (std::is_void_v<T>) {
    co_await std::move(operation);
    Put::put(out);
  } else {
    Put::put(out, co_await std::move(operation));
  }
}

template <class T>
struct handler_result<boost::asio::awaitable<T>> {
  static constexpr bool is_async = true;
  using type = T;

  template <class Put>
  static std::unique_ptr<pending_operation> begin(boost::asio::awaitable<T> operation, slot& out) {
    return std::make_unique<pending_awaitable>(await_into<Put>(out, std::move(operation)));
  }
};

}  // namespace parley::detail
