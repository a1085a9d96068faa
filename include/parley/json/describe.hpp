// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What an author may say about a type beyond its C++ declaration: titles, ranges, formats.
//
// A plain aggregate needs none of this. What a person or a model should read stands inside the type, in one place:
//
//     struct booking {
//       std::string email;
//       int guests = 2;
//       static constexpr auto fields = parley::fields(
//           field<&booking::email>{.title = "E-mail", .format = format::email},
//           field<&booking::guests>{.description = "How many of you", .min = 1, .max = 8});
//     };

#include <parley/json/reflect.hpp>
#include <parley/json/value.hpp>

#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace parley {

// How a C++ type appears in JSON. `choice` is an enumeration told by its enumerators' names, `map` an object whose
// member names are data, `any` a value that parley does not look into.
enum class kind : std::uint8_t { boolean, integer, number, string, date, date_time, choice, list, map, object, any };

// The string formats that an elicitation form may name (client/elicitation), and no others. In a tool's arguments
// they inform the model; in a form's answer they are checked.
enum class format : std::uint8_t { none, email, uri, date, date_time };

// Below the enumerations above, whose enumerators of the same names would shadow them in g++'s eyes.
//
// A day of the calendar, "2026-07-28" in JSON. A value-initialised one is no day and counts as "not given".
using date = std::chrono::year_month_day;
// A moment in UTC, "2026-07-28T09:30:00Z" in JSON, to the millisecond.
using date_time = std::chrono::sys_time<std::chrono::milliseconds>;

// Everything an author can say about one field. Views refer to literals, or to text that outlives the table.
struct notes {
  std::string_view title{};
  std::string_view description{};
  std::optional<double> min{};  // of numbers, inclusive
  std::optional<double> max{};
  std::optional<std::size_t> min_length{};  // of strings, in code points, inclusive
  std::optional<std::size_t> max_length{};
  std::optional<std::size_t> min_items{};  // of lists, inclusive
  std::optional<std::size_t> max_items{};
  parley::format format = parley::format::none;
  // Suffix of the HTTP header `Mcp-Param-…` that repeats this argument (server/tools); empty: none. Every proxy on the
  // way can read it, so it has no place on secrets and personal data. Of booleans, integers and what is a string in
  // JSON, outside of lists and maps; two in one tool must differ in more than case.
  std::string_view header{};
  // The field may be left out although its value in T{} is blank; that value is then its default.
  bool optional = false;
  // "I looked: this name only sounds like a secret." Lets the field into a form; see json/secret.hpp.
  bool not_a_secret = false;
};

namespace detail {

template <class T>
struct optional_of : std::false_type {
  using value_type = T;
};
template <class T>
struct optional_of<std::optional<T>> : std::true_type {
  using value_type = T;
};

template <class>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <class T, std::size_t Size>
inline constexpr bool is_list<std::array<T, Size>> = true;

template <class>
inline constexpr bool is_map = false;
template <class T>
inline constexpr bool is_map<std::map<std::string, T>> = true;

// Integers that count, unlike the types that hold a character.
template <class T>
concept counting = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> && !std::same_as<T, wchar_t> &&
                   !std::same_as<T, char8_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

// The kind of a type, told from its outside alone: `field<&T::m>` asks while T is still incomplete. Any type that is
// nothing else counts as `object` here; whether it can be one is for `described` to say.
template <class T>
constexpr kind kind_of() {
  using value = typename optional_of<T>::value_type;
  if constexpr (std::same_as<value, bool>)
    return kind::boolean;
  else if constexpr (counting<value>)
    return kind::integer;
  else if constexpr (std::same_as<value, double> || std::same_as<value, float>)
    return kind::number;
  else if constexpr (std::same_as<value, std::string>)
    return kind::string;
  else if constexpr (std::same_as<value, date>)
    return kind::date;
  else if constexpr (std::same_as<value, date_time>)
    return kind::date_time;
  else if constexpr (std::is_enum_v<value>)
    return kind::choice;
  else if constexpr (is_list<value>)
    return kind::list;
  else if constexpr (is_map<value>)
    return kind::map;
  else if constexpr (std::same_as<value, json>)
    return kind::any;
  else
    return kind::object;
}

template <class>
struct member_pointer;
template <class Class, class Member>
struct member_pointer<Member Class::*> {
  using owner = Class;
  using type = Member;
};

template <auto Member>
inline constexpr kind field_kind = kind_of<typename member_pointer<decltype(Member)>::type>();

struct named_notes {
  std::string_view name;
  parley::notes notes;
};

// What `fields(…)` makes: the notes of some fields of one class.
template <class Owner, std::size_t Size>
struct field_list {
  using owner = Owner;
  std::array<named_notes, Size> entries;
};

}  // namespace detail

