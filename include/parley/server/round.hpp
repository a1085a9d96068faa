// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>
#include <parley/server/handler_table.hpp>
#include <parley/server/open_questions.hpp>
#include <parley/server/round_terms.hpp>
#include <parley/state/claims.hpp>
#include <parley/state/guard.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace parley {

// What the driver of a request must do next (server/exchange.hpp).
enum class round_action : std::uint8_t {
  run,     // call perform(), on a thread where plain handlers may run
  await,   // await operation(), whose completion fills the slot that it was started for; then call resume()
  listen,  // of an exchange only: the request stays open; send what its stream() brings
  ask,     // of an exchange only: wait for the client's answers to what was sent, then call answered()
  done,    // the request is over: take what it came to
};

namespace detail {

// One round of one call: opens the state, reads the arguments, runs the resolvers, matches questions with answers, and
// ends in the body's result or in questions. It waits for nothing, and takes the time and all else from the guard's
// environment.
//
//   requestState is opened first, before anything else is looked at; if it is no good, nothing else happens
//   arguments that do not fit end the call; nothing has run then
//   resolvers run in their order, each at most once; one that needs a value that is still open waits for a later round
//   a question is settled by an answer only if that very question was sealed into the state that came with it
//   the body runs when nothing is open any more
//
// Belongs to one thread at a time; may move between threads from one action to the next. start(), perform() and
// resume() let through what a handler throws; the round is over then, and has no outcome.
class round {
 public:
  // `tool`, `on` and `with` must outlive the round. Sets `on.slots`; the caller has set the rest of `on`.
  PARLEY_DECL round(handler_table const& tool, frame& on, guard const& with, round_input input);
  round(round const&) = delete;
  round& operator=(round const&) = delete;
  PARLEY_DECL ~round();

  PARLEY_DECL round_action start();
  // Runs the plain handler that stopped the round, and those that follow it.
  PARLEY_DECL round_action perform();
  // Goes on after an asynchronous handler has filled its slot.
  PARLEY_DECL round_action resume();

  // After `await`: what to await.
  pending_operation& operation() const { return *waiting_for_->pending; }
  // After `done`, once.
  round_outcome take_outcome() { return std::move(*outcome_); }

  // For Context, from start() on:

  // When the flow began, the same in every round; a call without a state begins one.
  PARLEY_DECL std::chrono::system_clock::time_point flow_time() const;
  // 32 bytes, the same in every round of a flow, that no client can predict. Throws tool_error when the key behind them
  // has left the ring. May be called from any thread, also while the round goes on.
  PARLEY_DECL digest256 flow_random();
  // What the author of a hand-built flow gave to InputRequired::state in the round before; empty: no such round.
  std::string_view author_state() const { return before_.author_state; }
  // `inputResponses` as the client sent them, an object; null: none.
  json const* input_responses() const { return responses_; }

 private:
  PARLEY_DECL bool open();
  PARLEY_DECL bool read_parameters();
  PARLEY_DECL round_action advance(bool may_run_plain);
  PARLEY_DECL bool waits(node const& on) const;
  PARLEY_DECL bool settle(node const& asker, slot& into);
  PARLEY_DECL bool is_needed(std::size_t resolver) const;
  PARLEY_DECL round_action finish();
  PARLEY_DECL round_action ask(std::string author_state);
  PARLEY_DECL round_action ask_by_hand(InputRequired const& wish);
  PARLEY_DECL round_action refuse_unasked();
  PARLEY_DECL round_action end(round_outcome how);
  PARLEY_DECL binding request();
  PARLEY_DECL flow_state const& flow();

  handler_table const& tool_;
  frame& frame_;
  guard const& guard_;
  round_input const input_;
  std::string who_{};                     // input_.who, encoded, and …
  std::optional<digest256> arguments_{};  // … the digest of the arguments, once a state comes or goes
  json const* responses_ = nullptr;
  flow_state before_{};  // as the state that came in says; round 0 without one
  flow_state flow_{};    // as this request goes on with it, still without questions: see flow()
  std::once_flag flow_set_{};
  open_questions questions_;
  std::vector<slot> slots_;
  slot body_{};
  bool is_read_ = false;         // the arguments are in their slots
  std::size_t at_ = 0;           // the node that is next; nodes.size(): the body
  slot* waiting_for_ = nullptr;  // the slot of the operation that is awaited
  std::optional<round_outcome> outcome_{};
};

}  // namespace detail
}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/canonical.hpp>
#include <parley/server/arguments.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace parley::detail {

PARLEY_DECL round::round(handler_table const& tool, frame& on, guard const& with, round_input input)
    : tool_(tool),
      frame_(on),
      guard_(with),
      input_(std::move(input)),
      questions_(with, input_.definition, before_, *input_.capabilities, input_.as),
      slots_(tool.nodes.size()) {
  frame_.slots = slots_;
}

