// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/environment.hpp>
#include <parley/protocol/cache_hint.hpp>
#include <parley/protocol/completion.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/implementation.hpp>
#include <parley/protocol/prompt.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/protocol/request_id.hpp>
#include <parley/protocol/resource.hpp>
#include <parley/protocol/tool.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parley {

// Writes what goes out in revision 2026-07-28, as text at once: no tree is built. The engine's outcomes know nothing of
// revisions; each revision has its encoder, so no client is shown a word that its revision does not have. Every text
// is one line.

// Who the server is, written once: `_meta` of results that carry nothing else there, and what joins the `_meta` of
// those that do (META-08).
struct server_identity {
  std::string meta{};    // {"io.modelcontextprotocol/serverInfo":{…}}, or empty when results do not identify
  std::string member{};  // the same without the braces
  std::string info{};    // what is in it, {"name":…}: in older revisions a member of the result of `initialize`
};
PARLEY_DECL server_identity make_identity(implementation const& who);

// A response with a result that is complete JSON text already.
PARLEY_DECL std::string encode_result(request_id const& id, std::string_view result);

// tools/call, resultType "complete". `result.meta` and the identity are merged; a serverInfo that the handler wrote
// gives way. Precondition: `result.structured` and `result.meta` are empty or valid JSON, the latter an object.
PARLEY_DECL std::string encode_call_result(request_id const& id, CallToolResult const& result,
                                           server_identity const& identity);

// The same for prompts/get, for resources/read, whose every piece has an address by now, and for completion/complete.
PARLEY_DECL std::string encode_prompt_result(request_id const& id, GetPromptResult const& result,
                                             server_identity const& identity);
PARLEY_DECL std::string encode_read_result(request_id const& id, ReadResourceResult const& result,
                                           cache_hint const& cache, server_identity const& identity);
PARLEY_DECL std::string encode_completion(request_id const& id, Completion const& completion,
                                          server_identity const& identity);

// resultType "input_required" (basic/patterns/mrtr). `requests` is a JSON object as text; one of the two may be empty.
// No caching hints here (MRTR-21).
PARLEY_DECL std::string encode_input_required(request_id const& id, std::string_view requests, std::string_view state,
                                              server_identity const& identity);

// An error, with the status that goes with it. Without an id there is no member `id`: this revision's schema has no
// null there.
PARLEY_DECL reply encode_error(request_id const& id, rpc_error const& why);

// notifications/progress. `total` and `message` are left out when not given.
PARLEY_DECL std::string encode_progress(request_id const& token, double done, std::optional<double> total,
                                        std::string_view message);

// notifications/message. `data` is one JSON value as text.
PARLEY_DECL std::string encode_log(severity level, std::string_view logger, std::string_view data);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/parse.hpp>
#include <parley/protocol/envelope.hpp>

#include <cmath>

