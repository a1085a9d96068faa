// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/server/caller.hpp>
#include <parley/server/round.hpp>

#include <exception>
#include <memory>

namespace parley {

class Server;

// One request on its way through the engine, as a step machine: each call returns what the driver must do next. The
// loop is the same for all requests (asio/drive.hpp; Server::handle without awaiting):
//
//   for (auto next = it.start(); next != exchange::action::done;) {
//     next = next == exchange::action::run ? it.perform() : (await(it.operation()), it.resume());
//   }
//   send(it.take_reply());
//
// None of the members throws. An exchange belongs to one thread at a time and may move between threads from one action
// to the next; the Server and the sink must outlive it. It may be destroyed at any point: the request is then dropped
// unanswered.
class exchange {
 public:
  using action = round_action;

  PARLEY_DECL exchange(exchange&&) noexcept;
  PARLEY_DECL exchange& operator=(exchange&&) noexcept;
  PARLEY_DECL ~exchange();

  // Admits and dispatches. Runs no handler of the user's.
  PARLEY_DECL action start() noexcept;
  // After `run`. Whether perform() is short enough for the thread that reads the network
  // (tool_options::inline_handler).
  PARLEY_DECL bool runs_inline() const noexcept;
  // After `run`: runs plain handlers, on this thread.
  PARLEY_DECL action perform() noexcept;
  // After `await`: what to await. Its completion fills the slot that it was made for.
  PARLEY_DECL pending_operation& operation() const noexcept;
  // After awaiting: goes on; with what the operation threw, if it did.
  PARLEY_DECL action resume(std::exception_ptr thrown = nullptr) noexcept;

  // Ends the request with an error of the driver's, such as "Too many requests". Not after `done`.
  PARLEY_DECL void refuse(rpc_error why) noexcept;

  // After `done`, or refuse(): the answer, once. From here on the Context sends nothing. The body is empty when the
  // request was cancelled (CAN-04): then nothing may be sent.
  PARLEY_DECL reply take_reply() noexcept;

 private:
  friend class Server;
  struct state;
  PARLEY_DECL explicit exchange(std::unique_ptr<state> made) noexcept;
  std::unique_ptr<state> state_;
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/parse.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/encode.hpp>
#include <parley/server/call_state.hpp>
#include <parley/server/context.hpp>
#include <parley/server/dispatcher.hpp>
#include <parley/server/engine.hpp>

#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>

namespace parley {
namespace detail {

// What the model reads of an exception whose text is for the operator alone.
inline constexpr char tool_failed_text[] = "The tool failed.";

// JSON that a handler wrote, on one line; false when it is none.
PARLEY_DECL bool normalize_json(std::string& text) {
  auto const tree = parse(text);
  if (!tree) return false;
  text.clear();
  json_writer(text).value(*tree);
  return true;
}

// The same for a `_meta`, which is an object or not there.
PARLEY_DECL bool normalize_meta(std::string& text) {
  return text.empty() || (normalize_json(text) && text.front() == '{');
}

// Makes a handler's result fit to be sent; false when it is not what the tool promises, or no JSON.
PARLEY_DECL bool vet_result(tool_table const& tool, CallToolResult& result) {
  if (tool.output != nullptr) {
    // Written by parley itself from a described type, so it is JSON; but it must be there (TOOL-11).
    if (!result.is_error && result.structured.empty()) return false;
  } else if (!result.structured.empty() && !normalize_json(result.structured)) {
    return false;
  }
  if (!normalize_meta(result.meta)) return false;
  for (auto& block : result.blocks) {
    if (!std::visit([](auto& which) { return normalize_meta(which.meta); }, block)) return false;
  }
  // Clients that know no structured content read it as text (TOOL-12).
  if (result.blocks.empty() && !result.structured.empty()) {
    result.blocks.push_back(text_content{result.structured, {}, {}});
  }
  return true;
}

}  // namespace detail

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

  // A call of a tool, from start() on. The round refers to what stands above it.
  std::shared_ptr<detail::call_state> call{};
  std::optional<Context> context{};
  detail::tool_call target{};
  detail::frame frame{};
  std::optional<detail::round> round{};

  reply answer{};
  bool answered = false;

  action finish(reply made) {
    if (call != nullptr) call->close();
    answer = std::move(made);
    answered = true;
    return action::done;
  }
  action finish(CallToolResult const& result) {
    return finish(reply{encode_call_result(request.id, result, home.style.usual_identity), reply_status::ok});
  }
  action finish(rpc_error const& why) {
    home.log(severity::info, "request_refused", std::to_string(static_cast<int>(why.code)) + ' ' + why.message);
    return finish(encode_error(request.id, why));
  }

  PARLEY_DECL action begin();
  PARLEY_DECL action begin_call();
  PARLEY_DECL action finish_round();
  PARLEY_DECL action finish_thrown(std::exception_ptr thrown);

