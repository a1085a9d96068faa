// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <parley/json/parse.hpp>

#include <nlohmann/json.hpp>

#include <atomic>
#include <string>

// What the tests of older revisions share over both transports.
namespace parley::testing {

inline std::string initialize(std::string const& version = "2025-11-25",
                              std::string const& capabilities = R"({"elicitation":{"form":{},"url":{}}})") {
  return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" + version +
         R"(","capabilities":)" + capabilities + R"(,"clientInfo":{"name":"old","version":"1"}}})";
}
inline std::string const initialized = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";

// A request without an envelope.
inline std::string bare(std::string const& id, std::string const& method, std::string const& params = "{}") {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)" + params + "}";
}
inline std::string bare_call(std::string const& id, std::string const& tool, std::string const& arguments = "{}",
                             std::string const& more = {}) {
  return bare(id, "tools/call", R"({"name":")" + tool + R"(","arguments":)" + arguments + more + "}");
}
inline std::string text_result(std::string const& id, std::string const& text) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"content":[{"type":"text","text":")" + text + R"("}]}})";
}

// The id of the request that the line is.
inline std::string id_in(std::string const& line) {
  auto const message = parse(line);
  if (!message || !message->contains("id") || !message->at("id").is_string()) return "none in " + line;
  return message->at("id").get<std::string>();
}
inline std::string answer_to(std::string const& line, std::string const& result) {
  return R"({"jsonrpc":"2.0","id":")" + id_in(line) + R"(","result":)" + result + "}";
}
inline std::string yes_to(std::string const& line) {
  return answer_to(line, R"({"action":"accept","content":{"ok":true}})");
}

struct Sure {
  bool ok;
};
struct approvals {
  std::atomic<int> runs{0};
};

namespace tools {

inline Elicit<Sure> sure() { return {message("Sure?")}; }
inline std::string act(Resolve<sure> answer, Service<approvals> made) {
  if (answer->ok) ++made->runs;
  return answer->ok ? "acted" : "left alone";
}

}  // namespace tools

// A tool that asks.
struct asking : approvals {
  explicit asking(Server& server) {
    server.provide(static_cast<approvals&>(*this));
    server.tool<tools::act>("Asks first.", {.inline_handler = true});
  }
};

}  // namespace parley::testing
