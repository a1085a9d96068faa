// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/writer.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace parley {

enum class icon_theme : std::uint8_t { any, light, dark };

// A picture that stands for a server or a tool (basic/index, "Icons").
struct icon {
  std::string src{};                 // where the image is: an http, https or data URI
  std::string mime_type{};           // empty: the image says itself
  std::vector<std::string> sizes{};  // "48x48" or "any"; empty: any size
  icon_theme theme = icon_theme::any;
};

// Whether clients may show it: `src` has one of the three schemes and holds neither spaces nor control characters, each
// size is WIDTHxHEIGHT or "any". The reason of a failure is "icon", its detail says what is wrong.
PARLEY_DECL result<void> check_icon(icon const& which);

// The member `icons`, or nothing when there are none. Precondition: `out` is inside an object.
PARLEY_DECL void write_icons(json_writer& out, std::span<icon const> icons);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>

#include <algorithm>
#include <string_view>

namespace parley {
namespace detail {

PARLEY_DECL bool is_icon_size(std::string_view size) {
  if (size == "any") return true;
  auto const by = size.find('x');
  if (by == std::string_view::npos) return false;
  auto is_number = [](std::string_view digits) {
    return !digits.empty() && digits.front() != '0' && std::all_of(digits.begin(), digits.end(), is_ascii_digit);
  };
  return is_number(size.substr(0, by)) && is_number(size.substr(by + 1));
}

}  // namespace detail

PARLEY_DECL result<void> check_icon(icon const& which) {
  std::string_view const src = which.src;
  auto has_scheme = [&](std::string_view scheme) { return src.size() > scheme.size() && src.starts_with(scheme); };
  if (!has_scheme("https://") && !has_scheme("http://") && !has_scheme("data:")) {
    return refused{failure{"icon", "an icon's src must be an https, http or data URI"}};
  }
  if (std::any_of(src.begin(), src.end(), [](char c) { return c <= ' ' || c == '\x7f'; })) {
    return refused{failure{"icon", "an icon's src must not hold spaces or control characters"}};
  }
  for (auto const& size : which.sizes) {
    if (!detail::is_icon_size(size)) return refused{failure{"icon", "an icon's size must be like 48x48, or any"}};
  }
  return {};
}

PARLEY_DECL void write_icons(json_writer& out, std::span<icon const> icons) {
  if (icons.empty()) return;
  out.key("icons").begin_array();
  for (auto const& one : icons) {
    out.begin_object().key("src").string(one.src);
    if (!one.mime_type.empty()) out.key("mimeType").string(one.mime_type);
    if (!one.sizes.empty()) {
      out.key("sizes").begin_array();
      for (auto const& size : one.sizes) out.string(size);
      out.end_array();
    }
    if (one.theme != icon_theme::any) out.key("theme").string(one.theme == icon_theme::light ? "light" : "dark");
    out.end_object();
  }
  out.end_array();
}

}  // namespace parley

#endif