  // Runs one step, and ends the request when the round ends. A round that ends is always taken to its end, cancelled or
  // not, so that what was done is known; one that would go on is dropped when nobody waits for it any more.
  template <class Step>
  action advance(Step step) noexcept {
    try {
      try {
        action const next = step();
        if (next == action::done) return answered ? next : finish_round();
        return stop.stop_requested() ? finish(reply{}) : next;
      } catch (...) {
        return finish_thrown(std::current_exception());
      }
    } catch (...) {  // out of memory while the answer was written
      answer = {};
      return action::done;
    }
  }
};

PARLEY_DECL exchange::action exchange::state::begin() {
  auto as = detail::admit(request, from.mirror ? &*from.mirror : nullptr);
  if (!as) return finish(as.error());
  auto const tools = home.tools.snapshot();
  auto next = detail::dispatch(request, *as, *tools, home.style);
  if (!next) return finish(next.error());
  if (auto* const response = std::get_if<std::string>(&*next)) {
    return finish(reply{std::move(*response), reply_status::ok});
  }
  target = std::get<detail::tool_call>(std::move(*next));
  call = std::make_shared<detail::call_state>(request.params, std::move(as->about), std::move(from.who), sink, stop);
  return begin_call();
}

PARLEY_DECL exchange::action exchange::state::begin_call() {
  detail::tool_table const& tool = target.tool->table;
  if (target.tool->kept.size() != target.tool->services.size()) {
    // Server::check() would have told.
    home.log(severity::error, "service_missing", tool.name);
    return finish(internal_error());
  }
  context.emplace(call);
  frame.context = &*context;
  frame.services = target.tool->services;
  round.emplace(tool, frame, home.states(),
                detail::round_input{.method = "tools/call",
                                    .target = tool.name,
                                    .arguments = target.arguments,
                                    .input_responses = target.input_responses,
                                    .request_state = target.request_state,
                                    .capabilities = &call->about().capabilities,
                                    .who = call->who(),
                                    .audience = home.options.audience,
                                    .ledger = home.ledger_of(tool),
                                    .definition = target.tool->definition,
                                    .now = home.options.world.wall_clock()});
  call->open(*round, *home.crypto);
  return round->start();
}

PARLEY_DECL exchange::action exchange::state::finish_round() {
  auto outcome = round->take_outcome();
  if (auto* const result = std::get_if<CallToolResult>(&outcome)) {
    if (detail::vet_result(target.tool->table, *result)) return finish(*result);
    home.log(severity::error, "tool_result_invalid", target.tool->table.name);
    return finish(CallToolResult::error(detail::tool_failed_text));
  }
  if (auto const* const asked = std::get_if<detail::input_required>(&outcome)) {
    return finish(reply{encode_input_required(request.id, asked->requests, asked->state, home.style.usual_identity),
                        reply_status::ok});
  }
  if (auto* const refusal = std::get_if<detail::call_refused>(&outcome)) {
    return finish(CallToolResult::error(std::move(refusal->text)));
  }
  return finish(std::get<rpc_error>(outcome));
}

// What a handler threw, as the client hears it (T12, TOOL-16).
PARLEY_DECL exchange::action exchange::state::finish_thrown(std::exception_ptr thrown) {
  std::string why = "an exception that is no std::exception";
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (capability_error const& error) {
    return finish(missing_client_capability(error.lacking()));
  } catch (tool_error const& error) {
    return finish(CallToolResult::error(error.what()));
  } catch (std::exception const& error) {
    why = error.what();
  } catch (...) {
  }
  if (target.tool == nullptr) {
    home.log(severity::error, "request_failed", why);
    return finish(internal_error());
  }
  home.log(severity::error, "tool_failed", target.tool->table.name + ": " + why);
  return finish(CallToolResult::error(detail::tool_failed_text));
}

PARLEY_DECL exchange::exchange(std::unique_ptr<state> made) noexcept : state_(std::move(made)) {}
PARLEY_DECL exchange::exchange(exchange&&) noexcept = default;
PARLEY_DECL exchange& exchange::operator=(exchange&&) noexcept = default;
PARLEY_DECL exchange::~exchange() = default;

PARLEY_DECL exchange::action exchange::start() noexcept {
  return state_->advance([this] { return state_->begin(); });
}

PARLEY_DECL bool exchange::runs_inline() const noexcept { return state_->target.tool->table.options.inline_handler; }

PARLEY_DECL exchange::action exchange::perform() noexcept {
  return state_->advance(
      [this] { return state_->stop.stop_requested() ? state_->finish(reply{}) : state_->round->perform(); });
}

PARLEY_DECL pending_operation& exchange::operation() const noexcept { return state_->round->operation(); }

PARLEY_DECL exchange::action exchange::resume(std::exception_ptr thrown) noexcept {
  return state_->advance([&] {
    if (thrown != nullptr) std::rethrow_exception(std::move(thrown));
    return state_->round->resume();
  });
}

PARLEY_DECL void exchange::refuse(rpc_error why) noexcept {
  state_->advance([&]() -> action { return state_->finish(why); });
}

PARLEY_DECL reply exchange::take_reply() noexcept {
  if (state_->stop.stop_requested()) return {};
  return std::move(state_->answer);
}

}  // namespace parley

#endif
