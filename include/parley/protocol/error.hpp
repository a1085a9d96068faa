// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/capabilities.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace parley {

// The codes that parley sends (basic/index, "Error codes"). Codes of a program's own lie outside -32768 … -32000.
enum class error_code : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  header_mismatch = -32020,               // HTTP only
  missing_client_capability = -32021,     // `data.requiredCapabilities`
  unsupported_protocol_version = -32022,  // `data.supported`, `data.requested`
  // In older revisions only (BASE-13).
  resource_not_found = -32002,        // up to 2025-11-25: `data.uri`
  url_elicitation_required = -32042,  // 2025-11-25: `data.elicitations`
};

// Where an error arose. The code alone does not decide the HTTP status: a request without its envelope and a call of
// an unknown tool are both -32602, but only the first means that this endpoint does not speak the client's protocol.
enum class error_origin : std::uint8_t {
  ladder,    // before the request reached its method: reading, envelope, headers, version
  dispatch,  // finding the method
  handler,   // the method itself: its parameters, its state, its handler
};

// A JSON-RPC error as it goes out. `message` is one short sentence of ours. What the peer wrote has no place in it, but
// for the name of an unknown tool or prompt, as the specification shows it, when it holds nothing but the characters of
// tool names.
struct rpc_error {
  error_code code = error_code::internal_error;
  std::string message{};
  std::string data{};  // one JSON value as text, or empty for none
  error_origin origin = error_origin::handler;
  bool is_missing_resource = false;  // older revisions have a code of its own for it (T24)
};

// -32700: the text is not JSON, or not JSON that parley takes (json/parse.hpp).
PARLEY_DECL rpc_error parse_error();
// -32600: JSON, but not a JSON-RPC request or notification.
PARLEY_DECL rpc_error invalid_request(std::string message);
// -32601, for a method that is unknown, removed, or behind a capability that is not advertised (BASE-21).
PARLEY_DECL rpc_error method_not_found();
// -32602.
PARLEY_DECL rpc_error invalid_params(std::string message, error_origin origin = error_origin::handler);
// -32603, "Internal error". Nothing else is ever said on the wire; the reason belongs in the log (BASE-26).
PARLEY_DECL rpc_error internal_error();
// -32020. `what` is the name of a header, as the specification spells it, or a few words.
PARLEY_DECL rpc_error header_mismatch(std::string_view what);
// -32021 with `data.requiredCapabilities`, which names what is lacking (META-10).
PARLEY_DECL rpc_error missing_client_capability(client_capabilities const& lacking);
// -32022 with `data.supported` and `data.requested` (VER-01). The specification wants the peer's text back; it is cut
// after 64 bytes.
PARLEY_DECL rpc_error unsupported_protocol_version(std::string_view requested);
// -32602 with `data.uri`: there is no resource there, or none that this caller may read (RES-05).
PARLEY_DECL rpc_error resource_not_found_error(std::string_view uri);
// The one answer to every requestState that is not accepted, whatever the reason (MRTR-16).
PARLEY_DECL rpc_error invalid_request_state();
// The flow of this state has ended, or is running, with other answers than these: -32602.
PARLEY_DECL rpc_error already_answered();
// Nothing is run, since it could not be made sure that it runs once: -32603, to be tried again later.
PARLEY_DECL rpc_error not_recordable();

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/protocol/version.hpp>

#include <utility>

namespace parley {

PARLEY_DECL rpc_error parse_error() { return {error_code::parse_error, "Parse error", {}, error_origin::ladder}; }

PARLEY_DECL rpc_error invalid_request(std::string message) {
  return {error_code::invalid_request, std::move(message), {}, error_origin::ladder};
}

PARLEY_DECL rpc_error method_not_found() {
  return {error_code::method_not_found, "Method not found", {}, error_origin::dispatch};
}

PARLEY_DECL rpc_error invalid_params(std::string message, error_origin origin) {
  return {error_code::invalid_params, std::move(message), {}, origin};
}

PARLEY_DECL rpc_error internal_error() {
  return {error_code::internal_error, "Internal error", {}, error_origin::handler};
}

PARLEY_DECL rpc_error header_mismatch(std::string_view what) {
  return {error_code::header_mismatch, "Header mismatch: " + std::string(what), {}, error_origin::ladder};
}

PARLEY_DECL rpc_error missing_client_capability(client_capabilities const& lacking) {
  rpc_error error{error_code::missing_client_capability,
                  "The client did not declare a capability that this request needs",
                  {},
                  error_origin::handler};
  json_writer out(error.data);
  out.begin_object().key("requiredCapabilities");
  write(out, lacking);
  out.end_object();
  return error;
}

PARLEY_DECL rpc_error unsupported_protocol_version(std::string_view requested) {
  rpc_error error{error_code::unsupported_protocol_version, "Unsupported protocol version", {}, error_origin::ladder};
  json_writer out(error.data);
  out.begin_object().key("supported").begin_array();
  for (auto const version : supported_versions) out.string(version);
  out.end_array().key("requested").string(requested.substr(0, 64)).end_object();
  return error;
}

PARLEY_DECL rpc_error resource_not_found_error(std::string_view uri) {
  rpc_error error = invalid_params("Resource not found");
  error.is_missing_resource = true;
  json_writer out(error.data);
  out.begin_object().key("uri").string(uri).end_object();
  return error;
}

PARLEY_DECL rpc_error invalid_request_state() {
  return {error_code::invalid_params, "Invalid or expired requestState", R"({"reason":"invalid_request_state"})",
          error_origin::handler};
}

PARLEY_DECL rpc_error already_answered() {
  return {error_code::invalid_params, "This call has been answered already, and otherwise",
          R"({"reason":"already_answered"})", error_origin::handler};
}

PARLEY_DECL rpc_error not_recordable() {
  return {error_code::internal_error, "Nothing was done, because it cannot be recorded now; try again later",
          R"({"reason":"not_recordable"})", error_origin::handler};
}

}  // namespace parley

#endif
