// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// handle() is total: whatever comes in, it returns, and what it returns is nothing or one JSON-RPC response on one
// line. And the body of a tool that asks never runs on a message that was made up, whatever state and answers it
// carries: the sealing key is random.

#include <parley/crypto/openssl.hpp>
#include <parley/json/parse.hpp>
#include <parley/server/register.hpp>
#include <parley/server/server.hpp>

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace parley;

struct Confirm {
  bool ok;
};

Elicit<Confirm> confirm(Arg<"service"> service) { return {message("Restart {}?", service)}; }

std::string restart(Arg<"service">, Resolve<confirm>) { std::abort(); }

std::string add(Arg<"a", int> a, Arg<"b", std::optional<int>> b) { return std::to_string(*a / 2 + b->value_or(1) / 2); }

Server& server() {
  static Server made{"fuzz", "1.0.0"};
  static bool const filled = [] {
    made.tool<restart>("Restart a service after the user confirms.");
    made.tool<add>("Add two numbers.");
    return true;
  }();
  static_cast<void>(filled);
  return made;
}

struct sink final : notification_sink {
  void notify(std::string) override {}
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  sink notifications;
  std::string_view const message(reinterpret_cast<char const*>(data), size);
  auto const answer = server().handle(message, {}, notifications);
  if (answer.body.empty()) return 0;
  auto const response = parse(answer.body);
  if (answer.body.find('\n') != std::string::npos || !response || !response->is_object() ||
      response->contains("result") == response->contains("error")) {
    std::abort();
  }
  return 0;
}
