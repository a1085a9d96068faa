// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley {

// What a route of the program's own answers. Content-Length, Date and Connection are added. Left out are fields of
// these names and Transfer-Encoding, since two answers to where a body ends are what smuggling lives on, and fields
// whose name or value holds a control character, so that text from elsewhere cannot add fields or end the head.
struct http_response {
  unsigned status = 200;  // 200 … 599; another one goes out as 500
  std::string content_type = "text/plain; charset=utf-8";
  std::string body{};
  std::vector<std::pair<std::string, std::string>> fields{};
};

namespace detail {

// What stands in the head of every response of one exchange.
struct http_frame {
  bool http_1_0 = false;
  bool keep_alive = true;
  std::chrono::system_clock::time_point date{};
  std::string fields{};  // further lines, each with its CR LF
};

// "name: value" CR LF appended, or nothing when that would not be one line.
PARLEY_DECL void append_field(std::string& to, std::string_view name, std::string_view value);

// Status line and fields, with the empty line at the end. Without a length nothing is said about where the body ends;
// then `fields` must, or the connection closes behind it. The version is always 1.1, as RFC 9110 §6.2 has it.
PARLEY_DECL std::string http_head(http_frame const& frame, unsigned status, std::optional<std::size_t> content_length,
                                  std::string_view content_type);

// Head and body as they are written. A HEAD request gets the length, but no body.
struct http_bytes {
  std::string head{};
  std::string body{};
};
PARLEY_DECL http_bytes http_whole(http_frame const& frame, http_response response, bool head_request);

}  // namespace detail
}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>

#include <boost/beast/http/status.hpp>

#include <cstdio>
#include <iterator>

namespace parley::detail {

// "Tue, 28 Jul 2026 09:30:00 GMT" (RFC 9110 §5.6.7).
PARLEY_DECL std::string http_date(std::chrono::system_clock::time_point when) {
  using namespace std::chrono;
  constexpr char const* days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr char const* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  auto const midnight = floor<std::chrono::days>(when);
  year_month_day const date{midnight};
  hh_mm_ss const time{floor<seconds>(when - midnight)};
  char text[64];
  std::snprintf(text, sizeof text, "%s, %02u %s %04d %02d:%02d:%02d GMT", days[weekday{midnight}.c_encoding()],
                static_cast<unsigned>(date.day()), months[static_cast<unsigned>(date.month()) - 1],
                static_cast<int>(date.year()), static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()));
  return text;
}

PARLEY_DECL void append_field(std::string& to, std::string_view name, std::string_view value) {
  auto const breaks = [](std::string_view text) {
    for (auto const c : text) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return true;
    }
    return false;
  };
  if (name.empty() || name.find_first_of(": ") != std::string_view::npos || breaks(name) || breaks(value)) return;
  to.append(name).append(": ").append(value).append("\r\n");
}

PARLEY_DECL std::string http_head(http_frame const& frame, unsigned status, std::optional<std::size_t> content_length,
                                  std::string_view content_type) {
  auto const reason = boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(status));
  std::string head = "HTTP/1.1 " + std::to_string(status) + " ";
  head.append(reason.data(), reason.size()).append("\r\nDate: ").append(http_date(frame.date)).append("\r\n");
  if (!content_type.empty()) append_field(head, "Content-Type", content_type);
  if (content_length) append_field(head, "Content-Length", std::to_string(*content_length));
  if (!frame.keep_alive) {
    head += "Connection: close\r\n";
  } else if (frame.http_1_0) {
    head += "Connection: keep-alive\r\n";
  }
  return head.append(frame.fields).append("\r\n");
}

// What only whoever writes the message may say.
PARLEY_DECL bool is_framing_field(std::string_view name) {
  for (std::string_view own : {"Content-Length", "Transfer-Encoding", "Connection", "Date"}) {
    if (equals_ignoring_case(name, own)) return true;
  }
  return false;
}

PARLEY_DECL http_bytes http_whole(http_frame const& frame, http_response response, bool head_request) {
  if (response.status < 200 || response.status > 599) response.status = 500;
  http_frame with = frame;
  for (auto const& [name, value] : response.fields) {
    if (!is_framing_field(name)) append_field(with.fields, name, value);
  }
  // RFC 9110 §8.6: no Content-Length with 204.
  std::optional<std::size_t> length;
  if (response.status != 204) length = response.body.size();
  http_bytes whole;
  whole.head = http_head(with, response.status, length,
                         response.body.empty() ? std::string_view{} : std::string_view(response.content_type));
  if (!head_request && response.status != 204) whole.body = std::move(response.body);
  return whole;
}

}  // namespace parley::detail

#endif
