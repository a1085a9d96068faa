// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/http_exchange.hpp>

#include "support/catch.hpp"

#include <string>

using parley::accepted_types;
using parley::reply;
using parley::reply_status;
using parley::detail::http_exchange;
using parley::detail::http_frame;

namespace {

std::string all(http_exchange& exchange) {
  auto const bytes = exchange.take();
  return bytes.head + bytes.body;
}
reply answer(std::string body = "{}") { return {std::move(body), reply_status::ok}; }
bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("an answer that comes first is one JSON body with a length and its own status", "[http][HTTP-14][HTTP-21]") {
  http_exchange exchange({true, true}, {});
  CHECK_FALSE(exchange.has_bytes());
  exchange.answer(answer("{\"a\":1}"), 404);
  auto const text = all(exchange);
  CHECK(text.substr(0, 24) == "HTTP/1.1 404 Not Found\r\n");
  CHECK(has(text, "Content-Type: application/json\r\n"));
  CHECK(has(text, "Content-Length: 7\r\n"));
  CHECK(has(text, "\r\n\r\n{\"a\":1}"));
  CHECK(exchange.answered());
  CHECK(exchange.keeps_connection());
}

TEST_CASE("a notification that comes first makes a stream that ends with the answer",
          "[http][HTTP-05][HTTP-07][C-45]") {
  http_exchange exchange({true, true}, {});
  exchange.notify("{\"n\":1}");
  auto const begin = all(exchange);
  CHECK(has(begin, "HTTP/1.1 200 OK\r\n"));
  CHECK(has(begin, "Content-Type: text/event-stream\r\n"));
  CHECK(has(begin, "Cache-Control: no-cache"));
  CHECK(has(begin, "X-Accel-Buffering: no\r\n"));
  CHECK(has(begin, "Transfer-Encoding: chunked\r\n"));
  CHECK_FALSE(has(begin, "Content-Length"));
  CHECK(has(begin, "\r\n\r\n1e\r\nevent: message\ndata: {\"n\":1}\n\n\r\n"));
  exchange.answer(answer(), 400);
  CHECK(all(exchange) == "19\r\nevent: message\ndata: {}\n\n\r\n0\r\n\r\n");
  exchange.notify("{}");
  exchange.keep_alive();
  CHECK_FALSE(exchange.has_bytes());
}

TEST_CASE("a long silence begins the stream and then shows that it lives", "[http][HTTP-08][T06]") {
  http_exchange exchange({true, true}, {});
  exchange.keep_alive();
  auto const begin = all(exchange);
  CHECK(has(begin, "text/event-stream"));
  CHECK(has(begin, ": ping\n\n"));
  exchange.keep_alive();
  CHECK(all(exchange) == "8\r\n: ping\n\n\r\n");
}

TEST_CASE("a client that takes no stream gets JSON, and no notifications", "[http][T26][T35]") {
  http_exchange exchange({true, false}, {});
  exchange.notify("{}");
  exchange.keep_alive();
  CHECK_FALSE(exchange.has_bytes());
  exchange.answer(answer(), 200);
  CHECK(has(all(exchange), "application/json"));
}

TEST_CASE("a client that takes only a stream gets one, except for a status that it would hide", "[http][T26]") {
  http_exchange good({false, true}, {});
  good.answer(answer(), 200);
  CHECK(has(all(good), "text/event-stream"));
  http_exchange bad({false, true}, {});
  bad.answer(answer(), 400);
  auto const text = all(bad);
  CHECK(has(text, "HTTP/1.1 400 "));
  CHECK(has(text, "application/json"));
}

TEST_CASE("the end of a connection ends a stream of HTTP/1.0, which has no chunks", "[http]") {
  http_frame frame;
  frame.http_1_0 = true;
  http_exchange exchange({true, true}, frame);
  exchange.notify("{}");
  auto const begin = all(exchange);
  CHECK_FALSE(has(begin, "chunked"));
  CHECK(has(begin, "Connection: close\r\n"));
  CHECK(has(begin, "\r\n\r\nevent: message\ndata: {}\n\n"));
  exchange.answer(answer(), 200);
  CHECK_FALSE(exchange.keeps_connection());
}

TEST_CASE("a notification of the client's is accepted with an empty body", "[http][HTTP-03]") {
  http_exchange exchange({true, true}, {});
  exchange.answer({}, 202);
  auto const text = all(exchange);
  CHECK(has(text, "HTTP/1.1 202 Accepted\r\n"));
  CHECK(has(text, "Content-Length: 0\r\n"));
  CHECK_FALSE(has(text, "Content-Type"));
}
