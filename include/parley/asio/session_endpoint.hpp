// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_connection.hpp>
#include <parley/asio/http_service.hpp>
#include <parley/asio/http_turn.hpp>
#include <parley/asio/kept_session.hpp>
#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/message.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/server/caller.hpp>
#include <parley/wire/http_request.hpp>
#include <parley/wire/http_rules.hpp>
#include <parley/wire/media_type.hpp>

#include <boost/asio/awaitable.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace parley::detail {

// What one connection does for clients of the older revisions (2025-11-25/basic/transports), one request at a time.
// Everything happens on the connection's executor.
//
// As everywhere: coroutines take references to what their callers have named. They give back whether another request
// may follow.
class session_endpoint {
 public:
  // The service has a keeper.
  session_endpoint(std::shared_ptr<http_service> service, std::shared_ptr<http_connection> connection)
      : service_(std::move(service)), connection_(std::move(connection)) {}

  // A POST, once its body was read: as text, and as the message that it was without a session.
  struct posted {
    std::string text;
    result<incoming, reply> message;
    accepted_types accepts;
  };
  // Whether such a POST is for this class. An envelope, or a version that has one, says that it is not, whatever else
  // stands in the head (T07, T29).
  PARLEY_DECL static bool is_for_session(http_request_view const& head, result<incoming, reply> const& message);

  PARLEY_DECL boost::asio::awaitable<bool> post(http_turn& now, posted& what, caller& from);
  PARLEY_DECL boost::asio::awaitable<bool> get(http_turn& now, caller const& from);
  PARLEY_DECL boost::asio::awaitable<bool> end(http_turn& now, caller const& from);

 private:
  using messages = std::vector<result<incoming, reply>>;

  PARLEY_DECL boost::asio::awaitable<bool> begin(http_turn& now, posted& what, caller& from);
  PARLEY_DECL boost::asio::awaitable<bool> take(http_turn& now, posted& what, caller& from,
                                                std::shared_ptr<kept_session> const& session);
  PARLEY_DECL boost::asio::awaitable<bool> serve(http_turn& now, messages& all, bool as_array, caller const& from,
                                                 std::shared_ptr<kept_session> const& session);
  PARLEY_DECL boost::asio::awaitable<bool> answer(http_turn& now, std::string& body, unsigned status);
  PARLEY_DECL boost::asio::awaitable<bool> refuse(http_turn& now, posted const& what, http_refusal const& why);

  // The session that a request other than `initialize` belongs to.
  using found_session = result<std::shared_ptr<kept_session>, http_refusal>;
  PARLEY_DECL found_session find(http_request_view const& head, caller const& from) const;
  // Of `initialize`: null when it belongs to none, as it should.
  PARLEY_DECL found_session find_before(http_request_view const& head, caller const& from) const;

