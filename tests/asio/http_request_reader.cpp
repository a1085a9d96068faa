// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/http_request_reader.hpp>

#include "support/catch.hpp"

#include <string>

using parley::detail::http_request_limits;
using parley::detail::http_request_reader;
using state = http_request_reader::state;

namespace {

// Feeds all of it in pieces of that size, through both parts; gives back what was not used.
std::string feed(http_request_reader& reader, std::string bytes, std::size_t piece) {
  std::string unread;
  while (!bytes.empty() && (reader.progress() == state::head || reader.progress() == state::body)) {
    unread += bytes.substr(0, piece);
    bytes.erase(0, piece);
    unread.erase(0, reader.put(unread));
    reader.accept_head();
    if (reader.progress() == state::body) unread.erase(0, reader.put(unread));
  }
  return unread + bytes;
}

std::string post(std::string const& fields, std::string const& body) {
  return "POST /mcp HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n" + body;
}

unsigned status_of(std::string const& request, http_request_limits limits = {}) {
  http_request_reader reader(limits);
  feed(reader, request, 4096);
  return reader.progress() == state::failed ? reader.status() : 0;
}

}  // namespace

TEST_CASE("a request is the same however its bytes are cut", "[http][C-42]") {
  auto const piece = GENERATE(1u, 2u, 3u, 7u, 64u, 4096u);
  std::string const requests[] = {
      post("Content-Length: 5\r\n", "hello"),
      post("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\n\r\n"),
      post("Transfer-Encoding: Chunked\r\n", "1;a=b\r\nh\r\n4;q=\"x\"\r\nello\r\n0\r\nTrailer: t\r\n\r\n"),
  };
  for (auto const& request : requests) {
    http_request_reader reader({});
    CHECK(feed(reader, request + "GET", piece).substr(0, 3) == "GET");
    REQUIRE(reader.progress() == state::complete);
    CHECK(reader.method() == "POST");
    CHECK(reader.target() == "/mcp");
    CHECK(reader.fields().front().second == "h");
    CHECK(reader.take_body() == "hello");
  }
}

TEST_CASE("a chunked body may be empty, however its bytes are cut", "[http][C-42]") {
  auto const piece = GENERATE(1u, 2u, 3u, 64u);
  for (auto const* body : {"0\r\n\r\n", "00\r\n\r\n", "0;a=b\r\n\r\n", "0\r\nTrailer: t\r\n\r\n"}) {
    http_request_reader reader({});
    CHECK(feed(reader, post("Transfer-Encoding: chunked\r\n", body), piece).empty());
    REQUIRE(reader.progress() == state::complete);
    CHECK(reader.take_body().empty());
  }
}

TEST_CASE("bytes of the next request are left alone", "[http]") {
  http_request_reader reader({});
  std::string const two = "GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\n";
  CHECK(two.substr(reader.put(two)) == "GET /b HTTP/1.1\r\n");
  CHECK(reader.progress() == state::complete);
}

TEST_CASE("empty lines before a request are passed over", "[http][C-42]") {
  auto const piece = GENERATE(1u, 2u, 3u, 64u);
  http_request_reader reader({});
  CHECK(feed(reader, "\r\n\r\n" + post("Content-Length: 5\r\n", "hello") + "\r\n", piece) == "\r\n");
  REQUIRE(reader.progress() == state::complete);
  CHECK(reader.take_body() == "hello");
  http_request_reader only({});
  CHECK(feed(only, "\r\n\r\n\r", piece) == "\r");
  CHECK_FALSE(only.begun());
  CHECK(status_of("\n" + post("", "")) == 400);
}

TEST_CASE("the head can be judged before the body is there", "[http][SEC-05]") {
  http_request_reader reader({});
  auto const bytes = post("Content-Length: 5\r\nExpect: 100-continue\r\n", "hel");
  auto const used = reader.put(bytes);
  CHECK(reader.progress() == state::body);
  CHECK(bytes.substr(used) == "hel");
  CHECK(reader.expects_continue());
  CHECK(reader.begun());
}

