// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <string>
#include <string_view>

namespace parley {

// What a URI reference means where `base` is the URI of the text that it stands in (RFC 3986 §5.2): "b" in
// "https://h/x/a" is "https://h/x/b". Nothing is decoded or changed in case. A base without a scheme is taken too, as a
// relative name that others are relative to; the result is then one as well. Neither text is checked: parse_uri does
// that. Pure; any thread; costs no more than the length of both texts.
PARLEY_DECL std::string resolve_uri(std::string_view base, std::string_view reference);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <cstddef>

namespace parley {
namespace detail {

// A reference in its five parts (RFC 3986, appendix B). The first four keep the mark that sets them apart, so that an
// absent part and an empty one differ and the parts put together are the text again.
struct uri_reference_parts {
  std::string_view scheme;     // "https:"
  std::string_view authority;  // "//host"
  std::string_view path;
  std::string_view query;     // "?a=b"
  std::string_view fragment;  // "#top"
};

PARLEY_DECL uri_reference_parts split_uri_reference(std::string_view text) {
  uri_reference_parts parts;
  auto take = [&text](std::size_t size) {
    std::string_view const part = text.substr(0, size);
    text.remove_prefix(part.size());
    return part;
  };
  std::size_t const mark = text.find_first_of(":/?#");
  if (mark != text.npos && mark != 0 && text[mark] == ':') parts.scheme = take(mark + 1);
  if (text.starts_with("//")) parts.authority = take(text.find_first_of("/?#", 2));
  parts.path = take(text.find_first_of("?#"));
  if (text.starts_with('?')) parts.query = take(text.find('#'));
  parts.fragment = text;
  return parts;
}

// RFC 3986 §5.2.4.
PARLEY_DECL std::string without_dot_segments(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    if (path.starts_with("../")) {
      path.remove_prefix(3);
    } else if (path.starts_with("./")) {
      path.remove_prefix(2);
    } else if (path.starts_with("/./")) {
      path.remove_prefix(2);
    } else if (path == "/.") {
      path = "/";
    } else if (path.starts_with("/../") || path == "/..") {
      path = path.size() == 3 ? std::string_view("/") : path.substr(3);
      std::size_t const slash = out.rfind('/');
      out.resize(slash == out.npos ? 0 : slash);
    } else if (path == "." || path == "..") {
      path = {};
    } else {
      std::string_view const segment = path.substr(0, path.find('/', 1));
      out += segment;
      path.remove_prefix(segment.size());
    }
  }
  return out;
}

// RFC 3986 §5.2.3.
PARLEY_DECL std::string merged_path(uri_reference_parts const& base, std::string_view path) {
  if (!base.authority.empty() && base.path.empty()) return '/' + std::string(path);
  std::size_t const slash = base.path.rfind('/');
  return std::string(base.path.substr(0, slash == base.path.npos ? 0 : slash + 1)) + std::string(path);
}

}  // namespace detail

PARLEY_DECL std::string resolve_uri(std::string_view base, std::string_view reference) {
  auto const from = detail::split_uri_reference(base);
  auto const to = detail::split_uri_reference(reference);
  bool const keeps_authority = to.scheme.empty() && to.authority.empty();
  bool const keeps_path = keeps_authority && to.path.empty();

  std::string out(to.scheme.empty() ? from.scheme : to.scheme);
  out += keeps_authority ? from.authority : to.authority;
  if (keeps_path)
    out += from.path;
  else if (!keeps_authority || to.path.starts_with('/'))
    out += detail::without_dot_segments(to.path);
  else
    out += detail::without_dot_segments(detail::merged_path(from, to.path));
  out += keeps_path && to.query.empty() ? from.query : to.query;
  out += to.fragment;
  return out;
}

}  // namespace parley

#endif
