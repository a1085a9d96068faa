// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <string>
#include <string_view>

namespace parley {

// The one spelling of a URI among those that mean the same by RFC 3986 §6.2.2: scheme and host in lower case, letters,
// digits and - . _ ~ not encoded, and all else that is encoded with capital hexadecimal digits. "NOTES://%61" becomes
// "notes://a". Schemes of our own are treated alike, because URL classes of other languages turn both parts into lower
// case before a client sends them. Path segments such as ".." stay: what they mean is for whoever reads them.
//
// Precondition: parse_uri takes the text. The result is one of the spellings of the same URI, and its own. Pure.
PARLEY_DECL std::string normal_uri(std::string_view uri);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/core/percent.hpp>
#include <parley/core/uri.hpp>

#include <cstddef>

namespace parley {

PARLEY_DECL std::string normal_uri(std::string_view uri) {
  auto const parts = parse_uri(uri);
  std::size_t const scheme_end = parts ? parts->scheme.size() : 0;
  std::size_t const host_begin =
      parts && !parts->host.empty() ? static_cast<std::size_t>(parts->host.data() - uri.data()) : uri.size();
  std::size_t const host_end = parts && !parts->host.empty() ? host_begin + parts->host.size() : 0;
  std::string out;
  out.reserve(uri.size());
  for (std::size_t at = 0; at < uri.size(); ++at) {
    bool const ignores_case = at < scheme_end || (at >= host_begin && at < host_end);
    auto const put = [&](char c) { out += ignores_case ? ascii_lower(c) : c; };
    if (!is_percent_triplet(uri, at)) {
      put(uri[at]);
      continue;
    }
    char const byte = percent_triplet_byte(uri, at);
    if (is_uri_unreserved(byte)) {
      put(byte);
    } else {
      append_percent_encoded(out, std::string_view(&byte, 1));
    }
    at += 2;
  }
  return out;
}

}  // namespace parley

#endif
