// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_call.hpp>
#include <parley/asio/http_connection.hpp>
#include <parley/asio/http_exchange.hpp>
#include <parley/asio/http_options.hpp>
#include <parley/asio/http_service.hpp>
#include <parley/asio/http_turn.hpp>
#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/message.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/server/caller.hpp>
#include <parley/wire/media_type.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <memory>

namespace parley::detail {

// One connection: one request after the other, each answered before the next is looked at (RFC 9112 §9.3).
class http_session {
 public:
  // Everything happens on the socket's executor, which must run one handler at a time.
  PARLEY_DECL http_session(boost::asio::ip::tcp::socket socket, std::shared_ptr<http_service> service);

  boost::asio::any_io_executor executor() { return connection_->executor(); }

  // Serves until the client goes away or breaks the rules, or the server stops. The session must outlive both.
  PARLEY_DECL boost::asio::awaitable<void> run();
  // Answers 503 to whatever may come.
  PARLEY_DECL boost::asio::awaitable<void> turn_away();

  // On the executor: the service is stopping. A request that has begun is still answered, and a stream is ended.
  void stop() { connection_->wake(); }
  // On the executor: ends everything at once.
  PARLEY_DECL void abort();

 private:
  // As in http_turn: coroutines here take references to what their callers have named, and what they give back is named
  // before it is used. These give back whether another request may follow.
  PARLEY_DECL boost::asio::awaitable<bool> serve_one();
  PARLEY_DECL boost::asio::awaitable<bool> serve_endpoint(http_turn& now);
  PARLEY_DECL boost::asio::awaitable<bool> serve_route(http_turn& now, http_route const& route);
  PARLEY_DECL boost::asio::awaitable<bool> serve_message(http_turn& now, accepted_types const& accepts, caller& from);
  PARLEY_DECL boost::asio::awaitable<bool> serve_enveloped(http_exchange& out, result<incoming, reply>& message,
                                                           caller& from);
  PARLEY_DECL boost::asio::awaitable<bool> serve_call(http_exchange& out, incoming& request, caller& from);

  // Sends what the exchange has to say. False when the connection is lost.
  PARLEY_DECL boost::asio::awaitable<bool> flush(http_exchange& out);
  // The client has gone while its call ran: has it stopped, and waits for it, so that it stays known until it is over.
  PARLEY_DECL boost::asio::awaitable<void> outlive_call();

