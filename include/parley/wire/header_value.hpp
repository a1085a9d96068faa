// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/header_mirror.hpp>
#include <parley/wire/http_request.hpp>

#include <string>
#include <string_view>

namespace parley {

// The headers that repeat parts of the body, so that proxies can route without reading it, and the coding that lets
// `Mcp-Name` and `Mcp-Param-*` hold any text (basic/transports/streamable-http, "Value encoding"; HDR-04 … HDR-14).

// Text as a header value: as it is when it is visible ASCII with spaces inside, otherwise `=?base64?…?=` around the
// base64 of its bytes. Text that looks encoded is encoded, so that decoding gives every text back.
// Precondition: `text` is UTF-8. Pure; any thread.
PARLEY_DECL std::string encode_header_value(std::string_view text);

// The text that a value stands for, without white space around. Markers are exact: `=?BASE64?x?=` stands for itself.
// Fails with "header_value" when what is inside the markers is not canonical padded base64 or not UTF-8 in it, or when
// a value without markers holds anything but visible ASCII, spaces and tabs. Pure; any thread.
PARLEY_DECL result<std::string> decode_header_value(std::string_view value);

// The headers that repeat the body, as far as they are there (HDR-01 … HDR-06, HDR-10 … HDR-14). Never fails: what is
// wrong is marked in the result, and whether it matters depends on the method and on the tool.
PARLEY_DECL header_mirror read_header_mirror(http_request_view const& request);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/core/base64.hpp>
#include <parley/core/utf8.hpp>

#include <algorithm>
#include <utility>

namespace parley {
namespace detail {

inline constexpr std::string_view encoded_head = "=?base64?";
inline constexpr std::string_view encoded_tail = "?=";
inline constexpr std::string_view param_prefix = "Mcp-Param-";

PARLEY_DECL bool is_param_header(std::string_view name) {
  return name.size() > param_prefix.size() && equals_ignoring_case(name.substr(0, param_prefix.size()), param_prefix);
}

// `name` is what stands behind the prefix.
PARLEY_DECL void add_param_header(header_mirror& mirror, std::string_view name, std::string_view value) {
  auto const before = std::find_if(mirror.params.begin(), mirror.params.end(),
                                   [&](param_header const& one) { return equals_ignoring_case(one.name, name); });
  if (before != mirror.params.end()) {
    before->duplicated = true;
  } else if (mirror.params.size() == max_param_headers) {
    mirror.params_cut_off = true;
  } else {
    auto& added = mirror.params.emplace_back();
    added.name = name;
    auto text = decode_header_value(value);
    added.undecodable = !text;
    if (text) added.value = *std::move(text);
  }
}

}  // namespace detail

PARLEY_DECL std::string encode_header_value(std::string_view text) {
  bool const plain = std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || is_ascii_visible(c); });
  bool const looks_encoded = text.starts_with(detail::encoded_head) && text.ends_with(detail::encoded_tail);
  if (plain && !looks_encoded && trim(text).size() == text.size()) return std::string(text);
  return std::string(detail::encoded_head).append(base64_encode(text)).append(detail::encoded_tail);
}

PARLEY_DECL result<std::string> decode_header_value(std::string_view value) {
  auto no = [](char const* why) { return refused{failure{"header_value", why}}; };
  value = trim(value);
  // Head and tail may not share their '?': `=?base64?=` is an ordinary value.
  if (value.size() >= detail::encoded_head.size() + detail::encoded_tail.size() &&
      value.starts_with(detail::encoded_head) && value.ends_with(detail::encoded_tail)) {
    value.remove_prefix(detail::encoded_head.size());
    value.remove_suffix(detail::encoded_tail.size());
    auto text = base64_decode_text(value);
    if (!text) return no("not canonical base64");
    if (!valid_utf8(*text)) return no("not UTF-8 in base64");
    return text;
  }
  bool const plain =
      std::all_of(value.begin(), value.end(), [](char c) { return c == ' ' || c == '\t' || is_ascii_visible(c); });
  if (!plain) return no("not ASCII, and not encoded");
  return std::string(value);
}

PARLEY_DECL header_mirror read_header_mirror(http_request_view const& request) {
  header_mirror mirror;
  auto take = [&](std::optional<std::string>& into, std::string_view value) {
    if (into) mirror.duplicated = true;
    into = trim(value);
  };
  for (auto const& [name, value] : request.headers) {
    if (equals_ignoring_case(name, "MCP-Protocol-Version")) {
      take(mirror.protocol_version, value);
    } else if (equals_ignoring_case(name, "Mcp-Method")) {
      take(mirror.method, value);
    } else if (equals_ignoring_case(name, "Mcp-Name")) {
      take(mirror.name, value);
    } else if (detail::is_param_header(name)) {
      detail::add_param_header(mirror, name.substr(detail::param_prefix.size()), value);
    }
  }
  if (mirror.name) {
    if (auto text = decode_header_value(*mirror.name)) {
      mirror.name = std::move(text).value();
    } else {
      mirror.undecodable = true;
    }
  }
  return mirror;
}

}  // namespace parley

#endif
