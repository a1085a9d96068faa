// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/json/form.hpp>
#include <parley/server/definition.hpp>
#include <parley/server/respond.hpp>
#include <parley/server/round.hpp>

#include "state/fixtures.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parley::testing {

// A tool whose table is put together by hand and whose handlers are lambdas of the test: what the front end makes of
// a signature, without the front end.
class scripted_tool {
 public:
  using handler = std::function<void(detail::frame&, detail::slot&)>;
  using from = std::vector<std::uint16_t>;

  explicit scripted_tool(std::string name = "restart_service") {
    table.name = std::move(name);
    table.body.role = detail::node_role::body;
    body({}, [](detail::frame&, detail::slot& out) { out.put(detail::body_outcome(CallToolResult::text("done"))); });
  }
  scripted_tool(scripted_tool const&) = delete;

  template <class T>
  std::uint16_t argument(std::string_view name, notes const* on = nullptr) {
    return add({.role = detail::node_role::argument,
                .name = name,
                .type = &table_of<T>,
                .note = on,
                .make = &detail::make<T>});
  }
  template <class T>
  std::uint16_t input() {
    return add({.role = detail::node_role::input, .type = &table_of<T>, .make = &detail::make<T>});
  }
  // `outcomes`: bit i set means that parameter i takes the whole outcome.
  std::uint16_t resolver(std::string_view name, from parameters, handler run, std::uint32_t outcomes = 0) {
    return add(
        running({.role = detail::node_role::resolver, .name = name}, std::move(parameters), std::move(run), outcomes));
  }
  // The handler runs when the operation is awaited.
  std::uint16_t async_resolver(std::string_view name, from parameters, handler run) {
    auto const index = resolver(name, std::move(parameters), std::move(run));
    table.nodes[index].asynchronous = true;
    table.nodes[index].run = &start_later;
    return index;
  }
  void body(from parameters, handler run, std::uint32_t outcomes = 0) {
    table.body =
        running({.role = detail::node_role::body, .name = "body"}, std::move(parameters), std::move(run), outcomes);
  }

  struct later final : pending_operation {
    handler const* run;
    detail::frame* on;
    detail::slot* into;
  };

  detail::tool_table table{};

 private:
  std::uint16_t add(detail::node what) {
    table.nodes.push_back(what);
    return static_cast<std::uint16_t>(table.nodes.size() - 1);
  }
  detail::node running(detail::node what, from parameters, handler run, std::uint32_t outcomes) {
    what.from = lists_.emplace_back(std::move(parameters));
    what.takes_outcome = outcomes;
    what.self = &handlers_.emplace_back(std::move(run));
    what.run = [](void const* self, detail::frame& on, detail::node const&, detail::slot& out) {
      (*static_cast<handler const*>(self))(on, out);
    };
    return what;
  }
  static void start_later(void const* self, detail::frame& on, detail::node const&, detail::slot& out) {
    auto operation = std::make_unique<later>();
    operation->run = static_cast<handler const*>(self);
    operation->on = &on;
    operation->into = &out;
    out.pending = std::move(operation);
  }

  std::deque<from> lists_{};
  std::deque<handler> handlers_{};
};

// Questions, as resolvers return them.
template <class T>
detail::question form_question(std::string message) {
  detail::question what;
  what.message = std::move(message);
  what.form = &detail::form_of<T>();
  what.make = &detail::make<T>;
  return what;
}
inline detail::question url_question(std::string message, std::string url) {
  detail::question what;
  what.kind = detail::question_kind::url;
  what.message = std::move(message);
  what.url = std::move(url);
  return what;
}

inline client_capabilities everything() {
  client_capabilities can;
  can.elicitation_form = can.elicitation_url = can.sampling = can.roots = true;
  return can;
}

// A client that calls one tool, round after round, and the server that it calls.
class scripted_client {
 public:
  explicit scripted_client(scripted_tool& of, state_limits const& limits = {}) : tool(of), limits_(limits) {
    restart({key_of('k')});
  }

  // What a call came to, taken apart.
  struct answer {
    std::optional<std::string> text{};     // the tool ran, and said this
    std::optional<std::string> refusal{};  // it did not run, and this is why
    std::optional<rpc_error> error{};
    std::optional<json> requests{};  // it asks: inputRequests …
    std::string raw_requests{};      // … as they go over the wire …
    std::string state{};             // … and requestState
    // Which actions the round went through.
    int runs = 0, awaits = 0;

    bool asks() const { return requests.has_value(); }
    bool asks(std::string const& key) const { return requests && requests->contains(key); }
    std::string message(std::string const& key) const {
      return requests->at(key).at("params").at("message").get<std::string>();
    }
  };

  // The first call of a flow; answers without a state may be slipped in.
  answer call(json const& responses = nullptr) { return send(responses, std::nullopt); }
  // The next round: answers, and the state of the round before unless another is given.
  answer retry(json const& responses) { return send(responses, last_state); }
  answer retry(json const& responses, std::string const& state) { return send(responses, state); }

  answer send(json const& responses, std::optional<std::string> const& state) {
    auto const definition = detail::definition_digest(tool.table, guard_->crypto());
    detail::frame frame;
    detail::round_input input;
    input.target = tool.table.name;
    input.arguments = arguments ? &*arguments : nullptr;
    input.input_responses = &responses;
    if (state) input.request_state = *state;
    input.capabilities = &can;
    input.who = who;
    input.audience = "ops";
    input.ledger = "none";
    input.definition = definition;
    input.now = world.now;
    detail::round round(tool.table, frame, *guard_, input);
    answer came;
    for (auto next = round.start(); next != round_action::done;) {
      if (next == round_action::run) {
        ++came.runs;
        next = round.perform();
      } else {
        ++came.awaits;
        auto const& operation = static_cast<scripted_tool::later&>(round.operation());
        (*operation.run)(*operation.on, *operation.into);
        next = round.resume();
      }
    }
    flow_time = round.flow_time();
    flow_random = round.flow_random();
    author_state = round.author_state();
    take(came, round.take_outcome());
    return came;
  }

  // As if the server had been started again, with other keys or limits.
  void restart(std::vector<state_key> const& keys) {
    guard_ = std::make_unique<detail::guard>(ring_of(keys), limits_, default_primitives<>::get(), world.view());
  }

  detail::guard const& guard() const { return *guard_; }

  scripted_tool& tool;
  still_world world{};
  std::optional<json> arguments = json::object();
  client_capabilities can = everything();
  principal who = principal::stdio();
  std::string last_state{};
  std::chrono::system_clock::time_point flow_time{};
  digest256 flow_random{};
  std::string author_state{};

 private:
  void take(answer& into, detail::round_outcome outcome) {
    if (auto* const result = std::get_if<CallToolResult>(&outcome)) {
      into.text = std::get<text_content>(result->blocks.at(0)).text;
    } else if (auto* const refused = std::get_if<detail::call_refused>(&outcome)) {
      into.refusal = refused->text;
    } else if (auto* const error = std::get_if<rpc_error>(&outcome)) {
      into.error = *error;
    } else {
      auto& asked = std::get<detail::input_required>(outcome);
      into.raw_requests = detail::requests_text(asked.requests);
      into.requests = into.raw_requests.empty() ? json::object() : json::parse(into.raw_requests);
      into.state = last_state = asked.state;
    }
  }

  state_limits limits_;
  std::unique_ptr<detail::guard> guard_{};
};

inline json accept(json const& content) { return {{"action", "accept"}, {"content", content}}; }
inline json decline() { return {{"action", "decline"}}; }
inline json cancel() { return {{"action", "cancel"}}; }

}  // namespace parley::testing
