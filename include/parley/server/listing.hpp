// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/encode.hpp>
#include <parley/protocol/error.hpp>
#include <parley/server/options.hpp>
#include <parley/state/primitives.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace parley::detail {

// One entry of a list: its JSON text, and its place, which rises along the list and is never given twice.
struct list_entry {
  std::uint64_t number = 0;
  std::string_view text{};
};

// A list of the server's, such as "tools".
struct list_style {
  std::string_view member{};  // what the list is called in results, and what its cursors belong to
  cache_hint cache{};
  std::size_t page_size = 0;  // 0: everything on one page
};

// The result of a list method as JSON text, from the first entry whose number is above `after`
// (server/utilities/pagination, server/utilities/caching). There is a `nextCursor` only if something follows.
PARLEY_DECL std::string list_page(list_style const& style, std::span<list_entry const> entries, std::uint64_t after,
                                  server_identity const& identity, primitives const& crypto);

// The same for revisions before 2026-07-28: with nothing but the list and its `nextCursor` (LEG-08).
PARLEY_DECL std::string handshake_list_page(list_style const& style, std::span<list_entry const> entries,
                                            std::uint64_t after, primitives const& crypto);

// A cursor names the number of the last entry that was shown, not a position, so entries that come and go in between
// neither repeat nor hide others (PAG-04). A few bytes of a digest let typing errors, and cursors of other lists, be
// told from good ones; they are no protection, and none is needed.
PARLEY_DECL std::string make_cursor(std::string_view list, std::uint64_t last, primitives const& crypto);
// -32602 for what make_cursor has not made for that list (PAG-03).
PARLEY_DECL result<std::uint64_t, rpc_error> read_cursor(std::string_view list, std::string_view cursor,
                                                         primitives const& crypto);

// What a server serves. A feature is there from its first registration on, and stays when the last one is removed.
struct served_features {
  bool tools = false;
  bool prompts = false;
  bool resources = false;
  bool completions = false;  // some argument of a prompt or template has suggestions

  bool operator==(served_features const&) const = default;
};

// The result of server/discover (server/discover): what is spoken, and what is served. Every list that is served tells
// of its changes, and every resource of its updates, by subscriptions/listen (DISC-05).
PARLEY_DECL std::string discover_result(server_options const& options, served_features const& serves,
                                        server_identity const& identity);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/base64.hpp>
#include <parley/protocol/version.hpp>

#include <algorithm>

namespace parley::detail {

// The members that tell the entries, and how to get at those that follow.
PARLEY_DECL void write_page(json_writer& out, list_style const& style, std::span<list_entry const> entries,
                            std::uint64_t after, primitives const& crypto) {
  auto const first =
      std::upper_bound(entries.begin(), entries.end(), after,
                       [](std::uint64_t number, list_entry const& entry) { return number < entry.number; });
  auto const left = static_cast<std::size_t>(entries.end() - first);
  std::size_t const shown = style.page_size == 0 ? left : std::min(style.page_size, left);

  out.key(style.member).begin_array();
  for (auto const& entry : std::span(first, shown)) out.raw(entry.text);
  out.end_array();
  if (shown < left)
    out.key("nextCursor")
        .string(make_cursor(style.member, first[static_cast<std::ptrdiff_t>(shown) - 1].number, crypto));
}

PARLEY_DECL std::string list_page(list_style const& style, std::span<list_entry const> entries, std::uint64_t after,
                                  server_identity const& identity, primitives const& crypto) {
  std::string text;
  json_writer out(text);
  out.begin_object().key("resultType").string("complete");
  write_page(out, style, entries, after, crypto);
  write_members(out, style.cache);
  if (!identity.meta.empty()) out.key("_meta").raw(identity.meta);
  out.end_object();
  return text;
}

PARLEY_DECL std::string handshake_list_page(list_style const& style, std::span<list_entry const> entries,
                                            std::uint64_t after, primitives const& crypto) {
  std::string text;
  json_writer out(text);
  out.begin_object();
  write_page(out, style, entries, after, crypto);
  out.end_object();
  return text;
}

inline constexpr std::size_t cursor_number_size = 8;
inline constexpr std::size_t cursor_check_size = 4;

PARLEY_DECL std::string make_cursor(std::string_view list, std::uint64_t last, primitives const& crypto) {
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(last >> shift & 0xff);
  digest256 const check = crypto.sha256(bytes_of("cursor " + std::string(list) + ' ' + bytes));
  for (std::size_t i = 0; i < cursor_check_size; ++i) bytes += static_cast<char>(check[i]);
  return base64url_encode(bytes);
}

PARLEY_DECL result<std::uint64_t, rpc_error> read_cursor(std::string_view list, std::string_view cursor,
                                                         primitives const& crypto) {
  auto const bytes = base64url_decode_text(cursor);
  std::uint64_t last = 0;
  if (bytes && bytes->size() == cursor_number_size + cursor_check_size) {
    for (std::size_t i = 0; i < cursor_number_size; ++i) last = last << 8 | static_cast<unsigned char>((*bytes)[i]);
    if (make_cursor(list, last, crypto) == cursor) return last;
  }
  return refused{invalid_params("Invalid cursor")};
}

PARLEY_DECL std::string discover_result(server_options const& options, served_features const& serves,
                                        server_identity const& identity) {
  std::string text;
  json_writer out(text);
  out.begin_object().key("resultType").string("complete").key("supportedVersions").begin_array();
  for (auto const version : supported_versions) out.string(version);
  out.end_array().key("capabilities").begin_object();
  // Any handler may call Context::log, so logging is always served (LOG-01).
  out.key("logging").begin_object().end_object();
  if (serves.tools) out.key("tools").begin_object().key("listChanged").boolean(true).end_object();
  if (serves.prompts) out.key("prompts").begin_object().key("listChanged").boolean(true).end_object();
  if (serves.resources) {
    out.key("resources").begin_object().key("subscribe").boolean(true).key("listChanged").boolean(true).end_object();
  }
  if (serves.completions) out.key("completions").begin_object().end_object();
  if (!options.extensions.empty()) {
    out.key("extensions").begin_object();
    for (auto const& [identifier, settings] : options.extensions) out.key(identifier).raw(settings);
    out.end_object();
  }
  out.end_object();
  if (!options.instructions.empty()) out.key("instructions").string(options.instructions);
  write_members(out, options.discover_cache);
  out.key("_meta").raw(identity.meta).end_object();
  return text;
}

}  // namespace parley::detail

#endif
