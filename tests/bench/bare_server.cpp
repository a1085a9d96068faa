// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include "bare_server.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using nlohmann::json;

namespace bench {
namespace {

json text_result(std::string text) {
  return {{"resultType", "complete"},
          {"content", json::array({{{"type", "text"}, {"text", std::move(text)}}})},
          {"_meta", {{"io.modelcontextprotocol/serverInfo", {{"name", "bench"}, {"version", "1.0.0"}}}}}};
}

// What a state of this size costs to carry; there is nothing in it.
std::string const& placeholder_state() {
  static std::string const state = "p1." + std::string(275, 'A');
  return state;
}

json question(std::string const& service) {
  json const schema = {{"type", "object"}, {"properties", {{"ok", {{"type", "boolean"}}}}}, {"required", {"ok"}}};
  json const ask = {
      {"method", "elicitation/create"},
      {"params", {{"mode", "form"}, {"message", "Restart \"" + service + "\"?"}, {"requestedSchema", schema}}}};
  return {{"resultType", "input_required"},
          {"inputRequests", {{"confirm", ask}}},
          {"requestState", placeholder_state()},
          {"_meta", {{"io.modelcontextprotocol/serverInfo", {{"name", "bench"}, {"version", "1.0.0"}}}}}};
}

std::string answer(std::string const& body) {
  json const request = json::parse(body);
  json const& params = request.at("params");
  json const& arguments = params.at("arguments");
  json result;
  if (params.at("name") == "echo") {
    result = text_result(arguments.at("text").get<std::string>());
  } else if (!params.contains("requestState")) {
    result = question(arguments.at("service").get<std::string>());
  } else {
    bool const ok = params.at("inputResponses").at("confirm").at("content").at("ok").get<bool>();
    result = text_result((ok ? "restarted " : "left alone: ") + arguments.at("service").get<std::string>());
  }
  return json{{"jsonrpc", "2.0"}, {"id", request.at("id")}, {"result", std::move(result)}}.dump();
}

asio::awaitable<void> serve(asio::ip::tcp::socket socket) {
  socket.set_option(asio::ip::tcp::no_delay(true));
  beast::tcp_stream stream(std::move(socket));
  beast::flat_buffer buffer;
  while (true) {
    boost::system::error_code error;
    http::request<http::string_body> request;
    co_await http::async_read(stream, buffer, request, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    http::response<http::string_body> response(http::status::ok, request.version());
    response.set(http::field::content_type, "application/json");
    response.body() = answer(request.body());
    response.prepare_payload();
    co_await http::async_write(stream, response, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
  }
}

asio::awaitable<void> listen(asio::ip::tcp::acceptor& acceptor) {
  while (true) {
    boost::system::error_code error;
    auto socket = co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    asio::co_spawn(acceptor.get_executor(), serve(std::move(socket)), asio::detached);
  }
}

}  // namespace

struct bare_server::state {
  asio::ip::tcp::acceptor acceptor;
};

bare_server::bare_server(asio::io_context& io)
    : state_(new state{asio::ip::tcp::acceptor(io, {asio::ip::address_v4::loopback(), 0})}) {
  asio::co_spawn(io, listen(state_->acceptor), asio::detached);
}
bare_server::~bare_server() = default;
std::uint16_t bare_server::port() const { return state_->acceptor.local_endpoint().port(); }

}  // namespace bench
