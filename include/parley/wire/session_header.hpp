// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/version.hpp>
#include <parley/wire/http_request.hpp>
#include <parley/wire/http_rules.hpp>
#include <parley/wire/sse.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace parley {

// The two headers by which a request of an older revision says what it belongs to (2025-11-25/basic/transports,
// "Session Management" and "Resumability and Redelivery"). Requests of 2026-07-28 may carry them too, and then they
// mean nothing (T29): these functions are not for them. Pure; any thread.

// The name that responses carry, and requests in any case (LEG-23).
inline constexpr std::string_view session_header = "Mcp-Session-Id";
// Bytes of the longest id that is looked up.
inline constexpr std::size_t longest_session_id = 128;

// There is no such session, never was, or it is somebody else's: the client must begin a new one (LEG-25, LEG-39).
inline constexpr http_refusal unknown_session{404, "There is no such session; begin one with initialize"};

// The session that a request names; nothing when it names none. 400 when it names two; unknown_session when the id is
// not 1 to 128 visible ASCII characters, which no session has.
PARLEY_DECL result<std::optional<std::string_view>, http_refusal> read_session_id(http_request_view const& request);

// The last event that a client has seen of the stream that it wants to go on with; nothing when there is none, or an
// empty one, which a browser means by it. 400 when there are two, or it is none of our ids (LEG-36).
PARLEY_DECL result<std::optional<event_id>, http_refusal> read_last_event_id(http_request_view const& request);

// The version that a request names; nothing when it names none, and is of the version that its session agreed on, or of
// the oldest that may be meant (`unnamed_handshake`). 400 when it names two, or one that is not spoken in sessions over
// HTTP (LEG-27). It need not be the one that was agreed on (LEG-28).
PARLEY_DECL result<std::optional<revision>, http_refusal> read_session_version(http_request_view const& request);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>

#include <algorithm>

namespace parley {

PARLEY_DECL result<std::optional<std::string_view>, http_refusal> read_session_id(http_request_view const& request) {
  auto const id = find_header(request, session_header);
  if (!id) return std::optional<std::string_view>();
  if (count_header(request, session_header) > 1) {
    return refused{http_refusal{400, "A request names one session in Mcp-Session-Id"}};
  }
  bool const visible = std::all_of(id->begin(), id->end(), [](char c) { return is_ascii_visible(c); });
  if (id->empty() || id->size() > longest_session_id || !visible) return refused{unknown_session};
  return id;
}

PARLEY_DECL result<std::optional<event_id>, http_refusal> read_last_event_id(http_request_view const& request) {
  auto const text = find_header(request, "Last-Event-ID");
  if (!text || (text->empty() && count_header(request, "Last-Event-ID") == 1)) return std::optional<event_id>();
  auto const id = parse_event_id(*text);
  if (!id || count_header(request, "Last-Event-ID") > 1) {
    return refused{http_refusal{400, "Last-Event-ID must be the id of an event of this session"}};
  }
  return id;
}

PARLEY_DECL result<std::optional<revision>, http_refusal> read_session_version(http_request_view const& request) {
  auto const name = find_header(request, "MCP-Protocol-Version");
  if (!name) return std::optional<revision>();
  auto const version = find_revision(*name);
  // 2024-11-05 had another transport over HTTP (LEG-42).
  bool const is_spoken = version && has_handshake(*version) && *version != revision::v2024_11_05;
  if (!is_spoken || count_header(request, "MCP-Protocol-Version") > 1) {
    return refused{http_refusal{400, "MCP-Protocol-Version names no version that is spoken here"}};
  }
  return version;
}

}  // namespace parley

#endif
