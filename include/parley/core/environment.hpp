// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace parley {

// The eight levels of RFC 5424, in rising order. The same words are MCP's logging levels.
enum class severity : std::uint8_t { debug, info, notice, warning, error, critical, alert, emergency };

// The lower-case word of a level: "debug" … "emergency".
PARLEY_DECL std::string_view to_string(severity level);

// One line for the operator. `event` is a stable snake_case word ("state_rejected"); `detail` is free text, already
// without control characters, and may quote what a peer sent. Both views die with the call.
struct log_event {
  severity level = severity::info;
  std::string_view event;
  std::string_view detail;
};

// Everything the engine takes from the world around it. The engine reads no clock, draws no randomness and writes no
// log except through one of these, so that tests decide all three. Each function must be callable from several
// threads at once and must not throw.
struct environment {
  // Wall time. It is sealed into states and compared on other machines, so a steady clock would not do.
  std::function<std::chrono::system_clock::time_point()> wall_clock;
  // Monotonic time, for spans within this process.
  std::function<std::chrono::steady_clock::time_point()> steady_clock;
  // Fills the span with bytes that nobody can predict.
  std::function<void(std::span<std::byte>)> random;
  // Takes one line for the operator.
  std::function<void(log_event const&)> log;
};

// The real clocks, the operating system's random source, and a log of `time level event detail` lines on standard
// error from `least` on. Standard output is never touched: on stdio it belongs to the protocol.
PARLEY_DECL environment system_environment(severity least = severity::notice);

// Writes one line through `world.log`, with what log_event asks for: control characters in `detail` become '?', and it
// is cut after 1024 bytes. Does not throw, whatever the log does: work goes on without its line.
PARLEY_DECL void write_log(environment const& world, severity level, std::string_view event,
                           std::string_view detail) noexcept;

namespace detail {
// "2026-07-28T09:30:00Z", in UTC.
PARLEY_DECL std::string log_time(std::chrono::system_clock::time_point when);
}  // namespace detail

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace parley {

PARLEY_DECL std::string_view to_string(severity level) {
  constexpr std::string_view words[] = {"debug", "info",     "notice", "warning",
                                        "error", "critical", "alert",  "emergency"};
  return words[static_cast<std::size_t>(level)];
}

namespace detail {

PARLEY_DECL std::string log_time(std::chrono::system_clock::time_point when) {
  using namespace std::chrono;
  auto const day = floor<days>(when);
  year_month_day const calendar{day};
  hh_mm_ss const time{floor<seconds>(when - day)};
  char text[40];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(calendar.year()),
                static_cast<unsigned>(calendar.month()), static_cast<unsigned>(calendar.day()),
                static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                static_cast<int>(time.seconds().count()));
  return text;
}

PARLEY_DECL void log_to_standard_error(log_event const& event) {
  std::string line = log_time(std::chrono::system_clock::now());
  for (std::string_view part : {to_string(event.level), event.event, event.detail}) {
    if (part.empty()) continue;
    line += ' ';
    line += part;
  }
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);  // one call, so that lines of several threads do not mix
}

// std::random_device costs three times as much: it draws four bytes a call.
PARLEY_DECL void system_random(std::span<std::byte> out) {
  constexpr std::size_t most = 256;  // what one call gives
  while (!out.empty()) {
    auto const part = out.first(std::min(out.size(), most));
    if (getentropy(part.data(), part.size()) != 0) std::abort();  // without randomness there is no safe way to go on
    out = out.subspan(part.size());
  }
}

}  // namespace detail

PARLEY_DECL void write_log(environment const& world, severity level, std::string_view event,
                           std::string_view detail) noexcept {
  try {
    constexpr std::size_t longest = 1024;
    std::string text(detail.substr(0, longest));
    char before = '\0';
    for (char& c : text) {
      // Terminals obey U+0080 … U+009F as well: C2 and a byte up to 9F.
      bool const second = before == '\xc2' && (static_cast<unsigned char>(c) & 0xe0) == 0x80;
      before = c;
      if (static_cast<unsigned char>(c) < ' ' || c == '\x7f' || second) c = '?';
    }
    world.log({level, event, text});
  } catch (...) {  // out of memory, or a log that breaks its promise
  }
}

PARLEY_DECL environment system_environment(severity least) {
  return {.wall_clock = [] { return std::chrono::system_clock::now(); },
          .steady_clock = [] { return std::chrono::steady_clock::now(); },
          .random = &detail::system_random,
          .log =
              [least](log_event const& event) {
                if (event.level >= least) detail::log_to_standard_error(event);
              }};
}

}  // namespace parley

#endif
