// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/protocol/request_id.hpp>
#include <parley/server/engine.hpp>
#include <parley/server/handler_call.hpp>
#include <parley/server/round.hpp>

#include <exception>
#include <string>
#include <vector>

namespace parley::detail {

// The answer to a call whose round is over. A result that is not what its feature promises is never sent: the client
// hears that the handler failed, and the log says why.
//
// Only tools have a result that is an error (TOOL-16). For prompts, resources and completion what a model should read
// becomes the message of a -32602, when the caller gave what does not fit, or else of a -32603 (PRM-05).
PARLEY_DECL reply respond(engine const& home, request_id const& id, handler_call const& call, round_outcome outcome);

// `inputRequests`: an object, its members in the order asked; empty when there are none.
PARLEY_DECL std::string requests_text(std::vector<input_request> const& requests);

// The answer to a request that is refused, for the log as well. `as`: the revision to say it in.
PARLEY_DECL reply respond_with(engine const& home, request_id const& id, rpc_error const& why, revision as);

// The answer to a call whose handler threw, or to a request that never got to one: `call.target` is null, and `call.as`
// is set (T12, TOOL-16).
PARLEY_DECL reply respond_to_thrown(engine const& home, request_id const& id, handler_call const& call,
                                    std::exception_ptr thrown);

// Whether the handler says by what it threw that it has done nothing (not_started).
PARLEY_DECL bool says_not_started(std::exception_ptr const& thrown);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/compact.hpp>
#include <parley/json/parse.hpp>
#include <parley/protocol/encode.hpp>
#include <parley/protocol/encode_handshake.hpp>
#include <parley/protocol/meta_key.hpp>
#include <parley/protocol/recorded_reply.hpp>
#include <parley/protocol/structured_output.hpp>
#include <parley/server/context.hpp>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace parley::detail {

// What a handler wrote as `_meta`. Returns what is wrong with it, for the operator; empty: nothing.
PARLEY_DECL std::string vet_meta(std::string& text) {
  auto fit = fit_meta(text);
  return fit ? std::string() : "it has a `meta` " + fit.error().detail;
}

PARLEY_DECL std::string vet_block(content_block& block) {
  return std::visit([](auto& which) { return vet_meta(which.meta); }, block);
}

// Each makes a handler's result fit to be sent. Returns what is wrong with it, for the operator; empty: nothing.
PARLEY_DECL std::string vet(handler_call const& call, CallToolResult& result) {
  if (call.handler->table.output != nullptr) {
    // Written by parley itself from a described type, so it is JSON; but it must be there (TOOL-11).
    if (!result.is_error && result.structured.empty()) return "it has no structured content";
  } else if (!result.structured.empty() && !compact_json(result.structured)) {
    return "its structured content is no JSON";
  }
  if (auto const& promised = call.handler->table.output_check; promised != nullptr && !result.is_error) {
    if (result.structured.empty()) return "it has no structured content";
    auto const broken = promised->validate(parse(result.structured).value());
    if (!broken.empty()) return "it is outside its output schema: " + to_text(broken);
  }
  if (auto wrong = vet_meta(result.meta); !wrong.empty()) return wrong;
  for (auto& block : result.blocks) {
    if (auto wrong = vet_block(block); !wrong.empty()) return wrong;
  }
  // Clients that know no structured content read it as text (TOOL-12).
  if (result.blocks.empty() && !result.structured.empty()) {
    result.blocks.push_back(text_content{result.structured, {}, {}});
  }
  return {};
}

PARLEY_DECL std::string vet(handler_call const&, GetPromptResult& result) {
  if (auto wrong = vet_meta(result.meta); !wrong.empty()) return wrong;
  for (PromptMessage& message : result.messages) {
    if (auto wrong = vet_block(message.content); !wrong.empty()) return wrong;
  }
  return {};
}

// Contents get the address and the type that they left out. Nothing at all is what a resource that is not there would
// have (RES-05).
PARLEY_DECL std::string vet(handler_call const& call, ReadResourceResult& result) {
  if (auto wrong = vet_meta(result.meta); !wrong.empty()) return wrong;
  if (result.contents.empty()) return "it has no contents";
  for (ResourceContents& each : result.contents) {
    if (auto wrong = vet_meta(each.meta); !wrong.empty()) return wrong;
    if (each.uri.empty()) each.uri = call.key;
    if (each.mime_type.empty()) each.mime_type = call.target->mime_type;
    if (each.mime_type.empty() && !each.blob) each.mime_type = "text/plain";
  }
  return {};
}

PARLEY_DECL std::string vet(handler_call const&, Completion&) { return {}; }

PARLEY_DECL std::string encode(engine const& home, request_id const& id, handler_call const& call,
                               CallToolResult const& result) {
  if (has_handshake(call.as)) {
    bool const wraps = !result.structured.empty() && listed_tool_wraps(call.target->listed);
    return encode_call_result(id, result, call.as, wraps);
  }
  return encode_call_result(id, result, home.style.usual_identity);
}
PARLEY_DECL std::string encode(engine const& home, request_id const& id, handler_call const& call,
                               GetPromptResult const& result) {
  if (has_handshake(call.as)) return encode_prompt_result(id, result, call.as);
  return encode_prompt_result(id, result, home.style.usual_identity);
}
PARLEY_DECL std::string encode(engine const& home, request_id const& id, handler_call const& call,
                               ReadResourceResult const& result) {
  if (has_handshake(call.as)) return encode_read_result(id, result, call.as);
  return encode_read_result(id, result, call.target->cache, home.style.usual_identity);
}
PARLEY_DECL std::string encode(engine const& home, request_id const& id, handler_call const& call,
                               Completion const& completion) {
  if (has_handshake(call.as)) return encode_completion(id, completion, call.as);
  return encode_completion(id, completion, home.style.usual_identity);
}

PARLEY_DECL std::string requests_text(std::vector<input_request> const& requests) {
  std::string text;
  if (requests.empty()) return text;
  json_writer out(text);
  out.begin_object();
  for (input_request const& one : requests) {
    out.key(one.key).begin_object().key("method").string(one.method);
    if (!one.params.empty()) out.key("params").raw(one.params);
    out.end_object();
  }
  out.end_object();
  return text;
}

PARLEY_DECL reply respond_with(engine const& home, request_id const& id, rpc_error const& why, revision as) {
  home.log(severity::info, "request_refused", std::to_string(static_cast<int>(why.code)) + ' ' + why.message);
  return encode_error(id, why, as);
}

// Words for a model.
PARLEY_DECL reply respond_in_words(engine const& home, request_id const& id, handler_call const& call,
                                   std::string words, bool bad_arguments) {
  if (call.target->what == feature::tool) {
    return {encode(home, id, call, CallToolResult::error(std::move(words))), reply_status::ok};
  }
  rpc_error why = bad_arguments ? invalid_params({}) : internal_error();
  why.message = std::move(words);
  return respond_with(home, id, why, call.as);
}

// What is said of a failure whose reason is for the operator alone.
PARLEY_DECL reply respond_failed(engine const& home, request_id const& id, handler_call const& call) {
  return respond_in_words(home, id, call, call.target->what == feature::tool ? "The tool failed." : "Internal error",
                          false);
}

PARLEY_DECL reply respond(engine const& home, request_id const& id, handler_call const& call, round_outcome outcome) {
  return std::visit(
      [&](auto& how) -> reply {
        using kind = std::remove_cvref_t<decltype(how)>;
        if constexpr (std::is_same_v<kind, rpc_error>) {
          return respond_with(home, id, how, call.as);
        } else if constexpr (std::is_same_v<kind, call_refused>) {
          return respond_in_words(home, id, call, std::move(how.text), how.bad_arguments);
        } else if constexpr (std::is_same_v<kind, call_replayed>) {
          if (auto again = replay_reply(how.record, id)) return *std::move(again);
          home.log(severity::error, "record_unreadable", call.handler->table.name);
          return respond_with(home, id, internal_error(), call.as);
        } else if constexpr (std::is_same_v<kind, input_required>) {
          return {encode_input_required(id, requests_text(how.requests), how.state, home.style.usual_identity),
                  reply_status::ok};
        } else {
          auto const wrong = vet(call, how);
          if (wrong.empty()) return {encode(home, id, call, how), reply_status::ok};
          home.log(severity::error,
                   call.target->what == feature::tool ? "tool_result_invalid" : "handler_result_invalid",
                   call.handler->table.name + ": " + wrong);
          return respond_failed(home, id, call);
        }
      },
      outcome);
}

PARLEY_DECL reply respond_to_thrown(engine const& home, request_id const& id, handler_call const& call,
                                    std::exception_ptr thrown) {
  std::string why = "an exception that is no std::exception";
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (capability_error const& error) {
    return respond_with(home, id, missing_client_capability(error.lacking()), call.as);
  } catch (argument_error const& error) {
    if (call.target != nullptr) return respond_in_words(home, id, call, error.what(), true);
    why = error.what();
  } catch (tool_error const& error) {
    if (call.target != nullptr) return respond_in_words(home, id, call, error.what(), false);
    why = error.what();
  } catch (resource_not_found const& error) {
    if (call.target != nullptr && call.method == "resources/read") {
      return respond_with(home, id, resource_not_found_error(call.key), call.as);
    }
    why = error.what();
  } catch (std::exception const& error) {
    why = error.what();
  } catch (...) {
  }
  if (call.target == nullptr) {
    home.log(severity::error, "request_failed", why);
    return respond_with(home, id, internal_error(), call.as);
  }
  home.log(severity::error, call.target->what == feature::tool ? "tool_failed" : "handler_failed",
           call.handler->table.name + ": " + why);
  return respond_failed(home, id, call);
}

PARLEY_DECL bool says_not_started(std::exception_ptr const& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (not_started const&) {
    return true;
  } catch (...) {
    return false;
  }
}

}  // namespace parley::detail

#endif
