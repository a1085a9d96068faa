// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/registration.hpp>

#include "server/feature_client.hpp"
#include "support/catch.hpp"

#include <stdexcept>
#include <string>
#include <vector>

using namespace parley;
using namespace parley::testing;
using detail::feature;

namespace {

template <class Table, class Options>
std::string why_refused(std::string const& name, Options options) {
  Table table;
  table.name = name;
  table.options = std::move(options);
  try {
    detail::make_registration(std::move(table), *default_primitives<>::get());
  } catch (std::logic_error const& error) {
    return error.what();
  }
  return {};
}
std::string tool(std::string const& name, tool_options options = {}) {
  return why_refused<detail::tool_table>(name, std::move(options));
}
std::string prompt(std::string const& name, prompt_options options = {}) {
  return why_refused<detail::prompt_table>(name, std::move(options));
}
std::string resource(std::string const& address, resource_options options = {}) {
  return why_refused<detail::resource_table>(address, std::move(options));
}

enum class tone { formal, friendly };
std::string greet(Arg<"name"> name, Arg<"how", std::optional<tone>>) { return *name; }
std::string note(Arg<"id"> id) { return *id; }

std::vector<std::string> suggest(Arg<"name"> so_far) { return {*so_far}; }
std::vector<std::string> suggest_id(Arg<"id"> so_far) { return {*so_far}; }

struct Twice {
  std::string tenant;
  int region = 1;
  static constexpr auto fields =
      parley::fields(field<&Twice::tenant>{.header = "Tenant"}, field<&Twice::region>{.header = "TENANT"});
};
struct Once {
  std::string tenant;
  int region = 1;
  static constexpr auto fields =
      parley::fields(field<&Once::tenant>{.header = "Tenant"}, field<&Once::region>{.header = "Region"});
};

template <class Table>
detail::registration registered(Table table) {
  return detail::make_registration(std::move(table), *default_primitives<>::get());
}

}  // namespace

TEST_CASE("a name that clients would not take is refused", "[server][TOOL-04][PRM-02]") {
  CHECK(tool("a").empty());
  CHECK(tool("a b") == "parley: a tool's name is 1 to 128 characters of A-Z a-z 0-9 _ - .");
  CHECK(prompt("a b").empty());
  CHECK(prompt("") == "parley: a prompt's name is 1 to 128 bytes of text without control characters");
  CHECK_FALSE(prompt("a\n").empty());
}

TEST_CASE("an address is a URI or a template, by the letter of their standards", "[server][RES-13]") {
  for (auto const* address : {"notes://all", "a:1", "urn:isbn:0451450523", "https://example.com/a?b#c", "notes://{id}",
                              "files://{+path}", "a:{x}{?y,z}", "notes://{folder}{/id*}"}) {
    CAPTURE(address);
    CHECK(resource(address).empty());
  }
  for (auto const* address : {"", "notes", "/etc/passwd", "notes://a b", "1a:b", "notes://%zz", "a:\n", "a:\xc3\xa9"}) {
    CAPTURE(address);
    CHECK(resource(address).starts_with("parley: the address of a resource "));
  }
  for (auto const* address : {"notes://{id", "notes://id}", "notes://{}", "notes://{i d}", "notes://{!id}",
                              "notes://{{id}}", "notes://{id:0}", "notes://{id:10000}"}) {
    CAPTURE(address);
    CHECK(resource(address).starts_with("parley: the address of a resource is no good: "));
  }
}

TEST_CASE("icons that clients refuse are refused here", "[server][TYPE-03]") {
  std::vector<icon> const bad{{.src = "https://example.com/a.png"}, {.src = "file:///a.png"}};
  CHECK(tool("a", {.icons = bad}).starts_with("parley: tool \"a\" has an icon that clients refuse: "));
  CHECK(prompt("a", {.icons = bad}).starts_with("parley: prompt \"a\" has an icon that clients refuse: "));
  CHECK(resource("a:1", {.icons = bad}).starts_with("parley: resource \"a:1\" has an icon that clients refuse: "));
  CHECK(resource("a:{x}", {.icons = bad}).starts_with("parley: resource template \"a:{x}\" has an icon"));
  CHECK(resource("a:1", {.icons = {bad[0]}}).empty());
}

TEST_CASE("the keys of what is put into _meta follow the grammar", "[server][META-01]") {
  for (auto const* meta : {R"({"com.example/k":1})", R"({"k":{"any key!":1}})", "{}", R"({"com.example/":1})"}) {
    CAPTURE(meta);
    CHECK(tool("a", {.meta = meta}).empty());
    CHECK(prompt("a", {.meta = meta}).empty());
    CHECK(resource("a:1", {.meta = meta}).empty());
  }
  for (auto const* key : {"", "any key!", "-k", "com..example/k", "a/b/c", "k."}) {
    CAPTURE(key);
    auto const meta = R"({"good":1,")" + std::string(key) + R"(":1})";
    auto const why = std::string(" has a `meta` with a key that clients refuse: ") + key;
    CHECK(tool("a", {.meta = meta}) == "parley: tool \"a\"" + why);
    CHECK(prompt("a", {.meta = meta}) == "parley: prompt \"a\"" + why);
    CHECK(resource("a:1", {.meta = meta}) == "parley: resource \"a:1\"" + why);
  }
  for (auto const* meta : {"[]", "{", "1", R"({"a":1,"a":2})"}) {
    CAPTURE(meta);
    CHECK(prompt("a", {.meta = meta}) == "parley: prompt \"a\" has a `meta` that is not a JSON object");
    CHECK(resource("a:1", {.meta = meta}) == "parley: resource \"a:1\" has a `meta` that is not a JSON object");
  }
}

