// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/awaitable.hpp>

#include <parley/asio/async_handle.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <stdexcept>
#include <string>

using namespace parley;
using namespace parley::testing;
using boost::asio::awaitable;

namespace {

struct Sum {
  int value;
};
struct Confirm {
  bool ok;
};

awaitable<void> turn() {
  co_await boost::asio::post(co_await boost::asio::this_coro::executor, boost::asio::use_awaitable);
}

awaitable<void> silent() { co_await turn(); }
awaitable<Sum> add(Arg<"a", int> a, Arg<"b", int> b) {
  co_await turn();
  Sum sum{*a + *b};
  co_return sum;
}
awaitable<std::string> fail(Arg<"how"> how) {
  co_await turn();
  if (*how == "said") throw tool_error("on purpose");
  throw std::runtime_error("/srv/secret");
}
awaitable<int> looked_up(Arg<"a", int> a) {
  co_await turn();
  co_return *a * 2;
}
awaitable<Elicit<Confirm>> asked(Arg<"a", int> a) {
  co_await turn();
  Elicit<Confirm> question{message("Use {}?", *a)};
  co_return question;
}
std::string both(Arg<"a", int>, Resolve<looked_up> twice, Resolve<asked> confirm) {
  return std::to_string(*twice) + (confirm->ok ? " used" : " left");
}

bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

std::string ask(std::string const& tool, std::string const& arguments, std::string const& envelope = meta()) {
  still_server world;
  world.server.tool<silent>("Says nothing.");
  world.server.tool<add>("Adds.");
  world.server.tool<fail>("Fails.");
  world.server.tool<both>("Asks.");
  boost::asio::io_context io;
  pool threads;
  std::string answer;
  auto operation = async_handle(world.server, threads, call("1", tool, arguments, envelope), {}, world.sink);
  boost::asio::co_spawn(io, std::move(operation), [&](std::exception_ptr, reply what) { answer = what.body; });
  io.run();
  return answer;
}

}  // namespace

TEST_CASE("a coroutine may return what a function may return", "[asio]") {
  CHECK(has(ask("silent", "{}"), R"("resultType":"complete")"));
  CHECK(has(ask("add", R"({"a":2,"b":3})"), R"("structuredContent":{"value":5})"));
}

TEST_CASE("what a coroutine throws becomes a tool error, and its text stays here unless it was meant to be read",
          "[asio]") {
  auto const said = ask("fail", R"({"how":"said"})");
  CHECK(has(said, R"("isError":true)"));
  CHECK(has(said, "on purpose"));
  auto const secret = ask("fail", R"({"how":"secret"})");
  CHECK(has(secret, R"("isError":true)"));
  CHECK_FALSE(has(secret, "/srv"));
}

TEST_CASE("resolvers may be coroutines, and ask", "[asio]") {
  auto const answer = ask("both", R"({"a":21})", meta(R"({"elicitation":{}})"));
  CHECK(has(answer, R"("resultType":"input_required")"));
  CHECK(has(answer, "Use 21?"));
}
