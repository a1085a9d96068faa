// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/crypto/openssl.hpp>
#include <parley/server/context.hpp>
#include <parley/server/register.hpp>
#include <parley/server/server.hpp>

#include "state/fixtures.hpp"

#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley::testing {

// `_meta` as a client sends it, with more members if wanted.
inline std::string meta(std::string const& capabilities = "{}", std::string const& more = {}) {
  return R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
         R"("io.modelcontextprotocol/clientCapabilities":)" +
         capabilities + more + "}";
}

// One request line. `members` are those of `params` before `_meta`, with a comma at the end.
inline std::string request(std::string const& id, std::string const& method, std::string const& members = {},
                           std::string const& envelope = meta()) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":{)" + members + envelope + "}}";
}

inline std::string call(std::string const& id, std::string const& tool, std::string const& arguments = "{}",
                        std::string const& envelope = meta()) {
  return request(id, "tools/call", R"("name":")" + tool + R"(","arguments":)" + arguments + ",", envelope);
}

// What the request's own notifications were.
class heard : public notification_sink {
 public:
  void notify(std::string line) override {
    std::lock_guard lock(mutex_);
    lines_.push_back(std::move(line));
  }
  std::vector<std::string> lines() const {
    std::lock_guard lock(mutex_);
    return lines_;
  }

 private:
  mutable std::mutex mutex_{};
  std::vector<std::string> lines_{};
};

// A server in a world that stands still, with a key that stays.
class still_server {
 public:
  explicit still_server(server_options options = {}) : server("calc", "1.4.2", at_rest(std::move(options))) {}

  still_world world{};
  heard sink{};
  Server server;

  reply handle(std::string_view line, std::stop_token stop = {}) { return server.handle(line, {}, sink, stop); }
  std::string body(std::string_view line) { return handle(line).body; }
  bool logged(std::string_view beginning) const {
    for (auto const& line : world.lines) {
      if (line.starts_with(beginning)) return true;
    }
    return false;
  }

 private:
  server_options at_rest(server_options options) {
    options.world = world.view();
    if (options.keys.keys.empty()) options.keys.keys.push_back(key_of('k'));
    return options;
  }
};

}  // namespace parley::testing
