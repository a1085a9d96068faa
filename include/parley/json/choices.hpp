// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// An enumeration as a choice among names (client/elicitation, single and multiple choice; JSON Schema `enum`).

#include <parley/json/describe.hpp>
#include <parley/json/reflect.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace parley {

// An enumeration. The three lists run in parallel; `titles` is empty when nobody wrote any.
struct choice_table {
  std::span<std::int64_t const> values;
  std::span<std::string_view const> names;
  std::span<std::string_view const> titles;
};

namespace detail {

template <class Enum>
concept titled_enum = std::is_enum_v<Enum> && requires {
  parley_titles(Enum{}).entries;
};

template <std::size_t Size>
constexpr bool are_distinct(std::array<std::string_view, Size> const& names) {
  for (std::size_t i = 0; i < Size; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (names[i] == names[k]) return false;
    }
  }
  return true;
}

template <titled_enum Enum, std::size_t... Index>
constexpr auto titled_names(std::index_sequence<Index...>) {
  constexpr auto list = parley_titles(Enum{});
  auto names = last_identifiers<sizeof...(Index)>(printed_values<list.entries[Index].value...>());
  ((names[Index] = list.entries[Index].name.empty() ? names[Index] : list.entries[Index].name), ...);
  return names;
}

// The three parallel lists of a choice_table.
template <class Enum>
struct choices_of {
  static constexpr std::size_t size = [] {
    if constexpr (titled_enum<Enum>)
      return parley_titles(Enum{}).entries.size();
    else
      return enumerators<Enum>.size();
  }();
  static_assert(size != 0,
                "parley: this enumeration has no enumerator with a value from 0 to 63; list its choices with "
                "parley_titles");

  static constexpr auto names = [] {
    if constexpr (titled_enum<Enum>) {
      return titled_names<Enum>(std::make_index_sequence<size>{});
    } else {
      std::array<std::string_view, size> out{};
      for (std::size_t i = 0; i < size; ++i) out[i] = enumerators<Enum>[i].name;
      return out;
    }
  }();
  static constexpr auto titles = [] {
    if constexpr (titled_enum<Enum>) {
      std::array<std::string_view, size> out{};
      for (std::size_t i = 0; i < size; ++i) out[i] = parley_titles(Enum{}).entries[i].title;
      return out;
    } else {
      return std::array<std::string_view, 0>{};
    }
  }();
  static constexpr auto values = [] {
    std::array<std::int64_t, size> out{};
    for (std::size_t i = 0; i < size; ++i) {
      if constexpr (titled_enum<Enum>)
        out[i] = static_cast<std::int64_t>(parley_titles(Enum{}).entries[i].value);
      else
        out[i] = static_cast<std::int64_t>(enumerators<Enum>[i].value);
    }
    return out;
  }();

  static_assert(are_distinct(names), "parley: two choices of this enumeration have the same name on the wire");

  static constexpr choice_table table{values, names, titles};
};

}  // namespace detail
}  // namespace parley
