// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Names and fields read from C++ types without macros.
//
// Two tricks carry this header. An aggregate's fields are counted by trying how many values its braces take, and are
// reached with a structured binding of that many names. A name is cut out of __PRETTY_FUNCTION__ of a function
// template that was given the function, the field's address or the enumerator as its argument. Both compilers print
// different text around the name but agree that it is the last identifier. A class or enumeration described with
// Boost.Describe is taken from its description instead; Boost is never included here.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

namespace parley::detail {

template <class... T>
struct types {
  static constexpr std::size_t size = sizeof...(T);
};

template <class... T>
types<T...> types_of(T const&...);

// ---- printed names ---------------------------------------------------------------------------------------------

template <class T>
constexpr std::string_view printed_type() {
  return __PRETTY_FUNCTION__;
}
template <auto... Values>
constexpr std::string_view printed_values() {
  return __PRETTY_FUNCTION__;
}

// The address of a subobject. clang 14 takes one as a template argument only inside a class.
template <class T>
struct address {
  T const* pointer;
  constexpr address(T const& object) : pointer(&object) {}
};
template <address... Objects>
constexpr std::string_view printed_addresses() {
  return __PRETTY_FUNCTION__;
}

constexpr bool is_identifier_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The last identifier of one printed template argument: "app::order::copies)}" -> "copies", "&confirm<int>" ->
// "confirm". Like all that walks printed text it takes characters from a plain array, because compilers pay for each
// call that they evaluate.
constexpr std::string_view last_identifier(std::string_view printed) {
  char const* const text = printed.data();
  std::size_t end = printed.size();
  int nested = 0;
  while (end != 0 && (nested != 0 || !is_identifier_character(text[end - 1]))) {
    --end;
    if (text[end] == '>') ++nested;
    if (text[end] == '<') --nested;
  }
  std::size_t begin = end;
  while (begin != 0 && is_identifier_character(text[begin - 1])) --begin;
  return {text + begin, end - begin};
}

// Hands each argument of a printed template argument list to `take`, in order.
//   g++:   "… [with auto ...Values = {one, two}; …]"      clang: "… [Values = <one, two>]"
template <class Take>
constexpr void for_each_argument(std::string_view printed, Take take) {
  printed.remove_prefix(printed.find(" = ") + 4);
  char const* begin = printed.data();
  char const* const end = begin + printed.size();
  int nested = 0;
  for (char const* at = begin; at != end; ++at) {
    char const c = *at;
    if (c >= 'a') {
      if (c == '{') ++nested;
      if (c == '}' && nested-- == 0) return take(std::string_view(begin, static_cast<std::size_t>(at - begin)));
    } else if (c == '<' || c == '(') {
      ++nested;
    } else if (c == '>' || c == ')') {
      if (nested-- == 0) return take(std::string_view(begin, static_cast<std::size_t>(at - begin)));
    } else if (c == ',' && nested == 0) {
      take(std::string_view(begin, static_cast<std::size_t>(at - begin)));
      begin = at + 2;
    }
  }
}

template <std::size_t Size>
constexpr std::array<std::string_view, Size> last_identifiers(std::string_view printed) {
  std::array<std::string_view, Size> names{};
  if constexpr (Size != 0) {
    std::size_t next = 0;
    for_each_argument(printed, [&](std::string_view argument) { names[next++] = last_identifier(argument); });
  }
  return names;
}

// The unqualified name of a function, member function, data member or enumerator given as template argument.
template <auto Value>
inline constexpr std::string_view name_of = last_identifiers<1>(printed_values<Value>())[0];

// The unqualified name of a class, without its template arguments. For messages to the program's author.
template <class T>
inline constexpr std::string_view type_name = [] {
  std::string_view printed = printed_type<T>();
  printed.remove_prefix(printed.find("T = ") + 4);
  return last_identifier(printed.substr(0, printed.find_first_of(";]")));
}();

// ---- fields of plain aggregates ----------------------------------------------------------------------------------

// Of a plain aggregate; and of a class described with Boost.Describe, which needs no binding for each number of fields.
inline constexpr std::size_t max_fields = 32;
inline constexpr std::size_t max_described_fields = 64;

// What follows is declared, used where the compiler only looks, and never defined; clang warns of that for types of one
// translation unit.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif

// Converts to whatever a field is. Never called, but clang wants a body for a T of one translation unit when a field is
// a std::optional<T>: it evaluates that constructor while it looks.
struct anything {
  template <class T>
  operator T() const noexcept {
    std::abort();
  }
};
template <std::size_t>
using anything_at = anything;

// Converts to the proper bases of a class only.
template <class Derived>
struct any_base_of {
  template <class T>
  requires(std::is_base_of_v<T, Derived> && !std::same_as<T, Derived>) operator T() const noexcept;
};

template <class T, std::size_t... Index>
constexpr bool braces_take(std::index_sequence<Index...>) {
  return requires { T{anything_at<Index>{}...}; };
}

template <class T, std::size_t Count = 0>
constexpr std::size_t count_fields() {
  if constexpr (Count > max_fields || !braces_take<T>(std::make_index_sequence<Count + 1>{}))
    return Count;
  else
    return count_fields<T, Count + 1>();
}

// A class whose fields can be read off: all public, no bases, no constructors of its own.
template <class T>
concept plain_aggregate = std::is_class_v<T> && std::is_aggregate_v<T> && !requires {
  T{any_base_of<T>{}};
};

template <class T>
struct holder {
  T value;
};

// An object of which only the members' addresses are used, so that T needs no constexpr constructor.
template <class T>
extern holder<T> const ghost;

template <class... T>
void store_addresses(void** out, T&... fields) {
  ((*out++ = std::addressof(fields)), ...);
}

template <class T, std::size_t Count>
struct bindings {
  static_assert(Count <= max_fields,
                "parley: up to 32 fields of a plain aggregate can be read off; split the type or describe it with "
                "BOOST_DESCRIBE_STRUCT");
};
template <class T>
struct bindings<T, 0> {
  static constexpr auto type_list() { return types<>{}; }
  static constexpr std::string_view printed() { return {}; }
  static void locate(void*, void**) {}
};

// One name for each field: C++20 has no other way to take an aggregate apart.
#define PARLEY_BINDINGS(count, ...)                   \
  template <class T>                                  \
  struct bindings<T, count> {                         \
    static constexpr auto type_list() {               \
      auto& [__VA_ARGS__] = ghost<T>.value;           \
      return decltype(types_of(__VA_ARGS__)){};       \
    }                                                 \
    static constexpr std::string_view printed() {     \
      auto& [__VA_ARGS__] = ghost<T>.value;           \
      return printed_addresses<__VA_ARGS__>();        \
    }                                                 \
    static void locate(void* object, void** out) {    \
      auto& [__VA_ARGS__] = *static_cast<T*>(object); \
      store_addresses(out, __VA_ARGS__);              \
    }                                                 \
  };
// clang-format off
PARLEY_BINDINGS(1, f1)
PARLEY_BINDINGS(2, f1, f2)
PARLEY_BINDINGS(3, f1, f2, f3)
PARLEY_BINDINGS(4, f1, f2, f3, f4)
PARLEY_BINDINGS(5, f1, f2, f3, f4, f5)
PARLEY_BINDINGS(6, f1, f2, f3, f4, f5, f6)
PARLEY_BINDINGS(7, f1, f2, f3, f4, f5, f6, f7)
PARLEY_BINDINGS(8, f1, f2, f3, f4, f5, f6, f7, f8)
PARLEY_BINDINGS(9, f1, f2, f3, f4, f5, f6, f7, f8, f9)
PARLEY_BINDINGS(10, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10)
PARLEY_BINDINGS(11, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11)
PARLEY_BINDINGS(12, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12)
PARLEY_BINDINGS(13, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13)
PARLEY_BINDINGS(14, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14)
PARLEY_BINDINGS(15, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15)
PARLEY_BINDINGS(16, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16)
PARLEY_BINDINGS(17, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17)
PARLEY_BINDINGS(18, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18)
PARLEY_BINDINGS(19, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19)
PARLEY_BINDINGS(20, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20)
PARLEY_BINDINGS(21, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21)
PARLEY_BINDINGS(22, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22)
PARLEY_BINDINGS(23, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23)
PARLEY_BINDINGS(24, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24)
PARLEY_BINDINGS(25, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25)
PARLEY_BINDINGS(26, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26)
PARLEY_BINDINGS(27, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27)
PARLEY_BINDINGS(28, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28)
PARLEY_BINDINGS(29, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29)
PARLEY_BINDINGS(30, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30)
PARLEY_BINDINGS(31, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31)
PARLEY_BINDINGS(32, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32)
// clang-format on
#undef PARLEY_BINDINGS

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

// ---- classes described with Boost.Describe -----------------------------------------------------------------------

template <class T>
concept boost_described = std::is_class_v<T> && requires {
  boost_public_member_descriptor_fn(static_cast<T**>(nullptr));
};
template <class T>
using boost_members = decltype(boost_public_member_descriptor_fn(static_cast<T**>(nullptr)));

template <class T, class Members>
struct described_bindings;
template <class T, template <class...> class List, class... Member>
struct described_bindings<T, List<Member...>> {
  static_assert(sizeof...(Member) <= max_described_fields, "parley: a described class may have up to 64 fields");
  static constexpr std::array<std::string_view, sizeof...(Member)> names{Member::name...};
  static constexpr auto type_list() {
    return types<std::remove_cvref_t<decltype(std::declval<T&>().*Member::pointer)>...>{};
  }
  static void locate(void* object, void** out) { store_addresses(out, static_cast<T*>(object)->*Member::pointer...); }
};

template <class T>
struct aggregate_bindings : bindings<T, count_fields<T>()> {
  static constexpr std::array names = last_identifiers<count_fields<T>()>(bindings<T, count_fields<T>()>::printed());
};

template <class T>
struct bindings_of : aggregate_bindings<T> {};
template <boost_described T>
struct bindings_of<T> : described_bindings<T, boost_members<T>> {};

// ---- what the rest of parley uses -------------------------------------------------------------------------------

// A class whose fields can be reached by name.
template <class T>
concept reflected = boost_described<T> || plain_aggregate<T>;

// The types of the fields, in declared order: types<std::string, int>.
template <reflected T>
using field_types = decltype(bindings_of<T>::type_list());

// Their names, in the same order.
template <reflected T>
inline constexpr auto const& field_names = bindings_of<T>::names;

// ---- enumerators -------------------------------------------------------------------------------------------------

template <class Enum>
concept boost_described_enum = std::is_enum_v<Enum> && requires {
  boost_enum_descriptor_fn(static_cast<Enum**>(nullptr));
};

// Only these can hold any value of their underlying type, so that values without an enumerator may be looked at.
template <class Enum>
concept fixed_enum = std::is_enum_v<Enum> && requires {
  Enum{0};
};

template <class Enum>
struct enumerator {
  Enum value;
  std::string_view name;
};

// Values from 0 up to this one are looked at.
template <class Enum>
inline constexpr int last_scanned = std::same_as<std::underlying_type_t<Enum>, bool> ? 1 : 63;

template <class Enum, int... Value>
constexpr std::string_view printed_scan(std::integer_sequence<int, Value...>) {
  return printed_values<static_cast<Enum>(Value)...>();
}

template <class Enum>
constexpr auto scan_enumerators() {
  constexpr int count = last_scanned<Enum> + 1;
  constexpr auto names = last_identifiers<count>(printed_scan<Enum>(std::make_integer_sequence<int, count>{}));
  // A value without an enumerator is printed as a number with a cast: "(app::size)7".
  constexpr auto is_name = [](std::string_view text) { return *text.data() < '0' || *text.data() > '9'; };
  constexpr std::size_t found = [&] {
    std::size_t n = 0;
    for (std::string_view name : names) n += is_name(name) ? 1u : 0u;
    return n;
  }();
  std::array<enumerator<Enum>, found> out{};
  for (std::size_t value = 0, next = 0; value < names.size(); ++value)
    if (is_name(names[value])) out[next++] = {static_cast<Enum>(value), names[value]};
  return out;
}

template <class Enum, template <class...> class List, class... Described>
constexpr auto described_enumerators(List<Described...>*) {
  return std::array<enumerator<Enum>, sizeof...(Described)>{enumerator<Enum>{Described::value, Described::name}...};
}

template <class Enum>
constexpr auto find_enumerators() {
  if constexpr (boost_described_enum<Enum>) {
    using list = decltype(boost_enum_descriptor_fn(static_cast<Enum**>(nullptr)));
    return described_enumerators<Enum>(static_cast<list*>(nullptr));
  } else {
    return scan_enumerators<Enum>();
  }
}

// The enumerators of a described enumeration as described, else those with values from 0 to 63 in rising order.
template <class Enum>
requires(boost_described_enum<Enum> || fixed_enum<Enum>) inline constexpr auto enumerators = find_enumerators<Enum>();

}  // namespace parley::detail
