// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/protocol/roots.hpp>
#include <parley/protocol/sampling.hpp>
#include <parley/server/approve.hpp>
#include <parley/server/elicit.hpp>

#include <concepts>
#include <utility>

namespace parley::detail {

// What a resolver's return type means, once awaited: the type of the value that its consumers read, and whether and
// how it may ask for one. Any type but those below is that value itself.
template <class Result>
struct resolver_result {
  using value = Result;
  static constexpr bool asks = false;
  static constexpr question_kind kind = question_kind::form;
  // Of questions with forms: the form, and how the value that an answer to it is read into is made.
  static constexpr form_table const& (*form)() = nullptr;
  static constexpr void (*make)(box&) = nullptr;
  static constexpr type_table const* action = nullptr;  // the type of what is approved
};

template <class Value, question_kind Kind>
struct asking_result {
  using value = Value;
  static constexpr bool asks = true;
  static constexpr question_kind kind = Kind;
  static constexpr form_table const& (*form)() = nullptr;
  static constexpr void (*make)(box&) = nullptr;
  static constexpr type_table const* action = nullptr;
};

template <class T>
struct resolver_result<Elicit<T>> : asking_result<T, question_kind::form> {
  static constexpr form_table const& (*form)() = &form_of<T>;
  static constexpr void (*make)(box&) = &detail::make<T>;
};
template <class T>
struct resolver_result<OrElicit<T>> : resolver_result<Elicit<T>> {};
template <class T>
struct resolver_result<Approve<T>> : asking_result<T, question_kind::form> {
  static constexpr form_table const& (*form)() = &form_of<approval_answer>;
  static constexpr void (*make)(box&) = &detail::make<approval_answer>;
  static constexpr type_table const* action = &table_of<T>;
};
template <class T>
struct resolver_result<OrApprove<T>> : resolver_result<Approve<T>> {};
template <class T>
struct resolver_result<ElicitUrl<T>> : asking_result<T, question_kind::url> {};
template <>
struct resolver_result<Sample> : asking_result<SampleResult, question_kind::sampling> {};
template <>
struct resolver_result<ListRoots> : asking_result<RootList, question_kind::roots> {};

// Puts what a resolver came to into its slot (see await_seam.hpp).
struct put_finding {
  template <class T>
  static void put(slot& out, T&& found) {
    if constexpr (std::derived_from<T, finding>)
      std::forward<T>(found).settle(out);
    else
      out.put(std::forward<T>(found));
  }
  static void put(slot& out, Sample&& found) { ask(out, make_sampling_question(found)); }
  static void put(slot& out, ListRoots&&) { ask(out, make_roots_question()); }
};

}  // namespace parley::detail
