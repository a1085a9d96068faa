// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley::detail {

// How much of one request is taken, see http_options.
struct http_request_limits {
  std::size_t head_bytes = 32 * 1024;
  std::size_t fields = 100;
  std::size_t body_bytes = 4 * 1024 * 1024;
};

// Takes one HTTP/1 request apart as its bytes come in. Knows no socket: bytes go in, a state comes out.
class http_request_reader {
 public:
  enum class state {
    head,      // the request line and the fields are not all there yet
    body,      // they are; the body is not all there yet
    complete,  // all of it is there
    failed,    // see status(); the connection cannot be used for another request
  };

  PARLEY_DECL explicit http_request_reader(http_request_limits limits);
  PARLEY_DECL ~http_request_reader();
  http_request_reader(http_request_reader const&) = delete;
  http_request_reader& operator=(http_request_reader const&) = delete;

  // Takes as many of the bytes as it can use and says how many those were; the others belong to what follows, or must
  // come again together with more. Stops behind the head, so that the head can be judged before the body is read.
  // Precondition: the state is head or body.
  PARLEY_DECL std::size_t put(std::string_view bytes);
  state progress() const { return state_; }
  // Some of a request has come.
  bool begun() const { return begun_; }

  // Failed: the HTTP status that says why (400, 413, 431, 501 or 505).
  unsigned status() const { return status_; }

  // From the state `body` on.
  std::string const& method() const { return method_; }
  std::string const& target() const { return target_; }
  std::vector<std::pair<std::string, std::string>> const& fields() const { return fields_; }
  bool http_1_0() const { return http_1_0_; }
  bool keep_alive() const { return keep_alive_; }
  // The client waits for "100 Continue" before it sends the body.
  bool expects_continue() const { return expects_continue_; }

  // To be called once the head has been judged and before more bytes are put: a body that is announced to be too long
  // fails now.
  void accept_head() {
    if (state_ == state::body && announced_too_long_) fail(413);
  }

  // Complete: the body without its chunks.
  PARLEY_DECL std::string take_body();

 private:
  struct parser;
  PARLEY_DECL std::size_t step(std::string_view bytes);
  PARLEY_DECL void take_head();
  void fail(unsigned status) {
    state_ = state::failed;
    status_ = status;
  }

  http_request_limits limits_;
  std::unique_ptr<parser> parser_;
  state state_ = state::head;
  unsigned status_ = 0;
  bool begun_ = false;
  std::size_t head_size_ = 0;
  bool announced_too_long_ = false;
  std::string method_;
  std::string target_;
  std::vector<std::pair<std::string, std::string>> fields_;
  bool http_1_0_ = false;
  bool keep_alive_ = false;
  bool expects_continue_ = false;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <limits>

namespace parley::detail {

struct http_request_reader::parser {
  boost::beast::http::request_parser<boost::beast::http::string_body> beast;
};

PARLEY_DECL http_request_reader::http_request_reader(http_request_limits limits)
    : limits_(limits), parser_(std::make_unique<parser>()) {
  auto const widest = static_cast<std::size_t>(std::numeric_limits<std::uint32_t>::max());
  parser_->beast.header_limit(static_cast<std::uint32_t>(limits_.head_bytes < widest ? limits_.head_bytes : widest));
  parser_->beast.body_limit(boost::none);  // counted here: a body that is too long is judged after its head
}

PARLEY_DECL http_request_reader::~http_request_reader() = default;

PARLEY_DECL std::size_t http_request_reader::put(std::string_view bytes) {
  std::size_t used = 0;
  auto const at_head = state_ == state::head;
  if (!begun_) {
    // Old clients end a body with a line break that no length counts (RFC 9112 §2.2).
    while (bytes.substr(used).starts_with("\r\n")) used += 2;
    if (bytes.substr(used) == "\r") return used;
  }
  while (state_ == (at_head ? state::head : state::body)) {
    auto const step_used = step(bytes.substr(used));
    used += step_used;
    if (step_used == 0) break;
  }
  return used;
}

// In a part of a head: whether a line begins with white space. Fields are taken all at once, so none is cut.
PARLEY_DECL bool has_folded_line(std::string_view head) {
  return head.find("\r\n ") != std::string_view::npos || head.find("\r\n\t") != std::string_view::npos;
}

PARLEY_DECL std::size_t http_request_reader::step(std::string_view bytes) {
  namespace http = boost::beast::http;
  auto& beast = parser_->beast;
  if (bytes.empty()) return 0;
  // The parser asserts this much of the last chunk, "0\r\n\r\n", although its first line may come alone. Every other
  // piece of a chunked body is followed by more.
  constexpr std::size_t shortest_last_chunk = 5;
  if (state_ == state::body && beast.chunked() && bytes.size() < shortest_last_chunk) return 0;
  boost::system::error_code error;
  auto const used = beast.put(boost::asio::buffer(bytes), error);
  begun_ = true;
  if (state_ == state::head) head_size_ += used;
  // The parser joins a folded field; others see two lines in it, and then another length (RFC 9112 §5.2 lets us
  // refuse).
  if (state_ == state::head && has_folded_line(bytes.substr(0, used))) {
    fail(400);
    return used;
  }
  if (error && error != http::error::need_more) {
    if (error == http::error::header_limit) {
      fail(431);
    } else {
      fail(error == http::error::bad_version ? 505 : 400);
    }
    return used;
  }
  if (state_ == state::head && beast.is_header_done()) {
    state_ = state::body;
    take_head();
    // The parser's own limit does not count the first line when all comes at once.
    if (head_size_ > limits_.head_bytes) fail(431);
  }
  if (state_ != state::body) return used;
  if (beast.get().body().size() > limits_.body_bytes) {
    fail(413);
  } else if (beast.is_done()) {
    state_ = state::complete;
  }
  return used;
}

PARLEY_DECL void http_request_reader::take_head() {
  namespace http = boost::beast::http;
  auto const& beast = parser_->beast;
  auto const& head = beast.get();
  method_ = head.method_string();
  target_ = head.target();
  http_1_0_ = head.version() == 10;
  keep_alive_ = beast.keep_alive();
  for (auto const& field : head) {
    if (fields_.size() == limits_.fields) return fail(431);
    fields_.emplace_back(field.name_string(), field.value());
  }
  if (auto const coding = head.find(http::field::transfer_encoding); coding != head.end()) {
    // Any other coding would leave the end of the body to guesswork, and a guess is what request smuggling lives on.
    if (!boost::beast::iequals(coding->value(), "chunked")) return fail(501);
    if (http_1_0_) return fail(400);
  }
  if (auto const expectation = head.find(http::field::expect); expectation != head.end()) {
    expects_continue_ = !http_1_0_ && boost::beast::iequals(expectation->value(), "100-continue");
  }
  auto const length = beast.content_length();
  announced_too_long_ = length && *length > limits_.body_bytes;
}

PARLEY_DECL std::string http_request_reader::take_body() { return std::move(parser_->beast.get().body()); }

}  // namespace parley::detail

#endif
