// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/registry.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

using namespace parley;
using namespace parley::testing;

namespace {

struct Database {
  std::string name = "main";
};

std::string which_database(Service<Database> database) { return database->name; }
std::string nothing() { return "nothing"; }

std::string why_refused(still_server& calc, std::string const& name, tool_options options = {}) {
  detail::tool_table tool;
  tool.name = name;
  tool.options = std::move(options);
  try {
    calc.server.add(std::move(tool));
  } catch (std::logic_error const& error) {
    return error.what();
  }
  return {};
}

std::vector<std::string> listed(still_server& calc) {
  std::vector<std::string> names;
  json const answer = json::parse(calc.body(request("1", "tools/list")));
  for (auto const& tool : answer["result"]["tools"]) names.push_back(tool["name"].get<std::string>());
  return names;
}

}  // namespace

TEST_CASE("a registration that is no good throws, and says why", "[server][TOOL-04][TYPE-03]") {
  still_server calc;
  calc.server.tool<nothing>("Does nothing.");
  CHECK(why_refused(calc, "nothing") == "parley: tool \"nothing\" is registered already");
  CHECK_FALSE(why_refused(calc, "").empty());
  CHECK_FALSE(why_refused(calc, "two words").empty());
  CHECK_FALSE(why_refused(calc, "a", {.icons = {{.src = "file:///a.png"}}}).empty());
  for (auto const* meta : {"[]", "{", "1", R"({"a":1,"a":2})"}) {
    CAPTURE(meta);
    CHECK(why_refused(calc, "a", {.meta = meta}) == "parley: tool \"a\" has a `meta` that is not a JSON object");
  }
  CHECK(listed(calc) == std::vector<std::string>{"nothing"});
}

TEST_CASE("what only some may read is not for anybody to keep", "[server][CACHE-04]") {
  auto const all = [](principal const&, std::string_view) { return true; };
  cache_hint const kept{.ttl = std::chrono::minutes(1), .is_public = true};
  still_server open;
  open.server.resource<"notes://all">("", [] { return std::string(); }, {.cache = kept});
  still_server guarded({.may_read = all});
  guarded.server.resource<"notes://mine">("", [] { return std::string(); });
  CHECK_THROWS_AS(guarded.server.resource<"notes://all">("", [] { return std::string(); }, {.cache = kept}),
                  std::logic_error);
}

TEST_CASE("tools are listed in the order in which they were registered", "[server][TOOL-03]") {
  still_server calc;
  calc.server.tool<"zeta">("", [] { return std::string(); });
  calc.server.tool<"alpha">("", [] { return std::string(); });
  calc.server.tool<"mid">("", [] { return std::string(); });
  CHECK(listed(calc) == std::vector<std::string>{"zeta", "alpha", "mid"});
  CHECK(calc.server.remove_tool("alpha"));
  CHECK_FALSE(calc.server.remove_tool("alpha"));
  calc.server.tool<"alpha">("", [] { return std::string(); });
  CHECK(listed(calc) == std::vector<std::string>{"zeta", "mid", "alpha"});
}

TEST_CASE("meta of a tool goes out on one line, whatever it was written like", "[server][TOOL-05][STDIO-01]") {
  still_server calc;
  calc.server.tool<nothing>("Does nothing.", {.meta = "{\n  \"com.example/k\": [1, 2]\n}"});
  CHECK(calc.body(request("1", "tools/list")).find(R"("_meta":{"com.example/k":[1,2]}})") != std::string::npos);
}

TEST_CASE("a missing service is an error at start that names tool and type", "[server]") {
  still_server calc;
  Database database;

  SECTION("never provided") {
    calc.server.tool<which_database>("Which?");
    std::string why;
    try {
      calc.server.check();
    } catch (std::logic_error const& error) {
      why = error.what();
    }
    CHECK(why.find("which_database") != std::string::npos);
    CHECK(why.find("Database") != std::string::npos);
  }
  SECTION("provided before") {
    calc.server.provide(database);
    calc.server.tool<which_database>("Which?");
    calc.server.check();
  }
  SECTION("provided after") {
    calc.server.tool<which_database>("Which?");
    calc.server.provide(database);
    calc.server.check();
    CHECK(calc.body(call("1", "which_database")).find("main") != std::string::npos);
  }
  SECTION("a tool that is added while serving is checked at once") {
    calc.server.check();
    CHECK_THROWS_AS(calc.server.tool<which_database>("Which?"), std::logic_error);
    calc.server.provide(database);
    calc.server.tool<which_database>("Which?");
    CHECK(calc.body(call("1", "which_database")).find("main") != std::string::npos);
  }
  SECTION("provided twice") {
    calc.server.provide(database);
    CHECK_THROWS_AS(calc.server.provide(database), std::logic_error);
  }
}

TEST_CASE("a tool that lacks its service is not run by a server that was never checked", "[server]") {
  still_server calc;
  calc.server.tool<which_database>("Which?");
  CHECK(json::parse(calc.body(call("1", "which_database")))["error"]["code"] == -32603);
  CHECK(calc.logged("service_missing: which_database"));
}

TEST_CASE("tools come and go while others are called", "[server][BASE-20]") {
  still_server calc;
  calc.server.tool<nothing>("Does nothing.");
  std::atomic<bool> done = false;
  std::atomic<int> wrong = 0;
  std::thread changes([&] {
    for (int i = 0; i < 200; ++i) {
      calc.server.tool<"passing">("", [] { return std::string("here"); });
      calc.server.remove_tool("passing");
    }
    done = true;
  });
  heard sink;
  while (!done) {
    if (calc.server.handle(call("1", "nothing"), {}, sink).body.find("nothing") == std::string::npos) ++wrong;
    auto const passing = calc.server.handle(call("1", "passing"), {}, sink).body;
    if (passing.find("here") == std::string::npos && passing.find("Unknown tool") == std::string::npos) ++wrong;
  }
  changes.join();
  CHECK(wrong == 0);
}

TEST_CASE("a call that has found its tool keeps it", "[server]") {
  still_server calc;
  auto const held = std::make_shared<std::string>("still here");
  calc.server.tool<"leave">("", [held, &calc] {
    calc.server.remove_tool("leave");
    return *held;
  });
  CHECK(calc.body(call("1", "leave")).find("still here") != std::string::npos);
  CHECK(calc.body(call("2", "leave")).find("Unknown tool") != std::string::npos);
  CHECK(held.use_count() == 1);
}
