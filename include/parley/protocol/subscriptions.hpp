// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/encode.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/meta_key.hpp>
#include <parley/protocol/request_id.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

// The words of subscriptions/listen (basic/patterns/subscriptions): a request that stays open, and on whose stream the
// server tells of changes. Everything on the stream, its end included, names the request's id in `_meta` (META-11).

// The lists whose change a client can be told of.
enum class list_kind : std::uint8_t { tools, prompts, resources };

// What a client wants to be told, or the part of it that a server agrees to.
struct subscription_filter {
  bool tools_list_changed = false;
  bool prompts_list_changed = false;
  bool resources_list_changed = false;
  // Absolute URIs as the client wrote them, each once, in the order in which they were first named.
  std::vector<std::string> resource_subscriptions{};

  PARLEY_DECL bool wants(list_kind which) const;
  bool operator==(subscription_filter const&) const = default;
};

// How large a filter may be. It is kept for as long as its stream is open, and so must not grow to the size of a
// message.
struct filter_limits {
  std::size_t resources = 1024;                        // URIs, of which the same one counts once
  std::size_t resource_bytes = std::size_t{64} << 10;  // of all these URIs together
};

// Reads `notifications` from the params of a request. Members that are not known are ignored. -32602 when it is missing
// or no object, a member is of another type, or `resourceSubscriptions` has something that is no absolute URI, or is
// beyond the limits (SUB-01). Precondition: `params` is an object.
PARLEY_DECL result<subscription_filter, rpc_error> read_subscription_filter(json const& params,
                                                                            filter_limits const& limits = {});

// What follows is one line of JSON each. `id` is that of the listen request. Precondition: it has a value, but where
// told otherwise.

// notifications/subscriptions/acknowledged. What is not honoured is left out, not named with `false` or `[]` (SUB-06).
PARLEY_DECL std::string encode_acknowledged(request_id const& id, subscription_filter const& honoured);

// notifications/{tools,prompts,resources}/list_changed. Without an id, as older revisions have it: without a tag.
PARLEY_DECL std::string encode_list_changed(request_id const& id, list_kind which);

// notifications/resources/updated; the same.
PARLEY_DECL std::string encode_resource_updated(request_id const& id, std::string_view uri);

// The response to the listen request, with which the server ends the stream (SUB-08). Like every result it says who the
// server is, unless `identity` is empty (META-08).
PARLEY_DECL std::string encode_listen_result(request_id const& id, server_identity const& identity);

// notifications/cancelled, which on stdio follows that response: one page of the specification asks for the response,
// another for this (CAN-06). The server sends it for nothing else.
PARLEY_DECL std::string encode_listen_cancelled(request_id const& id);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/uri.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/meta_key.hpp>

#include <set>
#include <utility>

