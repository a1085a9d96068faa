// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace parley {

// Server-sent events as MCP uses them (basic/transports/streamable-http, "Sending messages to the server"): the
// notifications of one request, then its response. No `id:` and no `retry:`, because a broken stream cannot be
// resumed.

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

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/wire/lines.hpp>

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

}  // namespace parley

#endif
