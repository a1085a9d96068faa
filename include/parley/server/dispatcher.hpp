// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/message.hpp>
#include <parley/server/admission.hpp>
#include <parley/server/handler_call.hpp>

namespace parley::detail {

// Takes an admitted request to its method: the method's capability, its parameters, and for lists its answer. The order
// of checks of a call is: name, target, shape of the parameters (-32602), then headers that repeat arguments (-32020),
// then capabilities without which the handler cannot run (-32021). The values of the arguments are for the round. Pure,
// but for server_options::may_read and a line of log.
PARLEY_DECL result<dispatched, rpc_error> dispatch(incoming const& request, admitted const& as,
                                                   dispatch_scope const& scope);

// Whether the caller may read what is at that address and be told of it (server_options::may_read).
PARLEY_DECL bool is_readable(std::string_view uri, found_resource const& found, dispatch_scope const& scope);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/environment.hpp>
#include <parley/core/uri.hpp>
#include <parley/core/uri_normal.hpp>
#include <parley/core/uri_template_expand.hpp>
#include <parley/json/parse.hpp>
#include <parley/protocol/capabilities.hpp>
#include <parley/server/complete.hpp>
#include <parley/server/listing.hpp>
#include <parley/server/mirrored_arguments.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace parley::detail {

PARLEY_DECL result<dispatched, rpc_error> dispatch_list(incoming const& request, feature what,
                                                        dispatch_scope const& scope) {
  feature_list const& all = scope.registered.of(what);
  auto const cursor = request.params->find("cursor");
  bool const is_older = has_handshake(scope.as);
  if (cursor == request.params->end()) {
    return dispatched(encode_result(request.id, is_older ? all.first_page(scope.as) : all.first_page()));
  }
  if (!cursor->is_string()) return refused{invalid_params("Invalid cursor")};
  list_style const list = scope.style.of(what);
  auto const after = read_cursor(list.member, cursor->get_ref<std::string const&>(), *scope.style.crypto);
  if (!after) return refused{invalid_params("Invalid cursor")};
  if (is_older) return dispatched(encode_result(request.id, all.page_after(*after, scope.as)));
  return dispatched(encode_result(
      request.id, list_page(list, all.listed(), *after, scope.style.usual_identity, *scope.style.crypto)));
}

// What a request that may ask carries beside its name, and what its target needs (MRTR-01).
PARLEY_DECL result<dispatched, rpc_error> dispatch_call(incoming const& request, admitted const& as, handler_call call,
                                                        dispatch_scope const& scope) {
  call.handler = &call.target->handler;
  call.method = request.method;
  call.as = as.as;
  if (!has_handshake(as.as)) {
    auto const responses = object_param(*request.params, "inputResponses");
    if (!responses) return refused{responses.error()};
    call.input_responses = *responses;
    if (auto const* const state = param(*request.params, "requestState")) {
      if (!state->is_string()) return refused{invalid_params("requestState must be a string")};
      call.request_state = state->get_ref<std::string const&>();
    }
  }
  if (scope.mirror != nullptr && !has_handshake(as.as) && !call.target->mirrored.empty()) {
    auto agrees = check_mirrored(call.target->mirrored, call.arguments, *scope.mirror);
    if (!agrees) return refused{std::move(agrees).error()};
  }
  auto lacking = missing_capabilities(call.handler->table.rules.required, as.about.capabilities);
  if (!lacking.empty()) return refused{missing_client_capability(lacking)};
  return dispatched(std::move(call));
}

// tools/call and prompts/get.
PARLEY_DECL result<dispatched, rpc_error> dispatch_named(incoming const& request, admitted const& as, feature what,
                                                         dispatch_scope const& scope) {
  auto const* const name = text_param(*request.params, "name");
  if (name == nullptr) return refused{invalid_params("name must be a string")};
  handler_call call;
  call.target = scope.registered.of(what).find(*name);
  if (call.target == nullptr) return refused{unknown_target(to_string(what), *name)};
  call.key = *name;
  auto const arguments = object_param(*request.params, "arguments");
  if (!arguments) return refused{arguments.error()};
  call.arguments = *arguments;
  return dispatch_call(request, as, std::move(call), scope);
}

// The one address of what a URI finds, however it is spelled: that of the resource, or what the template makes of the
// values again; the URI's own when it finds nothing.
PARLEY_DECL std::string canonical_address(std::string_view uri, found_resource const& found) {
  if (found.target == nullptr) return normal_uri(uri);
  if (!found.target->address) return found.target->handler.table.name;
  uri_template_values values;
  for (uri_match_variable const& one : found.match.variables) {
    if (one.exploded) {
      values.emplace(one.name, uri_template_list(one.values));
    } else {
      values.emplace(one.name, one.values.front());
    }
  }
  auto expanded = expand(uri_template(found.target->handler.table.name), values);
  return expanded ? *std::move(expanded) : normal_uri(uri);
}

PARLEY_DECL bool is_readable(std::string_view uri, found_resource const& found, dispatch_scope const& scope) {
  auto const& may_read = scope.style.options->may_read;
  return !may_read || may_read(scope.who, canonical_address(uri, found));
}

// The variables of a template as a handler reads them: a text each, or a list when the template has {x*}.
PARLEY_DECL json template_arguments(uri_match const& match) {
  json arguments = json::object();
  for (uri_match_variable const& one : match.variables) {
    arguments[one.name] = one.exploded ? json(one.values) : json(one.values.front());
  }
  return arguments;
}

PARLEY_DECL result<dispatched, rpc_error> dispatch_read(incoming const& request, admitted const& as,
                                                        dispatch_scope const& scope) {
  auto const* const uri = text_param(*request.params, "uri");
  if (uri == nullptr) return refused{invalid_params("uri must be a string")};
  if (uri->size() > longest_matched_uri) return refused{invalid_params("uri is too long")};
  if (!parse_uri(*uri)) return refused{invalid_params("uri must be an absolute URI")};
  auto found = scope.registered.find_resource(*uri);
  if (found.unsafe) {
    write_log(scope.style.options->world, severity::info, "resource_refused",
              found.unsafe->name + ": " + std::string(to_string(found.unsafe->risk)));
  }
  if (found.target == nullptr || !is_readable(*uri, found, scope)) return refused{resource_not_found_error(*uri)};
  handler_call call;
  call.target = std::move(found.target);
  call.key = *uri;
  if (!found.match.variables.empty()) {
    call.made = std::make_shared<json const>(template_arguments(found.match));
    call.arguments = call.made.get();
  }
  return dispatch_call(request, as, std::move(call), scope);
}

// What the server agrees to: changes of lists that it serves, and updates of resources that the caller may read
// (SUB-06, SUB-17).
PARLEY_DECL result<dispatched, rpc_error> dispatch_listen(incoming const& request, dispatch_scope const& scope) {
  server_options const& options = *scope.style.options;
  filter_limits limits;
  limits.resources = options.max_watched_resources;
  auto wanted = read_subscription_filter(*request.params, limits);
  if (!wanted) return refused{std::move(wanted).error()};
  served_features const& serves = scope.registered.serves();
  wanted->tools_list_changed &= serves.tools;
  wanted->prompts_list_changed &= serves.prompts;
  wanted->resources_list_changed &= serves.resources;
  std::erase_if(wanted->resource_subscriptions, [&](std::string const& uri) {
    return !serves.resources || (options.may_read && !is_readable(uri, scope.registered.find_resource(uri), scope));
  });
  return dispatched(*std::move(wanted));
}

PARLEY_DECL result<dispatched, rpc_error> dispatch(incoming const& request, admitted const& as,
                                                   dispatch_scope const& scope) {
  served_features const& serves = scope.registered.serves();
  switch (as.which) {
    case method::server_discover: return dispatched(encode_result(request.id, scope.registered.discover()));
    case method::tools_list:
      if (serves.tools) return dispatch_list(request, feature::tool, scope);
      break;
    case method::tools_call:
      if (serves.tools) return dispatch_named(request, as, feature::tool, scope);
      break;
    case method::prompts_list:
      if (serves.prompts) return dispatch_list(request, feature::prompt, scope);
      break;
    case method::prompts_get:
      if (serves.prompts) return dispatch_named(request, as, feature::prompt, scope);
      break;
    case method::resources_list:
      if (serves.resources) return dispatch_list(request, feature::resource, scope);
      break;
    case method::resources_templates_list:
      if (serves.resources) return dispatch_list(request, feature::resource_template, scope);
      break;
    case method::resources_read:
      if (serves.resources) return dispatch_read(request, as, scope);
      break;
    case method::completion_complete:
      if (serves.completions) return dispatch_completion(request, scope);
      break;
    case method::subscriptions_listen: return dispatch_listen(request, scope);
    case method::unknown:
    case method::initialize:
    case method::ping:
    case method::logging_set_level:
    case method::resources_subscribe:
    case method::resources_unsubscribe: break;
  }
  return refused{method_not_found()};
}

}  // namespace parley::detail

#endif
