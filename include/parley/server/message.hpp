// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What a person reads before saying yes.
//
// A question is an attack surface: the model picks the arguments, and a file may have any name. So a message is a
// literal with places for values. The literal is checked while compiling, and every value is shown as what it is.

#include <parley/core/config.hpp>
#include <parley/json/type_table.hpp>
#include <parley/server/diagnostics.hpp>
#include <parley/server/shown_text.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace parley {

class message_text;

// A message whose text was not known while compiling: a translation, a template out of a file. None of the promises of
// `message` holds for it. Whoever lets a value into it answers for what a person is made to believe.
PARLEY_DECL message_text unchecked_message(std::string text);

namespace detail {
// Puts the values into the places of a checked format.
PARLEY_DECL message_text compose_message(std::string_view format, std::span<shown_text const> values);
}  // namespace detail

// A message that may be put to a person. Only `message` and `unchecked_message` make one.
class message_text {
 public:
  std::string const& text() const& { return text_; }
  std::string text() && { return std::move(text_); }
  // Whether a value was too long to be shown whole.
  bool was_cut() const { return was_cut_; }

 private:
  message_text(std::string text, bool was_cut) : text_(std::move(text)), was_cut_(was_cut) {}
  friend message_text unchecked_message(std::string text);
  friend message_text detail::compose_message(std::string_view format, std::span<shown_text const> values);

  std::string text_;
  bool was_cut_;
};

// How long the literal part of a message may be, in bytes. Nobody reads more before clicking.
inline constexpr std::size_t message_limit = 1000;

namespace diagnostics {

// Declared, never defined, and not constexpr: a call while compiling stops the compiler, which then shows the call.
void a_message_says_something(char const* sentence);
void a_message_is_short(char const* sentence);
void a_message_holds_no_link(char const* sentence);
void a_message_has_paired_braces(char const* sentence);
void a_message_has_as_many_places_as_values(char const* sentence);

template <class Text>
struct message_is_a_literal {
  static constexpr bool check() {
    static_assert(
        holds<Text>,
        "parley: a message is a string literal with a {} for each value, message(\"Delete {}?\", name), so that "
        "it can be checked; a text made at run time is taken by unchecked_message(text)");
    return true;
  }
};

template <class Value>
struct value_can_be_shown {
  static constexpr bool check() {
    static_assert(holds<Value>,
                  "parley: a message shows text, numbers, booleans, enumerations, dates, optionals of these, and the "
                  "parameters that hold them; turn this value into text first");
    return true;
  }
};

}  // namespace diagnostics

namespace detail {

// The place of a value is "{}"; a brace of the text itself is doubled, as in std::format.
constexpr void check_message(std::string_view text, std::size_t values) {
  if (text.empty()) diagnostics::a_message_says_something("parley: this message is empty");
  if (text.size() > message_limit) diagnostics::a_message_is_short("parley: this message is longer than 1000 bytes");
  if (contains_link(text)) {
    diagnostics::a_message_holds_no_link("parley: a message holds no link; send the person to a page with ElicitUrl");
  }
  std::size_t places = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '{' && text[at] != '}') continue;
    if (text.substr(at).starts_with("{}")) {
      ++places;
    } else if (at + 1 == text.size() || text[at + 1] != text[at]) {
      diagnostics::a_message_has_paired_braces("parley: a brace in this message is neither {} nor doubled");
    }
    ++at;
  }
  if (places != values) {
    diagnostics::a_message_has_as_many_places_as_values("parley: this message has not one {} for each value");
  }
}

template <class T>
concept text_of_run_time = std::convertible_to<T const&, std::string_view> && !std::is_array_v<T>;

}  // namespace detail

// A string literal that was checked while compiling: it says something in at most `message_limit` bytes, holds no
// link, and has one {} for each of `Values` values.
template <std::size_t Values>
class message_format {
 public:
  template <std::size_t Size>
  consteval message_format(char const (&literal)[Size]) : text_(literal, Size - 1) {
    detail::check_message(text_, Values);
  }
  // A text made at run time does not compile, in words.
  template <detail::text_of_run_time Text>
  constexpr message_format(Text const&) {
    static_assert(diagnostics::checked<false, diagnostics::message_is_a_literal<Text>>);
  }
  constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_{};
};

// A parameter of a handler that stands for one value: Arg, Resolve.
template <class T>
concept value_parameter = requires(T const& parameter) {
  typename T::parameter_value;
  { *parameter } -> std::same_as<typename T::parameter_value const&>;
};