PARLEY_DECL round::~round() {
  // What is still awaited goes first: it may refer to the values of the slots before its own.
  if (waiting_for_ != nullptr) waiting_for_->pending.reset();
}

PARLEY_DECL round_action round::end(round_outcome how) {
  outcome_ = std::move(how);
  return round_action::done;
}

PARLEY_DECL binding round::request() {
  if (!arguments_) {
    who_ = input_.who.encoded();
    bool const none = input_.arguments == nullptr || input_.arguments->is_null();
    arguments_ = guard_.crypto().sha256(bytes_of(none ? "{}" : canonical(*input_.arguments)));
  }
  return {input_.method, input_.target, *arguments_, who_, input_.audience, input_.ledger};
}

// The flow that this request belongs to: the next round of the one that came in, or a new one. Most calls ask nothing,
// so the id of a new one is drawn only when somebody wants to know.
PARLEY_DECL flow_state const& round::flow() {
  std::call_once(flow_set_, [this] {
    if (before_.round == 0) {
      flow_ = guard_.begin(input_.now);
    } else {
      flow_.id = before_.id;
      flow_.origin = before_.origin;
      flow_.started = before_.started;
      flow_.round = before_.round + 1;
    }
    flow_.definition = input_.definition;
  });
  return flow_;
}

PARLEY_DECL std::chrono::system_clock::time_point round::flow_time() const {
  if (before_.round != 0) return before_.started;
  return std::chrono::floor<std::chrono::milliseconds>(input_.now);
}

PARLEY_DECL digest256 round::flow_random() {
  auto const bytes = guard_.flow_random(flow());
  if (!bytes) throw tool_error("This call has been going on for too long; start it again.");
  return *bytes;
}

PARLEY_DECL bool round::open() {
  if (input_.request_state) {
    auto opened = guard_.open(*input_.request_state, request(), input_.now);
    if (opened && tool_.builds_input_required && opened->definition != input_.definition) {
      // What resolvers ask is pinned question by question; what an author wrote can only be taken or left as a whole.
      guard_.report(state_fault::tool_changed, input_.method);
      opened = refused{state_fault::tool_changed};
    }
    if (!opened) {
      end(invalid_request_state());
      return false;
    }
    before_ = std::move(*opened);
  }
  json const* const responses = input_.input_responses;
  if (responses == nullptr || responses->is_null()) return true;
  if (!responses->is_object()) {
    end(invalid_params("inputResponses must be an object"));
    return false;
  }
  responses_ = responses;
  return true;
}

PARLEY_DECL bool round::read_parameters() {
  is_read_ = true;
  static json const none = json::object();
  json const* given = input_.arguments;
  if (given == nullptr || given->is_null()) given = &none;
  if (!given->is_object()) {
    end(invalid_params("arguments must be an object"));
    return false;
  }
  auto const wrong = read_arguments(tool_, *given, slots_);
  if (!wrong.empty()) {
    end(call_refused{"Invalid arguments: " + to_text(wrong) + ". Nothing was done.", true});
    return false;
  }
  return true;
}

PARLEY_DECL round_action round::start() {
  if (!open()) return round_action::done;
  // To hold them against a hand-written schema may take a while: not on the thread that reads the network.
  if (tool_.input_check != nullptr) return round_action::run;
  return read_parameters() ? advance(false) : round_action::done;
}

PARLEY_DECL round_action round::perform() { return is_read_ || read_parameters() ? advance(true) : round_action::done; }

PARLEY_DECL round_action round::resume() {
  slot& filled = *std::exchange(waiting_for_, nullptr);
  filled.pending.reset();
  if (filled.state == slot_state::empty) throw std::logic_error("parley: an asynchronous handler left nothing");
  return advance(false);
}

// Whether the node needs a value that is not there before a later round.
PARLEY_DECL bool round::waits(node const& on) const {
  return std::any_of(on.from.begin(), on.from.end(),
                     [&](std::uint16_t index) { return slots_[index].state == slot_state::waiting; });
}

// Whether somebody takes the plain value of the resolver, and so cannot go on when the person said no.
PARLEY_DECL bool round::is_needed(std::size_t resolver) const {
  auto takes_plain = [&](node const& consumer) {
    for (std::size_t i = 0; i < consumer.from.size(); ++i) {
      if (consumer.from[i] == resolver && (consumer.takes_outcome >> i & 1) == 0) return true;
    }
    return false;
  };
  return takes_plain(tool_.body) || std::any_of(tool_.nodes.begin(), tool_.nodes.end(), takes_plain);
}

