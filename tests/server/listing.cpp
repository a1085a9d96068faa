// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/listing.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

json result_of(std::string const& body) { return json::parse(body).at("result"); }

void add_tool(Server& server, std::string const& name) {
  detail::tool_table tool;
  tool.name = name;
  server.add(std::move(tool));
}

std::string with_cursor(std::string const& cursor) { return R"("cursor":)" + json(cursor).dump() + ","; }

// The names on all pages, and how many pages there were.
std::pair<std::vector<std::string>, int> walk(still_server& calc) {
  std::vector<std::string> names;
  std::string members;
  for (int pages = 1;; ++pages) {
    REQUIRE(pages < 20);
    json const page = result_of(calc.body(request("1", "tools/list", members)));
    CHECK(page.at("cacheScope") == "private");
    for (auto const& tool : page.at("tools")) names.push_back(tool.at("name"));
    if (!page.contains("nextCursor")) return {names, pages};
    members = with_cursor(page.at("nextCursor"));
  }
}

}  // namespace

TEST_CASE("discover tells what is spoken and what is served",
          "[server][DISC-01][DISC-03][DISC-04][CACHE-01][LOG-01][T11]") {
  still_server calc;
  calc.server.tool<"add">("", [] { return std::string(); });
  CHECK(calc.body(request("\"d1\"", "server/discover")) ==
        R"({"jsonrpc":"2.0","id":"d1","result":{"resultType":"complete","supportedVersions":["2026-07-28"],)"
        R"("capabilities":{"logging":{},"tools":{"listChanged":true}},"ttlMs":0,"cacheScope":"private",)"
        R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})");
}

TEST_CASE("discover says what the options say", "[server][DISC-05][DISC-08][TYPE-01]") {
  still_server calc({.title = "Calculator",
                     .website_url = "https://example.com",
                     .instructions = "Call `add` for sums.",
                     .identify = false,
                     .discover_cache = {.ttl = std::chrono::minutes(1), .is_public = true}});
  json const result = result_of(calc.body(request("1", "server/discover")));
  CHECK(result["instructions"] == "Call `add` for sums.");
  CHECK(result["ttlMs"] == 60000);
  CHECK(result["cacheScope"] == "public");
  CHECK(result["_meta"]["io.modelcontextprotocol/serverInfo"]["title"] == "Calculator");
  CHECK(result["capabilities"].dump() == R"({"logging":{}})");
}

TEST_CASE("a negative lifetime counts as none", "[server][CACHE-01]") {
  still_server calc({.discover_cache = {.ttl = std::chrono::milliseconds(-5)}});
  CHECK(result_of(calc.body(request("1", "server/discover")))["ttlMs"] == 0);
}

TEST_CASE("results need not identify the server", "[server][META-08]") {
  still_server calc({.identify = false});
  calc.server.tool<"add">("", [] { return std::string("5"); });
  CHECK(calc.body(request("1", "tools/list")).find("_meta") == std::string::npos);
  CHECK(calc.body(call("1", "add")) ==
        R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"5"}]}})");
}

TEST_CASE("a list is walked to its end, each tool once, whatever the page size", "[server][PAG-01][PAG-02][PAG-05]") {
  std::vector<std::string> const all{"a", "b", "c", "d"};
  struct row {
    std::size_t page_size;
    int pages;
  };
  for (auto const& [page_size, pages] : {row{0, 1}, row{1, 4}, row{2, 2}, row{3, 2}, row{4, 1}, row{5, 1}}) {
    CAPTURE(page_size);
    still_server calc({.page_size = page_size});
    for (auto const& name : all) add_tool(calc.server, name);
    CHECK(walk(calc) == std::pair(all, pages));
  }
}

TEST_CASE("a cursor that was not made here is refused", "[server][PAG-03]") {
  still_server calc({.page_size = 1});
  add_tool(calc.server, "a");
  add_tool(calc.server, "b");
  std::string const good = result_of(calc.body(request("1", "tools/list"))).at("nextCursor");
  auto refuses = [&](std::string const& members) {
    json const answer = json::parse(calc.body(request("1", "tools/list", members)));
    return answer.contains("error") && answer["error"]["code"] == -32602;
  };
  CHECK_FALSE(refuses(with_cursor(good)));
  CHECK(refuses(with_cursor("")));
  CHECK(refuses(with_cursor("x")));
  CHECK(refuses(with_cursor(good + "A")));
  CHECK(refuses(R"("cursor":5,)"));
  CHECK(refuses(R"("cursor":null,)"));
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string changed = good;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    CHECK(refuses(with_cursor(changed)));
  }
  auto const& crypto = *default_primitives<>::get();
  CHECK(refuses(with_cursor(detail::make_cursor("prompts", 1, crypto))));
  CHECK_FALSE(refuses(with_cursor(detail::make_cursor("tools", 1, crypto))));
}

TEST_CASE("a cursor survives that tools come and go", "[server][PAG-04]") {
  still_server calc({.page_size = 2});
  for (auto const* name : {"a", "b", "c"}) add_tool(calc.server, name);
  std::string const after_b = result_of(calc.body(request("1", "tools/list"))).at("nextCursor");
  calc.server.remove_tool("b");
  calc.server.remove_tool("a");
  add_tool(calc.server, "d");
  json const page = result_of(calc.body(request("1", "tools/list", with_cursor(after_b))));
  REQUIRE(page["tools"].size() == 2);
  CHECK(page["tools"][0]["name"] == "c");
  CHECK(page["tools"][1]["name"] == "d");
}

