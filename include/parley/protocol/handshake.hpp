// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/capabilities.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/version.hpp>

#include <string>
#include <string_view>

namespace parley {

// `initialize`, with which clients of revisions before 2026-07-28 begin (2025-11-25, basic/lifecycle). What is agreed
// on here holds for the whole session (LEG-06).

// MCP Apps, the one extension that clients of these revisions declare (LEG-09).
inline constexpr std::string_view apps_extension = "io.modelcontextprotocol/ui";

// What a client asked for, and what comes of it.
struct initialize_request {
  revision agreed = newest_handshake;
  // As far as the agreed revision has them: without elicitation before 2025-06-18; with forms alone in that one,
  // whatever modes are named; and before 2025-11-25 without what sampling was given later. Extensions are as declared.
  client_capabilities capabilities{};
};

// Reads the params; null: there are none. A version with a handshake is agreed to. For any other, those that have none
// included, the newest that has one is offered, and the client is to say whether it speaks it (LEG-02). -32602 when
// `protocolVersion` is no string, or `capabilities` is missing or no object, or a capability is none. `clientInfo` may
// be missing or wrong, since it decides nothing (T33).
// What is older than `oldest` is not agreed to.
PARLEY_DECL result<initialize_request, rpc_error> read_initialize(json const* params,
                                                                  revision oldest = revision::v2024_11_05);

// What a server says of itself in its answer. Views are JSON text, but for `instructions`.
struct handshake_offer {
  std::string_view server_info{};  // server_identity::info
  bool tools = false;
  bool prompts = false;
  bool resources = false;
  bool completions = false;
  // Whether the session lasts, so that changes can be told and a log level be remembered. Without it no such thing is
  // offered (LEG-41).
  bool has_stream = false;
  std::string_view apps{};          // the settings of MCP Apps; empty: not served
  std::string_view instructions{};  // for the model; empty: left out
};

// The result, as JSON text. `completions` is no capability in 2024-11-05, and apps are named to clients alone that have
// named them. Tasks are never offered (LEG-57).
PARLEY_DECL std::string initialize_result(initialize_request const& request, handshake_offer const& offer);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/writer.hpp>

#include <algorithm>
#include <utility>

namespace parley {
namespace detail {

PARLEY_DECL revision agreed_revision(std::string_view asked, revision oldest) {
  auto const known = find_revision(asked);
  return known && has_handshake(*known) && *known >= oldest ? *known : newest_handshake;
}

PARLEY_DECL client_capabilities as_known_in(revision agreed, client_capabilities declared) {
  if (agreed >= revision::v2025_11_25) return declared;
  declared.sampling_tools = false;
  declared.sampling_context = false;
  bool const elicits = declared.elicitation_form || declared.elicitation_url;
  declared.elicitation_form = elicits && agreed >= revision::v2025_06_18;
  declared.elicitation_url = false;
  return declared;
}

PARLEY_DECL void write_served(json_writer& out, std::string_view name, bool subscribes, bool tells_changes) {
  out.key(name).begin_object();
  if (subscribes) out.key("subscribe").boolean(true);
  if (tells_changes) out.key("listChanged").boolean(true);
  out.end_object();
}

}  // namespace detail

PARLEY_DECL result<initialize_request, rpc_error> read_initialize(json const* params, revision oldest) {
  json const* const version = params != nullptr ? find_member(*params, "protocolVersion") : nullptr;
  if (version == nullptr || !version->is_string()) return refused{invalid_params("protocolVersion must be a string")};
  json const* const declared = find_member(*params, "capabilities");
  if (declared == nullptr) return refused{invalid_params("capabilities must be an object")};
  auto capabilities = read_client_capabilities(*declared);
  if (!capabilities) return refused{invalid_params("capabilities must be an object of objects")};
  auto const agreed = detail::agreed_revision(version->get_ref<std::string const&>(), oldest);
  return initialize_request{agreed, detail::as_known_in(agreed, *std::move(capabilities))};
}

PARLEY_DECL std::string initialize_result(initialize_request const& request, handshake_offer const& offer) {
  std::string text;
  json_writer out(text);
  out.begin_object().key("protocolVersion").string(to_string(request.agreed)).key("capabilities").begin_object();
  if (offer.has_stream) out.key("logging").begin_object().end_object();
  if (offer.tools) detail::write_served(out, "tools", false, offer.has_stream);
  if (offer.prompts) detail::write_served(out, "prompts", false, offer.has_stream);
  if (offer.resources) detail::write_served(out, "resources", offer.has_stream, offer.has_stream);
  if (offer.completions && request.agreed >= revision::v2025_03_26) {
    detail::write_served(out, "completions", false, false);
  }
  auto const& theirs = request.capabilities.extensions;
  if (!offer.apps.empty() && std::find(theirs.begin(), theirs.end(), apps_extension) != theirs.end()) {
    out.key("extensions").begin_object().key(apps_extension).raw(offer.apps).end_object();
  }
  out.end_object().key("serverInfo").raw(offer.server_info);
  if (!offer.instructions.empty()) out.key("instructions").string(offer.instructions);
  out.end_object();
  return text;
}

}  // namespace parley

#endif
