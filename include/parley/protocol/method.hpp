// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

namespace parley {

// The methods that this server answers in 2026-07-28, and `unknown` for all others: methods of older revisions, and
// names that mean nothing (BASE-21).
enum class method : std::uint8_t {
  unknown,
  server_discover,
  tools_list,
  tools_call,
  prompts_list,
  prompts_get,
  resources_list,
  resources_templates_list,
  resources_read,
  completion_complete,
  subscriptions_listen,
};

// What is known of a method before anything looks at its parameters.
struct method_rules {
  std::string_view name{};  // as on the wire
  method which = method::unknown;
  std::string_view name_member{};  // the member of `params` that Mcp-Name repeats; empty: no such header (HDR-03)
  bool is_limited = false;         // it may run a handler, or open a stream: server_options::admit is asked
};

inline constexpr method_rules method_table[] = {
    {"server/discover", method::server_discover, {}},
    {"tools/list", method::tools_list, {}},
    {"tools/call", method::tools_call, "name", true},
    {"prompts/list", method::prompts_list, {}},
    {"prompts/get", method::prompts_get, "name", true},
    {"resources/list", method::resources_list, {}},
    {"resources/templates/list", method::resources_templates_list, {}},
    {"resources/read", method::resources_read, "uri", true},
    {"completion/complete", method::completion_complete, {}, true},
    {"subscriptions/listen", method::subscriptions_listen, {}, true},
};

// The rules of the method of that name; those of `unknown` when there is none.
constexpr method_rules find_method(std::string_view name) {
  for (auto const& rules : method_table) {
    if (rules.name == name) return rules;
  }
  return {};
}

}  // namespace parley