TEST_CASE("a list says how long it may be kept", "[server][CACHE-01][CACHE-03]") {
  still_server calc({.tools_cache = {.ttl = std::chrono::seconds(5), .is_public = true}});
  add_tool(calc.server, "a");
  json const page = result_of(calc.body(request("1", "tools/list")));
  CHECK(page["resultType"] == "complete");
  CHECK(page["ttlMs"] == 5000);
  CHECK(page["cacheScope"] == "public");
}

namespace {

// A list that is not that of the tools: its method, the word for it, and how an entry is added and taken away.
struct other_list {
  char const* method;
  char const* member;
  char const* key;
  void (*add)(Server&, std::string const&);
  bool (*remove)(Server&, std::string const&);
};

void add_resource(Server& server, std::string const& address) {
  detail::resource_table resource;
  resource.name = address;
  server.add(std::move(resource));
}

other_list const others[] = {
    {"prompts/list", "prompts", "name",
     [](Server& server, std::string const& name) {
       detail::prompt_table prompt;
       prompt.name = name;
       server.add(std::move(prompt));
     },
     [](Server& server, std::string const& name) { return server.remove_prompt(name); }},
    {"resources/list", "resources", "uri",
     [](Server& server, std::string const& name) { add_resource(server, "notes://" + name); },
     [](Server& server, std::string const& name) { return server.remove_resource("notes://" + name); }},
    {"resources/templates/list", "resourceTemplates", "uriTemplate",
     [](Server& server, std::string const& name) { add_resource(server, "notes://" + name + "/{id}"); },
     [](Server& server, std::string const& name) { return server.remove_resource("notes://" + name + "/{id}"); }},
};

}  // namespace

TEST_CASE("prompts, resources and templates are walked in the order of their registration",
          "[server][PAG-01][PAG-02][PAG-05][CACHE-01][CACHE-03]") {
  for (auto const& list : others) {
    CAPTURE(list.method);
    cache_hint const kept{.ttl = std::chrono::seconds(5), .is_public = true};
    still_server calc({.prompts_cache = kept, .resources_cache = kept, .page_size = 2});
    for (auto const* name : {"c", "a", "e", "b", "d"}) list.add(calc.server, name);
    std::string found;
    std::string members;
    int pages = 0;
    while (true) {
      REQUIRE(++pages < 9);
      json const page = result_of(calc.body(request("1", list.method, members)));
      CHECK(page.at("ttlMs") == 5000);
      CHECK(page.at("cacheScope") == "public");
      CHECK(page.at("resultType") == "complete");
      for (auto const& entry : page.at(list.member)) {
        std::string const key = entry.at(list.key);
        found += key.starts_with("notes://") ? key[8] : key[0];
      }
      if (!page.contains("nextCursor")) break;
      members = with_cursor(page.at("nextCursor"));
    }
    CHECK(pages == 3);
    CHECK(found == "caebd");
  }
}

TEST_CASE("a cursor belongs to its list and survives changes", "[server][PAG-03][PAG-04]") {
  for (auto const& list : others) {
    CAPTURE(list.method);
    still_server calc({.page_size = 1});
    for (auto const& each : others) {
      for (auto const* name : {"a", "b", "c"}) each.add(calc.server, name);
    }
    std::string const after_a = result_of(calc.body(request("1", list.method))).at("nextCursor");
    REQUIRE(list.remove(calc.server, "a"));
    json const page = result_of(calc.body(request("1", list.method, with_cursor(after_a))));
    REQUIRE(page.at(list.member).size() == 1);
    CHECK(page.at(list.member)[0].at(list.key).get<std::string>().find('b') != std::string::npos);
    for (auto const& each : others) {
      if (each.method == list.method) continue;
      json const answer = json::parse(calc.body(request("1", each.method, with_cursor(after_a))));
      CHECK(answer.at("error").at("code") == -32602);
    }
    for (auto const* members : {R"("cursor":5,)", R"("cursor":null,)", R"("cursor":"",)"}) {
      CHECK(json::parse(calc.body(request("1", list.method, members))).at("error").at("code") == -32602);
    }
  }
}

TEST_CASE("discover names all that is served, and nothing of older revisions", "[server][TYPE-08][DISC-05][DISC-09]") {
  still_server calc({.extensions = {{"com.example/audit", "{}"}, {"com.example/trace", "{ \"depth\" : 3 }"}}});
  auto capabilities = [&] { return result_of(calc.body(request("1", "server/discover"))).at("capabilities").dump(); };
  std::string const extensions = R"("extensions":{"com.example/audit":{},"com.example/trace":{"depth":3}},)";
  CHECK(capabilities() == "{" + extensions + R"("logging":{}})");
  enum class tone { formal, friendly };
  calc.server.prompt<"greet">("", [](Arg<"how", tone>) { return std::string(); });
  add_resource(calc.server, "notes://{id}");
  add_tool(calc.server, "a");
  // No `tasks`, which is an extension by now, and no `experimental`, of which there is nothing.
  CHECK(capabilities() == R"({"completions":{},)" + extensions +
                              R"("logging":{},"prompts":{"listChanged":true},)"
                              R"("resources":{"listChanged":true,"subscribe":true},"tools":{"listChanged":true}})");
}

TEST_CASE("extensions are off unless the program brings them", "[server][META-12][META-13][META-14]") {
  still_server calc;
  add_tool(calc.server, "a");
  auto const capable = meta(R"({"extensions":{"com.example/audit":{"depth":3}}})");
  auto const body = calc.body(request("1", "server/discover", "", capable));
  CHECK(body.find("extensions") == std::string::npos);
  // A client that has more than the server is served what both know.
  CHECK(result_of(calc.body(request("1", "tools/list", "", capable))).at("tools").size() == 1);
}