namespace parley {
namespace detail {

// The member of that name, or false when there is none. Fails when it is of another type.
PARLEY_DECL result<bool, rpc_error> filter_flag(json const& filter, char const* name) {
  json const* const member = find_member(filter, name);
  if (member == nullptr) return false;
  if (!member->is_boolean()) return refused{invalid_params(std::string(name) + " must be a boolean")};
  return member->get<bool>();
}

PARLEY_DECL result<std::vector<std::string>, rpc_error> filter_resources(json const& filter,
                                                                         filter_limits const& limits) {
  auto no = [](char const* why) { return refused{invalid_params(why)}; };
  std::vector<std::string> uris;
  json const* const member = find_member(filter, "resourceSubscriptions");
  if (member == nullptr) return uris;
  if (!member->is_array()) return no("resourceSubscriptions must be an array of strings");
  // Sorted rather than hashed: the client chooses what is in it.
  std::set<std::string_view> known;
  std::size_t bytes = 0;
  for (json const& one : *member) {
    if (!one.is_string()) return no("resourceSubscriptions must be an array of strings");
    auto const& uri = one.get_ref<std::string const&>();
    if (!known.insert(uri).second) continue;
    if (known.size() > limits.resources) return no("resourceSubscriptions names too many resources");
    bytes += uri.size();
    if (bytes > limits.resource_bytes) return no("resourceSubscriptions is too long");
    if (!parse_uri(uri)) return no("resourceSubscriptions must hold absolute URIs");
    uris.push_back(uri);
  }
  return uris;
}

// Opens the notification, up to the members of its params.
PARLEY_DECL void begin_notification(json_writer& out, std::string_view method) {
  out.begin_object().key("jsonrpc").string("2.0").key("method").string(method).key("params").begin_object();
}

// Opens `_meta` and writes the tag.
PARLEY_DECL void begin_tag(json_writer& out, request_id const& id) {
  out.key("_meta").begin_object().key(meta_key::subscription_id);
  id.write(out);
}

// Closes the notification, with its tag if it has one.
PARLEY_DECL void end_notification(json_writer& out, request_id const& id) {
  if (id.has_value()) {
    begin_tag(out, id);
    out.end_object();
  }
  out.end_object().end_object();
}

}  // namespace detail

PARLEY_DECL bool subscription_filter::wants(list_kind which) const {
  switch (which) {
    case list_kind::tools: return tools_list_changed;
    case list_kind::prompts: return prompts_list_changed;
    case list_kind::resources: return resources_list_changed;
  }
  return false;
}

PARLEY_DECL result<subscription_filter, rpc_error> read_subscription_filter(json const& params,
                                                                            filter_limits const& limits) {
  json const* const filter = find_member(params, "notifications");
  if (filter == nullptr || !filter->is_object()) return refused{invalid_params("notifications must be an object")};
  auto const tools = detail::filter_flag(*filter, "toolsListChanged");
  if (!tools) return refused{tools.error()};
  auto const prompts = detail::filter_flag(*filter, "promptsListChanged");
  if (!prompts) return refused{prompts.error()};
  auto const resources = detail::filter_flag(*filter, "resourcesListChanged");
  if (!resources) return refused{resources.error()};
  auto uris = detail::filter_resources(*filter, limits);
  if (!uris) return refused{std::move(uris).error()};
  return subscription_filter{*tools, *prompts, *resources, *std::move(uris)};
}

PARLEY_DECL std::string encode_acknowledged(request_id const& id, subscription_filter const& honoured) {
  std::string text;
  json_writer out(text);
  detail::begin_notification(out, "notifications/subscriptions/acknowledged");
  out.key("notifications").begin_object();
  if (honoured.tools_list_changed) out.key("toolsListChanged").boolean(true);
  if (honoured.prompts_list_changed) out.key("promptsListChanged").boolean(true);
  if (honoured.resources_list_changed) out.key("resourcesListChanged").boolean(true);
  if (!honoured.resource_subscriptions.empty()) {
    out.key("resourceSubscriptions").begin_array();
    for (auto const& uri : honoured.resource_subscriptions) out.string(uri);
    out.end_array();
  }
  out.end_object();
  detail::end_notification(out, id);
  return text;
}

PARLEY_DECL std::string encode_list_changed(request_id const& id, list_kind which) {
  std::string_view method = "notifications/tools/list_changed";
  if (which == list_kind::prompts) method = "notifications/prompts/list_changed";
  if (which == list_kind::resources) method = "notifications/resources/list_changed";
  std::string text;
  json_writer out(text);
  detail::begin_notification(out, method);
  detail::end_notification(out, id);
  return text;
}

PARLEY_DECL std::string encode_resource_updated(request_id const& id, std::string_view uri) {
  std::string text;
  json_writer out(text);
  detail::begin_notification(out, "notifications/resources/updated");
  out.key("uri").string(uri);
  detail::end_notification(out, id);
  return text;
}

PARLEY_DECL std::string encode_listen_result(request_id const& id, server_identity const& identity) {
  std::string text;
  json_writer out(text);
  out.begin_object().key("resultType").string("complete");
  detail::begin_tag(out, id);
  if (!identity.member.empty()) out.raw(identity.member);
  out.end_object().end_object();
  return encode_result(id, text);
}

PARLEY_DECL std::string encode_listen_cancelled(request_id const& id) {
  std::string text;
  json_writer out(text);
  detail::begin_notification(out, "notifications/cancelled");
  out.key("requestId");
  id.write(out);
  detail::end_notification(out, id);
  return text;
}

}  // namespace parley

#endif
