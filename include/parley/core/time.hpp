// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace parley {

// Dates and times as RFC 3339 spells them, which is what JSON Schema means by "date" and "date-time". The only
// failure reasons are "date" and "date_time". Pure; any thread; no locale and no time-zone database involved.

// "2026-07-28": four, two and two digits, and a day that exists in the Gregorian calendar.
PARLEY_DECL result<std::chrono::year_month_day> parse_date(std::string_view text);

// "2026-07-28T09:30:00Z", "2026-07-28t11:30:00.25+02:00". The offset is required and must be under 24 hours; digits
// of the second after the third are cut off. A leap second is accepted where one can be, at 23:59:60 UTC, and is the
// first moment of the next day.
PARLEY_DECL result<std::chrono::sys_time<std::chrono::milliseconds>> parse_date_time(std::string_view text);

// Precondition of both: a valid date of the years 0 … 9999. Other years come out in a form that does not parse.
PARLEY_DECL std::string format_date(std::chrono::year_month_day day);
// In UTC with "Z"; three digits of a fraction when there is one, none otherwise.
PARLEY_DECL std::string format_date_time(std::chrono::sys_time<std::chrono::milliseconds> time);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>

#include <cstddef>
#include <cstdio>

namespace parley {
namespace detail {

// Takes digits and separators from the front of a text; after the first thing that is missing, `ok` stays false.
struct time_scanner {
  std::string_view rest;
  bool ok = true;

  int number(std::size_t digits) {
    if (rest.size() < digits) ok = false;
    int value = 0;
    for (std::size_t i = 0; ok && i < digits; ++i) {
      ok = is_ascii_digit(rest[i]);
      value = value * 10 + (rest[i] - '0');
    }
    if (ok) rest.remove_prefix(digits);
    return value;
  }
  bool next_is(char c) const { return ok && !rest.empty() && ascii_lower(rest.front()) == c; }
  void skip(char c) {
    ok = next_is(c);
    if (ok) rest.remove_prefix(1);
  }
  std::chrono::year_month_day date() {
    int const year = number(4);
    skip('-');
    int const month = number(2);
    skip('-');
    int const day = number(2);
    std::chrono::year_month_day const found{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                            std::chrono::day{static_cast<unsigned>(day)}};
    ok = ok && found.ok();
    return found;
  }
  // ".123…", at least one digit; the rest after the third is skipped.
  std::chrono::milliseconds fraction() {
    if (!next_is('.')) return {};
    skip('.');
    ok = !rest.empty() && is_ascii_digit(rest.front());
    int value = 0;
    for (int unit = 100; ok && !rest.empty() && is_ascii_digit(rest.front()); unit /= 10) {
      value += unit * (rest.front() - '0');
      rest.remove_prefix(1);
    }
    return std::chrono::milliseconds(value);
  }
  std::chrono::minutes offset() {
    if (next_is('z')) {
      skip('z');
      return {};
    }
    bool const west = next_is('-');
    skip(west ? '-' : '+');
    int const hours = number(2);
    skip(':');
    int const minutes = number(2);
    ok = ok && hours < 24 && minutes < 60;
    return std::chrono::minutes((west ? -1 : 1) * (hours * 60 + minutes));
  }
};

}  // namespace detail

PARLEY_DECL result<std::chrono::year_month_day> parse_date(std::string_view text) {
  detail::time_scanner scanner{text};
  auto const day = scanner.date();
  if (!scanner.ok || !scanner.rest.empty()) return refused{failure{"date", "not a date like 2026-07-28"}};
  return day;
}

PARLEY_DECL result<std::chrono::sys_time<std::chrono::milliseconds>> parse_date_time(std::string_view text) {
  using namespace std::chrono;
  auto no = [] { return refused{failure{"date_time", "not a time like 2026-07-28T09:30:00Z"}}; };
  detail::time_scanner scanner{text};
  auto const day = scanner.date();
  scanner.skip('t');
  int const hour = scanner.number(2);
  scanner.skip(':');
  int const minute = scanner.number(2);
  scanner.skip(':');
  int const second = scanner.number(2);
  auto const fraction = scanner.fraction();
  auto const offset = scanner.offset();
  if (!scanner.ok || !scanner.rest.empty() || hour > 23 || minute > 59 || second > 60) return no();

  auto const whole_minute = sys_days{day} + hours{hour} + minutes{minute} - offset;
  if (second == 60) {
    auto const next_minute = whole_minute + minutes{1};
    if (floor<days>(next_minute) != next_minute) return no();
    return sys_time<milliseconds>{next_minute};
  }
  return sys_time<milliseconds>{whole_minute + seconds{second} + fraction};
}

PARLEY_DECL std::string format_date(std::chrono::year_month_day day) {
  char text[40];
  int const length = std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(day.year()),
                                   static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
  return std::string(text, static_cast<std::size_t>(length));
}

PARLEY_DECL std::string format_date_time(std::chrono::sys_time<std::chrono::milliseconds> time) {
  using namespace std::chrono;
  auto const day = floor<days>(time);
  hh_mm_ss const clock{time - day};
  char text[40];
  int length = std::snprintf(text, sizeof text, "T%02d:%02d:%02d", static_cast<int>(clock.hours().count()),
                             static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()));
  std::string out = format_date(year_month_day{day}).append(text, static_cast<std::size_t>(length));
  if (auto const rest = clock.subseconds().count(); rest != 0) {
    length = std::snprintf(text, sizeof text, ".%03d", static_cast<int>(rest));
    out.append(text, static_cast<std::size_t>(length));
  }
  return out += 'Z';
}

}  // namespace parley

#endif
