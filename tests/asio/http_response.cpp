// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/http_response.hpp>

#include "support/catch.hpp"

#include <chrono>
#include <string>

using parley::http_response;
using parley::detail::append_field;
using parley::detail::http_frame;
using parley::detail::http_whole;

namespace {
bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }
}  // namespace

TEST_CASE("a response says when it was made, what it is and how long", "[http]") {
  http_frame frame;
  frame.date =
      std::chrono::sys_days{std::chrono::year{2026} / 7 / 28} + std::chrono::hours{9} + std::chrono::seconds{5};
  http_response response;
  response.body = "fine\n";
  auto const bytes = http_whole(frame, response, false);
  CHECK(bytes.head ==
        "HTTP/1.1 200 OK\r\nDate: Tue, 28 Jul 2026 09:00:05 GMT\r\nContent-Type: text/plain; charset=utf-8\r\n"
        "Content-Length: 5\r\n\r\n");
  CHECK(bytes.body == "fine\n");
}

TEST_CASE("HEAD gets the length and no body; 204 gets neither", "[http][C-41]") {
  http_response response;
  response.body = "fine\n";
  auto const head = http_whole({}, response, true);
  CHECK(has(head.head, "Content-Length: 5\r\n"));
  CHECK(head.body.empty());
  response.status = 204;
  auto const none = http_whole({}, response, false);
  CHECK_FALSE(has(none.head, "Content-Length"));
  CHECK(none.body.empty());
}

TEST_CASE("a connection that ends says so, and one of HTTP/1.0 that stays too", "[http]") {
  http_frame frame;
  frame.keep_alive = false;
  CHECK(has(http_whole(frame, {}, false).head, "Connection: close\r\n"));
  frame.keep_alive = true;
  frame.http_1_0 = true;
  CHECK(has(http_whole(frame, {}, false).head, "Connection: keep-alive\r\n"));
}

TEST_CASE("text from elsewhere cannot add header lines", "[http][SEC-13]") {
  std::string text;
  append_field(text, "X", "a\r\nSet-Cookie: b");
  append_field(text, "X\r\nY", "a");
  append_field(text, "X: Y", "a");
  append_field(text, "", "a");
  append_field(text, "X", std::string("a\0b", 3));
  CHECK(text.empty());
  append_field(text, "X", "a");
  CHECK(text == "X: a\r\n");
}

TEST_CASE("where a body ends is said once, whatever a route puts into its fields", "[http][SEC-13]") {
  http_response response;
  response.body = "fine\n";
  response.fields = {
      {"content-length", "2"}, {"Transfer-Encoding", "chunked"}, {"Connection", "close"}, {"X-Own", "1"}};
  auto const head = http_whole({}, response, false).head;
  CHECK(has(head, "\r\nContent-Length: 5\r\n"));
  CHECK(has(head, "\r\nX-Own: 1\r\n"));
  for (auto const* other : {"content-length", "Transfer-Encoding", "Connection"}) CHECK_FALSE(has(head, other));
}

TEST_CASE("a status that is none goes out as an error of the server's", "[http]") {
  for (unsigned const status : {0u, 100u, 199u, 600u, 4040u}) {
    http_response response;
    response.status = status;
    CHECK(has(http_whole({}, response, false).head, "HTTP/1.1 500 "));
  }
}
