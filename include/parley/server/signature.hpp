// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/json/reflect.hpp>

#include <concepts>
#include <type_traits>

namespace parley::detail {

// What a function, a member function or a function object takes and returns. Nothing is declared for other types, and
// for objects that can be called in more than one way.
template <class F>
struct signature {};

template <class Result, class Owner, bool IsConst, class... Parameters>
struct known_signature {
  using result = Result;
  using owner = Owner;  // void: no member function
  using parameters = types<Parameters...>;
  static constexpr bool is_const = IsConst;  // of a member function
};

template <class R, class... P>
struct signature<R (*)(P...)> : known_signature<R, void, false, P...> {};
template <class R, class... P>
struct signature<R (*)(P...) noexcept> : known_signature<R, void, false, P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...)> : known_signature<R, C, false, P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...) noexcept> : known_signature<R, C, false, P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...) const> : known_signature<R, C, true, P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...) const noexcept> : known_signature<R, C, true, P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...)&> : known_signature<R, C, false, P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...)& noexcept> : known_signature<R, C, false, P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...) const&> : known_signature<R, C, true, P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...) const& noexcept> : known_signature<R, C, true, P...> {};

// A function object, such as a lambda.
template <class F>
requires requires { &F::operator(); }
struct signature<F> : signature<decltype(&F::operator())> {};

template <class F>
concept has_signature = requires {
  typename signature<F>::parameters;
};

// A function or a member function, given by its address: what a tool and a resolver can be made of.
template <class F>
concept function_address = has_signature<F> && !std::is_class_v<F>;

}  // namespace parley::detail
