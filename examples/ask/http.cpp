// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// The Streamable HTTP transport: one POST a request, answered by one JSON body or by a stream of server-sent events
// that ends with the response. In older revisions there may be requests of the server's on that stream, which are
// answered with a POST each, and a session that is ended with a DELETE. A stream that breaks off is not gone on with
// here.

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <exception>
#include <optional>
#include <string_view>

#include "transport.hpp"

namespace ask {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::use_awaitable;

constexpr std::uint64_t longest_body = 16u << 20;  // bytes
constexpr char const* session_header = "Mcp-Session-Id";

// Takes the bytes of a stream of events and gives the data of each event, once it is complete.
class event_reader {
 public:
  void feed(std::string_view bytes) { unread_ += bytes; }

  std::optional<std::string> next() {
    for (;;) {
      auto const end = unread_.find('\n');
      if (end == std::string::npos) return std::nullopt;
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      if (line.starts_with("data:")) {
        if (!data_.empty()) data_ += '\n';
        data_ += line.substr(line.starts_with("data: ") ? 6 : 5);
      } else if (line.empty() && !data_.empty()) {
        return std::exchange(data_, {});
      }  // other fields and comments say nothing that a call needs
    }
  }

 private:
  std::string unread_, data_;
};

class http_client final : public transport {
 public:
  http_client(std::string const& url, header_list headers, std::chrono::seconds limit)
      : headers_(std::move(headers)), limit_(limit) {
    std::string_view rest = url;
    constexpr std::string_view scheme = "http://";
    if (!rest.starts_with(scheme)) throw transport_error("only http:// URLs are spoken here: " + url);
    rest.remove_prefix(scheme.size());
    auto const slash = std::min(rest.find('/'), rest.size());
    authority_ = rest.substr(0, slash);
    target_ = slash < rest.size() ? rest.substr(slash) : "/";

    auto const bracket = authority_.find(']');  // an IPv6 address has colons of its own
    auto const colon = authority_.find(':', bracket == std::string::npos ? 0 : bracket);
    host_ = authority_.substr(0, colon);
    port_ = colon == std::string::npos ? "80" : authority_.substr(colon + 1);
    if (host_.starts_with('[')) host_ = host_.substr(1, host_.size() - 2);
  }

  ~http_client() override {
    if (session_.empty()) return;
    try {
      run(send(http::verb::delete_, json(), last_headers_, nullptr));
    } catch (std::exception const&) {  // the server ends it one day
    }
  }
  http_client(http_client const&) = delete;
  http_client& operator=(http_client const&) = delete;

  json exchange(json const& request, header_list const& headers, listener const& heard) override {
    return run(send(http::verb::post, request, headers, &heard));
  }

  void tell(json const& notification, header_list const& headers) override {
    run(send(http::verb::post, notification, headers, nullptr));
  }

 private:
  json run(asio::awaitable<json> sending) {
    std::optional<json> response;
    std::exception_ptr failed;
    asio::io_context io;
    asio::co_spawn(io, std::move(sending), [&](std::exception_ptr error, json message) {
      failed = error;
      response = std::move(message);
    });
    io.run();
    try {
      if (failed) std::rethrow_exception(failed);
    } catch (boost::system::system_error const& error) {
      throw transport_error(authority_ + ": " + error.code().message());
    }
    return std::move(*response);
  }

  // Answers a request of the server's.
  asio::awaitable<void> respond(json const& response, header_list const& headers) {
    auto sending = send(http::verb::post, response, headers, nullptr);
    co_await std::move(sending);
  }

  // Sends a message on a connection of its own, and gives the response; null where nothing is `heard`, since there is
  // none.
  asio::awaitable<json> send(http::verb method, json const& message, header_list const& headers,
                             listener const* heard) {
    asio::ip::tcp::resolver resolver(co_await asio::this_coro::executor);
    auto const addresses = co_await resolver.async_resolve(host_, port_, use_awaitable);
    beast::tcp_stream stream(resolver.get_executor());
    stream.expires_after(limit_);
    co_await stream.async_connect(addresses, use_awaitable);

    http::request<http::string_body> request(method, target_, 11);
    request.set(http::field::host, authority_);
    request.set(http::field::accept, "application/json, text/event-stream");
    for (auto const& [name, value] : headers_) request.set(name, value);
    for (auto const& [name, value] : headers) request.set(name, value);
    if (!session_.empty()) request.set(session_header, session_);
    if (method == http::verb::post) {
      request.set(http::field::content_type, "application/json");
      request.body() = message.dump();
    }
    request.prepare_payload();
    co_await http::async_write(stream, request, use_awaitable);

    beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(longest_body);
    co_await http::async_read_header(stream, buffer, parser, use_awaitable);
    auto const status = parser.get().result_int();
    bool const events = parser.get()[http::field::content_type].starts_with("text/event-stream");
    if (auto const named = parser.get().find(session_header); named != parser.get().end()) session_ = named->value();
    last_headers_ = headers;

    event_reader reader;
    while (!parser.is_done()) {
      stream.expires_after(limit_);  // a stream may be long, but not silent
      co_await http::async_read_some(stream, buffer, parser, use_awaitable);
      if (!events || heard == nullptr) continue;
      reader.feed(parser.get().body());
      parser.get().body().clear();
      while (auto data = reader.next()) {
        auto said = parse_message(*data, "in the stream of events");
        if (answers(said, message)) co_return said;
        auto const response = hear(said, *heard);
        if (!response.is_null()) co_await respond(response, headers);
      }
    }
    if (heard == nullptr && status < 300) co_return json();
    if (events) throw transport_error("the stream ended before the answer; the call may have run");

    auto said = json::parse(parser.get().body(), nullptr, false);
    if (said.is_object() && said.contains("jsonrpc")) co_return said;
    throw transport_error("HTTP status " + std::to_string(status) + " without a JSON-RPC message");
  }

  std::string authority_, host_, port_, target_;
  header_list headers_, last_headers_;
  std::string session_;  // of an older revision, once the server has named it
  std::chrono::seconds limit_;
};

}  // namespace

std::unique_ptr<transport> connect_http(std::string const& url, header_list const& headers,
                                        std::chrono::seconds limit) {
  return std::make_unique<http_client>(url, headers, limit);
}

}  // namespace ask
