// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/header_mirror.hpp>
#include <parley/protocol/message.hpp>
#include <parley/protocol/method.hpp>
#include <parley/protocol/subscriptions.hpp>
#include <parley/protocol/version.hpp>
#include <parley/server/registry.hpp>
#include <parley/state/principal.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace parley::detail {

// A call whose handler was found. Pointers and views last as long as the request.
struct handler_call {
  std::shared_ptr<registration const> target{};
  bound_handler const* handler = nullptr;  // of `target`: its own, or a completer's
  std::string_view method{};               // as on the wire
  std::string_view key{};                  // the name or URI that was asked for, in the request's params
  json const* arguments = nullptr;         // an object or null; null: none
  std::shared_ptr<json const> made{};      // arguments that stand nowhere in the request: `arguments` points to it
  json const* input_responses = nullptr;   // an object or null; null: none
  std::optional<std::string_view> request_state{};
  revision as = revision::v2026_07_28;  // what it is answered in
};

// What a request comes to: a response that is complete already, a call to be made, or a stream of what the server
// agrees to tell of changes.
using dispatched = std::variant<std::string, handler_call, subscription_filter>;

// What the dispatcher looks things up in.
struct dispatch_scope {
  registry_snapshot const& registered;
  registry_style const& style;
  principal const& who;
  header_mirror const* mirror = nullptr;  // null: the request came without headers
  revision as = revision::v2026_07_28;    // what is answered in
};

// Members of `params`, or of an object inside it. Absent and JSON null are the same.
//
// Null: it is not there.
PARLEY_DECL json const* param(json const& params, char const* name);
// Null: it is not there, or it is no string.
PARLEY_DECL std::string const* text_param(json const& params, char const* name);
// -32602: it is there, and it is no object.
PARLEY_DECL result<json const*, rpc_error> object_param(json const& params, char const* name);

// The name or URI that a request is for, before anything is looked up; empty: it has none, or none that can be read.
PARLEY_DECL std::string_view asked_for(incoming const& request, method_rules const& rules);

// -32602 for a name that nothing has. It is repeated when it could be a tool's, so that a model sees its slip.
PARLEY_DECL rpc_error unknown_target(std::string_view what, std::string_view name);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/parse.hpp>
#include <parley/protocol/tool.hpp>

#include <utility>

namespace parley::detail {

PARLEY_DECL json const* param(json const& params, char const* name) {
  json const* const member = find_member(params, name);
  return member == nullptr || member->is_null() ? nullptr : member;
}

PARLEY_DECL std::string const* text_param(json const& params, char const* name) {
  json const* const member = param(params, name);
  return member != nullptr && member->is_string() ? &member->get_ref<std::string const&>() : nullptr;
}

PARLEY_DECL result<json const*, rpc_error> object_param(json const& params, char const* name) {
  json const* const member = param(params, name);
  if (member != nullptr && !member->is_object()) {
    return refused{invalid_params(std::string(name) + " must be an object")};
  }
  return member;
}

PARLEY_DECL std::string_view asked_for(incoming const& request, method_rules const& rules) {
  json const* from = request.params.get();
  std::string member(rules.name_member);
  if (rules.which == method::completion_complete) {
    from = param(*from, "ref");
    if (from == nullptr || !from->is_object()) return {};
    member = param(*from, "uri") != nullptr ? "uri" : "name";
  }
  auto const* const text = text_param(*from, member.c_str());
  return text != nullptr ? std::string_view(*text) : std::string_view();
}

PARLEY_DECL rpc_error unknown_target(std::string_view what, std::string_view name) {
  std::string text = "Unknown " + std::string(what);
  if (parley::is_tool_name(name)) text += ": " + std::string(name);
  return invalid_params(std::move(text));
}

}  // namespace parley::detail

#endif
