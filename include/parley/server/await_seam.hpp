// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/server/slot.hpp>

#include <memory>

namespace parley::detail {

// What a handler's return type means. Here nothing is awaited: a type stands for itself. The layer that owns an
// awaitable type, `awaitable<T>` say, specialises this template for it, before the first tool is registered:
//
//     template <class T>
//     struct handler_result<awaitable<T>> {
//       static constexpr bool is_async = true;
//       using type = T;  // what is put into the slot: void, or anything that a plain handler may return
//
//       template <class Put>
//       static std::unique_ptr<pending_operation> begin(awaitable<T> operation, slot& out);
//     };
//
// `begin` runs right after the handler was called, on the thread that called it. It keeps `operation` and the address
// of `out` in a class of its own, derived from pending_operation, and starts nothing: the driver finds that class in
// `out.pending`, awaits it once, and the round goes on only after that. When `operation` completes, awaiting it calls
//
//     Put::put(out)                            if T is void
//     Put::put(out, <the value, as an rvalue>)  otherwise
//
// exactly once, and what `operation` throws goes to whoever awaits. `Put` is an empty class with those two static
// functions; it turns a resolver's result into a value or a question, and a body's into a tool_outcome. It may throw,
// and the exception takes the same way. `out`, and everything that the handler's parameters refer to, outlives the
// operation; destroying a pending_operation that was not awaited to its end destroys `operation`.
template <class Result>
struct handler_result {
  static constexpr bool is_async = false;
  using type = Result;
};

}  // namespace parley::detail
