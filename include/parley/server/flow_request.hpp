// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>
#include <parley/server/flow_claim.hpp>
#include <parley/server/handler_table.hpp>
#include <parley/server/round_terms.hpp>
#include <parley/state/claims.hpp>
#include <parley/state/guard.hpp>

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace parley::detail {

// A request as part of a flow: what came before it, as its state says, and what is sealed for the next. Belongs to its
// round.
class flow_request {
 public:
  // All must outlive it.
  PARLEY_DECL flow_request(handler_table const& handler, guard const& with, round_input const& input);
  flow_request(flow_request const&) = delete;
  flow_request& operator=(flow_request const&) = delete;

  // Opens `requestState`, before anything else of the request is looked at. An error: it is no good, or
  // `inputResponses` is no object.
  PARLEY_DECL std::optional<rpc_error> open();

  // What the state that came in says; of round 0 without one.
  flow_state const& before() const { return before_; }
  // `inputResponses` as the client sent them, an object; null: none.
  json const* responses() const { return responses_; }
  // Of a flow whose ledger remembers, when a state came in: it may have run. Null: there is no such thing.
  flow_claim* claim() { return claim_ ? &*claim_ : nullptr; }

  // The flow as this request goes on with it: the next round of the one that came in, or a new one. Most calls ask
  // nothing, so the id of a new one is drawn only when somebody wants to know. May be called from any thread.
  PARLEY_DECL flow_state const& now();
  // See round.
  PARLEY_DECL std::chrono::system_clock::time_point started() const;
  PARLEY_DECL digest256 random();

  // The end of a round in questions: `out` with a state that has `next`.
  PARLEY_DECL round_outcome seal(input_required out, flow_state next);

 private:
  PARLEY_DECL binding bound_to();
  PARLEY_DECL void prepare_claim();

  handler_table const& handler_;
  guard const& guard_;
  round_input const& input_;
  std::string who_{};                     // input_.who, encoded, and …
  std::optional<digest256> arguments_{};  // … the digest of the arguments, once a state comes or goes
  json const* responses_ = nullptr;
  flow_state before_{};
  flow_state now_{};  // still without questions
  std::once_flag now_set_{};
  std::optional<flow_claim> claim_{};
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/canonical.hpp>
#include <parley/server/flow_answers.hpp>

#include <utility>

namespace parley::detail {

PARLEY_DECL flow_request::flow_request(handler_table const& handler, guard const& with, round_input const& input)
    : handler_(handler), guard_(with), input_(input) {}

PARLEY_DECL binding flow_request::bound_to() {
  if (!arguments_) {
    who_ = input_.who.encoded();
    bool const none = input_.arguments == nullptr || input_.arguments->is_null();
    arguments_ = guard_.crypto().sha256(bytes_of(none ? "{}" : canonical(*input_.arguments)));
  }
  return {input_.method, input_.target, *arguments_, who_, input_.audience, input_.ledger};
}

PARLEY_DECL std::optional<rpc_error> flow_request::open() {
  if (input_.request_state) {
    auto opened = guard_.open(*input_.request_state, bound_to(), input_.now);
    if (opened && handler_.builds_input_required && opened->definition != input_.definition) {
      // What resolvers ask is pinned question by question; what an author wrote can only be taken or left as a whole.
      guard_.report(state_fault::tool_changed, input_.method);
      opened = refused{state_fault::tool_changed};
    }
    if (!opened) return invalid_request_state();
    before_ = std::move(*opened);
  }
  json const* const given = input_.input_responses;
  if (given != nullptr && !given->is_null()) {
    if (!given->is_object()) return invalid_params("inputResponses must be an object");
    responses_ = given;
  }
  bool const may_have_run = before_.round != 0 && input_.book != nullptr && input_.ledger != no_ledger::name;
  if (may_have_run) prepare_claim();
  return std::nullopt;
}

PARLEY_DECL void flow_request::prepare_claim() {
  ledger_claim what;
  what.key.flow = before_.id;
  what.answers = answers_digest(handler_, before_, responses_, guard_.crypto());
  digest_of_parts parts("principal");
  what.who = parts.add(who_).finish(guard_.crypto());
  what.until = guard_.end_of(before_);
  claim_.emplace(*input_.book, *input_.waiters, what, handler_.name, guard_.world());
}

PARLEY_DECL flow_state const& flow_request::now() {
  std::call_once(now_set_, [this] {
    if (before_.round == 0) {
      now_ = guard_.begin(input_.now);
    } else {
      now_.id = before_.id;
      now_.origin = before_.origin;
      now_.started = before_.started;
      now_.round = before_.round + 1;
    }
    now_.definition = input_.definition;
  });
  return now_;
}

PARLEY_DECL std::chrono::system_clock::time_point flow_request::started() const {
  if (before_.round != 0) return before_.started;
  return std::chrono::floor<std::chrono::milliseconds>(input_.now);
}

PARLEY_DECL digest256 flow_request::random() {
  auto const bytes = guard_.flow_random(now());
  if (!bytes) throw tool_error("This call has been going on for too long; start it again.");
  return *bytes;
}

PARLEY_DECL round_outcome flow_request::seal(input_required out, flow_state next) {
  // The time of now, not that of the request: what the handlers took is not taken from the person's time to answer.
  auto sealed = guard_.seal(std::move(next), bound_to(), guard_.world().wall_clock());
  if (sealed) {
    out.state = std::move(*sealed);
    return out;
  }
  switch (sealed.error()) {
    case state_fault::too_large:
      return call_refused{"The answers so far are too long to go on with. Nothing was done."};
    case state_fault::too_many_rounds:
      return call_refused{"This call would need too many questions. Nothing was done."};
    default: return call_refused{"This call has been waiting for answers for too long. Nothing was done."};
  }
}

}  // namespace parley::detail

#endif
