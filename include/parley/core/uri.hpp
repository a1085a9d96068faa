// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>

#include <string_view>

namespace parley {

// The parts of an absolute URI (RFC 3986 §3) as they stand in the text that was parsed, which must outlive the view.
// Nothing is decoded or changed in case.
struct uri_view {
  std::string_view scheme;    // without ':'
  std::string_view userinfo;  // without '@'
  std::string_view host;      // an IPv6 address keeps its brackets
  std::string_view port;      // digits, at most 65535; may be empty though a ':' was there
  std::string_view path;
  std::string_view query;     // without '?'
  std::string_view fragment;  // without '#'
  // Absent and empty differ: "file:/x" has no authority, "file:///x" an empty host.
  bool has_authority = false;
  bool has_userinfo = false;
  bool has_query = false;
  bool has_fragment = false;
};

// Parses by the letter of RFC 3986: a scheme is required; only characters that each part allows; each '%' followed by
// two hexadecimal digits; an IP literal that really is one. Non-ASCII text is refused, as are ports above 65535, which
// the grammar would let pass. The only failure reason is "uri". Pure; any thread.
PARLEY_DECL result<uri_view> parse_uri(std::string_view text);

// Whether a host, written as in a URI or a Host header but without a port, can only mean this machine: "localhost" in
// any case, the IPv4 addresses 127.0.0.0/8 in four plain decimals, and ::1 in any spelling, with or without brackets.
// Names that merely begin like one of these are not loopback.
PARLEY_DECL bool is_loopback_host(std::string_view host);

// Whether a link may be shown to a person (client/elicitation, URL mode): an absolute https URI, or http on this
// machine, with a host made of letters, digits, '-', '_', '.' or an IP literal, and without user information, which
// can make one host look like another. The only failure reason is "link"; its detail says which rule was broken, in
// our words only.
PARLEY_DECL result<void> check_link(std::string_view text);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace parley {
namespace detail {

// Only unreserved characters, sub-delimiters, well-formed percent escapes, and those of `more` (RFC 3986 §2).
PARLEY_DECL bool uri_characters(std::string_view text, std::string_view more) {
  constexpr std::string_view marks = "-._~!$&'()*+,;=";
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const c = text[at];
    if (is_ascii_alpha(c) || is_ascii_digit(c) || marks.find(c) != marks.npos || more.find(c) != more.npos) continue;
    if (c != '%' || text.size() - at < 3 || !is_ascii_hex(text[at + 1]) || !is_ascii_hex(text[at + 2])) return false;
    at += 2;
  }
  return true;
}

// Four decimals without leading zeros, the only form that all readers take for the same address.
PARLEY_DECL std::optional<std::array<std::uint8_t, 4>> parse_ipv4(std::string_view text) {
  std::array<std::uint8_t, 4> address{};
  for (std::size_t i = 0; i < 4; ++i) {
    std::size_t const end = i < 3 ? text.find('.') : text.size();
    if (end == std::string_view::npos || end == 0 || end > 3) return std::nullopt;
    auto const part = text.substr(0, end);
    if (part.size() > 1 && part.front() == '0') return std::nullopt;
    auto const [stop, error] = std::from_chars(part.data(), part.data() + part.size(), address[i]);
    if (error != std::errc{} || stop != part.data() + part.size()) return std::nullopt;
    text.remove_prefix(i < 3 ? end + 1 : end);
  }
  return address;
}

// RFC 4291 §2.2, without a zone.
PARLEY_DECL std::optional<std::array<std::uint16_t, 8>> parse_ipv6(std::string_view text) {
  std::array<std::uint16_t, 8> address{};
  std::size_t count = 0;
  std::optional<std::size_t> gap;  // where "::" stands
  if (text.starts_with("::")) {
    gap = 0;
    text.remove_prefix(2);
  }
  while (!text.empty()) {
    if (count == 8) return std::nullopt;
    if (text.find(':') == std::string_view::npos && text.find('.') != std::string_view::npos) {
      auto const last = parse_ipv4(text);
      if (!last || count > 6) return std::nullopt;
      address[count++] = static_cast<std::uint16_t>((*last)[0] << 8 | (*last)[1]);
      address[count++] = static_cast<std::uint16_t>((*last)[2] << 8 | (*last)[3]);
      break;
    }
    std::size_t length = 0;
    while (length < text.size() && is_ascii_hex(text[length])) ++length;
    if (length == 0 || length > 4) return std::nullopt;
    std::from_chars(text.data(), text.data() + length, address[count++], 16);
    text.remove_prefix(length);
    if (text.empty()) break;
    if (text.starts_with("::")) {
      if (gap) return std::nullopt;
      gap = count;
      text.remove_prefix(2);
    } else if (text.front() == ':' && text.size() > 1) {
      text.remove_prefix(1);
    } else {
      return std::nullopt;
    }
  }
  if (!gap) return count == 8 ? std::optional(address) : std::nullopt;
  if (count == 8) return std::nullopt;  // "::" stands for at least one group
  std::array<std::uint16_t, 8> whole{};
  for (std::size_t i = 0; i < *gap; ++i) whole[i] = address[i];
  for (std::size_t i = *gap; i < count; ++i) whole[8 - count + i] = address[i];
  return whole;
}

// "[…]" with an IPv6 address or the future form of RFC 3986 §3.2.2 inside.
PARLEY_DECL bool is_ip_literal(std::string_view host) {
  if (host.size() < 2 || host.front() != '[' || host.back() != ']') return false;
  auto const inside = host.substr(1, host.size() - 2);
  if (inside.empty() || ascii_lower(inside.front()) != 'v') return parse_ipv6(inside).has_value();
  std::size_t const dot = inside.find('.');
  if (dot == std::string_view::npos || dot < 2 || dot + 1 == inside.size()) return false;
  for (char c : inside.substr(1, dot - 1)) {
    if (!is_ascii_hex(c)) return false;
  }
  auto const address = inside.substr(dot + 1);
  return address.find('%') == address.npos && uri_characters(address, ":");
}

PARLEY_DECL bool is_port(std::string_view text) {
  if (text.empty()) return true;
  std::uint16_t port = 0;
  auto const [stop, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc{} && stop == text.data() + text.size();
}

// Splits "host", "host:port", "[v6]" or "[v6]:port". Says whether both halves are well-formed; the host may be empty.
PARLEY_DECL bool split_host_port(std::string_view text, std::string_view& host, std::string_view& port) {
  std::size_t end = text.find(':');
  if (text.starts_with('[')) {
    end = text.find(']');
    if (end == std::string_view::npos) return false;
    ++end;
    if (end < text.size() && text[end] != ':') return false;
  }
  host = text.substr(0, end);
  port = end < text.size() ? text.substr(end + 1) : std::string_view{};
  return is_port(port) && (host.starts_with('[') ? is_ip_literal(host) : uri_characters(host, ""));
}

}  // namespace detail

PARLEY_DECL result<uri_view> parse_uri(std::string_view text) {
  auto no = [](char const* why) { return refused{failure{"uri", why}}; };
  uri_view uri;

  std::size_t const colon = text.find(':');
  if (colon == std::string_view::npos) return no("no scheme");
  uri.scheme = text.substr(0, colon);
  if (uri.scheme.empty() || !is_ascii_alpha(uri.scheme.front())) return no("no scheme");
  for (char c : uri.scheme) {
    if (!is_ascii_alpha(c) && !is_ascii_digit(c) && c != '+' && c != '-' && c != '.') return no("bad scheme");
  }
  text.remove_prefix(colon + 1);

  if (std::size_t const hash = text.find('#'); hash != std::string_view::npos) {
    uri.has_fragment = true;
    uri.fragment = text.substr(hash + 1);
    text = text.substr(0, hash);
  }
  if (std::size_t const mark = text.find('?'); mark != std::string_view::npos) {
    uri.has_query = true;
    uri.query = text.substr(mark + 1);
    text = text.substr(0, mark);
  }
  if (text.starts_with("//")) {
    uri.has_authority = true;
    text.remove_prefix(2);
    std::size_t const slash = text.find('/');
    auto authority = text.substr(0, slash);
    text.remove_prefix(authority.size());
    if (std::size_t const at = authority.rfind('@'); at != std::string_view::npos) {
      uri.has_userinfo = true;
      uri.userinfo = authority.substr(0, at);
      authority.remove_prefix(at + 1);
      if (!detail::uri_characters(uri.userinfo, ":")) return no("bad user information");
    }
    if (!detail::split_host_port(authority, uri.host, uri.port)) return no("bad host or port");
  }
  uri.path = text;
  if (!detail::uri_characters(uri.path, ":@/")) return no("bad path");
  if (!detail::uri_characters(uri.query, ":@/?")) return no("bad query");
  if (!detail::uri_characters(uri.fragment, ":@/?")) return no("bad fragment");
  return uri;
}

PARLEY_DECL bool is_loopback_host(std::string_view host) {
  if (equals_ignoring_case(host, "localhost")) return true;
  if (auto const v4 = detail::parse_ipv4(host)) return v4->front() == 127;
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  auto const v6 = detail::parse_ipv6(host);
  return v6 && *v6 == std::array<std::uint16_t, 8>{0, 0, 0, 0, 0, 0, 0, 1};
}

PARLEY_DECL result<void> check_link(std::string_view text) {
  auto no = [](char const* why) { return refused{failure{"link", why}}; };
  auto const parsed = parse_uri(text);
  if (!parsed) return no("a link must be an absolute URI without spaces or control characters");
  uri_view const& uri = *parsed;
  bool const https = equals_ignoring_case(uri.scheme, "https");
  if (!https && !equals_ignoring_case(uri.scheme, "http")) return no("a link must use https");
  if (!uri.has_authority || uri.host.empty()) return no("a link must name a host");
  if (uri.has_userinfo) return no("a link must not hold a user name or password");
  if (!https && !is_loopback_host(uri.host)) return no("a link may use http only on this machine");
  if (!uri.host.starts_with('[')) {
    for (char c : uri.host) {
      if (!is_ascii_alpha(c) && !is_ascii_digit(c) && c != '-' && c != '.' && c != '_') {
        return no("a link must name its host in letters and digits");
      }
    }
  }
  return {};
}

}  // namespace parley

#endif
