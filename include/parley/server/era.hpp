// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/message.hpp>
#include <parley/protocol/version.hpp>
#include <parley/server/admission.hpp>
#include <parley/server/caller.hpp>

namespace parley::detail {

// Which revision a client is answered in, as long as nothing is known of its message: that of the handshake, if there
// was one. It decides how even an error looks (T22).
PARLEY_DECL revision era_of(caller const& from);
// The same for a message that was read: 2026-07-28 if it says so itself.
PARLEY_DECL revision era_of(incoming const& message, caller const& from);

// Admits a request of any era. The request itself says which it is of, whatever came before it (T07):
//
//   it has an envelope                              2026-07-28: admit() of server/admission.hpp
//   a header names a revision with envelopes        the same, which says what is missing
//   `initialize`                                    a handshake; -32600 when there was one (LEG-05), -32022 when the
//                                                   client has shown that it speaks 2026-07-28 (T16)
//   after a handshake                               the revision that it agreed on
//   `ping`                                          may come before the handshake (LEG-03)
//   anything else                                   -32602, which says what a request of either era needs (LEG-04)
//
// Without a session (caller::session) nothing but 2026-07-28 is spoken. Of an older revision `about` is what the
// session has, so that handlers see no difference. Precondition: `request` is a request.
PARLEY_DECL result<admitted, rpc_error> admit_any_era(incoming const& request, caller const& from);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/protocol/envelope.hpp>
#include <parley/protocol/meta_key.hpp>
#include <parley/protocol/method.hpp>
#include <parley/server/client_session.hpp>

#include <utility>

namespace parley::detail {

PARLEY_DECL bool names_enveloped_revision(caller const& from) {
  return from.mirror && from.mirror->protocol_version && is_supported_version(*from.mirror->protocol_version);
}

PARLEY_DECL revision era_of(caller const& from) {
  return from.session != nullptr && from.session->is_open() ? from.session->spoken() : revision::v2026_07_28;
}

PARLEY_DECL revision era_of(incoming const& message, caller const& from) {
  bool const is_enveloped = has_envelope(message.params.get()) || names_enveloped_revision(from);
  return is_enveloped ? revision::v2026_07_28 : era_of(from);
}

// What stands in an envelope, as far as a client of an older revision says it at all. What it says is taken when it is
// well-formed, and ignored otherwise, as those revisions have no rules for it.
PARLEY_DECL envelope envelope_of(incoming const& request, client_session const& session) {
  envelope about;
  about.capabilities = session.capabilities();
  if (session.has_stream()) about.log_level = session.log_level();
  json const* const meta = meta_object(request.params.get());
  if (auto const* const token = meta_member(meta, meta_key::progress_token)) {
    about.progress_token = request_id::from_json(*token).value_or(request_id());
  }
  about.trace = {meta_text(meta, "traceparent"), meta_text(meta, "tracestate"), meta_text(meta, "baggage")};
  return about;
}

PARLEY_DECL result<admitted, rpc_error> admit_of_session(incoming const& request, client_session const& session) {
  if (request.method == "initialize") {
    if (session.is_open()) return refused{invalid_request("This session has been initialized already")};
    if (session.is_enveloped()) return refused{unsupported_protocol_version(handshake_version(request))};
    return admitted{method::initialize, {}, newest_handshake};
  }
  if (!session.is_open()) {
    if (request.method == "ping") return admitted{method::ping, {}, newest_handshake};
    auto missing = envelope_version(request.params.get());
    rpc_error why = missing ? invalid_params({}, error_origin::ladder) : std::move(missing).error();
    why.message += "; revisions before 2026-07-28 begin with initialize";
    return refused{std::move(why)};
  }
  auto const which = find_handshake_method(request.method).which;
  if (which == method::unknown) return refused{method_not_found()};
  return admitted{which, envelope_of(request, session), session.spoken()};
}

PARLEY_DECL result<admitted, rpc_error> admit_any_era(incoming const& request, caller const& from) {
  auto const* const mirror = from.mirror ? &*from.mirror : nullptr;
  bool const is_enveloped = has_envelope(request.params.get());
  if (from.session != nullptr && !is_enveloped && !names_enveloped_revision(from)) {
    return admit_of_session(request, *from.session);
  }
  auto as = admit(request, mirror);
  // Whoever has only looked what is spoken here may still choose.
  if (as && from.session != nullptr && as->which != method::server_discover) from.session->saw_envelope();
  return as;
}

}  // namespace parley::detail

#endif
