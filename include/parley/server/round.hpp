// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>
#include <parley/server/flow_request.hpp>
#include <parley/server/handler_table.hpp>
#include <parley/server/open_questions.hpp>
#include <parley/server/round_terms.hpp>
#include <parley/state/guard.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
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
  ask,     // wait for the client's answers to what was sent, or for another request of the same flow; then answered()
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
// A flow whose ledger remembers is looked up as soon as its state is open, and claimed when it is about to end: before
// the body runs, and before a no becomes final. Who comes second waits for what came of the first (once-04, once-05).
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
  // After `ask`: looks whether the request that has this flow has ended; `give_up`: for the last time.
  PARLEY_DECL round_action look_again(bool give_up);

  // Of a flow whose ledger remembers, when it may have run; null: there is no such thing. While it is held, the round's
  // end has to be recorded, or the claim be released.
  flow_claim* claim() { return flow_.claim(); }

  // After `await`: what to await.
  pending_operation& operation() const { return *waiting_for_->pending; }
  // After `done`, once.
  round_outcome take_outcome() { return std::move(*outcome_); }

  // For Context, from start() on:

  // When the flow began, the same in every round; a call without a state begins one.
  std::chrono::system_clock::time_point flow_time() const { return flow_.started(); }
  // 32 bytes, the same in every round of a flow, that no client can predict. Throws tool_error when the key behind them
  // has left the ring. May be called from any thread, also while the round goes on.
  digest256 flow_random() { return flow_.random(); }
  // What the author of a hand-built flow gave to InputRequired::state in the round before; empty: no such round.
  std::string_view author_state() const { return flow_.before().author_state; }
  // `inputResponses` as the client sent them, an object; null: none.
  json const* input_responses() const { return flow_.responses(); }

 private:
  PARLEY_DECL bool read_parameters();
  // `on_pool`: whether plain handlers may run here, and ledgers that block may be asked.
  PARLEY_DECL round_action advance(bool on_pool);
  PARLEY_DECL std::optional<round_action> run_resolvers(bool on_pool);
  PARLEY_DECL round_action conclude(bool on_pool);
  PARLEY_DECL std::optional<round_action> run(node const& next, slot& into, bool on_pool);
  PARLEY_DECL std::optional<round_action> heed(flow_claim::next what);
  PARLEY_DECL bool waits(node const& on) const;
  PARLEY_DECL std::optional<round_action> settle(node const& asker, slot& into);
  PARLEY_DECL bool is_needed(std::size_t resolver) const;
  PARLEY_DECL round_action finish();
  PARLEY_DECL round_action ask(std::string author_state);
  PARLEY_DECL round_action ask_by_hand(InputRequired const& wish);
  PARLEY_DECL round_action refuse_unasked();
  PARLEY_DECL round_action end(round_outcome how);

  handler_table const& tool_;
  frame& frame_;
  guard const& guard_;
  round_input const input_;
  flow_request flow_;
  open_questions questions_;
  std::vector<slot> slots_;
  slot body_{};
  enum class stage : std::uint8_t { look, read, resolve, conclude };
  stage stage_ = stage::look;
  std::size_t at_ = 0;                      // while resolving: the node that is next
  slot* waiting_for_ = nullptr;             // the slot of the operation that is awaited
  std::optional<call_refused> final_no_{};  // a person said no to what the body needs
  std::optional<round_outcome> outcome_{};
};

}  // namespace detail
}  // namespace parley

#if PARLEY_DEFINITIONS

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
      flow_(tool, with, input_),
      questions_(with, input_.definition, flow_.before(), *input_.capabilities, input_.as),
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

// Nothing: go on.
PARLEY_DECL std::optional<round_action> round::heed(flow_claim::next what) {
  switch (what) {
    case flow_claim::next::go_on: return std::nullopt;
    case flow_claim::next::wait: return round_action::ask;
    case flow_claim::next::over: break;
  }
  return end(flow_.claim()->ending());
}

PARLEY_DECL round_action round::look_again(bool give_up) {
  flow_.claim()->look_again(give_up);
  return advance(false);
}

PARLEY_DECL bool round::read_parameters() {
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
  if (auto error = flow_.open()) return end(*std::move(error));
  return advance(false);
}

PARLEY_DECL round_action round::perform() { return advance(true); }

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

