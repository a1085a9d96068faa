// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/crypto/openssl.hpp>
#include <parley/server/context.hpp>
#include <parley/server/register.hpp>
#include <parley/testing/user.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

namespace {

struct Confirm {
  bool ok;
};

Elicit<Confirm> confirm_restart(Arg<"service"> service) {
  return {message("Restart {}? Requests in flight are dropped.", service)};
}

std::string restart_service(Arg<"service", std::string, "Name of the unit"> service, Resolve<confirm_restart> confirm) {
  return confirm->ok ? "restarted " + *service : *service + " left alone";
}

struct Stock {
  std::string title;
  int copies = 0;
};

class Shop {
 public:
  int copies(Arg<"title"> title) const { return title->size() > 4 ? 0 : 7; }
  Stock check(Arg<"title"> title, Resolve<&Shop::copies> copies) const { return {*title, *copies}; }
};

struct Order {
  std::string title;
  int copies = 2;
};

std::string order_copies(Arg<"copies", int> copies) { return std::to_string(*copies) + " of "; }
std::string order(Input<Order> order, Resolve<order_copies> copies, Service<Shop>&, Context&) {
  return *copies + order->title;
}

}  // namespace

TEST_CASE("a function is a tool that asks, and acts on the answer", "[server][once-01]") {
  Server server{"ops", "1.0.0"};
  server.tool<restart_service>("Restart a service after the user confirms.");
  testing::user ada(server);
  ada.call("restart_service", R"({"service":"nginx"})");
  CHECK(ada.expect("confirm_restart").message == R"(Restart "nginx"? Requests in flight are dropped.)");
  CHECK(ada.accept("confirm_restart", R"({"ok":true})").text() == "restarted nginx");
}

TEST_CASE("a member function is a tool of its object", "[server]") {
  Server server{"shop", "1.0.0"};
  Shop shop;
  server.tool<&Shop::check>(shop, "Look a book up.", {.read_only = true});
  testing::user ada(server);
  CHECK(ada.call("check", R"({"title":"Dune"})").text() == R"({"title":"Dune","copies":7})");
}

TEST_CASE("a lambda is a tool under a name", "[server]") {
  Server server{"calc", "1.0.0"};
  server.tool<"add">("Add two numbers.", [](Arg<"a", int> a, Arg<"b", int> b) { return a + b; });
  testing::user ada(server);
  CHECK(ada.call("add", R"({"a":40,"b":2})").text() == "42");
}

TEST_CASE("an Input has its defaults, and resolvers read its fields", "[server]") {
  Server server{"shop", "1.0.0"};
  Shop shop;
  server.provide(shop);
  server.tool<order>("Order a book.");
  testing::user ada(server);
  CHECK(ada.call("order", R"({"title":"Dune"})").text() == "2 of Dune");
  CHECK(ada.call("order", R"({"title":"Dune","copies":3})").text() == "3 of Dune");
}
