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

namespace {

// A registry without a server around it.
struct bare_registry {
  server_options options{};
  std::shared_ptr<primitives const> crypto = openssl_primitives();
  detail::registry features;

  explicit bare_registry(std::size_t page_size = 0)
      : options{.page_size = page_size},
        features({&options, make_identity({.name = "calc", .version = "1"}), {}, crypto}) {}

  void add(std::string name, type_table const* output) {
    detail::tool_table tool;
    tool.name = std::move(name);
    tool.output = output;
    features.add(detail::make_registration(std::move(tool), *crypto));
  }
  std::string tools(revision as) const { return features.snapshot()->of(detail::feature::tool).first_page(as); }
};

constexpr revision handshakes[] = {revision::v2024_11_05, revision::v2025_03_26, revision::v2025_06_18,
                                   revision::v2025_11_25};

}  // namespace

TEST_CASE("clients of older revisions are shown a list and nothing else", "[server][LEG-08][CACHE-01]") {
  bare_registry calc;
  for (auto const as : handshakes) {
    CAPTURE(to_string(as));
    auto const all = calc.features.snapshot();
    CHECK(all->of(detail::feature::tool).first_page(as) == R"({"tools":[]})");
    CHECK(all->of(detail::feature::prompt).first_page(as) == R"({"prompts":[]})");
    CHECK(all->of(detail::feature::resource).first_page(as) == R"({"resources":[]})");
    CHECK(all->of(detail::feature::resource_template).first_page(as) == R"({"resourceTemplates":[]})");
  }
  calc.add("a", nullptr);
  for (auto const as : handshakes) {
    CHECK(calc.tools(as) == R"({"tools":[{"name":"a","inputSchema":{"type":"object","properties":{}}}]})");
  }
}

TEST_CASE("output schemas are listed in the words of the revision", "[server][TOOL-22][T20]") {
  bare_registry calc;
  calc.add("a", &table_of<int>);
  std::string const before = R"({"tools":[{"name":"a","inputSchema":{"type":"object","properties":{}})";
  for (auto const as : {revision::v2025_06_18, revision::v2025_11_25}) {
    CHECK(calc.tools(as) == before + R"(,"outputSchema":{"type":"object",)"
                                     R"("properties":{"result":{"type":"integer"}},"required":["result"]}}]})");
  }
  for (auto const as : {revision::v2024_11_05, revision::v2025_03_26}) CHECK(calc.tools(as) == before + "}]}");
  // What clients of 2026-07-28 are shown stays.
  CHECK(calc.features.snapshot()
            ->of(detail::feature::tool)
            .first_page()
            .find(R"("outputSchema":{"type":"integer"}}],"ttlMs":0)") != std::string::npos);
}

TEST_CASE("older revisions walk a list page by page", "[server][LEG-08][PAG-01][PAG-02]") {
  bare_registry calc(2);
  for (auto const* name : {"a", "b", "c", "d", "e"}) calc.add(name, &table_of<bool>);
  auto const all = calc.features.snapshot();
  auto const& tools = all->of(detail::feature::tool);
  for (auto const as : handshakes) {
    CAPTURE(to_string(as));
    std::string seen;
    int pages = 1;
    json page = json::parse(tools.first_page(as));
    while (true) {
      for (auto const& tool : page.at("tools")) {
        seen += tool.at("name").get<std::string>();
        CHECK(tool.contains("outputSchema") == (as >= revision::v2025_06_18));
      }
      auto const next = page.find("nextCursor");
      if (next == page.end()) break;
      CHECK(page.size() == 2);
      auto const after = detail::read_cursor("tools", next->get<std::string>(), *calc.crypto);
      REQUIRE(after);
      page = json::parse(tools.page_after(*after, as));
      ++pages;
    }
    CHECK(page.size() == 1);
    CHECK(seen == "abcde");
    CHECK(pages == 3);
  }
}
