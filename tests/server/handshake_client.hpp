// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/protocol/message.hpp>
#include <parley/server/client_session.hpp>
#include <parley/server/exchange.hpp>
#include <parley/server/register.hpp>

#include "server/engine_client.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace parley::testing {

inline json parsed(std::string const& text) { return json::parse(text); }

// A client of an older revision, in memory and with a server at rest: what it does while a call waits for it, it does
// between two steps of the exchange.
class handshake_client : public notification_sink {
 public:
  explicit handshake_client(still_server& with, std::string const& version = "2025-11-25",
                            json const& capabilities = {{"elicitation", {{"form", {}}, {"url", {}}}}},
                            std::shared_ptr<client_session> session = std::make_shared<client_session>())
      : home(with) {
    from.session = std::move(session);
    if (!version.empty()) initialized = initialize(version, capabilities);
  }
  ~handshake_client() override { one.reset(); }

  json initialize(std::string const& version, json capabilities) {
    if (capabilities.contains("elicitation")) {
      for (auto& mode : capabilities["elicitation"]) mode = json::object();
    }
    json const params = {{"protocolVersion", version},
                         {"capabilities", std::move(capabilities)},
                         {"clientInfo", {{"name", "old"}, {"version", "1"}}}};
    auto const answer = request("initialize", params);
    notify_server("notifications/initialized");
    return answer;
  }

  // One request, for which nobody is asked.
  json request(std::string const& method, json const& params = nullptr) {
    auto const body = raw(method, params).body;
    return body.empty() ? json() : parsed(body);
  }
  reply raw(std::string const& method, json const& params = nullptr) {
    return home.server.handle(line_of(method, params, next_id++), from, *this);
  }
  void notify_server(std::string const& method, json const& params = json::object()) {
    home.server.handle(json({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}).dump(), from, *this);
  }

  // Begins a call, and drives it until it waits or is over.
  exchange::action call(std::string const& tool, json const& arguments = json::object(), json const& meta = nullptr) {
    json params = {{"name", tool}, {"arguments", arguments}};
    if (!meta.is_null()) params["_meta"] = meta;
    auto message = home.server.read(line_of("tools/call", params, next_id++), from);
    one.emplace(home.server.begin(*std::move(message), from, *this, stop.get_token()));
    return drive(one->start());
  }
  exchange::action drive(exchange::action next) {
    while (next == exchange::action::run) next = one->perform();
    if (next == exchange::action::ask) one->set_waker([this] { ++woken; });
    return next;
  }
  exchange::action go_on() { return drive(one->answered()); }
  json result() { return parsed(one->take_reply().body); }

  // The requests of the server's that have come, oldest first.
  std::vector<json> questions() const {
    std::vector<json> all;
    for (auto const& line : lines) {
      if (auto const message = parsed(line); message.contains("id")) all.push_back(message);
    }
    return all;
  }
  std::vector<json> notifications(std::string const& method) const {
    std::vector<json> all;
    for (auto const& line : lines) {
      if (auto const message = parsed(line); message["method"] == method) all.push_back(message);
    }
    return all;
  }
  void answer(json const& question, json const& result) { respond({{"id", question["id"]}, {"result", result}}); }
  void accept(json const& question, json const& content) {
    answer(question, {{"action", "accept"}, {"content", content}});
  }
  void respond(json response) {
    response["jsonrpc"] = "2.0";
    home.server.handle(response.dump(), from, *this);
  }

  void notify(std::string line) override { take(std::move(line)); }
  bool deliver(std::string line) override {
    if (is_deaf) return false;
    take(std::move(line));
    return true;
  }

  still_server& home;
  caller from{};
  json initialized{};
  std::vector<std::string> lines{};
  std::function<void(json const&)> on_line{};
  std::optional<exchange> one{};
  std::stop_source stop{};
  bool is_deaf = false;  // what must be delivered is not
  int woken = 0;
  int next_id = 0;

 private:
  static std::string line_of(std::string const& method, json const& params, int id) {
    json message = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}};
    if (!params.is_null()) message["params"] = params;
    return message.dump();
  }
  void take(std::string line) {
    lines.push_back(line);
    if (on_line) on_line(parsed(line));
  }
};

}  // namespace parley::testing
