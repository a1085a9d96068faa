// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/capabilities.hpp>
#include <parley/protocol/elicitation.hpp>
#include <parley/server/caller.hpp>
#include <parley/server/server.hpp>
#include <parley/testing/answer.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace parley::testing {

// Who plays the client, and what that client can do.
struct user_options {
  client_capabilities capabilities{.elicitation_form = true, .elicitation_url = true};
  caller from{};
  std::string log_level{};  // asks for log lines from that level on; empty: for none
  bool progress = false;    // asks for progress
};

// The script and the server went different ways. The text holds the server's last answer.
class unexpected : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// One question as a person would be shown it.
struct shown_question {
  std::string method{};   // elicitation/create, sampling/createMessage or roots/list
  std::string message{};  // elicitation: what the person reads
  std::string url{};      // elicitation in url mode: where to
  std::string schema{};   // elicitation in form mode: JSON text, members in alphabetical order
};

// A person with a client, in memory: calls tools and answers their questions, as a test says. Nothing waits, and
// there are no threads and no transport.
//
//   parley::testing::user ada(server);
//   ada.call("restart_service", R"({"service":"db"})");
//   CHECK(ada.expect("confirm_restart").message == "Restart \"db\"?");
//   CHECK(ada.accept("confirm_restart", R"({"ok":true})").text() == "restarted db");
//
// For tools without asynchronous handlers (Server::handle). For one thread; the server must outlive it.
class user : private notification_sink {
 public:
  PARLEY_DECL explicit user(Server& server, user_options options = {});

  // Calls a tool. `arguments` is a JSON object as text.
  PARLEY_DECL answer const& call(std::string tool, std::string arguments = "{}");

  // The question under that key in the last answer. Throws `unexpected` when it was not asked.
  PARLEY_DECL shown_question expect(std::string_view key) const;

  // Answers a question of the last answer. When all of them have been answered, the call is sent again with the answers
  // and the state, and what comes back is the new last answer. `content` is a JSON object as text, or empty for
  // none. All throw `unexpected` when the question was not asked.
  PARLEY_DECL answer const& accept(std::string_view key, std::string_view content = {});
  PARLEY_DECL answer const& decline(std::string_view key);
  PARLEY_DECL answer const& cancel(std::string_view key);
  // The same with any JSON value in the place of the result: for sampling and roots, and for clients that misbehave.
  PARLEY_DECL answer const& respond(std::string_view key, std::string result);

  // Sends the call again just as it was sent last, as a client does that lost the response.
  PARLEY_DECL answer const& resend();
  // Any request. `params` are its members as JSON text without the braces, `_meta` left out; may be empty.
  PARLEY_DECL answer const& request(std::string_view method, std::string_view params = {});
  // Any line.
  PARLEY_DECL answer const& send(std::string_view line);

  answer const& last() const { return last_; }
  // The notifications since the user was made: progress and log, a line each.
  PARLEY_DECL std::vector<std::string> notifications() const;

 private:
  PARLEY_DECL void notify(std::string line) override;
  PARLEY_DECL json const& asked(std::string_view key) const;
  PARLEY_DECL answer const& answer_with(std::string_view key, elicit_action action, std::string_view content);
  PARLEY_DECL answer const& send_call();

  Server& server_;
  user_options options_;
  std::int64_t next_id_ = 1;
  std::string tool_{};
  std::string arguments_{};
  std::string state_{};                             // what the next call carries; empty: nothing
  std::map<std::string, std::string> responses_{};  // the same
  answer last_{};
  mutable std::mutex mutex_{};
  std::vector<std::string> notifications_{};
};

}  // namespace parley::testing

#if PARLEY_DEFINITIONS

#include <parley/json/writer.hpp>
#include <parley/protocol/envelope.hpp>
#include <parley/protocol/version.hpp>

#include <utility>

