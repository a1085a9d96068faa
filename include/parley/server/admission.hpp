// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/envelope.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/header_mirror.hpp>
#include <parley/protocol/message.hpp>
#include <parley/protocol/method.hpp>
#include <parley/protocol/version.hpp>

namespace parley::detail {

// A request that may go to its method.
struct admitted {
  method which = method::unknown;
  envelope about{};
  revision as = revision::v2026_07_28;  // what it is answered in
};

// Whether a request is one that this revision answers, checked in the order that the specification's error rules leave
// (basic/index; basic/versioning; basic/transports/streamable-http):
//
//   an `initialize` of an older revision        -32022, so that its client learns what is spoken here (VER-06)
//   the envelope is there                       -32602, names what is missing
//   the version header agrees with it           -32020
//   the version is spoken here                  -32022
//   the envelope is well-formed                 -32602
//   Mcp-Method and Mcp-Name agree               -32020
//   the method exists                           -32601
//
// A later check never hides an earlier one. `mirror` is what the HTTP headers say; null where there are none. Whether
// the method's capability is advertised is for the dispatcher. Pure.
//
// Precondition: `request` is a request.
PARLEY_DECL result<admitted, rpc_error> admit(incoming const& request, header_mirror const* mirror);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parley::detail {

inline constexpr char version_header[] = "MCP-Protocol-Version";
inline constexpr char method_header[] = "Mcp-Method";
inline constexpr char name_header[] = "Mcp-Name";

// A handshake of an older revision: it names its version in the params, not in an envelope.
PARLEY_DECL bool is_handshake(incoming const& request) {
  return request.method == "initialize" && !has_envelope(request.params.get());
}

PARLEY_DECL std::string_view handshake_version(incoming const& request) {
  if (request.params == nullptr) return {};
  auto const version = request.params->find("protocolVersion");
  if (version == request.params->end() || !version->is_string()) return {};
  return version->get_ref<std::string const&>();
}

// A request that has no envelope. When its headers do not name a revision that is spoken here, that is what its client
// needs to hear first.
PARLEY_DECL rpc_error without_envelope(incoming const& request, header_mirror const* mirror, rpc_error missing) {
  if (mirror == nullptr || has_envelope(request.params.get())) return missing;
  if (!mirror->protocol_version) return header_mismatch(version_header);
  if (!is_supported_version(*mirror->protocol_version)) return unsupported_protocol_version(*mirror->protocol_version);
  return missing;
}

// The name in the params that Mcp-Name repeats; nothing when it is no string.
PARLEY_DECL std::optional<std::string_view> body_name(incoming const& request, std::string_view member) {
  auto const name = request.params->find(std::string(member));
  if (name == request.params->end() || !name->is_string()) return std::nullopt;
  return std::string_view(name->get_ref<std::string const&>());
}

PARLEY_DECL result<void, rpc_error> check_name_header(incoming const& request, header_mirror const& mirror,
                                                      std::string_view member) {
  if (mirror.undecodable) return refused{header_mismatch(name_header)};
  auto const name = body_name(request, member);
  // Neither says a name: the params are what is wrong, and the method will say so (HDR-08).
  if (!name && !mirror.name) return {};
  if (!name || !mirror.name || *mirror.name != *name) return refused{header_mismatch(name_header)};
  return {};
}

// Whoever tries the handshake of an older revision learns here, too, what is spoken (VER-06).
PARLEY_DECL rpc_error unknown_method(incoming const& request) {
  rpc_error error = method_not_found();
  if (request.method != "initialize") return error;
  json_writer out(error.data);
  out.begin_object().key("supported").begin_array();
  for (auto const version : supported_versions) out.string(version);
  out.end_array().end_object();
  return error;
}

PARLEY_DECL result<admitted, rpc_error> admit(incoming const& request, header_mirror const* mirror) {
  if (is_handshake(request)) return refused{unsupported_protocol_version(handshake_version(request))};

  auto version = envelope_version(request.params.get());
  if (!version) return refused{without_envelope(request, mirror, std::move(version).error())};
  if (mirror != nullptr) {
    if (mirror->duplicated) return refused{header_mismatch("a header came twice")};
    if (mirror->protocol_version != *version) return refused{header_mismatch(version_header)};
  }
  if (!is_supported_version(*version)) return refused{unsupported_protocol_version(*version)};

  auto about = read_envelope(*request.params);
  if (!about) return refused{std::move(about).error()};

  method_rules const rules = find_method(request.method);
  if (mirror != nullptr) {
    if (mirror->method != request.method) return refused{header_mismatch(method_header)};
    if (!rules.name_member.empty()) {
      auto agrees = check_name_header(request, *mirror, rules.name_member);
      if (!agrees) return refused{std::move(agrees).error()};
    }
  }
  if (rules.which == method::unknown) return refused{unknown_method(request)};
  return admitted{rules.which, *std::move(about), revision::v2026_07_28};
}

}  // namespace parley::detail

#endif
