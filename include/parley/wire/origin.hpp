// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace parley {

// Who may reach an HTTP server through a browser. A web page can make the browser send requests to any server that
// the browser can reach, and can give its own name the address of that server (DNS rebinding); the two headers that a
// page cannot forge, Origin and Host, tell such requests apart (basic/transports/streamable-http, "Security warning").
struct access_policy {
  // Take the names of this machine: Host `localhost`, `127.0.0.1`, `[::1]` and the rest of is_loopback_host, and http
  // or https origins of these, with any port or none.
  bool loopback = true;
  // Further values of Host: "mcp.example.com" takes any port, "mcp.example.com:8443" that one only. "*" takes every
  // Host, for servers behind a proxy that checks it. Names compare without regard to case.
  std::vector<std::string> hosts{};
  // Further values of Origin: "https://app.example.com", "https://app.example.com:8443". Scheme, host and port must
  // all be equal; a port that is the scheme's own may be left out. There is no wildcard.
  std::vector<std::string> origins{};
};

// Whether a request with this Host value is meant for this server. False for what is not a host at all.
PARLEY_DECL bool host_allowed(std::string_view host, access_policy const& policy);

// Whether a page of this origin may talk to this server. `null`, which many different pages send, and what is not an
// origin are refused. A request without an Origin header comes from no page and is not a matter for this function.
PARLEY_DECL bool origin_allowed(std::string_view origin, access_policy const& policy);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/core/uri.hpp>

#include <optional>

namespace parley {
namespace detail {

PARLEY_DECL std::string_view default_port(std::string_view scheme) {
  if (equals_ignoring_case(scheme, "https")) return "443";
  if (equals_ignoring_case(scheme, "http")) return "80";
  return "";
}

// "scheme://host[:port]" and nothing more (RFC 6454 §6.2), with the scheme's own port filled in.
PARLEY_DECL std::optional<uri_view> parse_origin(std::string_view text) {
  auto const uri = parse_uri(text);
  if (!uri || uri->host.empty() || uri->has_userinfo || uri->has_query || uri->has_fragment || !uri->path.empty()) {
    return std::nullopt;
  }
  uri_view origin = *uri;
  if (origin.port.empty()) origin.port = default_port(origin.scheme);
  return origin;
}

}  // namespace detail

PARLEY_DECL bool host_allowed(std::string_view host, access_policy const& policy) {
  std::string_view name, port;
  if (!detail::split_host_port(host, name, port) || name.empty()) return false;
  if (policy.loopback && is_loopback_host(name)) return true;
  for (std::string_view allowed : policy.hosts) {
    if (allowed == "*") return true;
    std::string_view allowed_name, allowed_port;
    if (!detail::split_host_port(allowed, allowed_name, allowed_port)) continue;
    if (equals_ignoring_case(name, allowed_name) && (allowed_port.empty() || allowed_port == port)) return true;
  }
  return false;
}

PARLEY_DECL bool origin_allowed(std::string_view origin, access_policy const& policy) {
  auto const from = detail::parse_origin(origin);
  if (!from) return false;
  bool const web = equals_ignoring_case(from->scheme, "http") || equals_ignoring_case(from->scheme, "https");
  if (policy.loopback && web && is_loopback_host(from->host)) return true;
  for (std::string_view text : policy.origins) {
    auto const allowed = detail::parse_origin(text);
    if (allowed && equals_ignoring_case(from->scheme, allowed->scheme) &&
        equals_ignoring_case(from->host, allowed->host) && from->port == allowed->port) {
      return true;
    }
  }
  return false;
}

}  // namespace parley

#endif