namespace detail {

PARLEY_DECL shown_text show_boolean(bool value);
PARLEY_DECL shown_text show_integer(long long value);
PARLEY_DECL shown_text show_unsigned(unsigned long long value);
PARLEY_DECL shown_text show_number(double value);
PARLEY_DECL shown_text show_date(date value);
PARLEY_DECL shown_text show_date_time(date_time value);
PARLEY_DECL shown_text show_choice(choice_table const& choices, long long value);
PARLEY_DECL shown_text show_absent();

template <class T>
shown_text show(T const& value) {
  if constexpr (value_parameter<T>)
    return detail::show(*value);
  else if constexpr (optional_of<T>::value)
    return value ? detail::show(*value) : show_absent();
  else if constexpr (std::same_as<T, bool>)
    return show_boolean(value);
  else if constexpr (std::same_as<T, char>)
    return show_text({&value, 1});
  else if constexpr (counting<T> && std::signed_integral<T>)
    return show_integer(value);
  else if constexpr (counting<T>)
    return show_unsigned(value);
  else if constexpr (std::floating_point<T>)
    return show_number(static_cast<double>(value));
  else if constexpr (std::convertible_to<T const&, std::string_view>)
    return show_text(value);
  else if constexpr (std::same_as<T, date>)
    return show_date(value);
  else if constexpr (std::same_as<T, date_time>)
    return show_date_time(value);
  else if constexpr (std::is_enum_v<T> && described<T>)
    return show_choice(*table_of<T>.choices, static_cast<long long>(value));
  else {
    static_assert(diagnostics::checked<false, diagnostics::value_can_be_shown<T>>);
    return {};
  }
}

}  // namespace detail

// The message for a question, with each {} replaced by a value:
//
//     message("Delete {} files in {}?", count, path)      Delete 3 files in "/srv/data"?
//
// Numbers, booleans and dates stand as they are, an enumerator as its title or name, an empty optional as (none). Text
// is quoted on one line, with whatever could deceive made visible, and cut in the middle past 120 code points: see
// show_text. What does not compile is said at message_format.
template <class... Values>
message_text message(message_format<sizeof...(Values)> format, Values const&... values) {
  if constexpr (sizeof...(Values) == 0) {
    return detail::compose_message(format.text(), {});
  } else {
    shown_text const shown[] = {detail::show(values)...};
    return detail::compose_message(format.text(), shown);
  }
}

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/time.hpp>

#include <charconv>
#include <cmath>

namespace parley {
namespace detail {

template <class Number>
shown_text show_digits(Number value) {
  char digits[32];
  return {{digits, std::to_chars(digits, digits + sizeof digits, value).ptr}, false};
}

PARLEY_DECL shown_text show_boolean(bool value) { return {value ? "true" : "false", false}; }
PARLEY_DECL shown_text show_integer(long long value) { return show_digits(value); }
PARLEY_DECL shown_text show_unsigned(unsigned long long value) { return show_digits(value); }

// An amount is read as 100000 and not as 1e+05, which is what the shortest form would be.
PARLEY_DECL shown_text show_number(double value) {
  double const size = std::abs(value);
  if (size != 0 && !(size >= 1e-6 && size < 1e15)) return show_digits(value);
  char digits[40];
  return {{digits, std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed).ptr}, false};
}

PARLEY_DECL shown_text show_date(date value) { return {format_date(value), false}; }
PARLEY_DECL shown_text show_date_time(date_time value) { return {format_date_time(value), false}; }

PARLEY_DECL shown_text show_choice(choice_table const& choices, long long value) {
  for (std::size_t i = 0; i < choices.values.size(); ++i) {
    if (choices.values[i] == value) {
      return {std::string(choices.titles.empty() ? choices.names[i] : choices.titles[i]), false};
    }
  }
  return show_integer(value);
}

PARLEY_DECL shown_text show_absent() { return {"(none)", false}; }

PARLEY_DECL message_text compose_message(std::string_view format, std::span<shown_text const> values) {
  std::string text;
  bool cut = false;
  std::size_t next = 0;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] == '{' && format[at + 1] == '}') {
      text += values[next].text;
      cut = cut || values[next].cut;
      ++next;
      ++at;
      continue;
    }
    text += format[at];
    if (format[at] == '{' || format[at] == '}') ++at;
  }
  return {std::move(text), cut};
}

}  // namespace detail

PARLEY_DECL message_text unchecked_message(std::string text) { return {std::move(text), false}; }

}  // namespace parley

#endif
