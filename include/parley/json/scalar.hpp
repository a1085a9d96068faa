// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Integers and floating point numbers in memory whose type is known only by a type_table.

#include <parley/json/type_table.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace parley::detail {

// Copies instead of a cast, because `long` and `long long` are of one width and yet two types.
template <class T>
T load(void const* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// Calls `visit` with a value-initialised integer of the width and sign that the table names.
// Precondition: the table is of an integer or a choice.
template <class Visit>
auto with_integer_type(type_table const& type, Visit visit) {
  switch (type.width) {
    case 1: return type.is_signed ? visit(std::int8_t{}) : visit(std::uint8_t{});
    case 2: return type.is_signed ? visit(std::int16_t{}) : visit(std::uint16_t{});
    case 4: return type.is_signed ? visit(std::int32_t{}) : visit(std::uint32_t{});
    default: return type.is_signed ? visit(std::int64_t{}) : visit(std::uint64_t{});
  }
}

// Calls `visit` with the integer at `object`, in its own type.
template <class Visit>
auto with_integer(type_table const& type, void const* object, Visit visit) {
  return with_integer_type(type, [&]<class T>(T) { return visit(load<T>(object)); });
}

inline double load_number(type_table const& type, void const* object) {
  return type.width == sizeof(float) ? static_cast<double>(load<float>(object)) : load<double>(object);
}

// The bits of an enumerator, as choice_table::values has them.
inline std::int64_t load_choice(type_table const& type, void const* object) {
  return with_integer(type, object, [](auto value) { return static_cast<std::int64_t>(value); });
}

// Which of the choices is at `object`; names.size() when it is none of them.
inline std::size_t choice_index(type_table const& type, void const* object) {
  auto const& values = type.choices->values;
  std::int64_t const wanted = load_choice(type, object);
  std::size_t index = 0;
  while (index < values.size() && values[index] != wanted) ++index;
  return index;
}

// Stores an integer if the type at `object` can hold it. Otherwise leaves the object as it is and returns false.
template <std::integral Integer>
bool store_integer(type_table const& type, void* object, Integer value) {
  return with_integer_type(type, [&]<class T>(T) {
    if (!std::in_range<T>(value)) return false;
    T const stored = static_cast<T>(value);
    std::memcpy(object, &stored, sizeof stored);
    return true;
  });
}

// Less than, equal to or greater than 0 as `value` is to `bound`. Exact: a 64-bit integer may have no double beside it.
// Precondition: `bound` is not NaN.
template <std::integral Integer>
int compare(Integer value, double bound) {
  constexpr double beyond = 2.0 * static_cast<double>(std::numeric_limits<Integer>::max() / 2 + 1);
  if (bound >= beyond) return -1;
  if (bound < static_cast<double>(std::numeric_limits<Integer>::min())) return 1;
  double const whole = std::trunc(bound);
  auto const nearest = static_cast<Integer>(whole);
  if (value != nearest) return value < nearest ? -1 : 1;
  return bound > whole ? -1 : bound < whole ? 1 : 0;
}

}  // namespace parley::detail
