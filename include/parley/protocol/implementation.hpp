// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/icon.hpp>

#include <string>
#include <vector>

namespace parley {

// Who a program is (Implementation; schema.ts). All but the first two may be empty, and are then left out.
struct implementation {
  std::string name{};
  std::string version{};
  std::string title{};
  std::string description{};
  std::string website_url{};
  std::vector<icon> icons{};
};

PARLEY_DECL void write(json_writer& out, implementation const& who);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <string_view>

namespace parley {

PARLEY_DECL void write(json_writer& out, implementation const& who) {
  auto optional = [&](std::string_view name, std::string_view text) {
    if (!text.empty()) out.key(name).string(text);
  };
  out.begin_object().key("name").string(who.name).key("version").string(who.version);
  optional("title", who.title);
  optional("description", who.description);
  optional("websiteUrl", who.website_url);
  write_icons(out, who.icons);
  out.end_object();
}

}  // namespace parley

#endif