  std::shared_ptr<http_service> service_;
  std::shared_ptr<http_connection> connection_;
  std::shared_ptr<http_call> call_{};  // under way
  std::weak_ptr<driven_call> driver_{};
  bool aborted_ = false;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/asio/http_routes.hpp>
#include <parley/asio/session_endpoint.hpp>
#include <parley/protocol/encode.hpp>
#include <parley/server/server.hpp>
#include <parley/wire/cors.hpp>
#include <parley/wire/header_value.hpp>
#include <parley/wire/http_rules.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

namespace parley::detail {

PARLEY_DECL http_session::http_session(boost::asio::ip::tcp::socket socket, std::shared_ptr<http_service> service)
    : service_(std::move(service)),
      connection_(
          std::make_shared<http_connection>(std::move(socket), service_->tls.get(), service_->options.write_timeout)) {}

PARLEY_DECL boost::asio::awaitable<void> http_session::run() {
  auto const deadline = std::chrono::steady_clock::now() + service_->options.read_timeout;
  bool open = co_await connection_->handshake(deadline);
  bool const secured = open;
  while (open && !aborted_) open = co_await serve_one();
  if (secured && !aborted_) co_await connection_->finish();
  connection_->close();
}

PARLEY_DECL boost::asio::awaitable<void> http_session::turn_away() {
  if (service_->tls == nullptr) {
    http_turn now(*service_, *connection_);
    now.frame.date = service_->server.options().world.wall_clock();
    http_response full;
    full.status = 503;
    full.body = "Too many connections\n";
    full.fields.emplace_back("Retry-After", "1");
    co_await now.respond(full);
    if (!aborted_) co_await connection_->finish();
  }
  connection_->close();
}

PARLEY_DECL void http_session::abort() {
  aborted_ = true;
  if (call_) call_->cancel();
  if (auto const driver = driver_.lock()) driver->interrupt();
  connection_->close();
}

PARLEY_DECL boost::asio::awaitable<bool> http_session::serve_one() {
  http_turn now(*service_, *connection_);
  bool next = co_await now.read_head();
  if (!next) co_return false;
  auto const access = check_host_and_origin(now.head, service_->policy.access);
  if (!access) {
    next = co_await now.refuse(access.error());
    co_return next;
  }
  for (auto const& [name, value] : cors_fields(now.head)) append_field(now.frame.fields, name, value);

  auto const path = split_target(now.head.target).path;
  auto const match = match_route(service_->options.routes, now.head.method, path);
  if (match.route != nullptr) {
    next = co_await serve_route(now, *match.route);
  } else if (!match.allowed.empty() && path != service_->policy.path) {
    http_response other;
    other.status = 405;
    other.body = "This path has other methods\n";
    other.fields.emplace_back("Allow", match.allowed);
    next = co_await now.respond(other);
  } else {
    next = co_await serve_endpoint(now);
  }
  co_return next;
}

PARLEY_DECL boost::asio::awaitable<bool> http_session::serve_endpoint(http_turn& now) {
  bool next = false;
  auto const purpose = check_route(now.head, service_->policy);
  if (!purpose) {
    next = co_await now.refuse(purpose.error());
    co_return next;
  }
  if (*purpose == http_purpose::preflight) {
    http_response granted;
    granted.status = 204;
    now.frame.fields.clear();  // the preflight's fields hold those of every answer
    granted.fields = preflight_fields(now.head, service_->policy.sessions);
    next = co_await now.respond(granted);
    co_return next;
  }
  auto who = authenticate(service_->options, now.head, service_->server.options().world);
  if (!who) {
    next = co_await now.respond(who.error());
    co_return next;
  }
  accepted_types accepts;
  if (*purpose != http_purpose::end) {
    auto const checked = *purpose == http_purpose::stream ? check_stream(now.head) : check_content(now.head);
    if (!checked) {
      next = co_await now.refuse(checked.error());
      co_return next;
    }
    accepts = *checked;
  }
  next = co_await now.read_body();
  if (!next) co_return false;
  caller from;
  from.who = *std::move(who);
  from.over = transport::http;
  if (*purpose == http_purpose::message) {
    from.mirror = read_header_mirror(now.head);
    next = co_await serve_message(now, accepts, from);
    co_return next;
  }
  session_endpoint sessions(service_, connection_);
  if (*purpose == http_purpose::stream) {
    next = co_await sessions.get(now, from);
  } else {
    next = co_await sessions.end(now, from);
  }
  co_return next;
}

PARLEY_DECL boost::asio::awaitable<bool> http_session::serve_route(http_turn& now, http_route const& route) {
  bool next = false;
  http_request request{now.head, {}, {}, {}, {}};
  if (route.authenticated) {
    auto who = authenticate(service_->options, now.head, service_->server.options().world);
    if (!who) {
      next = co_await now.respond(who.error());
      co_return next;
    }
    request.who = *std::move(who);
  }
  next = co_await now.read_body();
  if (!next) co_return false;
  request.body = now.reader.take_body();
  request.path = split_target(now.head.target).path;
  if (auto const mark = now.head.target.find('?'); mark != std::string_view::npos) {
    request.query = now.head.target.substr(mark + 1);
  }
  auto answering = call_route_on(service_->threads, executor(), route, request, service_->server.options().world);
  auto response = co_await std::move(answering);
  next = co_await now.respond(response);
  co_return next;
}

PARLEY_DECL boost::asio::awaitable<bool> http_session::serve_message(http_turn& now, accepted_types const& accepts,
                                                                     caller& from) {
  bool next = false;
  auto text = now.reader.take_body();
  // Whose it is can be told when it has been read: until then, a client that has agreed on nothing sends it.
  if (service_->keeper != nullptr) from.session = service_->keeper->stranger();
  auto message = service_->server.read(text, from);
  if (service_->keeper != nullptr && session_endpoint::is_for_session(now.head, message)) {
    from.mirror.reset();  // headers repeat the body in 2026-07-28 alone
    session_endpoint::posted what{std::move(text), std::move(message), accepts};
    session_endpoint sessions(service_, connection_);
    next = co_await sessions.post(now, what, from);
    co_return next;
  }
  from.session.reset();
  if (message && message->kind == message_kind::response) message = service_->server.read(text, from);
  http_exchange out(accepts, now.frame);
  next = co_await serve_enveloped(out, message, from);
  co_return next;
}

PARLEY_DECL boost::asio::awaitable<bool> http_session::serve_enveloped(http_exchange& out,
                                                                       result<incoming, reply>& message, caller& from) {
  bool next = false;
  if (message && message->kind == message_kind::request) {
    next = co_await serve_call(out, *message, from);
    co_return next;
  }
  // A notification asks for nothing: what it might cancel was another exchange's request (CAN-08).
  reply answer;
  if (!message) answer = std::move(message).error();
  auto const status = http_status(answer.status);
  out.answer(std::move(answer), status);
  next = co_await flush(out);
  co_return next&& out.keeps_connection();
}

PARLEY_DECL boost::asio::awaitable<bool> http_session::serve_call(http_exchange& out, incoming& request, caller& from) {
  using clock = std::chrono::steady_clock;
  // A client that closes only its sending side looks at first like one that went away. Quick answers still reach it.
  constexpr auto benefit_of_doubt = std::chrono::milliseconds(200);

  if (request.method == "subscriptions/listen" && !out.can_stream()) {
    out.answer(encode_error(request.id, invalid_request("subscriptions/listen needs Accept: text/event-stream")), 406);
    bool const written = co_await flush(out);
    co_return written&& out.keeps_connection();
  }
  call_ = std::make_shared<http_call>(connection_, service_->options.backlog, service_->end_calls.get_token(),
                                      service_->wakes);
  auto begun = service_->server.begin(std::move(request), std::move(from), *call_, call_->stop_token());
  auto const driver = std::make_shared<driven_call>(
      executor(), service_->threads, service_->wakes, std::move(begun),
      [service = service_, call = call_](driven_call::outcome what) { call->finish(std::move(what)); });
  driver_ = driver;
  driver->start();

  bool lost = false;
  auto silence_ends = clock::now() + service_->options.keep_alive;
  auto doubt_ends = clock::time_point::max();
  while (!out.answered() && !lost) {
    if (service_->stopping) call_->end_stream();
    for (auto const& line : call_->take_notifications()) out.notify(line);
    if (auto& outcome = call_->outcome()) {
      if (outcome->answer.body.empty()) break;  // cancelled
      auto const status = outcome->busy ? 503 : http_status(outcome->answer.status);
      out.answer(std::move(outcome->answer), status, outcome->busy ? "Retry-After: 1\r\n" : "");
    }
    if (out.has_bytes()) {
      bool const written = co_await flush(out);
      lost = !written;
      silence_ends = clock::now() + service_->options.keep_alive;
      continue;
    }
    connection_->keep_reading();
    if (connection_->ended() && doubt_ends == clock::time_point::max()) doubt_ends = clock::now() + benefit_of_doubt;
    auto const deadline = std::min(silence_ends, doubt_ends);
    bool const in_time = co_await connection_->changed(deadline);
    if (in_time) {
      lost = aborted_ || connection_->broken();
    } else if (clock::now() >= doubt_ends) {
      lost = true;
    } else {
      out.keep_alive();
      silence_ends = clock::now() + service_->options.keep_alive;
    }
  }
  if (!out.answered()) co_await outlive_call();
  call_.reset();
  co_return out.answered() && !lost && out.keeps_connection();
}

PARLEY_DECL boost::asio::awaitable<void> http_session::outlive_call() {
  call_->cancel();
  connection_->close();
  auto const never = http_connection::time_point::max();
  while (!call_->outcome() && !aborted_) co_await connection_->changed(never);
}

PARLEY_DECL boost::asio::awaitable<bool> http_session::flush(http_exchange& out) {
  auto const bytes = out.take();
  bool const written = co_await connection_->write(bytes.head, bytes.body);
  co_return written;
}

}  // namespace parley::detail

#endif
