// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/environment.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/capabilities.hpp>
#include <parley/protocol/envelope.hpp>
#include <parley/state/principal.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace parley {

namespace detail {
class call_state;
}

// Thrown by Context::require. Let it pass: the client is answered -32021 with `lacking` in `data` (META-10).
class capability_error : public std::exception {
 public:
  PARLEY_DECL explicit capability_error(client_capabilities what);
  PARLEY_DECL char const* what() const noexcept override;
  client_capabilities const& lacking() const noexcept { return *lacking_; }

 private:
  std::shared_ptr<client_capabilities const> lacking_;  // shared, so that copying cannot throw
};

// The request that a handler works for. A handler takes a `Context&`; a copy may be kept by work that goes on after
// the handler has returned: once the request is answered or cancelled, progress() and log() do nothing.
//
// All members but random() may be called from several threads at once. What concerns the flow (flow_time and below) is
// there while the handler runs; later calls throw std::logic_error.
class Context {
 public:
  PARLEY_DECL explicit Context(std::shared_ptr<detail::call_state> call);

  // Tells the client how far the work is (basic/patterns/progress). Nothing is sent when the client did not ask for
  // progress, when `done` is not above the last value that was sent, or not finite. `total`, in the units of `done`,
  // and `message` are optional.
  PARLEY_DECL void progress(double done, std::optional<double> total = std::nullopt, std::string_view message = {});

  // Sends one line of log to the client (server/utilities/logging), if this request asked for lines of that level:
  // others cost a comparison. `logger` names the part of the program that speaks; empty: left out. The operator's log
  // is another one. Nothing secret.
  PARLEY_DECL void log(severity level, std::string_view text, std::string_view logger = {});
  // The same with any JSON value as text. Text that is not JSON goes out as a string.
  PARLEY_DECL void log_json(severity level, std::string_view value, std::string_view logger = {});
  // Whether log() would send a line of that level. Asks for nothing but the level.
  PARLEY_DECL bool logs(severity level) const;

  // The handler will take long, and its client need not hold a connection for it: the stream of this request is closed,
  // and the client comes back for the rest, progress and log lines included, by Last-Event-ID (2025-11-25/basic/
  // transports, "Resumability"). Does nothing on transports and for revisions that have no such thing.
  PARLEY_DECL void release_stream();

  // Set when the client cancels or goes away: stop, clean up, and return anything. Nothing is sent any more.
  PARLEY_DECL std::stop_token stop_token() const;
  bool cancelled() const { return stop_token().stop_requested(); }

  // What was asked for, as the client wrote it: the name of the tool or prompt, the URI of the resource; in a completer
  // the name of the argument. For handlers that serve several. Lives as
  // long as a Context of this request.
  PARLEY_DECL std::string_view target() const;

  // Who asks, as the transport verified it.
  PARLEY_DECL parley::principal const& principal() const;

  // `_meta` of the request, an object. To look inside, a separately compiled program includes <nlohmann/json.hpp>.
  PARLEY_DECL json const& meta() const;
  PARLEY_DECL trace_context const& trace() const;

  // Whether the client declared all of `what` in this request: `ctx.supports({.sampling = true})`.
  PARLEY_DECL bool supports(client_capabilities const& what) const;
  // The same, for a handler that cannot go on without. Throws capability_error.
  PARLEY_DECL void require(client_capabilities const& what) const;

  // When this flow began: the same in every round, to the millisecond. For a call that nobody was asked in, now.
  PARLEY_DECL std::chrono::system_clock::time_point flow_time() const;
  // The next number of a sequence that is the same in every round of the flow, and that no client can predict. Only for
  // the handler's own thread of execution, or the sequence would depend on who comes first. Throws tool_error when
  // the key that the flow began with has left the ring.
  PARLEY_DECL std::uint64_t random();

  // From here on the body does what the person agreed to: if it throws after this, the flow is over and is not run
  // again (tool_options::marks_commit). Does nothing else.
  PARLEY_DECL void committed();

  // For hand-built flows (server/input_required.hpp). `inputResponses` as the client sent them: an object, empty when
  // there are none. What is inside is for the author to check.
  PARLEY_DECL json const& input_responses() const;
  // What the author gave to InputRequired::state in the round before; empty: nothing, or the first round.
  PARLEY_DECL std::string request_state() const;

 private:
  std::shared_ptr<detail::call_state> call_;
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/parse.hpp>
#include <parley/json/writer.hpp>
#include <parley/server/call_state.hpp>

#include <utility>

namespace parley {

PARLEY_DECL capability_error::capability_error(client_capabilities what)
    : lacking_(std::make_shared<client_capabilities const>(std::move(what))) {}

PARLEY_DECL char const* capability_error::what() const noexcept { return "the client lacks a capability"; }

PARLEY_DECL Context::Context(std::shared_ptr<detail::call_state> call) : call_(std::move(call)) {}

PARLEY_DECL void Context::progress(double done, std::optional<double> total, std::string_view message) {
  call_->progress(done, total, message);
}

PARLEY_DECL bool Context::logs(severity level) const { return call_->logs(level); }

PARLEY_DECL void Context::log(severity level, std::string_view text, std::string_view logger) {
  if (!logs(level)) return;
  std::string data;
  json_writer(data).string(text);
  call_->log(level, data, logger);
}

PARLEY_DECL void Context::log_json(severity level, std::string_view value, std::string_view logger) {
  if (!logs(level)) return;
  auto const tree = parse(value);
  if (!tree) return log(level, value, logger);
  std::string data;
  json_writer(data).value(*tree);
  call_->log(level, data, logger);
}

PARLEY_DECL void Context::release_stream() { call_->release(); }

PARLEY_DECL std::stop_token Context::stop_token() const { return call_->stop(); }
PARLEY_DECL std::string_view Context::target() const { return call_->target(); }
PARLEY_DECL parley::principal const& Context::principal() const { return call_->who(); }
PARLEY_DECL trace_context const& Context::trace() const { return call_->about().trace; }

PARLEY_DECL json const& Context::meta() const { return call_->meta(); }

PARLEY_DECL bool Context::supports(client_capabilities const& what) const {
  return missing_capabilities(what, call_->about().capabilities).empty();
}

PARLEY_DECL void Context::require(client_capabilities const& what) const {
  auto lacking = missing_capabilities(what, call_->about().capabilities);
  if (!lacking.empty()) throw capability_error(std::move(lacking));
}

PARLEY_DECL std::chrono::system_clock::time_point Context::flow_time() const { return call_->flow_time(); }
PARLEY_DECL std::uint64_t Context::random() { return call_->random(); }
PARLEY_DECL void Context::committed() { call_->commit(); }
PARLEY_DECL std::string Context::request_state() const { return call_->author_state(); }

PARLEY_DECL json const& Context::input_responses() const {
  static json const none = json::object();
  json const* const given = call_->input_responses();
  return given != nullptr ? *given : none;
}

}  // namespace parley

#endif
