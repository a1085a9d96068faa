// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace parley {

inline constexpr std::size_t longest_file_path = 4096;  // bytes, decoded

// For servers whose resources are files: the canonical path that a peer's text names under `root`, or why there is
// none (server/resources, Security Considerations).
//
// The text is one of
// - a path relative to `root`, in UTF-8 and already decoded, such as the value of a template's variable. It is not
//   decoded here. The empty path is `root` itself;
// - a URI "file:///absolute/path" (RFC 8089), whose host is empty or "localhost", without query and fragment. It is
//   decoded here, once, and has to lead to `root` or below.
//
// Refused are all texts that check_relative_path finds a risk in: "." and ".." are not resolved, as whoever writes a
// good URI has resolved them already. Then the path is made canonical, so that a link is followed and must end under
// `root`; a link to nothing is refused, because what it names could come into being elsewhere. What the path names
// need not exist otherwise.
//
// The answer is true at the moment of the call. Who can write under `root` can put a link there right after it, so
// `root` should be no folder that others write to.
//
// `root` must exist; relative ones start at the working directory. The only failure reason is "file_path"; its detail
// is in our words only. Throws nothing but std::bad_alloc. Any thread. Tested on POSIX systems only.
PARLEY_DECL result<std::filesystem::path> path_under(std::filesystem::path const& root,
                                                     std::string_view relative_or_uri);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/core/path_risk.hpp>
#include <parley/core/percent.hpp>
#include <parley/core/uri.hpp>
#include <parley/core/utf8.hpp>

#include <algorithm>
#include <string>
#include <system_error>

namespace parley {
namespace detail {

// The path that a file URI holds, decoded and without the slash that it begins with.
PARLEY_DECL result<std::string> path_of_file_uri(std::string_view text) {
  auto no = [](char const* why) { return refused{failure{"file_path", why}}; };
  auto const uri = parse_uri(text);
  if (!uri) return no("not a URI");
  if (!uri->host.empty() && !equals_ignoring_case(uri->host, "localhost")) return no("a file on another machine");
  if (uri->has_userinfo || !uri->port.empty()) return no("a file URI has no user and no port");
  if (uri->has_query || uri->has_fragment) return no("a file URI has no query and no fragment");
  if (!uri->path.starts_with('/')) return no("a file URI without an absolute path");
  auto decoded = percent_decode(uri->path.substr(1));
  if (!decoded) return no("not a URI");
  return std::move(*decoded);
}

PARLEY_DECL bool is_path_under(std::filesystem::path const& root, std::filesystem::path const& path) {
  return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

// Whether a part of the path below `root` is still a link, which in a canonical path means that it leads to nothing.
PARLEY_DECL bool has_dangling_link(std::filesystem::path const& root, std::filesystem::path path) {
  for (; path != root && path.has_relative_path(); path = path.parent_path()) {
    std::error_code error;
    if (std::filesystem::is_symlink(std::filesystem::symlink_status(path, error))) return true;
  }
  return false;
}

}  // namespace detail

PARLEY_DECL result<std::filesystem::path> path_under(std::filesystem::path const& root,
                                                     std::string_view relative_or_uri) {
  auto no = [](std::string_view why) { return refused{failure{"file_path", std::string(why)}}; };
  bool const is_uri = equals_ignoring_case(relative_or_uri.substr(0, 5), "file:");
  std::string text(relative_or_uri);
  if (is_uri) {
    auto decoded = detail::path_of_file_uri(relative_or_uri);
    if (!decoded) return refused{decoded.error()};
    text = std::move(*decoded);
  }
  if (text.size() > longest_file_path) return no("more than 4096 bytes");
  if (!valid_utf8(text)) return no("not valid UTF-8");
  if (auto const risk = check_relative_path(text); risk != path_risk::none) return no(to_string(risk));

  std::error_code error;
  auto const folder = std::filesystem::canonical(root, error);
  if (error) return no("the root folder cannot be resolved");
  std::filesystem::path const named(std::u8string(text.begin(), text.end()));
  auto const path = std::filesystem::weakly_canonical((is_uri ? folder.root_path() : folder) / named, error);
  if (error) return no("the path cannot be resolved");
  if (!detail::is_path_under(folder, path)) return no("it leads out of the root folder");
  if (detail::has_dangling_link(folder, path)) return no("it leads to a link to nothing");
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace parley

#endif
