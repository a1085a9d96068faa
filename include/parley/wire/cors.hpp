// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/wire/http_request.hpp>

#include <string>
#include <utility>
#include <vector>

namespace parley {

// What lets web pages of allowed origins read our answers (Fetch standard, "CORS protocol"; HDR-29). Whether an origin
// is allowed has been decided before, by check_host_and_origin; nothing here lets anybody in. Cookies are not part of
// it: credentials travel in Authorization.

// Whether a request is the question that a browser asks before it sends the real one.
PARLEY_DECL bool is_preflight(http_request_view const& request);

// Header fields for the answer to a preflight, whose status is 204. Of the headers that the page wants to send, those
// are granted that MCP has: the standard ones and every `Mcp-Param-*`. Of the methods POST is, and with `sessions` (see
// http_policy) GET and DELETE.
// Precondition: the origin has passed check_host_and_origin.
PARLEY_DECL std::vector<std::pair<std::string, std::string>> preflight_fields(http_request_view const& request,
                                                                              bool sessions = false);

// Header fields for the answer to any other request, refusals included; none when it came from no page.
// Precondition: the origin has passed check_host_and_origin.
PARLEY_DECL std::vector<std::pair<std::string, std::string>> cors_fields(http_request_view const& request);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace parley {
namespace detail {

// `name` must be a token: it is sent back.
PARLEY_DECL bool is_mcp_request_header(std::string_view name) {
  constexpr std::array<std::string_view, 8> names{"mcp-protocol-version", "mcp-method",   "mcp-name",
                                                  "authorization",        "content-type", "accept",
                                                  "mcp-session-id",       "last-event-id"};
  auto const lower = ascii_lower(name);
  if (std::find(names.begin(), names.end(), lower) != names.end()) return true;
  return lower.starts_with("mcp-param-") && is_http_token(lower);
}

}  // namespace detail

PARLEY_DECL bool is_preflight(http_request_view const& request) {
  return request.method == "OPTIONS" && find_header(request, "Origin") &&
         find_header(request, "Access-Control-Request-Method");
}

PARLEY_DECL std::vector<std::pair<std::string, std::string>> preflight_fields(http_request_view const& request,
                                                                              bool sessions) {
  std::string granted;
  auto wanted = find_header(request, "Access-Control-Request-Headers").value_or("");
  while (!wanted.empty()) {
    std::size_t const comma = wanted.find(',');
    auto const name = trim(wanted.substr(0, comma));
    wanted.remove_prefix(comma == std::string_view::npos ? wanted.size() : comma + 1);
    if (!detail::is_mcp_request_header(name)) continue;
    if (!granted.empty()) granted += ", ";
    granted += name;
  }
  auto fields = cors_fields(request);
  fields.emplace_back("Access-Control-Allow-Methods", sessions ? "POST, GET, DELETE" : "POST");
  if (!granted.empty()) fields.emplace_back("Access-Control-Allow-Headers", std::move(granted));
  fields.emplace_back("Access-Control-Max-Age", "600");
  return fields;
}

PARLEY_DECL std::vector<std::pair<std::string, std::string>> cors_fields(http_request_view const& request) {
  auto const origin = find_header(request, "Origin");
  if (!origin) return {};
  return {{"Access-Control-Allow-Origin", std::string(*origin)},
          {"Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate"},
          {"Vary", "Origin"}};
}

}  // namespace parley

#endif
