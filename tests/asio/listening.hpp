// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "server/engine_client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <cstddef>
#include <latch>
#include <string>

// What the tests of subscriptions share over both transports: a request that listens, and what it hears, to the byte.
// Ids and filters are given as JSON.
namespace parley::testing {

inline std::string listen(std::string const& id, std::string const& filter) {
  return request(id, "subscriptions/listen", R"("notifications":)" + filter + ",");
}

inline std::string tag_of(std::string const& id) {
  return R"("_meta":{"io.modelcontextprotocol/subscriptionId":)" + id + "}}}";
}
inline std::string acknowledged(std::string const& id, std::string const& filter) {
  return R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":)" + filter +
         "," + tag_of(id);
}
// `list`: tools, prompts or resources.
inline std::string changed(std::string const& id, std::string const& list) {
  return R"({"jsonrpc":"2.0","method":"notifications/)" + list + R"(/list_changed","params":{)" + tag_of(id);
}
inline std::string updated(std::string const& id, std::string const& uri) {
  return R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":")" + uri + "\"," + tag_of(id);
}
inline std::string ended(std::string const& id) {
  return R"({"jsonrpc":"2.0","id":)" + id +
         R"(,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":)" + id +
         R"(,"io.modelcontextprotocol/serverInfo":{"name":"edge","version":"1.0"}}}})";
}
inline std::string told_cancelled(std::string const& id) {
  return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + "," + tag_of(id);
}

std::string const tools_only = R"({"toolsListChanged":true})";
std::string const notes_only = R"({"resourceSubscriptions":["notes://all"]})";

// So that there is something to watch.
inline void add_notes(Server& server) {
  server.resource<"notes://all">("All notes.", [] { return std::string("milk"); });
}
// One change of the list of tools.
inline void change_tools(Server& server) {
  if (!server.remove_tool("passing")) server.tool<"passing">("Comes and goes.", [] { return std::string("gone"); });
}

// Holds all threads of an io_context, once they have done what was posted to it before.
class held {
 public:
  held(boost::asio::io_context& io, std::ptrdiff_t threads) : arrived_(threads), left_(threads) {
    for (std::ptrdiff_t i = 0; i < threads; ++i) {
      boost::asio::post(io, [this] {
        arrived_.count_down();
        open_.wait();
        left_.count_down();
      });
    }
    arrived_.wait();
  }
  held(held const&) = delete;
  held& operator=(held const&) = delete;
  ~held() {
    open_.count_down();
    left_.wait();
  }

 private:
  std::latch arrived_;
  std::latch open_{1};
  std::latch left_;
};

}  // namespace parley::testing
