// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/ascii.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace parley {

// The head of an HTTP request as the rules of wire/ look at it, whichever library has read it. It owns nothing: what
// its views point into must outlive it. The rules expect a head that has passed an HTTP parser, so that no part of it
// holds CR, LF or NUL.
struct http_request_view {
  std::string_view method;  // "POST"; methods compare by case
  std::string_view target;  // as in the request line: "/mcp?x=1", or an absolute URI
  // Name and value in the order of the message; a name that came twice stands here twice.
  std::vector<std::pair<std::string_view, std::string_view>> headers;
};

// How often a header occurs. Names compare without regard to case (RFC 9110 §5.1).
inline std::size_t count_header(http_request_view const& request, std::string_view name) {
  std::size_t count = 0;
  for (auto const& header : request.headers) count += equals_ignoring_case(header.first, name) ? 1u : 0u;
  return count;
}

// The first value of a header without white space around it, or nothing. For headers that may come once only, ask
// count_header too: which of two a proxy has believed is not known.
inline std::optional<std::string_view> find_header(http_request_view const& request, std::string_view name) {
  for (auto const& header : request.headers) {
    if (equals_ignoring_case(header.first, name)) return trim(header.second);
  }
  return std::nullopt;
}

}  // namespace parley