TEST_CASE("what is listed stands on one line", "[server][PRM-02][RES-02]") {
  still_server calc;
  calc.server.prompt<greet>("Greets.\nTwice.", {.meta = "{\n\"k\": 1}"});
  calc.server.resource<"a:1">("One.\nTwo.", [] { return std::string(); }, {.meta = "{\n\"k\": 1}"});
  for (auto const* method : {"prompts/list", "resources/list"}) {
    auto const body = calc.body(request("1", method));
    CHECK(body.find('\n') == std::string::npos);
    CHECK(body.find(R"("_meta":{"k":1}})") != std::string::npos);
  }
}

TEST_CASE("a completer suggests for an argument that is there, and is the only one", "[server][CMP-02]") {
  still_server calc;
  auto refused = [](auto add) {
    try {
      add();
    } catch (std::logic_error const& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refused([&] { calc.server.prompt<greet>("", {.completers = {completer<"id", suggest_id>()}}); }) ==
        "parley: prompt \"greet\" has a completer for an argument that it does not take: id");
  auto const once = completer<"name", suggest>();
  CHECK(refused([&] {
          calc.server.prompt<greet>("", {.completers = {once, once}});
        }) == "parley: prompt \"greet\" has two completers for the argument name");
  CHECK(refused([&] { calc.server.resource<"a:{id}", note>("", {.completers = {once}}); }) ==
        "parley: resource template \"a:{id}\" has a completer for an argument that it does not take: name");
  CHECK(refused([&] { calc.server.resource<"a:1">("", [] { return std::string(); }, {.completers = {once}}); }) ==
        "parley: resource \"a:1\" has a completer for an argument that it does not take: name");
  // A variable that the handler does not read may have suggestions all the same.
  CHECK(refused([&] {
          calc.server.resource<"b:{id}">("", [] { return std::string(); },
                                         {.completers = {completer<"id", suggest_id>()}});
        }).empty());
  CHECK(result_of(calc.body(complete(of_template("b:{id}"), "id", "x")))["completion"]["values"][0] == "x");
}

TEST_CASE("all arguments can be suggested for, in order", "[server][CMP-04]") {
  auto const made = registered(detail::make_prompt<greet>("", {.completers = {completer<"name", suggest>()}}));
  CHECK(made.what == feature::prompt);
  REQUIRE(made.suggestions.size() == 2);
  CHECK(made.suggestions[0].argument == "name");
  CHECK(made.suggestions[0].by);
  CHECK(made.suggestions[0].choices == nullptr);
  CHECK(made.suggestions[1].argument == "how");
  CHECK_FALSE(made.suggestions[1].by);
  CHECK(made.suggestions[1].choices == &table_of<tone>);

  auto const there = registered(detail::make_resource<"a:{x}/{id}", note>(""));
  CHECK(there.what == feature::resource_template);
  REQUIRE(there.suggestions.size() == 2);
  CHECK(there.suggestions[0].argument == "id");
  CHECK(there.suggestions[1].argument == "x");
}

TEST_CASE("states are bound to what is listed, so that a changed prompt takes no old ones", "[server][MRTR-13]") {
  auto digest = [](char const* description, prompt_options options = {}) {
    return registered(detail::make_prompt<greet>(description, std::move(options))).handler.definition;
  };
  CHECK(digest("Greets.") == digest("Greets."));
  CHECK(digest("Greets.") != digest("Greets all."));
  CHECK(digest("Greets.") != digest("Greets.", {.title = "Greet"}));
}

TEST_CASE("a tool whose headers clients would refuse is refused", "[server][HDR-15][HDR-18]") {
  still_server calc;
  CHECK_THROWS_AS(calc.server.tool<"twice">("", [](Input<Twice> in) { return in->tenant; }), std::logic_error);
  calc.server.tool<"once">("", [](Input<Once> in) { return in->tenant; });
  json const listed = result_of(calc.body(request("1", "tools/list")))["tools"];
  REQUIRE(listed.size() == 1);
  CHECK(listed[0]["inputSchema"]["properties"]["tenant"]["x-mcp-header"] == "Tenant");
}

TEST_CASE("an address is taken once, as a resource or as a template", "[server][RES-12]") {
  still_server calc;
  calc.server.resource<"a:1">("", [] { return std::string(); });
  calc.server.resource<"a:{id}", note>("");
  CHECK_THROWS_AS(calc.server.resource<"a:1">("", [] { return std::string(); }), std::logic_error);
  CHECK_THROWS_AS((calc.server.resource<"a:{id}", note>("")), std::logic_error);
  calc.server.prompt<greet>("");
  CHECK_THROWS_AS(calc.server.prompt<greet>(""), std::logic_error);
  // Each feature has names of its own.
  calc.server.tool<greet>("");
}