  std::shared_ptr<http_service> service_;
  std::shared_ptr<http_connection> connection_;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/asio/stream_pump.hpp>
#include <parley/protocol/encode_handshake.hpp>
#include <parley/protocol/envelope.hpp>
#include <parley/protocol/version.hpp>
#include <parley/server/server.hpp>
#include <parley/wire/session_header.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace parley::detail {

PARLEY_DECL bool is_enveloped(result<incoming, reply> const& message) {
  return message && message->kind != message_kind::response && has_envelope(message->params.get());
}

PARLEY_DECL bool session_endpoint::is_for_session(http_request_view const& head,
                                                  result<incoming, reply> const& message) {
  auto const version = find_header(head, "MCP-Protocol-Version");
  return !(version && is_supported_version(*version)) && !is_enveloped(message);
}

PARLEY_DECL session_endpoint::found_session session_endpoint::find_before(http_request_view const& head,
                                                                          caller const& from) const {
  auto const id = read_session_id(head);
  if (!id) return refused{id.error()};
  if (!*id) return std::shared_ptr<kept_session>();
  auto session = service_->keeper->find(**id, from.who);
  if (session == nullptr) return refused{unknown_session};
  return session;
}

PARLEY_DECL session_endpoint::found_session session_endpoint::find(http_request_view const& head,
                                                                   caller const& from) const {
  bool const is_stateless = service_->keeper->is_stateless();
  auto found = is_stateless ? found_session(std::shared_ptr<kept_session>()) : find_before(head, from);
  if (!found) return found;
  if (!is_stateless && *found == nullptr) {
    return refused{http_refusal{400, "Mcp-Session-Id is needed; a session begins with initialize"}};
  }
  auto const version = read_session_version(head);
  if (!version) return refused{version.error()};
  return is_stateless ? service_->keeper->passing(version->value_or(unnamed_handshake)) : found;
}

PARLEY_DECL boost::asio::awaitable<bool> session_endpoint::post(http_turn& now, posted& what, caller& from) {
  bool next = false;
  bool const is_array = what.text.find_first_not_of(" \t\r\n") == what.text.find('[');
  bool const may_be_batch = is_array && (service_->keeper->is_stateless() || find_header(now.head, session_header));
  if (!what.message && !may_be_batch && !find_header(now.head, session_header)) {
    next = co_await answer(now, what.message.error().body, http_status(what.message.error().status));
    co_return next;
  }
  if (!what.accepts.json || !what.accepts.event_stream) {
    http_refusal const why{406, "Accept must allow application/json and text/event-stream"};
    next = co_await refuse(now, what, why);
    co_return next;
  }
  bool const begins = what.message && what.message->method == "initialize" && Server::wants_answer(what.message);
  bool const has_sessions = !service_->keeper->is_stateless();
  auto found = !begins        ? find(now.head, from)
               : has_sessions ? find_before(now.head, from)
                              : found_session(std::shared_ptr<kept_session>());
  if (!found) {
    next = co_await refuse(now, what, found.error());
  } else if (*found == nullptr) {
    next = co_await begin(now, what, from);
  } else {
    from.session = (*found)->agreed();
    next = co_await take(now, what, from, *found);
    if (!has_sessions) (*found)->end();  // with the connection goes all that belongs to it
  }
  co_return next;
}

PARLEY_DECL boost::asio::awaitable<bool> session_endpoint::begin(http_turn& now, posted& what, caller& from) {
  auto begun = service_->keeper->begin(*std::move(what.message), std::move(from));
  if (!begun.id.empty()) append_field(now.frame.fields, session_header, begun.id);
  if (begun.is_full) append_field(now.frame.fields, "Retry-After", "1");
  auto const status = begun.is_full ? 503 : http_status(begun.answer.status);
  bool const next = co_await answer(now, begun.answer.body, status);
  co_return next;
}

PARLEY_DECL boost::asio::awaitable<bool> session_endpoint::take(http_turn& now, posted& what, caller& from,
                                                                std::shared_ptr<kept_session> const& session) {
  bool next = false;
  auto batch = service_->server.read_batch(what.text, from);
  bool const as_array = batch.has_value();
  if (!batch && !what.message) what.message = service_->server.read(what.text, from);  // in the words of the session
  messages all;
  std::optional<reply> refusal;
  if (batch && !*batch) {
    refusal = std::move(batch->error());
  } else if (batch) {
    all = std::move(**batch);
  } else if (!what.message) {
    refusal = std::move(what.message).error();
  } else {
    all.push_back(std::move(what.message));
  }
  if (refusal) {
    next = co_await answer(now, refusal->body, http_status(refusal->status));
  } else {
    next = co_await serve(now, all, as_array, from, session);
  }
  co_return next;
}

PARLEY_DECL boost::asio::awaitable<bool> session_endpoint::serve(http_turn& now, messages& all, bool as_array,
                                                                 caller const& from,
                                                                 std::shared_ptr<kept_session> const& session) {
  bool next = false;
  auto const answers = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), Server::wants_answer));
  auto const stream = answers == 0 ? nullptr : session->open(answers, as_array);
  if (answers != 0 && stream == nullptr) {
    auto const& first = *std::find_if(all.begin(), all.end(), Server::wants_answer);
    rpc_error const why{error_code::internal_error, "Too many requests of this session are under way"};
    auto busy = encode_error(first && !as_array ? first->id : request_id(), why, from.session->spoken());
    append_field(now.frame.fields, "Retry-After", "1");
    next = co_await answer(now, busy.body, 503);
    co_return next;
  }
  // From here on the pump sees to it that the stream is left, whatever comes.
  std::optional<stream_pump> pump;
  if (stream != nullptr) {
    auto const reader = stream->attach(connection_, false);
    pump.emplace(*service_, connection_, stream_pump::kind::posted,
                 stream_pump::source{session, stream, reader.value_or(0), 0});
  }
  for (auto& one : all) {
    if (!one) {
      if (Server::wants_answer(one)) stream->answer(std::move(one).error().body);
    } else if (one->kind == message_kind::request) {
      service_->keeper->run(service_, session, stream, *std::move(one), from);
    } else {
      service_->server.take(*one, from);
      if (auto const id = cancelled_request(*one)) session->cancel(*id);
    }
  }
  if (stream == nullptr) {
    std::string nothing;
    next = co_await answer(now, nothing, 202);
    co_return next;
  }
  next = co_await pump->run(now);
  co_return next;
}

