// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/ascii.hpp>
#include <parley/core/config.hpp>
#include <parley/core/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace parley {

// The keys of `_meta`, and the identifiers of extensions, which follow the same grammar (basic/index, "_meta"):
//
//     com.example/trace    a prefix of labels with dots between them, a slash, and a name
//     trace                a name alone
//
// A label begins with a letter and ends with a letter or digit; inside it may have hyphens. A name begins and ends with
// a letter or digit, inside it may have `-`, `_` and `.` as well; after a prefix it may be empty.

namespace meta_key {
inline constexpr char protocol_version[] = "io.modelcontextprotocol/protocolVersion";
inline constexpr char client_capabilities[] = "io.modelcontextprotocol/clientCapabilities";
inline constexpr char log_level[] = "io.modelcontextprotocol/logLevel";
inline constexpr char server_info[] = "io.modelcontextprotocol/serverInfo";
inline constexpr char subscription_id[] = "io.modelcontextprotocol/subscriptionId";
inline constexpr char progress_token[] = "progressToken";
}  // namespace meta_key

namespace detail {

constexpr bool is_meta_label(std::string_view label) {
  if (label.empty() || !is_ascii_alpha(label.front()) || label.back() == '-') return false;
  for (char const c : label) {
    if (!is_ascii_alpha(c) && !is_ascii_digit(c) && c != '-') return false;
  }
  return true;
}

constexpr bool is_meta_name(std::string_view name) {
  auto const is_outer = [](char c) { return is_ascii_alpha(c) || is_ascii_digit(c); };
  if (name.empty() || !is_outer(name.front()) || !is_outer(name.back())) return false;
  for (char const c : name) {
    if (!is_outer(c) && c != '-' && c != '_' && c != '.') return false;
  }
  return true;
}

constexpr bool is_meta_prefix(std::string_view prefix) {
  while (true) {
    std::size_t const dot = prefix.find('.');
    if (!is_meta_label(prefix.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    prefix.remove_prefix(dot + 1);
  }
}

}  // namespace detail

// Whether the text is a key of `_meta` (META-01).
constexpr bool is_meta_key(std::string_view key) {
  std::size_t const slash = key.find('/');
  if (slash == std::string_view::npos) return detail::is_meta_name(key);
  std::string_view const name = key.substr(slash + 1);
  return detail::is_meta_prefix(key.substr(0, slash)) && (name.empty() || detail::is_meta_name(name));
}

// Whether the text identifies an extension: a key with a prefix and a name (META-12).
constexpr bool is_extension_id(std::string_view identifier) {
  std::size_t const slash = identifier.find('/');
  return slash != std::string_view::npos && slash + 1 < identifier.size() && is_meta_key(identifier);
}

// Makes a `_meta` that an author wrote fit to go out: on one line, an object, with keys as above. Empty text stays so:
// there is none. The failure's detail goes on after "a `meta` ", for the author. Keys of the protocol's own prefixes
// are taken, since its extensions have some.
PARLEY_DECL result<void> fit_meta(std::string& text);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/compact.hpp>
#include <parley/json/parse.hpp>

namespace parley {

PARLEY_DECL result<void> fit_meta(std::string& text) {
  if (text.empty()) return {};
  auto const tree = parse(text);
  if (!tree || !tree->is_object()) return refused{failure{"meta", "that is not a JSON object"}};
  for (auto const& [key, value] : tree->items()) {
    if (!is_meta_key(key)) return refused{failure{"meta", "with a key that clients refuse: " + key}};
  }
  text = compact(text);
  return {};
}

}  // namespace parley

#endif
