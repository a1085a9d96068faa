// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/message.hpp>
#include <parley/server/handler_call.hpp>

namespace parley::detail {

// completion/complete (server/utilities/completion): finds who suggests values for the argument. An enumeration's are
// answered at once, those that begin with the text so far, whatever the case; an argument that nobody suggests for
// gets none. -32602 for a `ref` of another kind, an unknown prompt, template or argument, and what is ill-formed
// (CMP-02, CMP-04).
//
// A template is named by its text, or by a URI that it fits. The call that a completer gets has as arguments those of
// `context` and the text so far.
PARLEY_DECL result<dispatched, rpc_error> dispatch_completion(incoming const& request, dispatch_scope const& scope);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/core/uri.hpp>
#include <parley/core/uri_template_match.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/type_table.hpp>
#include <parley/protocol/completion.hpp>
#include <parley/protocol/encode.hpp>
#include <parley/protocol/encode_handshake.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace parley::detail {

// What the `ref` names; -32602 when there is nothing.
PARLEY_DECL result<std::shared_ptr<registration const>, rpc_error> completion_target(json const& ref,
                                                                                     dispatch_scope const& scope) {
  auto const* const type = text_param(ref, "type");
  if (type != nullptr && *type == "ref/prompt") {
    auto const* const name = text_param(ref, "name");
    if (name == nullptr) return refused{invalid_params("ref.name must be a string")};
    if (auto found = scope.registered.of(feature::prompt).find(*name)) return found;
    return refused{unknown_target("prompt", *name)};
  }
  if (type != nullptr && *type == "ref/resource") {
    auto const* const uri = text_param(ref, "uri");
    if (uri == nullptr) return refused{invalid_params("ref.uri must be a string")};
    if (auto found = scope.registered.of(feature::resource_template).find(*uri)) return found;
    if (uri->size() <= longest_matched_uri && parse_uri(*uri)) {
      if (auto found = scope.registered.find_resource(*uri).target) return found;
    }
    return refused{invalid_params("Unknown resource template")};
  }
  return refused{invalid_params("ref.type must be ref/prompt or ref/resource")};
}

PARLEY_DECL bool begins_with(std::string_view text, std::string_view beginning) {
  return text.size() >= beginning.size() && equals_ignoring_case(text.substr(0, beginning.size()), beginning);
}

// The arguments that a completer reads: what the context has of those that the target takes, and the text so far.
// -32602 when the context is no map of strings.
PARLEY_DECL result<json, rpc_error> completer_arguments(json const& params, registration const& target,
                                                        std::string const& name, std::string const& so_far) {
  json arguments = json::object();
  auto const context = object_param(params, "context");
  if (!context) return refused{context.error()};
  if (*context != nullptr) {
    auto const known = object_param(**context, "arguments");
    if (!known) return refused{invalid_params("context.arguments must be an object")};
    for (suggestion_source const& one : target.suggestions) {
      json const* const value = *known != nullptr ? param(**known, one.argument.c_str()) : nullptr;
      if (value == nullptr) continue;
      if (!value->is_string()) return refused{invalid_params("context.arguments must hold strings")};
      arguments[one.argument] = *value;
    }
  }
  arguments[name] = so_far;
  return arguments;
}

PARLEY_DECL result<dispatched, rpc_error> dispatch_completion(incoming const& request, dispatch_scope const& scope) {
  json const& params = *request.params;
  auto const ref = object_param(params, "ref");
  if (!ref) return refused{ref.error()};
  auto const argument = object_param(params, "argument");
  if (!argument) return refused{argument.error()};
  if (*ref == nullptr || *argument == nullptr) return refused{invalid_params("ref and argument are needed")};
  auto const* const name = text_param(**argument, "name");
  auto const* const so_far = text_param(**argument, "value");
  if (name == nullptr || so_far == nullptr) {
    return refused{invalid_params("argument.name and argument.value must be strings")};
  }
  auto target = completion_target(**ref, scope);
  if (!target) return refused{std::move(target).error()};
  auto const* const source = find_source((*target)->suggestions, *name);
  if (source == nullptr) return refused{invalid_params("There is no argument of that name")};
  auto arguments = completer_arguments(params, **target, *name, *so_far);
  if (!arguments) return refused{std::move(arguments).error()};
  if (source->by) {
    handler_call call;
    call.handler = &*source->by;
    call.target = *std::move(target);
    call.method = request.method;
    call.as = scope.as;
    call.key = *name;
    call.made = std::make_shared<json const>(*std::move(arguments));
    call.arguments = call.made.get();
    return dispatched(std::move(call));
  }
  Completion known;
  if (source->choices != nullptr) {
    for (auto const choice : source->choices->choices->names) {
      if (begins_with(choice, *so_far)) known.values.emplace_back(choice);
    }
  }
  if (has_handshake(scope.as)) return dispatched(encode_completion(request.id, known, scope.as));
  return dispatched(encode_completion(request.id, known, scope.style.usual_identity));
}

}  // namespace parley::detail

#endif
