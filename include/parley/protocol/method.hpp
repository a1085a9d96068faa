// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

namespace parley {

// The methods that this server answers in 2026-07-28, and `unknown` for all others: methods of older revisions, of
// features that no registration uses, and names that mean nothing (BASE-21).
enum class method : std::uint8_t { unknown, server_discover, tools_list, tools_call };

// What is known of a method before anything looks at its parameters.
struct method_rules {
  std::string_view name{};  // as on the wire
  method which = method::unknown;
  std::string_view name_member{};  // the member of `params` that Mcp-Name repeats; empty: no such header (HDR-03)
};

inline constexpr method_rules method_table[] = {
    {"server/discover", method::server_discover, {}},
    {"tools/list", method::tools_list, {}},
    {"tools/call", method::tools_call, "name"},
};

// The rules of the method of that name; those of `unknown` when there is none.
constexpr method_rules find_method(std::string_view name) {
  for (auto const& rules : method_table) {
    if (rules.name == name) return rules;
  }
  return {};
}

}  // namespace parley
