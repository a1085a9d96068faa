// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/message.hpp>
#include <parley/server/admission.hpp>
#include <parley/server/registry.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace parley::detail {

// A call whose tool was found. Pointers and views last as long as the request.
struct tool_call {
  std::shared_ptr<registered_tool const> tool{};
  json const* arguments = nullptr;        // an object or null; null: none
  json const* input_responses = nullptr;  // the same
  std::optional<std::string_view> request_state{};
};

// What a request comes to: a response that is complete already, or a call to be made.
using dispatched = std::variant<std::string, tool_call>;

// Takes an admitted request to its method: the method's capability, its parameters, and for lists its answer. The order
// of checks of tools/call is: name, tool, shape of the parameters (-32602), then capabilities without which the tool
// cannot run (-32021). The values of the arguments are for the round. Pure.
PARLEY_DECL result<dispatched, rpc_error> dispatch(incoming const& request, admitted const& as,
                                                   registry_snapshot const& tools, registry_style const& style);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/protocol/capabilities.hpp>
#include <parley/protocol/tool.hpp>
#include <parley/server/listing.hpp>

#include <utility>

namespace parley::detail {

// The member `name`, or null when it is absent or JSON null.
PARLEY_DECL json const* param(incoming const& request, char const* name) {
  json const* const member = find_member(*request.params, name);
  return member == nullptr || member->is_null() ? nullptr : member;
}

// A name that no tool has is repeated when it could be one's, so that a model sees its slip; anything else is not.
PARLEY_DECL rpc_error unknown_tool(std::string_view name) {
  return invalid_params(parley::is_tool_name(name) ? "Unknown tool: " + std::string(name) : "Unknown tool");
}

PARLEY_DECL result<dispatched, rpc_error> dispatch_tools_list(incoming const& request, registry_snapshot const& tools,
                                                              registry_style const& style) {
  auto const cursor = request.params->find("cursor");
  if (cursor == request.params->end()) return dispatched(encode_result(request.id, tools.first_tools_page()));
  if (!cursor->is_string()) return refused{invalid_params("Invalid cursor")};
  list_style const list = style.tools();
  auto const after = read_cursor(list.member, cursor->get_ref<std::string const&>(), *style.crypto);
  if (!after) return refused{invalid_params("Invalid cursor")};
  return dispatched(
      encode_result(request.id, list_page(list, tools.listed_tools(), *after, style.usual_identity, *style.crypto)));
}

PARLEY_DECL result<dispatched, rpc_error> dispatch_tools_call(incoming const& request, admitted const& as,
                                                              registry_snapshot const& tools) {
  auto const* const name = param(request, "name");
  if (name == nullptr || !name->is_string()) return refused{invalid_params("name must be a string")};
  tool_call call;
  call.tool = tools.find(name->get_ref<std::string const&>());
  if (call.tool == nullptr) return refused{unknown_tool(name->get_ref<std::string const&>())};

  call.arguments = param(request, "arguments");
  if (call.arguments != nullptr && !call.arguments->is_object()) {
    return refused{invalid_params("arguments must be an object")};
  }
  call.input_responses = param(request, "inputResponses");
  if (call.input_responses != nullptr && !call.input_responses->is_object()) {
    return refused{invalid_params("inputResponses must be an object")};
  }
  if (auto const* const state = param(request, "requestState")) {
    if (!state->is_string()) return refused{invalid_params("requestState must be a string")};
    call.request_state = state->get_ref<std::string const&>();
  }
  auto lacking = missing_capabilities(call.tool->table.options.required, as.about.capabilities);
  if (!lacking.empty()) return refused{missing_client_capability(lacking)};
  return dispatched(std::move(call));
}

PARLEY_DECL result<dispatched, rpc_error> dispatch(incoming const& request, admitted const& as,
                                                   registry_snapshot const& tools, registry_style const& style) {
  switch (as.which) {
    case method::server_discover: return dispatched(encode_result(request.id, tools.discover()));
    case method::tools_list:
      if (tools.has_tools()) return dispatch_tools_list(request, tools, style);
      break;
    case method::tools_call:
      if (tools.has_tools()) return dispatch_tools_call(request, as, tools);
      break;
    case method::unknown: break;
  }
  return refused{method_not_found()};
}

}  // namespace parley::detail

#endif