PARLEY_DECL round_action round::advance(bool on_pool) {
  switch (stage_) {
    case stage::look:
      if (auto* const claim = flow_.claim()) {
        if (claim->blocks() && !on_pool) return round_action::run;
        if (auto const stop = heed(claim->look())) return *stop;
      }
      stage_ = stage::read;
      [[fallthrough]];
    case stage::read:
      // To hold them against a hand-written schema may take a while: not on the thread that reads the network.
      if (tool_.input_check != nullptr && !on_pool) return round_action::run;
      if (!read_parameters()) return round_action::done;
      stage_ = stage::resolve;
      [[fallthrough]];
    case stage::resolve:
      if (auto const stop = run_resolvers(on_pool)) return *stop;
      stage_ = stage::conclude;
      [[fallthrough]];
    case stage::conclude: break;
  }
  return conclude(on_pool);
}

// Runs what can be run, one node after the other. A handler that has run leaves its slot known, asking or pending; at_
// moves on only when the slot is settled, so that a node on which the round stopped is taken up again. Nothing: all of
// them are done, or a person said no.
PARLEY_DECL std::optional<round_action> round::run_resolvers(bool on_pool) {
  for (; at_ < tool_.nodes.size(); ++at_) {
    node const& next = tool_.nodes[at_];
    slot& into = slots_[at_];
    if (next.role == node_role::argument || next.role == node_role::input) continue;
    if (into.state == slot_state::empty && waits(next)) {
      into.state = slot_state::waiting;
      continue;
    }
    if (auto const stop = run(next, into, on_pool)) return stop;
    if (into.state == slot_state::asking) {
      if (auto const stop = settle(next, into)) return stop;
      if (final_no_) return std::nullopt;
    }
  }
  return std::nullopt;
}

// Nothing: the handler has filled its slot.
PARLEY_DECL std::optional<round_action> round::run(node const& next, slot& into, bool on_pool) {
  if (into.state != slot_state::empty) return std::nullopt;
  if (!next.asynchronous && !on_pool) return round_action::run;
  next.run(next.self, frame_, next, into);
  if (into.pending) {
    waiting_for_ = &into;
    return round_action::await;
  }
  if (into.state == slot_state::empty) throw std::logic_error("parley: a handler left nothing");
  return std::nullopt;
}

// The body, or what stands in its place. A flow that may have run is claimed first.
PARLEY_DECL round_action round::conclude(bool on_pool) {
  if (!final_no_ && questions_.any()) return questions_.lacking().empty() ? ask({}) : refuse_unasked();
  if (auto* const claim = flow_.claim(); claim != nullptr && !claim->is_held()) {
    bool const must_move = claim->blocks() || (!final_no_ && !tool_.body.asynchronous);
    if (must_move && !on_pool) return round_action::run;
    if (auto const stop = heed(claim->take())) return *stop;
  }
  if (final_no_) return end(*std::move(final_no_));
  if (auto const stop = run(tool_.body, body_, on_pool)) return *stop;
  return finish();
}

// An action: the call has ended.
PARLEY_DECL std::optional<round_action> round::settle(node const& asker, slot& into) {
  if (has_handshake(input_.as)) questions_.name_flow(flow_.now().id);
  auto const name = std::string(asker.name);
  switch (questions_.settle(asker.name, into, flow_.responses())) {
    case open_questions::verdict::exhausted:
      return end(call_refused{"The answers to the question '" + name + "' could not be used. Nothing was done."});
    case open_questions::verdict::open: return std::nullopt;
    case open_questions::verdict::settled: break;
  }
  if (into.state == slot_state::known || !is_needed(at_)) return std::nullopt;
  std::string const what =
      input_.method == "resources/read" ? "the resource was not read" : tool_.name + " did not run";
  final_no_ = call_refused{std::string("The user ") + (into.state == slot_state::declined ? "declined" : "dismissed") +
                           " the question '" + name + "', so " + what + ". Nothing was done."};
  return std::nullopt;
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
  if (has_handshake(input_.as)) questions_.name_flow(flow_.now().id);
  for (auto const& [key, what] : wanted) questions_.ask_by_hand(key, what);
  return questions_.lacking().empty() ? ask(wish.author_state()) : refuse_unasked();
}

// Ends the round in its questions. A hand-built one has a state only if its author gave one, or if it stays here: a
// flow of an older revision must be the same one in every round, and nobody else remembers it.
PARLEY_DECL round_action round::ask(std::string author_state) {
  input_required out{questions_.take_requests(), {}};
  bool const is_bare = questions_.asked().empty() && questions_.answered().empty() && author_state.empty();
  if (is_bare && !has_handshake(input_.as)) return end(std::move(out));
  flow_state next = flow_.now();
  next.asked = questions_.asked();
  next.answered = questions_.answered();
  next.author_state = std::move(author_state);
  return end(flow_.seal(std::move(out), std::move(next)));
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
