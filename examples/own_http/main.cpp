// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// parley inside a program that has an io_context and HTTP routes of its own: who calls is checked against a table of
// tokens, and states are sealed with keys that outlive the process.
//
//   KEYS=$(openssl rand -hex 32) own_http 8080
//   curl http://127.0.0.1:8080/health

#include <parley/parley.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>

using namespace parley;

struct Confirm {
  bool ok;
};

Elicit<Confirm> confirm_publish(Arg<"article"> article) { return {message("Publish {} for everybody?", article)}; }

std::string publish(Arg<"article", std::string, "Title of the article"> article, Resolve<confirm_publish> confirm,
                    Context& context) {
  return confirm->ok ? context.principal().subject() + " published " + *article : "Kept as a draft.";
}

// [doc:own-http]
void serve(std::uint16_t port) {
  Server server{"articles", "1.0.0", {.keys = {.environment_variable = "KEYS"}}};
  server.tool<publish>("Publish an article.");

  boost::asio::io_context io;
  http_server http{io,
                   server,
                   {.port = port,
                    .authenticate = bearer_tokens({{"ada", "ada-token"}, {"kim", "kim-token"}}, openssl_primitives())}};
  http.route("GET", "/health", [](http_request const&) { return http_response{.body = "fine\n"}; });

  boost::asio::signal_set signals(io, SIGINT, SIGTERM);
  signals.async_wait([&](boost::system::error_code, int) { http.stop(); });
  http.start([&] { signals.cancel(); });
  std::fprintf(stderr, "listening on %s\n", http.url().c_str());
  io.run();
}
// [/doc:own-http]

int main(int argc, char** argv) {
  std::uint16_t port = 0;
  char const* const end = argc == 2 ? argv[1] + std::strlen(argv[1]) : nullptr;
  if (end == nullptr || std::from_chars(argv[1], end, port).ptr != end) {
    std::fprintf(stderr, "usage: KEYS=<hexadecimal> %s PORT\n", argv[0]);
    return 2;
  }
  try {
    serve(port);
    return 0;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
}