namespace parley::testing {

PARLEY_DECL user::user(Server& server, user_options options) : server_(server), options_(std::move(options)) {}

PARLEY_DECL answer const& user::call(std::string tool, std::string arguments) {
  tool_ = std::move(tool);
  arguments_ = std::move(arguments);
  state_.clear();
  responses_.clear();
  return send_call();
}

PARLEY_DECL json const& user::asked(std::string_view key) const {
  if (!last_.asks(key)) throw unexpected("the server did not ask " + std::string(key) + ", but: " + last_.body());
  return last_.tree().at("result").at("inputRequests").at(std::string(key));
}

PARLEY_DECL shown_question user::expect(std::string_view key) const {
  json const& request = asked(key);
  shown_question shown;
  shown.method = request.at("method").get<std::string>();
  auto const params = request.find("params");
  if (params == request.end()) return shown;
  shown.message = params->value("message", "");
  shown.url = params->value("url", "");
  if (auto const schema = params->find("requestedSchema"); schema != params->end()) {
    json_writer(shown.schema).value(*schema);
  }
  return shown;
}

PARLEY_DECL answer const& user::answer_with(std::string_view key, elicit_action action, std::string_view content) {
  std::string result;
  json_writer out(result);
  out.begin_object().key("action").string(to_string(action));
  if (!content.empty()) out.key("content").raw(content);
  out.end_object();
  return respond(key, std::move(result));
}

PARLEY_DECL answer const& user::accept(std::string_view key, std::string_view content) {
  return answer_with(key, elicit_action::accept, content);
}
PARLEY_DECL answer const& user::decline(std::string_view key) { return answer_with(key, elicit_action::decline, {}); }
PARLEY_DECL answer const& user::cancel(std::string_view key) { return answer_with(key, elicit_action::cancel, {}); }

PARLEY_DECL answer const& user::respond(std::string_view key, std::string result) {
  asked(key);
  // The answers of earlier rounds are inside the state by now, so each retry carries those of its own round alone.
  auto const keys = last_.keys();
  std::erase_if(responses_, [&](auto const& given) { return !last_.asks(given.first) || state_ != last_.state(); });
  state_ = last_.state();
  responses_[std::string(key)] = std::move(result);
  return responses_.size() == keys.size() ? send_call() : last_;
}

PARLEY_DECL answer const& user::resend() { return send_call(); }

PARLEY_DECL answer const& user::send_call() {
  std::string params;
  json_writer out(params);
  out.key("name").string(tool_).key("arguments").raw(arguments_);
  if (!responses_.empty()) {
    out.key("inputResponses").begin_object();
    for (auto const& [key, result] : responses_) out.key(key).raw(result);
    out.end_object();
  }
  if (!state_.empty()) out.key("requestState").string(state_);
  return request("tools/call", params);
}

PARLEY_DECL answer const& user::request(std::string_view method, std::string_view params) {
  std::string line;
  json_writer out(line);
  out.begin_object().key("jsonrpc").string("2.0").key("id").integer(next_id_++).key("method").string(method);
  out.key("params").begin_object();
  if (!params.empty()) out.raw(params);
  out.key("_meta").begin_object();
  out.key(meta_key::protocol_version).string(supported_versions.front());
  out.key(meta_key::client_capabilities);
  write(out, options_.capabilities);
  if (!options_.log_level.empty()) out.key(meta_key::log_level).string(options_.log_level);
  if (options_.progress) out.key(meta_key::progress_token).integer(next_id_);
  out.end_object().end_object().end_object();
  return send(line);
}

PARLEY_DECL answer const& user::send(std::string_view line) {
  last_ = answer(server_.handle(line, options_.from, *this));
  return last_;
}

PARLEY_DECL std::vector<std::string> user::notifications() const {
  std::lock_guard lock(mutex_);
  return notifications_;
}

PARLEY_DECL void user::notify(std::string line) {
  std::lock_guard lock(mutex_);
  notifications_.push_back(std::move(line));
}

}  // namespace parley::testing

#endif
