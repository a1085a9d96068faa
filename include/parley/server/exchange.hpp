// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/server/caller.hpp>
#include <parley/server/round.hpp>

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace parley {

class Server;

namespace detail {
class subscription;
}

// One request on its way through the engine, as a step machine: each call returns what the driver must do next. The
// loop is the same for all requests (asio/drive.hpp; Server::handle without awaiting):
//
//   for (auto next = it.start(); next != exchange::action::done;) {
//     next = next == exchange::action::run ? it.perform() : (await(it.operation()), it.resume());
//   }
//   send(it.take_reply());
//
// A request that listens (subscriptions/listen) comes to `listen` from start(), and to nothing else: its stream has all
// that is to be sent, its end included, and the exchange has no reply of its own.
//
// A call of a client of an older revision comes to `ask` when a person has to be asked: the questions have gone to the
// sink, and the exchange wants to be called again, answered(), when its waker is called or its patience is over. So
// does a call whose flow another request is running already: it waits for what comes of that (once-05).
//
// None of the members throws, but for set_waker when there is no memory. An exchange belongs to one thread at a time
// and may move between threads from one action to the next; the Server and the sink must outlive it. It may be
// destroyed at any point: the request is then dropped unanswered.
class exchange {
 public:
  using action = round_action;

  PARLEY_DECL exchange(exchange&&) noexcept;
  PARLEY_DECL exchange& operator=(exchange&&) noexcept;
  PARLEY_DECL ~exchange();

  // Admits and dispatches. Runs no handler of the user's.
  PARLEY_DECL action start() noexcept;
  // After `listen`: what to send, and when. The caller's from here on; the exchange is not needed any more.
  PARLEY_DECL std::shared_ptr<detail::subscription> stream() const noexcept;

  // After `run`. Whether perform() is short enough for the thread that reads the network
  // (tool_options::inline_handler).
  PARLEY_DECL bool runs_inline() const noexcept;
  // After `run`: runs plain handlers, on this thread.
  PARLEY_DECL action perform() noexcept;
  // After `await`: what to await. Its completion fills the slot that it was made for.
  PARLEY_DECL pending_operation& operation() const noexcept;
  // After awaiting: goes on; with what the operation threw, if it did.
  PARLEY_DECL action resume(std::exception_ptr thrown = nullptr) noexcept;

  // After `ask`, on the driver's thread.
  //
  // Calls `waker` once, on any thread, when it is worth calling answered(): at once when it is now. It must be short
  // and must not throw, and what it refers to must outlive the exchange.
  PARLEY_DECL void set_waker(std::function<void()> waker);
  // When answered() is to be called even if nothing happens, from now.
  PARLEY_DECL std::chrono::milliseconds patience() const noexcept;
  // Whether answered() would go on.
  PARLEY_DECL bool is_answered() const noexcept;
  // Looks what has come. `give_up`: whoever drives it cannot wait.
  PARLEY_DECL action answered(bool give_up = false) noexcept;

  // Whether it came with answers to what a person was asked before. After `ask` it is then another request that is
  // waited for, and no person.
  PARLEY_DECL bool carries_answers() const noexcept;

  // Ends the request with an error of the driver's, such as "Too many requests". Not after `done`.
  PARLEY_DECL void refuse(rpc_error why) noexcept;

  // After `done`, or refuse(): the answer, once. From here on the Context sends nothing. The body is empty when the
  // request was cancelled (CAN-04): then nothing may be sent.
  PARLEY_DECL reply take_reply() noexcept;
  // After `done`, and before the reply: what is to be sent even when the request was cancelled, a line each: that
  // questions need no answer any more (2025-11-25/basic/utilities/cancellation).
  PARLEY_DECL std::vector<std::string> take_withdrawn() noexcept;

 private:
  friend class Server;
  struct state;
  PARLEY_DECL explicit exchange(std::unique_ptr<state> made) noexcept;
  std::unique_ptr<state> state_;
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/protocol/encode.hpp>
#include <parley/protocol/recorded_reply.hpp>
#include <parley/server/call_state.hpp>
#include <parley/server/context.hpp>
#include <parley/server/dispatcher.hpp>
#include <parley/server/engine.hpp>
#include <parley/server/era.hpp>
#include <parley/server/handshake_methods.hpp>
#include <parley/server/pushed_flow.hpp>
#include <parley/server/respond.hpp>
#include <parley/server/subscription_hub.hpp>

#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>

namespace parley {

struct exchange::state {
  state(detail::engine& engine, incoming message, caller sender, notification_sink& out, std::stop_token token)
      : home(engine), request(std::move(message)), from(std::move(sender)), sink(out), stop(std::move(token)) {}
  state(state const&) = delete;
  state& operator=(state const&) = delete;
  ~state() {
    if (call != nullptr) call->close();
  }

  detail::engine& home;
  incoming request;
  caller from;
  notification_sink& sink;
  std::stop_token stop;

  // A call of a handler, from start() on. The round refers to what stands above it.
  std::shared_ptr<detail::call_state> call{};
  std::optional<Context> context{};
  detail::handler_call target{};
  detail::frame frame{};
  std::optional<detail::pushed_flow> pushed{};  // of a client of an older revision
  std::optional<detail::round> round{};

  std::shared_ptr<detail::subscription> stream{};  // of a request that listens

  reply answer{};
  bool answered = false;
  bool may_block = false;  // on this thread, in this step
  struct ending {
    reply made{};
    bool has_run = false;  // and not before anything was done
  };
  std::optional<ending> unrecorded{};  // what the call came to, which its ledger has yet to be told

  action finish(reply made) {
    if (call != nullptr) call->close();
    stream.reset();
    answer = std::move(made);
    answered = true;
    return action::done;
  }
  detail::flow_claim* claim() { return round ? round->claim() : nullptr; }
  bool holds_claim() { return claim() != nullptr && claim()->is_held(); }
  bool is_dropped() { return stop.stop_requested() && !holds_claim(); }

  // The call has come to `made`. Of a flow that is claimed this is kept first, or the claim let go of.
  action conclude(reply made, bool has_run) {
    if (!holds_claim()) return finish(std::move(made));
    if (claim()->blocks() && !may_block) {
      unrecorded = ending{std::move(made), has_run};
      return action::run;
    }
    has_run ? claim()->finish(record_reply(made, request.id)) : claim()->release();
    return finish(std::move(made));
  }
  action finish(rpc_error const& why) { return finish(detail::respond_with(home, request.id, why, target.as)); }

  // A body that says it has done nothing may be run again (once-06).
  bool has_run(std::exception_ptr const& thrown) {
    bool const marks = holds_claim() && target.handler->table.rules.marks_commit;
    return marks ? call->is_committed() : !detail::says_not_started(thrown);
  }
  PARLEY_DECL action perform();
  PARLEY_DECL action begin();
  PARLEY_DECL action begin_call();
  PARLEY_DECL action begin_round();
  PARLEY_DECL action end_round();
  PARLEY_DECL action follow(detail::pushed_flow::next what);

  // Runs one step, and ends the request when the round ends. A round that ends is always taken to its end, cancelled or
  // not, so that what was done is known; one that would go on is dropped when nobody waits for it any more. `blocking`:
  // on a thread that may wait for a disk or a network.
  template <class Step>
  action advance(Step step, bool blocking = false) noexcept {
    may_block = blocking;
    try {
      try {
        action next = step();
        while (next == action::done && !answered) next = end_round();
        if (next == action::done || next == action::ask) return next;
        return is_dropped() ? finish(reply{}) : next;
      } catch (...) {
        auto const thrown = std::current_exception();
        return conclude(detail::respond_to_thrown(home, request.id, target, thrown), has_run(thrown));
      }
    } catch (...) {  // out of memory while the answer was written
      answer = {};
      return action::done;
    }
  }
  // What the driver waits for: a person, or another request of the same flow.
  template <class Use>
  auto with_awaited(Use use) {
    return pushed ? use(*pushed) : use(*claim());
  }
};

PARLEY_DECL exchange::action exchange::state::begin() {
  auto const* const mirror = from.mirror ? &*from.mirror : nullptr;
  auto as = detail::admit_any_era(request, from);
  if (!as) {
    target.as = detail::era_of(request, from);
    return finish(as.error());
  }
  target.as = as->as;
  bool const is_older = has_handshake(as->as);
  if (is_older && request.params == nullptr) request.params = std::make_shared<json const>(json::object());
  if (auto const& may = home.options.admit) {
    method_rules const rules = is_older ? find_handshake_method(request.method) : find_method(request.method);
    if (rules.is_limited && !may(from.who, rules.name, detail::asked_for(request, rules))) {
      return finish(rpc_error{error_code::internal_error, "Too many requests; try again later"});
    }
  }
  auto const registered = home.features.snapshot();
  detail::dispatch_scope const scope{*registered, home.style, from.who, mirror, as->as};
  if (detail::is_handshake_method(as->which)) {
    auto response = detail::answer_handshake_method(request, *as, from, scope, home.subscriptions);
    if (!response) return finish(response.error());
    return finish(reply{*std::move(response), reply_status::ok});
  }
  auto next = detail::dispatch(request, *as, scope);
  if (!next) return finish(next.error());
  if (auto* const response = std::get_if<std::string>(&*next)) {
    return finish(reply{std::move(*response), reply_status::ok});
  }
  if (auto* const agreed = std::get_if<subscription_filter>(&*next)) {
    auto opened = home.subscriptions.open(request.id, std::move(*agreed));
    if (!opened) return finish(opened.error());
    stream = *std::move(opened);
    return action::listen;
  }
  target = std::get<detail::handler_call>(std::move(*next));
  call = std::make_shared<detail::call_state>(request.params, target.key, std::move(as->about), std::move(from.who),
                                              sink, stop);
  if (is_older) pushed.emplace(*from.session, *call, home.states(), as->as);
  return begin_call();
}

PARLEY_DECL exchange::action exchange::state::begin_call() {
  detail::bound_handler const& handler = *target.handler;
  if (handler.kept.size() != handler.services.size()) {
    // Server::check() would have told.
    home.log(severity::error, "service_missing", handler.table.name);
    return finish(internal_error());
  }
  context.emplace(call);
  frame.context = &*context;
  frame.services = handler.services;
  return begin_round();
}

PARLEY_DECL exchange::action exchange::state::begin_round() {
  detail::bound_handler const& handler = *target.handler;
  call->detach();
  ledger& book = home.ledger_of(handler.table);
  round.emplace(handler.table, frame, home.states(),
                detail::round_input{.method = target.method,
                                    .target = target.key,
                                    .arguments = target.arguments,
                                    .input_responses = target.input_responses,
                                    .request_state = target.request_state,
                                    .capabilities = &call->about().capabilities,
                                    .who = call->who(),
                                    .audience = home.options.audience,
                                    .ledger = book.id(),
                                    .book = pushed ? nullptr : &book,
                                    .waiters = home.waiters.get(),
                                    .definition = handler.definition,
                                    .now = home.options.world.wall_clock(),
                                    .as = target.as});
  call->open(*round, *home.crypto);
  return round->start();
}

PARLEY_DECL exchange::action exchange::state::end_round() {
  auto outcome = round->take_outcome();
  if (!pushed) {
    bool const asks = std::holds_alternative<detail::input_required>(outcome);
    return conclude(detail::respond(home, request.id, target, std::move(outcome)), !asks);
  }
  if (auto* const asks = std::get_if<detail::input_required>(&outcome)) return follow(pushed->push(std::move(*asks)));
  outcome = pushed->end(std::move(outcome));
  return finish(detail::respond(home, request.id, target, std::move(outcome)));
}

PARLEY_DECL exchange::action exchange::state::perform() {
  if (is_dropped()) return finish(reply{});
  if (!unrecorded) return round->perform();
  auto [made, has_run] = *std::exchange(unrecorded, std::nullopt);
  return conclude(std::move(made), has_run);
}

PARLEY_DECL exchange::action exchange::state::follow(detail::pushed_flow::next what) {
  switch (what) {
    case detail::pushed_flow::next::wait: return action::ask;
    case detail::pushed_flow::next::round:
      target.request_state = pushed->state();
      target.input_responses = pushed->responses();
      return begin_round();
    case detail::pushed_flow::next::over: break;
  }
  return finish(detail::respond(home, request.id, target, pushed->take_ending()));
}

PARLEY_DECL exchange::exchange(std::unique_ptr<state> made) noexcept : state_(std::move(made)) {}
PARLEY_DECL exchange::exchange(exchange&&) noexcept = default;
PARLEY_DECL exchange& exchange::operator=(exchange&&) noexcept = default;
PARLEY_DECL exchange::~exchange() = default;

PARLEY_DECL exchange::action exchange::start() noexcept {
  return state_->advance([this] { return state_->begin(); });
}

PARLEY_DECL std::shared_ptr<detail::subscription> exchange::stream() const noexcept { return state_->stream; }

PARLEY_DECL bool exchange::runs_inline() const noexcept {
  bool const waits = state_->claim() != nullptr && state_->claim()->blocks();
  return state_->target.handler->table.rules.inline_handler && !waits;
}

PARLEY_DECL exchange::action exchange::perform() noexcept {
  return state_->advance([this] { return state_->perform(); }, true);
}

PARLEY_DECL pending_operation& exchange::operation() const noexcept { return state_->round->operation(); }

PARLEY_DECL exchange::action exchange::resume(std::exception_ptr thrown) noexcept {
  return state_->advance([&] {
    if (thrown != nullptr) std::rethrow_exception(std::move(thrown));
    return state_->round->resume();
  });
}

PARLEY_DECL void exchange::set_waker(std::function<void()> waker) {
  state_->with_awaited([&](auto& awaited) { awaited.set_waker(std::move(waker)); });
}

PARLEY_DECL std::chrono::milliseconds exchange::patience() const noexcept {
  return state_->with_awaited([](auto& awaited) { return awaited.patience(); });
}

PARLEY_DECL bool exchange::is_answered() const noexcept {
  return state_->with_awaited([](auto& awaited) { return awaited.is_answered(); });
}

PARLEY_DECL exchange::action exchange::answered(bool give_up) noexcept {
  return state_->advance([&] {
    if (state_->pushed) return state_->follow(state_->pushed->answered(give_up));
    return state_->is_dropped() ? state_->finish(reply{}) : state_->round->look_again(give_up);
  });
}

PARLEY_DECL bool exchange::carries_answers() const noexcept { return state_->claim() != nullptr; }

PARLEY_DECL std::vector<std::string> exchange::take_withdrawn() noexcept {
  return state_->pushed ? state_->pushed->take_withdrawn() : std::vector<std::string>();
}

PARLEY_DECL void exchange::refuse(rpc_error why) noexcept {
  if (state_->pushed) state_->pushed->abandon();
  auto const end = [&] {
    if (state_->unrecorded) return state_->perform();
    if (state_->holds_claim()) state_->claim()->release();  // what it is for has not been begun
    return state_->finish(why);
  };
  state_->advance(end, true);  // the last chance to tell the ledger, whatever it takes
}

PARLEY_DECL reply exchange::take_reply() noexcept {
  if (state_->stop.stop_requested()) return {};
  return std::move(state_->answer);
}

}  // namespace parley

#endif
