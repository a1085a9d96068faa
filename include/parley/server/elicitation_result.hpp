// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/server/diagnostics.hpp>
#include <parley/server/slot.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace parley {

namespace diagnostics {

template <class Accepted, class Declined, class Cancelled>
struct outcomes_agree_on_a_type {
  static constexpr bool check() {
    static_assert(holds<Accepted, Declined, Cancelled>,
                  "parley: the three functions given to match must return types with one type in common");
    return true;
  }
};

template <class... Function>
struct match_takes_three_functions {
  static constexpr bool check() {
    static_assert(holds<Function...>,
                  "parley: match takes three functions: for an answer that was accepted, declined, and cancelled");
    return true;
  }
};

}  // namespace diagnostics

// How a person took a question: accepted with a T, declined, or cancelled (client/elicitation, "Response Actions"). The
// only way in is `match`, which asks for all three, because a decline that was overlooked is a yes that nobody gave.
//
//     outcome.match([&](Confirm const& c) { return c.ok ? "deleted" : "kept"; },
//                   [] { return "declined: nothing was done"; },
//                   [] { return "dismissed: nothing was done"; });
//
// Can be moved and not copied. One that a handler takes as a parameter refers to a value that lives until the call is
// over; it is safe in a coroutine, and must not be kept longer.
template <class T>
class ElicitationResult {
 public:
  using value_type = T;

  // For tests, and for whoever asks in ways of his own.
  static ElicitationResult accepted(T value) {
    ElicitationResult made(detail::slot_state::known);
    made.owned_.put(std::move(value));
    made.value_ = &made.owned_.template get<T>();
    return made;
  }
  static ElicitationResult declined() { return ElicitationResult(detail::slot_state::declined); }
  static ElicitationResult cancelled() { return ElicitationResult(detail::slot_state::cancelled); }

  // What a round knows of the question. Precondition: the slot is known, declined or cancelled, and outlives this.
  explicit ElicitationResult(detail::slot const& settled) : state_(settled.state) {
    if (state_ == detail::slot_state::known) value_ = &settled.value.get<T>();
  }

  // Calls one of the three: `accepted` with a T const&, the others with nothing. Returns what they return, as the type
  // that the three have in common.
  template <class Accepted, class Declined, class Cancelled>
  auto match(Accepted&& accepted, Declined&& declined, Cancelled&& cancelled) const {
    using yes = std::decay_t<decltype(accepted(std::declval<T const&>()))>;
    using no = std::decay_t<decltype(declined())>;
    using neither = std::decay_t<decltype(cancelled())>;
    constexpr bool agree = requires { typename std::common_type_t<yes, no, neither>; };
    static_assert(diagnostics::checked<agree, diagnostics::outcomes_agree_on_a_type<yes, no, neither>>);
    if constexpr (agree) {
      using common = std::common_type_t<yes, no, neither>;
      if (state_ == detail::slot_state::known) return static_cast<common>(accepted(*value_));
      if (state_ == detail::slot_state::declined) return static_cast<common>(declined());
      return static_cast<common>(cancelled());
    }
  }

  // Forgetting one does not compile, in words.
  template <class... Function>
  requires(sizeof...(Function) != 3) void match(Function&&...) const {
    static_assert(diagnostics::checked<false, diagnostics::match_takes_three_functions<Function...>>);
  }

 private:
  explicit ElicitationResult(detail::slot_state state) : state_(state) {}

  detail::slot_state state_;
  detail::box owned_{};
  T const* value_ = nullptr;
};

}  // namespace parley
