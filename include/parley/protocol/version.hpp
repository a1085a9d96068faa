// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace parley {

// The revisions of the protocol, oldest first, so that "from 2025-06-18 on" is a comparison of enumerators. Texts that
// a peer sends are compared by membership, never by order: "9999" is not newer than anything.
enum class revision : std::uint8_t { v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28 };

inline constexpr std::array<std::string_view, 5> revision_names{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25",
                                                                "2026-07-28"};

// As on the wire.
constexpr std::string_view to_string(revision which) { return revision_names[static_cast<std::size_t>(which)]; }

constexpr std::optional<revision> find_revision(std::string_view name) {
  auto const found = std::find(revision_names.begin(), revision_names.end(), name);
  if (found == revision_names.end()) return std::nullopt;
  return static_cast<revision>(found - revision_names.begin());
}

// The revisions that are spoken with the per-request envelope, newest first (basic/versioning). `server/discover` and
// -32022 both give this list.
inline constexpr std::array<std::string_view, 1> supported_versions{"2026-07-28"};

constexpr bool is_supported_version(std::string_view version) {
  return std::find(supported_versions.begin(), supported_versions.end(), version) != supported_versions.end();
}

// The others begin with a handshake, `initialize` (LEG-01).
constexpr bool has_handshake(revision which) { return which < revision::v2026_07_28; }
// What a server answers to a handshake that names a version it does not know (LEG-02).
inline constexpr revision newest_handshake = revision::v2025_11_25;
// What an HTTP request of a client that names no version is taken for (LEG-27).
inline constexpr revision unnamed_handshake = revision::v2025_03_26;

}  // namespace parley
