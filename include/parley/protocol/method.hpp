// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

namespace parley {

// The methods that this server answers in any revision, and `unknown` for names that mean nothing (BASE-21).
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
  // Of revisions with a handshake alone.
  initialize,
  ping,
  logging_set_level,
  resources_subscribe,
  resources_unsubscribe,
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

// What 2026-07-28 has no more: it answers -32601 (conformance: server-stateless).
inline constexpr method_rules handshake_method_table[] = {
    {"initialize", method::initialize, {}},
    {"ping", method::ping, {}},
    {"logging/setLevel", method::logging_set_level, {}},
    {"resources/subscribe", method::resources_subscribe, {}, true},
    {"resources/unsubscribe", method::resources_unsubscribe, {}},
};

// The rules of the method of that name in 2026-07-28; those of `unknown` when there is none.
constexpr method_rules find_method(std::string_view name) {
  for (auto const& rules : method_table) {
    if (rules.name == name) return rules;
  }
  return {};
}

// The same in the revisions with a handshake.
constexpr method_rules find_handshake_method(std::string_view name) {
  for (auto const& rules : handshake_method_table) {
    if (rules.name == name) return rules;
  }
  auto const rules = find_method(name);
  bool const is_newer = rules.which == method::server_discover || rules.which == method::subscriptions_listen;
  return is_newer ? method_rules{} : rules;
}

}  // namespace parley
