// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ask {

// Objects keep the order in which the server sent their members: a form is shown as it was written.
using json = nlohmann::ordered_json;

// The connection failed, or the peer broke the protocol so that the call cannot go on.
struct transport_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What HTTP carries beside the body; the pipe of a child process has no such place.
using header_list = std::vector<std::pair<std::string, std::string>>;

// What the server may say while a request of ours is in flight. Servers of revision 2026-07-28 send notifications only;
// those of older revisions send requests, too, and wait for the response.
struct listener {
  std::function<void(json const& notification)> notify;
  std::function<json(json const& request)> respond;
};

// One server, reached in one way. In revision 2026-07-28 there is no session: each request stands for itself. In older
// ones the connection is the session, or over HTTP what the server has named in its answer to `initialize`, which is
// then sent with every request.
class transport {
 public:
  virtual ~transport() = default;

  // Sends a JSON-RPC request and returns the JSON-RPC response with its id, a result or an error. Throws
  // transport_error if there is none within the time limit.
  virtual json exchange(json const& request, header_list const& headers, listener const& heard) = 0;
  // Sends what has no response: a notification.
  virtual void tell(json const& notification, header_list const& headers) = 0;
};

// A server that is a child process, spoken to in lines on its standard input and output. Its standard error is ours.
std::unique_ptr<transport> start_child(std::vector<std::string> const& command, std::chrono::seconds limit);

// A server at an http:// URL. `headers` go with every request.
std::unique_ptr<transport> connect_http(std::string const& url, header_list const& headers, std::chrono::seconds limit);

// Parses a message of the server; throws transport_error, naming `where` it came from, if it is not one.
inline json parse_message(std::string const& text, char const* where) {
  json message = json::parse(text, nullptr, false);
  if (!message.is_object()) throw transport_error(std::string("not a JSON-RPC message ") + where);
  return message;
}

// Whether `message` answers `request`.
inline bool answers(json const& message, json const& request) {
  return !message.contains("method") && message.value("id", json()) == request.at("id");
}

// Hears a message that has a method. Gives the response to send, or null when it wants none.
inline json hear(json const& message, listener const& heard) {
  if (!message.contains("method")) return {};
  if (message.contains("id")) return heard.respond(message);
  heard.notify(message);
  return {};
}

}  // namespace ask