namespace parley {
namespace detail {

// Opens the response, up to the value of `result` or `error`.
PARLEY_DECL void begin_response(json_writer& out, request_id const& id, std::string_view member) {
  out.begin_object().key("jsonrpc").string("2.0");
  if (id.has_value()) {
    out.key("id");
    id.write(out);
  }
  out.key(member);
}

PARLEY_DECL void write_merged_meta(json_writer& out, std::string_view meta, server_identity const& identity) {
  if (meta.empty()) {
    if (!identity.meta.empty()) out.key("_meta").raw(identity.meta);
    return;
  }
  out.key("_meta").begin_object();
  if (auto const tree = parse(meta); tree && tree->is_object()) {
    for (auto const& [name, value] : tree->items()) {
      if (name != meta_key::server_info) out.key(name).value(value);
    }
  }
  if (!identity.member.empty()) out.raw(identity.member);
  out.end_object();
}

// A whole response with a result of type "complete"; `members` writes what is special to it.
template <class Members>
std::string encode_complete(request_id const& id, std::size_t size, Members members, std::string_view meta,
                            server_identity const& identity) {
  std::string text;
  text.reserve(512 + size);
  json_writer out(text);
  begin_response(out, id, "result");
  out.begin_object().key("resultType").string("complete");
  members(out);
  write_merged_meta(out, meta, identity);
  out.end_object().end_object();
  return text;
}

}  // namespace detail

PARLEY_DECL server_identity make_identity(implementation const& who) {
  server_identity made;
  json_writer info(made.info);
  write(info, who);
  json_writer member(made.member);
  member.key(meta_key::server_info).raw(made.info);
  made.meta = '{' + made.member + '}';
  return made;
}

PARLEY_DECL std::string encode_result(request_id const& id, std::string_view result) {
  std::string text;
  text.reserve(result.size() + id.text().size() + 48);
  json_writer out(text);
  detail::begin_response(out, id, "result");
  out.raw(result).end_object();
  return text;
}

PARLEY_DECL std::string encode_call_result(request_id const& id, CallToolResult const& result,
                                           server_identity const& identity) {
  auto const members = [&](json_writer& out) {
    out.key("content").begin_array();
    for (auto const& block : result.blocks) write(out, block);
    out.end_array();
    if (!result.structured.empty()) out.key("structuredContent").raw(result.structured);
    if (result.is_error) out.key("isError").boolean(true);
  };
  return detail::encode_complete(id, result.structured.size(), members, result.meta, identity);
}

PARLEY_DECL std::string encode_prompt_result(request_id const& id, GetPromptResult const& result,
                                             server_identity const& identity) {
  auto const members = [&](json_writer& out) { write_members(out, result); };
  return detail::encode_complete(id, 0, members, result.meta, identity);
}

PARLEY_DECL std::string encode_read_result(request_id const& id, ReadResourceResult const& result,
                                           cache_hint const& cache, server_identity const& identity) {
  auto const members = [&](json_writer& out) {
    write_members(out, result);
    write_members(out, cache);
  };
  return detail::encode_complete(id, 0, members, result.meta, identity);
}

PARLEY_DECL std::string encode_completion(request_id const& id, Completion const& completion,
                                          server_identity const& identity) {
  auto const members = [&](json_writer& out) {
    out.key("completion");
    write(out, completion);
  };
  return detail::encode_complete(id, 0, members, {}, identity);
}

PARLEY_DECL std::string encode_input_required(request_id const& id, std::string_view requests, std::string_view state,
                                              server_identity const& identity) {
  std::string text;
  text.reserve(256 + requests.size() + state.size() + identity.meta.size());
  json_writer out(text);
  detail::begin_response(out, id, "result");
  out.begin_object().key("resultType").string("input_required");
  if (!requests.empty()) out.key("inputRequests").raw(requests);
  if (!state.empty()) out.key("requestState").string(state);
  detail::write_merged_meta(out, {}, identity);
  out.end_object().end_object();
  return text;
}

PARLEY_DECL reply encode_error(request_id const& id, rpc_error const& why) {
  std::string text;
  json_writer out(text);
  detail::begin_response(out, id, "error");
  out.begin_object().key("code").integer(static_cast<int>(why.code)).key("message").string(why.message);
  if (!why.data.empty()) out.key("data").raw(why.data);
  out.end_object().end_object();
  return {std::move(text), status_of(why)};
}

PARLEY_DECL std::string encode_progress(request_id const& token, double done, std::optional<double> total,
                                        std::string_view message) {
  std::string text;
  json_writer out(text);
  out.begin_object().key("jsonrpc").string("2.0").key("method").string("notifications/progress");
  out.key("params").begin_object().key("progressToken");
  token.write(out);
  out.key("progress").number(done);
  if (total && std::isfinite(*total)) out.key("total").number(*total);
  if (!message.empty()) out.key("message").string(message);
  out.end_object().end_object();
  return text;
}

PARLEY_DECL std::string encode_log(severity level, std::string_view logger, std::string_view data) {
  std::string text;
  json_writer out(text);
  out.begin_object().key("jsonrpc").string("2.0").key("method").string("notifications/message");
  out.key("params").begin_object().key("level").string(to_string(level));
  if (!logger.empty()) out.key("logger").string(logger);
  out.key("data").raw(data).end_object().end_object();
  return text;
}

}  // namespace parley

#endif
