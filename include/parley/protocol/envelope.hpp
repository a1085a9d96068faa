// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/environment.hpp>
#include <parley/core/result.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/capabilities.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/meta_key.hpp>
#include <parley/protocol/request_id.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace parley {

// What every request says about itself in `params._meta` (basic/index, "Request metadata"). Nothing of it is remembered
// from one request to the next (BASE-16). `clientInfo` is not here: it may be missing or wrong, and decides nothing
// (META-05, META-09); handlers that want to show it find it in Context::meta().

// W3C trace context, as it came (META-07). Empty: not given.
struct trace_context {
  std::string traceparent{};
  std::string tracestate{};
  std::string baggage{};
};

struct envelope {
  client_capabilities capabilities{};
  std::optional<severity> log_level{};  // absent: this request wants no log notifications (LOG-02)
  request_id progress_token{};          // none: this request wants no progress (PRG-05)
  trace_context trace{};
};

// The level of that word, as MCP spells it; nothing for other words.
PARLEY_DECL std::optional<severity> severity_of(std::string_view word);

// Whether the params hold the mark of an enveloped request: a `_meta` with a protocol version of any kind. `params` may
// be null.
PARLEY_DECL bool has_envelope(json const* params);

// The protocol version of the request, which lives as long as `params`. Fails when one of the two members that every
// request must have is missing or of another JSON type, and names which (META-03, META-04).
PARLEY_DECL result<std::string_view, rpc_error> envelope_version(json const* params);

// The rest. Precondition: envelope_version succeeded, and gave a version whose envelope looks as described here.
PARLEY_DECL result<envelope, rpc_error> read_envelope(json const& params);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <utility>

namespace parley {
namespace detail {

// `_meta` of the params, or null.
PARLEY_DECL json const* meta_object(json const* params) {
  if (params == nullptr || !params->is_object()) return nullptr;
  auto const meta = params->find("_meta");
  return meta == params->end() || !meta->is_object() ? nullptr : &*meta;
}

// The member `name` of `_meta`, or null.
PARLEY_DECL json const* meta_member(json const* meta, char const* name) {
  return meta != nullptr ? find_member(*meta, name) : nullptr;
}

PARLEY_DECL std::string meta_text(json const* meta, char const* name) {
  auto const* member = meta_member(meta, name);
  return member != nullptr && member->is_string() ? member->get<std::string>() : std::string();
}

}  // namespace detail

PARLEY_DECL std::optional<severity> severity_of(std::string_view word) {
  for (int level = 0; level <= static_cast<int>(severity::emergency); ++level) {
    if (to_string(static_cast<severity>(level)) == word) return static_cast<severity>(level);
  }
  return std::nullopt;
}

PARLEY_DECL bool has_envelope(json const* params) {
  return detail::meta_member(detail::meta_object(params), meta_key::protocol_version) != nullptr;
}

PARLEY_DECL result<std::string_view, rpc_error> envelope_version(json const* params) {
  json const* const meta = detail::meta_object(params);
  auto const* version = detail::meta_member(meta, meta_key::protocol_version);
  auto const* capabilities = detail::meta_member(meta, meta_key::client_capabilities);
  std::string missing;
  if (version == nullptr || !version->is_string()) missing = meta_key::protocol_version;
  if (capabilities == nullptr || !capabilities->is_object()) {
    if (!missing.empty()) missing += ", ";
    missing += meta_key::client_capabilities;
  }
  if (!missing.empty()) {
    return refused{invalid_params("Missing required _meta field: " + missing, error_origin::ladder)};
  }
  return std::string_view(version->get_ref<std::string const&>());
}

PARLEY_DECL result<envelope, rpc_error> read_envelope(json const& params) {
  auto malformed = [](char const* key) {
    return refused{invalid_params(std::string("Malformed _meta field: ") + key, error_origin::ladder)};
  };
  json const* const meta = detail::meta_object(&params);
  envelope read;
  auto can = read_client_capabilities(*detail::meta_member(meta, meta_key::client_capabilities));
  if (!can) return malformed(meta_key::client_capabilities);
  read.capabilities = *std::move(can);
  if (auto const* level = detail::meta_member(meta, meta_key::log_level)) {
    if (level->is_string()) read.log_level = severity_of(level->get_ref<std::string const&>());
    if (!read.log_level) return malformed(meta_key::log_level);
  }
  if (auto const* token = detail::meta_member(meta, meta_key::progress_token)) {
    auto value = request_id::from_json(*token);
    if (!value) return malformed(meta_key::progress_token);
    read.progress_token = *std::move(value);
  }
  read.trace = {detail::meta_text(meta, "traceparent"), detail::meta_text(meta, "tracestate"),
                detail::meta_text(meta, "baggage")};
  return read;
}

}  // namespace parley

#endif
