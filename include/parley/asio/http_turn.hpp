// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_connection.hpp>
#include <parley/asio/http_request_reader.hpp>
#include <parley/asio/http_response.hpp>
#include <parley/asio/http_service.hpp>
#include <parley/core/config.hpp>
#include <parley/wire/http_request.hpp>
#include <parley/wire/http_rules.hpp>

#include <boost/asio/awaitable.hpp>

namespace parley::detail {

// One request on a connection, from its first byte to a response that is one piece. Belongs to the coroutine that
// serves the connection; both references must outlive it.
//
// g++ 12 miscompiles a co_await whose expression makes temporaries, above all as a condition. Therefore: coroutines
// here take references to what their callers have named, and what they give back is named before it is used.
class http_turn {
 public:
  http_turn(http_service const& service, http_connection& connection)
      : reader(service.limits), service_(service), connection_(connection) {}
  http_turn(http_turn const&) = delete;
  http_turn& operator=(http_turn const&) = delete;

  // These are true when all is there; else the connection is to be closed, and the client has been told why if it can
  // be told.
  PARLEY_DECL boost::asio::awaitable<bool> read_head();
  PARLEY_DECL boost::asio::awaitable<bool> read_body();

  // These give back whether another request may follow.
  PARLEY_DECL boost::asio::awaitable<bool> respond(http_response& with);
  PARLEY_DECL boost::asio::awaitable<bool> refuse(http_refusal const& why);

  http_request_reader reader;
  http_request_view head{};  // once it was read
  http_frame frame{};

 private:
  PARLEY_DECL boost::asio::awaitable<bool> read(http_request_reader::state part);
  PARLEY_DECL void begin();

  http_service const& service_;
  http_connection& connection_;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/server/server.hpp>

#include <chrono>
#include <string>
#include <utility>

namespace parley::detail {

PARLEY_DECL boost::asio::awaitable<bool> http_turn::read_head() {
  bool const whole = co_await read(http_request_reader::state::head);
  if (whole) begin();
  co_return whole;
}

PARLEY_DECL boost::asio::awaitable<bool> http_turn::read_body() {
  reader.accept_head();
  if (reader.progress() == http_request_reader::state::body && reader.expects_continue() &&
      connection_.input().empty()) {
    std::string const interim = "HTTP/1.1 100 Continue\r\n\r\n";
    std::string const nothing;
    bool const written = co_await connection_.write(interim, nothing);
    if (!written) co_return false;
  }
  bool const whole = co_await read(http_request_reader::state::body);
  co_return whole;
}

PARLEY_DECL boost::asio::awaitable<bool> http_turn::read(http_request_reader::state part) {
  auto const& options = service_.options;
  bool begun = part == http_request_reader::state::body;
  auto deadline = std::chrono::steady_clock::now() + (begun ? options.read_timeout : options.idle_timeout);
  http_refusal why;
  while (reader.progress() == part) {
    connection_.consume(reader.put(connection_.input()));
    if (reader.progress() != part) break;
    if (connection_.ended()) co_return false;
    if (!begun && reader.begun()) {
      begun = true;
      deadline = std::chrono::steady_clock::now() + options.read_timeout;
    }
    if (!begun && service_.stopping) co_return false;
    if (connection_.full()) {
      why.status = part == http_request_reader::state::head ? 431 : 400;
      why.message = "A header line or a chunk's line is too long";
      break;
    }
    connection_.keep_reading();
    bool const heard = co_await connection_.changed(deadline);
    // A client that never pauses is heard every time, and chunks of next to nothing do not reach the limit of a body.
    if (heard && std::chrono::steady_clock::now() < deadline) continue;
    if (!begun) co_return false;
    why.status = 408;
    why.message = "The request did not come to its end in time";
    break;
  }
  if (reader.progress() == http_request_reader::state::failed) {
    why.status = reader.status();
    why.message = why.status == 413 ? "The body is too long" : "The request is no HTTP request that is served here";
  } else if (reader.progress() != part) {
    co_return true;
  }
  if (frame.date == std::chrono::system_clock::time_point{}) begin();
  co_await refuse(why);
  co_return false;
}

PARLEY_DECL void http_turn::begin() {
  head.method = reader.method();
  head.target = reader.target();
  for (auto const& [name, value] : reader.fields()) head.headers.emplace_back(name, value);
  frame.http_1_0 = reader.http_1_0();
  frame.keep_alive = reader.keep_alive() && !service_.stopping;
  frame.date = service_.server.options().world.wall_clock();
}

PARLEY_DECL boost::asio::awaitable<bool> http_turn::respond(http_response& with) {
  // What is left of a request that was not read to its end would be taken for the next one.
  if (reader.progress() != http_request_reader::state::complete) frame.keep_alive = false;
  auto const bytes = http_whole(frame, std::move(with), head.method == "HEAD");
  bool const written = co_await connection_.write(bytes.head, bytes.body);
  co_return written&& frame.keep_alive;
}

PARLEY_DECL boost::asio::awaitable<bool> http_turn::refuse(http_refusal const& why) {
  http_response response;
  response.status = why.status;
  if (why.status == 404 && why.message == no_such_path) {
    response.body = std::string(why.message) + "\n";  // nobody speaks MCP there
  } else {
    response.content_type = "application/json";
    response.body = refusal_body(why);
  }
  if (!why.field_name.empty()) response.fields.emplace_back(why.field_name, why.field_value);
  bool const next = co_await respond(response);
  co_return next;
}

}  // namespace parley::detail

#endif
