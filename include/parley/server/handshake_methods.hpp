// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/message.hpp>
#include <parley/server/admission.hpp>
#include <parley/server/caller.hpp>
#include <parley/server/handler_call.hpp>
#include <parley/server/subscription_hub.hpp>

#include <string>

namespace parley::detail {

// Whether that method is one of older revisions alone: `initialize`, ping, logging/setLevel, resources/subscribe and
// resources/unsubscribe.
PARLEY_DECL bool is_handshake_method(method which);

// Answers it. What it changes is in the caller's session. Precondition: the caller has one.
PARLEY_DECL result<std::string, rpc_error> answer_handshake_method(incoming const& request, admitted const& as,
                                                                   caller const& from, dispatch_scope const& scope,
                                                                   subscription_hub& changes);

// What is no request, of a client of an older revision: answers to questions, and the notification that it is ready to
// be told of changes. Precondition: the caller has a session.
PARLEY_DECL void take_from_session(incoming const& message, caller const& from, registry_snapshot const& registered,
                                   subscription_hub& changes);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/uri.hpp>
#include <parley/protocol/encode_handshake.hpp>
#include <parley/protocol/envelope.hpp>
#include <parley/protocol/handshake.hpp>
#include <parley/server/client_session.hpp>
#include <parley/server/dispatcher.hpp>

#include <utility>

namespace parley::detail {

PARLEY_DECL bool is_handshake_method(method which) {
  switch (which) {
    case method::initialize:
    case method::ping:
    case method::logging_set_level:
    case method::resources_subscribe:
    case method::resources_unsubscribe: return true;
    default: return false;
  }
}

PARLEY_DECL result<std::string, rpc_error> answer_initialize(incoming const& request, caller const& from,
                                                             dispatch_scope const& scope) {
  // Over HTTP the revision before that had another transport (LEG-42).
  auto const oldest = from.over == transport::http ? revision::v2025_03_26 : revision::v2024_11_05;
  auto asked = read_initialize(request.params.get(), oldest);
  if (!asked) return refused{std::move(asked).error()};
  if (!from.session->open(asked->agreed, asked->capabilities)) {
    return refused{invalid_request("This session has been initialized already")};
  }
  served_features const& serves = scope.registered.serves();
  server_options const& options = *scope.style.options;
  handshake_offer offer;
  offer.server_info = scope.style.identity.info;
  offer.tools = serves.tools;
  offer.prompts = serves.prompts;
  offer.resources = serves.resources;
  offer.completions = serves.completions;
  offer.has_stream = from.session->has_stream();
  if (auto const apps = options.extensions.find(std::string(apps_extension)); apps != options.extensions.end()) {
    offer.apps = apps->second;
  }
  offer.instructions = options.instructions;
  return encode_result(request.id, initialize_result(*asked, offer));
}

PARLEY_DECL result<std::string, rpc_error> answer_set_level(incoming const& request, client_session& session) {
  if (!session.has_stream()) return refused{method_not_found()};
  auto const* const word = text_param(*request.params, "level");
  auto const level = word != nullptr ? severity_of(*word) : std::nullopt;
  if (!level) return refused{invalid_params("level must be one of the levels of RFC 5424")};
  session.set_log_level(*level);
  return encode_empty_result(request.id);
}

PARLEY_DECL result<std::string, rpc_error> answer_watch(incoming const& request, method which, caller const& from,
                                                        dispatch_scope const& scope, subscription_hub& changes) {
  if (!scope.registered.serves().resources || !from.session->has_stream()) return refused{method_not_found()};
  auto const* const uri = text_param(*request.params, "uri");
  if (uri == nullptr || !parse_uri(*uri)) return refused{invalid_params("uri must be an absolute URI")};
  if (which == method::resources_unsubscribe) {
    from.session->unwatch(*uri);
    return encode_empty_result(request.id);
  }
  if (!is_readable(*uri, scope.registered.find_resource(*uri), scope)) return refused{resource_not_found_error(*uri)};
  if (!from.session->watch(changes, *uri)) {
    return refused{rpc_error{error_code::internal_error, "Subscription limit reached"}};
  }
  return encode_empty_result(request.id);
}

PARLEY_DECL result<std::string, rpc_error> answer_handshake_method(incoming const& request, admitted const& as,
                                                                   caller const& from, dispatch_scope const& scope,
                                                                   subscription_hub& changes) {
  switch (as.which) {
    case method::initialize: return answer_initialize(request, from, scope);
    case method::ping: return encode_empty_result(request.id);
    case method::logging_set_level: return answer_set_level(request, *from.session);
    case method::resources_subscribe:
    case method::resources_unsubscribe: return answer_watch(request, as.which, from, scope, changes);
    default: return refused{method_not_found()};
  }
}

PARLEY_DECL void take_from_session(incoming const& message, caller const& from, registry_snapshot const& registered,
                                   subscription_hub& changes) {
  if (message.kind == message_kind::response) return from.session->answer(message);
  if (message.method != "notifications/initialized" || !from.session->is_open()) return;
  served_features const& serves = registered.serves();
  from.session->begin_changes(changes, {serves.tools, serves.prompts, serves.resources, {}});
}

}  // namespace parley::detail

#endif
