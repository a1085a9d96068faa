// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/signature.hpp>

#include "support/catch.hpp"

#include <concepts>
#include <type_traits>

using parley::detail::function_address;
using parley::detail::has_signature;
using parley::detail::signature;
using parley::detail::types;

// Named, since nothing here is defined: the compilers warn of that in unnamed namespaces.
namespace handlers {

int free_function(char, long const&);
int free_noexcept(char) noexcept;

struct shop {
  int plain(char);
  int constant(char) const;
  int silent(char) noexcept;
  int both(char) const noexcept;
  int on_lvalue(char) &;
  int on_constant_lvalue(char) const&;
  int operator()(char) const;
};

struct overloaded {
  void operator()(int) const;
  void operator()(char) const;
};

}  // namespace handlers

namespace {

using namespace handlers;

template <auto F>
constexpr bool takes_a_char = std::same_as<typename signature<decltype(F)>::parameters, types<char>>;
template <auto F>
constexpr bool is_const = signature<decltype(F)>::is_const;
template <auto F>
using owner = typename signature<decltype(F)>::owner;

}  // namespace

TEST_CASE("the parameters of a function are read as they were declared", "[server]") {
  using read = signature<decltype(&free_function)>;
  static_assert(std::same_as<read::result, int>);
  static_assert(std::same_as<read::parameters, types<char, long const&>>);
  static_assert(std::is_void_v<read::owner>);
  static_assert(takes_a_char<&free_noexcept>);
  SUCCEED();
}

TEST_CASE("member functions of every kind have a signature and an owner", "[server]") {
  static_assert(takes_a_char<&shop::plain> && !is_const<&shop::plain>);
  static_assert(takes_a_char<&shop::constant> && is_const<&shop::constant>);
  static_assert(takes_a_char<&shop::silent> && !is_const<&shop::silent>);
  static_assert(takes_a_char<&shop::both> && is_const<&shop::both>);
  static_assert(takes_a_char<&shop::on_lvalue> && !is_const<&shop::on_lvalue>);
  static_assert(takes_a_char<&shop::on_constant_lvalue> && is_const<&shop::on_constant_lvalue>);
  static_assert(std::same_as<owner<&shop::both>, shop>);
  SUCCEED();
}

TEST_CASE("an object has the signature of its one call operator", "[server]") {
  auto lambda = [](char) { return 1; };
  auto changing = [n = 0](char) mutable { return ++n; };
  static_assert(std::same_as<signature<decltype(lambda)>::parameters, types<char>>);
  static_assert(signature<decltype(lambda)>::is_const);
  static_assert(!signature<decltype(changing)>::is_const);
  static_assert(std::same_as<signature<shop>::parameters, types<char>>);
  SUCCEED();
}

TEST_CASE("what can be called in several ways has no signature", "[server]") {
  auto generic = [](auto) {};
  static_assert(!has_signature<decltype(generic)>);
  static_assert(!has_signature<overloaded>);
  static_assert(!has_signature<int>);
  static_assert(function_address<decltype(&free_function)>);
  static_assert(function_address<decltype(&shop::plain)>);
  static_assert(!function_address<shop>);
  SUCCEED();
}
