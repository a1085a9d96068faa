// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace parley {

// A string literal that can be a template argument: `Arg<"service">`, `server.tool<"add">(…)`.
// `size` counts the terminating zero; `view()` leaves it out.
template <std::size_t Size>
struct fixed_string {
  char chars[Size]{};

  // Implicit, so that a literal is enough.
  constexpr fixed_string(char const (&literal)[Size]) {
    for (std::size_t i = 0; i < Size; ++i) chars[i] = literal[i];
  }

  constexpr std::string_view view() const { return {chars, Size - 1}; }

  template <std::size_t OtherSize>
  constexpr bool operator==(fixed_string<OtherSize> const& other) const {
    return view() == other.view();
  }
};

namespace diagnostics {

// A name spelled one character at a time: clang 14 prints a `fixed_string` argument as a list of character codes,
// but `name<'s', 'e', 'r', …>` as letters. Used only in types that appear in error messages.
template <char... Characters>
struct name {};

template <fixed_string String, std::size_t... Index>
auto spelled(std::index_sequence<Index...>) -> name<String.chars[Index]...>;

template <fixed_string String>
using spell = decltype(spelled<String>(std::make_index_sequence<String.view().size()>{}));

// The same for a name that is a constant in static storage.
template <std::string_view const& Text, std::size_t... Index>
auto spelled_text(std::index_sequence<Index...>) -> name<Text[Index]...>;
template <std::string_view const& Text>
using spell_text = decltype(spelled_text<Text>(std::make_index_sequence<Text.size()>{}));

}  // namespace diagnostics
}  // namespace parley