PARLEY_DECL boost::asio::awaitable<bool> session_endpoint::get(http_turn& now, caller const& from) {
  bool next = false;
  http_refusal why{0};
  stream_pump::source source{};
  std::optional<event_id> after;
  auto const session = find(now.head, from);
  auto const last_event = read_last_event_id(now.head);
  if (!session) {
    why = session.error();
  } else if (!last_event) {
    why = last_event.error();
  } else {
    source.session = *session;
    after = *last_event;
    source.stream = after ? source.session->find(after->stream) : source.session->standalone();
    bool const is_known =
        source.stream != nullptr && source.stream->has_begun() && (!after || after->number <= source.stream->last());
    auto const reader = is_known ? source.stream->attach(connection_, after.has_value()) : std::nullopt;
    if (!is_known) {
      why = {400, "Last-Event-ID names no event of this session"};
    } else if (!reader) {
      why = {409, "This session has a stream already"};
    } else {
      source.reader = *reader;
    }
  }
  if (why.status != 0) {
    next = co_await now.refuse(why);
    co_return next;
  }
  source.after = after ? after->number : source.stream->last_sent();
  stream_pump pump(*service_, connection_, after ? stream_pump::kind::resumed : stream_pump::kind::opened,
                   std::move(source));
  next = co_await pump.run(now);
  co_return next;
}

PARLEY_DECL boost::asio::awaitable<bool> session_endpoint::end(http_turn& now, caller const& from) {
  bool next = false;
  auto const session = find(now.head, from);
  bool const ended = session && service_->keeper->end(*find_header(now.head, session_header), from.who);
  if (ended) {
    std::string nothing;
    next = co_await answer(now, nothing, 204);
  } else {
    http_refusal const why = session ? unknown_session : session.error();
    next = co_await now.refuse(why);
  }
  co_return next;
}

PARLEY_DECL boost::asio::awaitable<bool> session_endpoint::answer(http_turn& now, std::string& body, unsigned status) {
  http_response response;
  response.status = status;
  response.content_type = "application/json";
  response.body = std::move(body);
  bool const next = co_await now.respond(response);
  co_return next;
}

PARLEY_DECL boost::asio::awaitable<bool> session_endpoint::refuse(http_turn& now, posted const& what,
                                                                  http_refusal const& why) {
  bool next = false;
  request_id id;
  if (what.message && what.message->kind == message_kind::request) id = what.message->id;
  auto with = encode_error(id, invalid_request(std::string(why.message)), newest_handshake);
  next = co_await answer(now, with.body, why.status);
  co_return next;
}

}  // namespace parley::detail

#endif