// Runs what can be run, one node after the other, the body last. A handler that has run leaves its slot known, asking
// or pending; at_ moves on only when the slot is settled, so that a node on which the round stopped is taken up again.
PARLEY_DECL round_action round::advance(bool may_run_plain) {
  for (; at_ <= tool_.nodes.size(); ++at_) {
    bool const is_body = at_ == tool_.nodes.size();
    node const& next = is_body ? tool_.body : tool_.nodes[at_];
    slot& into = is_body ? body_ : slots_[at_];
    if (!is_body && (next.role == node_role::argument || next.role == node_role::input)) continue;
    if (is_body && questions_.any()) return questions_.lacking().empty() ? ask({}) : refuse_unasked();
    if (into.state == slot_state::empty) {
      if (waits(next)) {
        into.state = slot_state::waiting;
        continue;
      }
      if (!next.asynchronous && !may_run_plain) return round_action::run;
      next.run(next.self, frame_, next, into);
      if (into.pending) {
        waiting_for_ = &into;
        return round_action::await;
      }
      if (into.state == slot_state::empty) throw std::logic_error("parley: a handler left nothing");
    }
    if (into.state == slot_state::asking && !settle(next, into)) return round_action::done;
  }
  return finish();
}

// False: the call has ended.
PARLEY_DECL bool round::settle(node const& asker, slot& into) {
  if (has_handshake(input_.as)) questions_.name_flow(flow().id);
  auto const name = std::string(asker.name);
  switch (questions_.settle(asker.name, into, responses_)) {
    case open_questions::verdict::exhausted:
      end(call_refused{"The answers to the question '" + name + "' could not be used. Nothing was done."});
      return false;
    case open_questions::verdict::open: return true;
    case open_questions::verdict::settled: break;
  }
  if (into.state == slot_state::known || !is_needed(at_)) return true;
  std::string const what =
      input_.method == "resources/read" ? "the resource was not read" : tool_.name + " did not run";
  end(call_refused{std::string("The user ") + (into.state == slot_state::declined ? "declined" : "dismissed") +
                   " the question '" + name + "', so " + what + ". Nothing was done."});
  return false;
}

PARLEY_DECL round_action round::finish() {
  if (body_.state != slot_state::known) throw std::logic_error("parley: a body left no outcome");
  auto& outcome = body_.value.get<body_outcome>();
  if (auto const* const wish = std::get_if<InputRequired>(&outcome)) return ask_by_hand(*wish);
  return std::visit(
      [this](auto& result) {
        // An InputRequired never gets here, and is no outcome of a round.
        if constexpr (!std::is_same_v<decltype(result), InputRequired&>) outcome_ = std::move(result);
        return round_action::done;
      },
      outcome);
}

PARLEY_DECL round_action round::ask_by_hand(InputRequired const& wish) {
  auto const& wanted = wish.requests();
  auto is_bad = [&](InputRequired::request const& one) {
    return one.key.empty() || std::count_if(wanted.begin(), wanted.end(), [&](InputRequired::request const& other) {
                                return other.key == one.key;
                              }) != 1;
  };
  bool const empty = wanted.empty() && wish.author_state().empty();
  if (empty || std::any_of(wanted.begin(), wanted.end(), is_bad)) {
    guard_.world().log({severity::error, "bad_input_required",
                        empty ? "neither a question nor a state" : "a key is empty or stands twice"});
    return end(internal_error());
  }
  if (has_handshake(input_.as)) questions_.name_flow(flow().id);
  for (auto const& [key, what] : wanted) questions_.ask_by_hand(key, what);
  return questions_.lacking().empty() ? ask(wish.author_state()) : refuse_unasked();
}

// Ends the round in its questions. A hand-built one has a state only if its author gave one, or if it stays here: a
// flow of an older revision must be the same one in every round, and nobody else remembers it.
PARLEY_DECL round_action round::ask(std::string author_state) {
  input_required out{questions_.take_requests(), {}};
  bool const is_bare = questions_.asked().empty() && questions_.answered().empty() && author_state.empty();
  if (is_bare && !has_handshake(input_.as)) return end(std::move(out));
  flow_state next = flow();
  next.asked = questions_.asked();
  next.answered = questions_.answered();
  next.author_state = std::move(author_state);
  // The time of now, not that of the request: what the handlers took is not taken from the person's time to answer.
  auto sealed = guard_.seal(std::move(next), request(), guard_.world().wall_clock());
  if (sealed) {
    out.state = std::move(*sealed);
    return end(std::move(out));
  }
  switch (sealed.error()) {
    case state_fault::too_large:
      return end(call_refused{"The answers so far are too long to go on with. Nothing was done."});
    case state_fault::too_many_rounds:
      return end(call_refused{"This call would need too many questions. Nothing was done."});
    default: return end(call_refused{"This call has been waiting for answers for too long. Nothing was done."});
  }
}

// The client cannot be asked in a way that a question needs. Older revisions have no error for that.
PARLEY_DECL round_action round::refuse_unasked() {
  if (tool_.rules.unaskable == when_unaskable::refuse && !has_handshake(input_.as)) {
    return end(missing_client_capability(questions_.lacking()));
  }
  return end(call_refused{tool_.name +
                          " needs an answer from the user, and this client cannot ask for it. Nothing was done."});
}

}  // namespace parley::detail

#endif
