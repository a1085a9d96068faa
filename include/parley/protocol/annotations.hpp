// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/writer.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace parley {

// The two sides of a conversation (server/index).
enum class role : std::uint8_t { user, assistant };

PARLEY_DECL std::string_view to_string(role who);

enum class audience : std::uint8_t { unspecified, user, assistant, both };

// What a client may do with a piece of content (server/resources, "Annotations"). All of it is optional.
struct annotations {
  audience meant_for = audience::unspecified;
  std::optional<double>
      priority{};  // 0 (optional) … 1 (needed); other values are moved to the nearer end, NaN is left out
  std::string last_modified{};  // ISO 8601, such as "2026-07-28T09:30:00Z"; empty: not said

  bool empty() const { return meant_for == audience::unspecified && !priority && last_modified.empty(); }
};

// The member `annotations`, or nothing when there are none. Precondition: `out` is inside an object.
PARLEY_DECL void write_annotations(json_writer& out, annotations const& notes);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <algorithm>
#include <cmath>

namespace parley {

PARLEY_DECL std::string_view to_string(role who) { return who == role::user ? "user" : "assistant"; }

PARLEY_DECL void write_annotations(json_writer& out, annotations const& notes) {
  if (notes.empty()) return;
  out.key("annotations").begin_object();
  if (notes.meant_for != audience::unspecified) {
    out.key("audience").begin_array();
    if (notes.meant_for != audience::assistant) out.string("user");
    if (notes.meant_for != audience::user) out.string("assistant");
    out.end_array();
  }
  if (notes.priority && !std::isnan(*notes.priority)) out.key("priority").number(std::clamp(*notes.priority, 0.0, 1.0));
  if (!notes.last_modified.empty()) out.key("lastModified").string(notes.last_modified);
  out.end_object();
}

}  // namespace parley

#endif
