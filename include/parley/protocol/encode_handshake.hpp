// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/completion.hpp>
#include <parley/protocol/content.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/prompt.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/protocol/request_id.hpp>
#include <parley/protocol/resource.hpp>
#include <parley/protocol/tool.hpp>
#include <parley/protocol/version.hpp>

#include <string>
#include <string_view>

namespace parley {

// The answers that clients of the revisions before 2026-07-28 are given: what protocol/encode.hpp is for that one. No
// result has a type, caching hints, or the server's identity in `_meta` (LEG-08). `as` is the revision that was agreed
// on, one with a handshake. Members that a revision does not know stay, since readers of JSON skip them; kinds of
// content that it does not know would break strict ones, and are told in other words (LEG-60). Every text is one line.

// A content block in the words of that revision. Before 2025-06-18 a link to a resource becomes text that says what it
// leads to. In 2024-11-05 audio becomes an embedded resource with the same bytes, whose address is a data URI of them.
PARLEY_DECL void write(json_writer& out, content_block const& block, revision as);

// tools/call. From 2025-06-18 on structured content is an object: any other value goes out as {"result":…}, and so
// does each value of a tool that is listed so, which `wraps` says (protocol/structured_output.hpp). Before that there
// is none, and the text that goes with it must do. Preconditions as in protocol/encode.hpp.
PARLEY_DECL std::string encode_call_result(request_id const& id, CallToolResult const& result, revision as,
                                           bool wraps = false);

// prompts/get, resources/read, whose every piece has an address by now, and completion/complete.
PARLEY_DECL std::string encode_prompt_result(request_id const& id, GetPromptResult const& result, revision as);
PARLEY_DECL std::string encode_read_result(request_id const& id, ReadResourceResult const& result, revision as);
PARLEY_DECL std::string encode_completion(request_id const& id, Completion const& completion, revision as);

// {}: the answer to ping, logging/setLevel, resources/subscribe and resources/unsubscribe (LEG-07, LEG-53).
PARLEY_DECL std::string encode_empty_result(request_id const& id);

// An error, in any revision. Codes that came with 2026-07-28 are told in older ones, and a resource that is not there
// has its own (LEG-58). Without an id that member is null (T22). The status is 400 for what was refused before it
// reached its method, and 200 for all else, unknown methods included (LEG-38).
PARLEY_DECL reply encode_error(request_id const& id, rpc_error const& why, revision as);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/base64.hpp>
#include <parley/core/percent.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/encode.hpp>

#include <cstddef>
#include <utility>
#include <variant>

namespace parley {
namespace detail {

PARLEY_DECL text_content link_as_text(resource_link const& link) {
  std::string text = link.title.empty() ? link.name : link.title;
  text += ": " + link.uri;
  if (!link.mime_type.empty()) text += " (" + link.mime_type + ')';
  if (!link.description.empty()) text += '\n' + link.description;
  return {std::move(text), link.annotations, link.meta};
}

PARLEY_DECL embedded_resource audio_as_resource(audio_content const& audio) {
  std::string uri = "data:";
  append_uri_text(uri, audio.mime_type);
  uri += ";base64," + base64_encode(audio.data);
  return {std::move(uri), audio.mime_type, {}, audio.data, audio.annotations, audio.meta};
}

// A whole response with a result; `members` writes what is special to it.
template <class Members>
std::string encode_plain(request_id const& id, std::size_t size, Members members, std::string_view meta) {
  std::string text;
  text.reserve(512 + size);
  json_writer out(text);
  out.begin_object().key("jsonrpc").string("2.0").key("id");
  id.write(out);
  out.key("result").begin_object();
  members(out);
  write_meta(out, meta);
  out.end_object().end_object();
  return text;
}

PARLEY_DECL error_code older_code(rpc_error const& why, revision as) {
  switch (why.code) {
    case error_code::parse_error:
    case error_code::invalid_request:
    case error_code::method_not_found:
    case error_code::internal_error:
    case error_code::resource_not_found: return why.code;
    case error_code::invalid_params:
      return why.is_missing_resource ? error_code::resource_not_found : error_code::invalid_params;
    // 2025-11-25, basic/lifecycle, "Error Handling".
    case error_code::unsupported_protocol_version: return error_code::invalid_params;
    case error_code::url_elicitation_required:
      return as == revision::v2025_11_25 ? why.code : error_code::invalid_request;
    // Not an internal error, which a client might try again.
    case error_code::header_mismatch:
    case error_code::missing_client_capability: return error_code::invalid_request;
  }
  return why.code;  // one of the program's own
}

}  // namespace detail

PARLEY_DECL void write(json_writer& out, content_block const& block, revision as) {
  if (auto const* const link = std::get_if<resource_link>(&block); link != nullptr && as < revision::v2025_06_18) {
    write(out, detail::link_as_text(*link));
  } else if (auto const* const audio = std::get_if<audio_content>(&block);
             audio != nullptr && as < revision::v2025_03_26) {
    write(out, detail::audio_as_resource(*audio));
  } else {
    write(out, block);
  }
}

PARLEY_DECL std::string encode_call_result(request_id const& id, CallToolResult const& result, revision as,
                                           bool wraps) {
  auto const members = [&](json_writer& out) {
    out.key("content").begin_array();
    for (auto const& block : result.blocks) write(out, block, as);
    out.end_array();
    if (!result.structured.empty() && as >= revision::v2025_06_18) {
      out.key("structuredContent");
      if (wraps || result.structured.front() != '{') {
        out.begin_object().key("result").raw(result.structured).end_object();
      } else {
        out.raw(result.structured);
      }
    }
    if (result.is_error) out.key("isError").boolean(true);
  };
  return detail::encode_plain(id, result.structured.size(), members, result.meta);
}

PARLEY_DECL std::string encode_prompt_result(request_id const& id, GetPromptResult const& result, revision as) {
  auto const members = [&](json_writer& out) {
    detail::write_optional(out, "description", result.description);
    out.key("messages").begin_array();
    for (PromptMessage const& one : result.messages) {
      out.begin_object().key("role").string(to_string(one.role)).key("content");
      write(out, one.content, as);
      out.end_object();
    }
    out.end_array();
  };
  return detail::encode_plain(id, 0, members, result.meta);
}

PARLEY_DECL std::string encode_read_result(request_id const& id, ReadResourceResult const& result, revision) {
  return detail::encode_plain(
      id, 0, [&](json_writer& out) { write_members(out, result); }, result.meta);
}

PARLEY_DECL std::string encode_completion(request_id const& id, Completion const& completion, revision) {
  auto const members = [&](json_writer& out) {
    out.key("completion");
    write(out, completion);
  };
  return detail::encode_plain(id, 0, members, {});
}

PARLEY_DECL std::string encode_empty_result(request_id const& id) {
  return detail::encode_plain(id, 0, [](json_writer&) {}, {});
}

PARLEY_DECL reply encode_error(request_id const& id, rpc_error const& why, revision as) {
  if (!has_handshake(as)) return encode_error(id, why);
  std::string text;
  json_writer out(text);
  out.begin_object().key("jsonrpc").string("2.0").key("id");
  id.has_value() ? id.write(out) : static_cast<void>(out.null());
  out.key("error").begin_object().key("code").integer(static_cast<int>(detail::older_code(why, as)));
  out.key("message").string(why.message);
  if (!why.data.empty()) out.key("data").raw(why.data);
  out.end_object().end_object();
  bool const in_time = why.origin == error_origin::ladder;
  return {std::move(text), in_time ? reply_status::bad_request : reply_status::ok};
}

}  // namespace parley

#endif
