// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/make_tool.hpp>

#include "server/run_tool.hpp"
#include "support/catch.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

using namespace parley;
using detail::make_tool;
using detail::node_role;
using detail::slot_state;
using detail::tool_table;

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

}  // namespace

TEST_CASE("the signature of a function becomes a tool", "[server]") {
  tool_table const tool = make_tool<restart_service>("Restart a service.", {.title = "Restart"});
  CHECK(tool.name == "restart_service");
  CHECK(tool.description == "Restart a service.");
  CHECK(tool.options.title == "Restart");
  CHECK(tool.output == nullptr);
  CHECK_FALSE(tool.builds_input_required);
  REQUIRE(tool.nodes.size() == 2);

  auto const& service = tool.nodes[0];
  CHECK(service.role == node_role::argument);
  CHECK(service.name == "service");
  CHECK(service.type == &table_of<std::string>);
  CHECK(service.note->description == "Name of the unit");

  auto const& confirm = tool.nodes[1];
  CHECK(confirm.role == node_role::resolver);
  CHECK(confirm.name == "confirm_restart");
  CHECK(confirm.asks);
  CHECK(confirm.form == &detail::form_of<Confirm>());
  CHECK(std::vector(confirm.from.begin(), confirm.from.end()) == std::vector<std::uint16_t>{0});

  CHECK(tool.body.role == node_role::body);
  CHECK(std::vector(tool.body.from.begin(), tool.body.from.end()) == std::vector<std::uint16_t>{0, 1});
  CHECK(tool.body.takes_outcome == 0);
}

TEST_CASE("a resolver asks and the body reads the answer", "[server]") {
  tool_table const tool = make_tool<restart_service>("");
  hand_run run(tool);
  run.give("service", std::string("nginx")).resolve();
  CHECK(run.slot_of("confirm_restart").asked->message == R"(Restart "nginx"? Requests in flight are dropped.)");
  run.give("confirm_restart", Confirm{true});
  CHECK(run.text() == "restarted nginx");
}

// ---- members, shared results ---------------------------------------------------------------------------------------

namespace {

struct Stock {
  int copies;
};
struct Backorder {
  bool confirm;
};

class Shop {
 public:
  Stock check_stock(Arg<"title"> title) noexcept {
    ++lookups;
    return {inventory[*title]};
  }
  OrElicit<Backorder> confirm_backorder(Arg<"title"> title, Resolve<&Shop::check_stock> stock) const {
    if (stock->copies > 0) return Backorder{true};
    return Elicit<Backorder>{message("{} is out of stock. Order anyway?", title)};
  }
  std::string order_book(Arg<"title", std::string, "Exact title"> title, Arg<"copies", std::optional<int>> copies,
                         Resolve<&Shop::check_stock> stock, Resolve<&Shop::confirm_backorder> backorder) {
    if (!backorder->confirm) return "No order placed.";
    int const wanted = copies->value_or(1);
    return (stock->copies < wanted ? "backordered " : "ordered ") + std::to_string(wanted) + " of " + *title;
  }
  std::string count(Arg<"title"> title, Resolve<&Shop::check_stock> stock) const {
    return std::to_string(stock->copies) + " of " + *title;
  }

  int lookups = 0;
  std::map<std::string, int> inventory{{"Dune", 7}, {"Neuromancer", 0}};
};

}  // namespace

TEST_CASE("members run on the tool's object, resolvers included", "[server]") {
  Shop shop;
  tool_table const tool = make_tool<&Shop::order_book>(shop, "Order a book.");
  CHECK(tool.name == "order_book");
  hand_run run(tool);
  run.give("title", std::string("Dune")).give("copies", std::optional<int>{2}).resolve();
  CHECK(run.text() == "ordered 2 of Dune");
}

TEST_CASE("a resolver runs once, however many consume it", "[server]") {
  Shop shop;
  tool_table const tool = make_tool<&Shop::order_book>(shop, "");
  REQUIRE(tool.nodes.size() == 4);
  CHECK(tool.nodes[2].name == "check_stock");
  CHECK(tool.nodes[3].name == "confirm_backorder");
  hand_run run(tool);
  run.give("title", std::string("Neuromancer")).give("copies", std::optional<int>{}).resolve();
  CHECK(shop.lookups == 1);
  CHECK(run.slot_of("confirm_backorder").state == slot_state::asking);
}

TEST_CASE("a base class's member runs on the base of the tool's object", "[server]") {
  struct front {
    virtual ~front() = default;
    int pad = 1;
  };
  struct book_shop : front, Shop {};
  book_shop shop;
  tool_table const tool = make_tool<&book_shop::count>(shop, "");
  hand_run run(tool);
  run.give("title", std::string("Dune")).resolve();
  CHECK(run.text() == "7 of Dune");
  CHECK(shop.lookups == 1);
}

