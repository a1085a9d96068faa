// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace parley {

// The revisions that this server speaks with the per-request envelope, newest first (basic/versioning).
// `server/discover` and -32022 both give this list. Revisions are compared by membership, never by order: a text such
// as "9999" is not newer than anything.
inline constexpr std::array<std::string_view, 1> supported_versions{"2026-07-28"};

constexpr bool is_supported_version(std::string_view version) {
  return std::find(supported_versions.begin(), supported_versions.end(), version) != supported_versions.end();
}

}  // namespace parley