// The notes on one field. Which members there are to set follows the field's type, in the order written here, so a
// range on a string does not compile, and neither does a header on a floating point number, whose texts differ from
// writer to writer. A class has `header` because one with conversions of its own may be a string in JSON.
template <auto Member, kind Kind = detail::field_kind<Member>>
struct field {
  std::string_view title{};
  std::string_view description{};
  std::string_view header{};
  bool optional = false;
  bool not_a_secret = false;

  constexpr parley::notes notes() const {
    return {.title = title,
            .description = description,
            .header = header,
            .optional = optional,
            .not_a_secret = not_a_secret};
  }
};

template <auto Member>
struct field<Member, kind::string> {
  std::string_view title{};
  std::string_view description{};
  std::optional<std::size_t> min_length{};
  std::optional<std::size_t> max_length{};
  parley::format format = parley::format::none;
  std::string_view header{};
  bool optional = false;
  bool not_a_secret = false;

  constexpr parley::notes notes() const {
    return {.title = title,
            .description = description,
            .min_length = min_length,
            .max_length = max_length,
            .format = format,
            .header = header,
            .optional = optional,
            .not_a_secret = not_a_secret};
  }
};

template <auto Member>
struct field<Member, kind::number> {
  std::string_view title{};
  std::string_view description{};
  std::optional<double> min{};
  std::optional<double> max{};
  bool optional = false;
  bool not_a_secret = false;

  constexpr parley::notes notes() const {
    return {.title = title,
            .description = description,
            .min = min,
            .max = max,
            .optional = optional,
            .not_a_secret = not_a_secret};
  }
};

template <auto Member>
struct field<Member, kind::integer> {
  std::string_view title{};
  std::string_view description{};
  std::optional<double> min{};
  std::optional<double> max{};
  std::string_view header{};
  bool optional = false;
  bool not_a_secret = false;

  constexpr parley::notes notes() const {
    return {.title = title,
            .description = description,
            .min = min,
            .max = max,
            .header = header,
            .optional = optional,
            .not_a_secret = not_a_secret};
  }
};

template <auto Member, kind Kind>
requires(Kind == kind::map || Kind == kind::any) struct field<Member, Kind> {
  std::string_view title{};
  std::string_view description{};
  bool optional = false;
  bool not_a_secret = false;

  constexpr parley::notes notes() const {
    return {.title = title, .description = description, .optional = optional, .not_a_secret = not_a_secret};
  }
};

template <auto Member>
struct field<Member, kind::list> {
  std::string_view title{};
  std::string_view description{};
  std::optional<std::size_t> min_items{};
  std::optional<std::size_t> max_items{};
  bool optional = false;
  bool not_a_secret = false;

  constexpr parley::notes notes() const {
    return {.title = title,
            .description = description,
            .min_items = min_items,
            .max_items = max_items,
            .optional = optional,
            .not_a_secret = not_a_secret};
  }
};

// Collects the notes on the fields of one type, in any order; fields without notes are left out. The result goes into
// a static member of that type named `fields`.
template <auto First, auto... Rest, kind FirstKind, kind... RestKind>
constexpr auto fields(field<First, FirstKind> const& first, field<Rest, RestKind> const&... rest) {
  using owner = typename detail::member_pointer<decltype(First)>::owner;
  static_assert((std::same_as<owner, typename detail::member_pointer<decltype(Rest)>::owner> && ...),
                "parley: fields(...) describes the members of one type, and these belong to several");
  return detail::field_list<owner, 1 + sizeof...(Rest)>{{detail::named_notes{detail::name_of<First>, first.notes()},
                                                         detail::named_notes{detail::name_of<Rest>, rest.notes()}...}};
}

// One enumerator and the words that a person reads for it. `name` is what stands for it on the wire; empty: the
// enumerator's own name.
template <class Enum>
struct titled {
  Enum value;
  std::string_view title;
  std::string_view name{};
};

namespace detail {

template <class Enum, std::size_t Size>
struct title_list {
  std::array<titled<Enum>, Size> entries;
};

}  // namespace detail

// The choices of an enumeration as people read them, in the order in which they are offered. Found by
// argument-dependent look-up, so it stands beside the enumeration (or is a friend inside the class that holds it):
//
//     constexpr auto parley_titles(room) {
//       return titles<room>({{room::quiet, "Quiet room"}, {room::garden, "Garden"}});
//     }
//
// The list is the whole list: an enumerator that it leaves out is neither offered nor accepted. Without titles the
// enumerators with values from 0 to 63 are offered under their names.
template <class Enum, std::size_t Size>
constexpr detail::title_list<Enum, Size> titles(titled<Enum> const (&entries)[Size]) {
  detail::title_list<Enum, Size> list{};
  for (std::size_t i = 0; i < Size; ++i) list.entries[i] = entries[i];
  return list;
}

}  // namespace parley