// ---- the outcome of a question -------------------------------------------------------------------------------------

namespace {

std::string ask_then(Resolve<confirm_restart, ElicitationResult<Confirm>> outcome, Arg<"service"> service) {
  return outcome.match([&](Confirm const& c) { return *service + (c.ok ? ": yes" : ": no"); },
                       [] { return "declined"; }, [] { return "cancelled"; });
}

}  // namespace

TEST_CASE("a body may take the whole outcome", "[server][once-13]") {
  tool_table const tool = make_tool<ask_then>("");
  CHECK(tool.body.takes_outcome == 1);
  hand_run run(tool);
  run.give("service", std::string("nginx"));
  run.slot_of("confirm_restart").state = slot_state::declined;
  CHECK(run.text() == "declined");
  run.slot_of("confirm_restart").state = slot_state::cancelled;
  CHECK(run.text() == "cancelled");
  run.give("confirm_restart", Confirm{true});
  CHECK(run.text() == "nginx: yes");
}

// ---- all arguments as one aggregate --------------------------------------------------------------------------------

namespace {

struct Order {
  std::string title;
  int copies = 1;
};

Stock stock_of(Arg<"copies", int> copies, Arg<"title"> title) { return {title->size() > 4 ? 0 : *copies}; }
Confirm look_twice(Input<Order> order) { return {order->copies < 10}; }
std::string place_order(Input<Order> order, Resolve<stock_of> stock, Resolve<look_twice> sure, Arg<"note"> note) {
  return order->title + " " + std::to_string(stock->copies) + (sure->ok ? " sure " : " unsure ") + *note;
}

}  // namespace

TEST_CASE("resolvers take fields of an Input as arguments", "[server]") {
  tool_table const tool = make_tool<place_order>("");
  REQUIRE(tool.nodes.size() == 4);
  CHECK(tool.nodes[0].role == node_role::input);
  CHECK(tool.nodes[0].type == &table_of<Order>);
  CHECK(tool.nodes[1].name == "note");

  hand_run run(tool);
  run.give("", Order{"Dune", 3}).give("note", std::string("soon")).resolve();
  CHECK(run.text() == "Dune 3 sure soon");
}

// ---- services and the request --------------------------------------------------------------------------------------

namespace {

struct Database {
  std::string name;
};
struct Clock {
  int now = 12;
};

Stock read_stock(Service<Database>& database) { return {static_cast<int>(database->name.size())}; }
Context const* seen = nullptr;
std::string report(Service<Clock> clock, Resolve<read_stock> stock, Service<Database>& database, Context& context) {
  seen = &context;
  return database->name + " " + std::to_string(stock->copies) + " at " + std::to_string(clock->now);
}

}  // namespace

TEST_CASE("services are found by type and listed once, and the request is passed on", "[server]") {
  tool_table const tool = make_tool<report>("");
  REQUIRE(tool.services.size() == 2);
  CHECK(tool.services[0].key == detail::service_of<Database>);
  CHECK(tool.services[0].type_name == "Database");
  CHECK(tool.services[1].key == detail::service_of<Clock>);

  Database database{"books"};
  Clock clock;
  Service<Database> first(database);
  Service<Clock> second(clock);
  void* const services[] = {&first, &second};
  hand_run run(tool);
  run.frame().services = services;
  char request = 0;  // only its address counts
  run.frame().context = reinterpret_cast<Context*>(&request);
  run.resolve();
  CHECK(run.text() == "books 5 at 12");
  CHECK(seen == run.frame().context);
}

// ---- lambdas -------------------------------------------------------------------------------------------------------

TEST_CASE("a lambda is a tool under a name of its own", "[server]") {
  tool_table const tool = make_tool<"add">("Add.", [](Arg<"a", int> a, Arg<"b", int> b) { return a + b; });
  CHECK(tool.name == "add");
  CHECK(tool.output == &table_of<int>);
  hand_run run(tool);
  run.give("a", 40).give("b", 2);
  CHECK(run.text() == "42");
}

TEST_CASE("what a lambda holds lives as long as the tool", "[server]") {
  auto counted = std::make_shared<int>(0);
  {
    tool_table tool = make_tool<"count">("", [counted] { ++*counted; });
    tool_table const moved = std::move(tool);
    CHECK(counted.use_count() == 2);
    hand_run run(moved);
    CHECK(std::get<CallToolResult>(run.outcome()).blocks.empty());
  }
  CHECK(*counted == 1);
  CHECK(counted.use_count() == 1);
}

TEST_CASE("a pointer to a function can be given a name", "[server]") {
  tool_table const tool = make_tool<"restart">("", &restart_service);
  CHECK(tool.name == "restart");
  hand_run run(tool);
  run.give("service", std::string("nginx")).give("confirm_restart", Confirm{false});
  CHECK(run.text() == "nginx left alone");
}