TEST_CASE("too much is refused with the status that says so", "[http][HTTP-13][HTTP-22][C-42]") {
  http_request_limits const small{.head_bytes = 200, .fields = 3, .body_bytes = 10};
  CHECK(status_of(post("X: " + std::string(300, 'x') + "\r\n", ""), small) == 431);
  CHECK(status_of("POST /" + std::string(300, 'x'), small) == 431);
  CHECK(status_of(post("A: 1\r\nB: 2\r\nC: 3\r\n", ""), small) == 431);
  CHECK(status_of(post("Content-Length: 11\r\n", ""), small) == 413);
  CHECK(status_of(post("Content-Length: 99999999999999999999\r\n", ""), small) == 400);
  CHECK(status_of(post("Transfer-Encoding: chunked\r\n", "6\r\nabcdef\r\n6\r\nabcdef\r\n"), small) == 413);
  CHECK(status_of(post("Content-Length: 10\r\n", "0123456789"), small) == 0);
  CHECK(status_of(post("Transfer-Encoding: chunked\r\n", "a\r\n0123456789\r\n0\r\n\r\n"), small) == 0);
}

TEST_CASE("a head may be as long as the limit and no longer, however its bytes are cut", "[http][HTTP-22]") {
  auto const piece = GENERATE(1u, 3u, 17u, 4096u);
  std::string const head = post("X: " + std::string(50, 'x') + "\r\n", "");
  http_request_reader fits({.head_bytes = head.size()});
  feed(fits, head, piece);
  CHECK(fits.progress() == state::complete);
  http_request_reader too_long({.head_bytes = head.size() - 1});
  feed(too_long, head, piece);
  CHECK(too_long.progress() == state::failed);
  CHECK(too_long.status() == 431);
}

TEST_CASE("a length that two readers could understand differently is refused", "[http][C-42]") {
  CHECK(status_of(post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")) == 400);
  CHECK(status_of(post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n")) == 400);
  CHECK(status_of(post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello!")) == 400);
  CHECK(status_of(post("Content-Length: -5\r\n", "")) == 400);
  CHECK(status_of(post("Content-Length: 0x5\r\n", "hello")) == 400);
  CHECK(status_of(post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")) == 501);
  CHECK(status_of(post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n")) == 501);
  CHECK(status_of(post("Transfer-Encoding: gzip\r\n", "")) == 501);
  CHECK(status_of("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n") == 400);
}

TEST_CASE("a field that goes on in the next line is refused", "[http][C-42][SEC-15]") {
  auto const piece = GENERATE(1u, 2u, 3u, 4096u);
  for (std::string const fields : {"Content-Length:\r\n 5\r\n", "Content-Length: 5\r\nX: a\r\n\tb\r\n",
                                   "Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n"}) {
    http_request_reader reader({});
    feed(reader, post(fields, "hello"), piece);
    REQUIRE(reader.progress() == state::failed);
    CHECK(reader.status() == 400);
  }
}

TEST_CASE("what is not HTTP/1 is refused", "[http]") {
  CHECK(status_of("hello\r\n\r\n") == 400);
  CHECK(status_of("POST /mcp HTTP/2.0\r\n\r\n") == 505);
  CHECK(status_of(post("No colon\r\n", "")) == 400);
  CHECK(status_of(post("Bad : space\r\n", "")) == 400);
  CHECK(status_of(post("Transfer-Encoding: chunked\r\n", "xyz\r\n")) == 400);
  CHECK(status_of(std::string("POST /") + '\0' + " HTTP/1.1\r\n\r\n") == 400);
}

TEST_CASE("a connection is kept by default in HTTP/1.1 and on request in 1.0", "[http]") {
  auto kept = [](std::string const& request) {
    http_request_reader reader({});
    reader.put(request);
    return reader.keep_alive();
  };
  CHECK(kept("GET / HTTP/1.1\r\nHost: h\r\n\r\n"));
  CHECK_FALSE(kept("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"));
  CHECK_FALSE(kept("GET / HTTP/1.0\r\nHost: h\r\n\r\n"));
  CHECK(kept("GET / HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n"));
}
