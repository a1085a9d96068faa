// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parley {

// Server-sent events as MCP uses them (basic/transports/streamable-http, "Sending messages to the server"): the
// notifications of one request, then its response. In 2026-07-28 they have no `id:` and no `retry:`, because a broken
// stream cannot be resumed; in sessions of the older revisions it can.

// The response headers of a stream. The last two keep proxies from holding events back.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 3> sse_headers{{
    {"Content-Type", "text/event-stream"},
    {"Cache-Control", "no-cache, no-transform"},
    {"X-Accel-Buffering", "no"},
}};

// One message as one event: LF only, and the whole message in one `data:` line, because many clients read no more
// than one. Line breaks between the tokens of the message become spaces. Precondition: `message` is JSON.
PARLEY_DECL std::string sse_event(std::string_view message);

// A comment, which clients skip. Sent now and then on a silent stream, it keeps what lies between from closing it.
constexpr std::string_view sse_comment() { return ": ping\n\n"; }

// Where an event stands: the stream, and its place there, from 1 on. No two events of a session have the same, and what
// follows it on its stream can be found (LEG-34). Place 0 is before the first event.
struct event_id {
  std::uint64_t stream = 0;
  std::uint64_t number = 0;

  friend bool operator==(event_id, event_id) = default;
};

// "3_17".
PARLEY_DECL std::string to_string(event_id id);
// Takes what to_string writes and nothing else.
PARLEY_DECL std::optional<event_id> parse_event_id(std::string_view text);

// The same as sse_event(message), with the id under which a client can ask for what comes behind it.
PARLEY_DECL std::string sse_event(std::string_view message, event_id id);

// The event with which a stream begins in 2025-11-25: it has no message, only the place from where the stream can be
// resumed, and how long a client is to wait before it does; 0: it may choose. Clients of the revisions before take the
// empty `data` for a broken message (LEG-35). Precondition: `retry` is not negative.
PARLEY_DECL std::string sse_priming_event(event_id id, std::chrono::milliseconds retry);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/wire/lines.hpp>

#include <charconv>

namespace parley {

PARLEY_DECL std::string sse_event(std::string_view message) {
  constexpr std::string_view head = "event: message\ndata: ";
  std::string event;
  event.reserve(head.size() + message.size() + 2);
  event += head;
  append_line(event, message);
  event += '\n';
  return event;
}

PARLEY_DECL std::string sse_event(std::string_view message, event_id id) {
  std::string event = "event: message\nid: " + to_string(id) + "\ndata: ";
  event.reserve(event.size() + message.size() + 2);
  append_line(event, message);
  event += '\n';
  return event;
}

PARLEY_DECL std::string sse_priming_event(event_id id, std::chrono::milliseconds retry) {
  std::string event = "id: " + to_string(id) + '\n';
  if (retry.count() > 0) event += "retry: " + std::to_string(retry.count()) + '\n';
  return event += "data: \n\n";
}

PARLEY_DECL std::string to_string(event_id id) { return std::to_string(id.stream) + '_' + std::to_string(id.number); }

PARLEY_DECL std::optional<event_id> parse_event_id(std::string_view text) {
  event_id id;
  auto const* const end = text.data() + text.size();
  auto const stream = std::from_chars(text.data(), end, id.stream);
  if (stream.ec != std::errc{} || stream.ptr == end || *stream.ptr != '_') return std::nullopt;
  auto const number = std::from_chars(stream.ptr + 1, end, id.number);
  if (number.ec != std::errc{} || number.ptr != end) return std::nullopt;
  // One place has one spelling: no zeros in front.
  if (to_string(id) != text) return std::nullopt;
  return id;
}

}  // namespace parley

#endif
