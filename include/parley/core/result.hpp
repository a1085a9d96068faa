// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace parley {

// Why something was refused, for the log. `reason` is a stable snake_case word that counters and tests may rely on;
// `detail` is free text, may quote what the peer sent, and never goes out on the wire.
struct failure {
  std::string reason;
  std::string detail{};
};

// Wraps an error so that `return refused{…};` cannot be mistaken for a value.
template <class E>
struct refused {
  E error;
};
template <class E>
refused(E) -> refused<E>;

// A value of T, or the E that says why there is none. Failures are values inside parley; exceptions start at the rim.
// Reading the side that is not there throws std::bad_variant_access.
template <class T, class E = failure>
class [[nodiscard]] result {
 public:
  using value_type = T;
  using error_type = E;

  result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  template <class F>
  requires std::is_constructible_v<E, F> result(refused<F> no) : state_(std::in_place_index<1>, std::move(no.error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& value() & { return std::get<0>(state_); }
  T const& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  T const& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  T const* operator->() const { return &value(); }

  E& error() & { return std::get<1>(state_); }
  E const& error() const& { return std::get<1>(state_); }
  E&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, E> state_;
};

// The same where success carries nothing.
template <class E>
class [[nodiscard]] result<void, E> {
 public:
  using value_type = void;
  using error_type = E;

  result() = default;
  template <class F>
  requires std::is_constructible_v<E, F> result(refused<F> no) : error_(std::move(no.error)) {}

  bool has_value() const noexcept { return !error_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }
  E& error() & { return error_.value(); }
  E const& error() const& { return error_.value(); }
  E&& error() && { return std::move(error_).value(); }

 private:
  std::optional<E> error_{};
};

}  // namespace parley
