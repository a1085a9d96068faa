// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/hand_written.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

std::string const no_identity = R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",)";

ToolDefinition adder() {
  return {.name = "add",
          .description = "Adds.",
          .input_schema = R"({"type": "object", "properties": {"b": {"type": "integer"}, "a": {"type": "integer"}},
                              "required": ["a", "b"], "additionalProperties": false})",
          .output_schema = R"({"type": "integer", "maximum": 100})"};
}

CallToolResult sum(json const& arguments) {
  CallToolResult result;
  result.structured = std::to_string(arguments.at("a").get<int>() + arguments.at("b").get<int>());
  return result;
}

template <class Registration>
std::string why_refused(Registration registration) {
  try {
    registration();
  } catch (std::logic_error const& error) {
    return error.what();
  }
  return {};
}

std::string why_refused(ToolDefinition what) {
  still_server calc;
  return why_refused([&] { calc.server.add_tool(std::move(what), [](json const&) {}); });
}

}  // namespace

TEST_CASE("a hand-written schema is listed as it was written, on one line", "[server][SCHEMA-08][TOOL-07][STDIO-01]") {
  still_server calc({.identify = false});
  calc.server.add_tool(adder(), sum);
  CHECK(calc.body(request("1", "tools/list"))
            .find(R"({"name":"add","description":"Adds.","inputSchema":{"type":"object","properties":{"b":)"
                  R"({"type":"integer"},"a":{"type":"integer"}},"required":["a","b"],"additionalProperties":false},)"
                  R"("outputSchema":{"type":"integer","maximum":100}})") != std::string::npos);
}

TEST_CASE("arguments are held against the schema before the handler runs", "[server][TOOL-14][T12]") {
  still_server calc({.identify = false});
  int runs = 0;
  calc.server.add_tool(adder(), [&](json const& arguments) {
    ++runs;
    return sum(arguments);
  });
  CHECK(calc.body(call("1", "add", R"({"a":1,"b":2.0})")) ==
        no_identity + R"("content":[{"type":"text","text":"3"}],"structuredContent":3}})");
  CHECK(runs == 1);
  for (auto arguments : {R"({"a":1})", R"({"a":1,"b":"2"})", R"({"a":1,"b":2.5})", R"({"a":1,"b":2,"c":3})", "{}"}) {
    CAPTURE(arguments);
    json const answer = json::parse(calc.body(call("1", "add", arguments)));
    CHECK(answer["result"]["isError"] == true);
    CHECK(answer["result"]["content"][0]["text"].get<std::string>().starts_with("Invalid arguments: "));
  }
  CHECK(runs == 1);
}

TEST_CASE("a result outside its hand-written schema is never sent", "[server][TOOL-11]") {
  still_server calc({.identify = false});
  calc.server.add_tool(adder(), sum);
  calc.server.add_tool({.name = "silent", .description = "", .output_schema = R"({"type":"string"})"},
                       [](json const&) { return "only text"; });
  calc.server.add_tool({.name = "failing", .description = "", .output_schema = R"({"type":"string"})"},
                       [](json const&) -> CallToolResult { throw tool_error("no luck"); });
  std::string const failed = no_identity + R"("content":[{"type":"text","text":"The tool failed."}],"isError":true}})";
  CHECK(calc.body(call("1", "add", R"({"a":99,"b":2})")) == failed);
  CHECK(calc.logged("tool_result_invalid: add: it is outside its output schema: the value must be at most 100"));
  CHECK(calc.body(call("1", "silent")) == failed);
  CHECK(calc.body(call("1", "failing")).find("no luck") != std::string::npos);
}

TEST_CASE("a schema that cannot be used is refused when it is registered",
          "[server][SCHEMA-02][SCHEMA-03][SCHEMA-04][SCHEMA-06]") {
  CHECK(why_refused({.name = "t", .input_schema = "{"}) == "parley: tool \"t\" has an input schema that is no JSON");
  CHECK(why_refused({.name = "t", .input_schema = "true"}) ==
        "parley: tool \"t\" has an input schema whose type is not \"object\"");
  CHECK(why_refused({.name = "t", .input_schema = R"({"type":"array"})"}) ==
        "parley: tool \"t\" has an input schema whose type is not \"object\"");
  CHECK(why_refused({.name = "t", .input_schema = R"({"type":"object","minProperties":-1})"})
            .starts_with("parley: tool \"t\" has an input schema that cannot be used: "));
  CHECK(why_refused({.name = "t", .input_schema = R"({"type":"object","$schema":"http://json-schema.org/schema#"})"})
            .starts_with("parley: tool \"t\" has an input schema that cannot be used: "));
  CHECK(why_refused({.name = "t", .input_schema = R"({"type":"object","$ref":"https://example.com/s.json"})"})
            .starts_with("parley: tool \"t\" has an input schema that cannot be used: "));
  // The dialect that is spoken here is named.
  CHECK(why_refused({.name = "t", .input_schema = R"({"type":"object","$schema":"http://json-schema.org/schema#"})"})
            .find("https://json-schema.org/draft/2020-12/schema") != std::string::npos);
  CHECK(why_refused({.name = "t", .output_schema = "7"}) ==
        "parley: tool \"t\" has an output schema that is no object");
  CHECK(why_refused({.name = "two words"}) == "parley: a tool's name is 1 to 128 characters of A-Z a-z 0-9 _ - .");
}

TEST_CASE("a validator that is not there checks nothing, and is refused", "[server][SCHEMA-04]") {
  still_server calc({.schemas = [](json const&) { return std::shared_ptr<schema_validator const>(); }});
  CHECK(why_refused([&] { calc.server.add_tool({.name = "t", .description = ""}, [](json const&) {}); }) ==
        "parley: tool \"t\" has an input schema that server_options::schemas made nothing of");
}

TEST_CASE("only what takes JSON is a handler of JSON", "[server]") {
  static_assert(detail::untyped_handler<void (*)(json const&)>);
  static_assert(detail::untyped_handler<std::string (*)(json const&, Context&)>);
  static_assert(!detail::untyped_handler<void (*)(std::string)>);
  static_assert(!detail::untyped_handler<void (*)(json const&, int)>);
  static_assert(!detail::untyped_handler<void (*)()>);
}

TEST_CASE("a prompt that names an argument twice, or not at all, is refused", "[server][PRM-02]") {
  still_server calc;
  auto const refused = [&](std::vector<prompt_argument> arguments) {
    return why_refused([&] {
      calc.server.add_prompt({.name = "p", .description = "", .arguments = std::move(arguments)},
                             [](json const&) { return "x"; });
    });
  };
  CHECK(refused({{.name = "a"}, {.name = "a"}}) == "parley: prompt \"p\" has two arguments of the name a");
  CHECK(refused({{.title = "A"}}) == "parley: prompt \"p\" has an argument without a name");
}

TEST_CASE("headers that a hand-written schema names are checked like others", "[server][HDR-18]") {
  CHECK(why_refused({.name = "t",
                     .input_schema = R"({"type":"object","properties":{"n":{"type":"number","x-mcp-header":"N"}}})"}) !=
        "");
  // However it is spelled.
  CHECK(why_refused({.name = "t",
                     .input_schema =
                         R"({"type":"object","properties":{"n":{"type":"number","x\u002dmcp-header":"N"}}})"}) != "");
  CHECK(why_refused({.name = "t",
                     .input_schema = R"({"type":"object","properties":{"n":{"type":"string","x-mcp-header":"N"}}})"}) ==
        "");
}

TEST_CASE("one handler may serve many tools, and reads which one was called", "[server]") {
  still_server calc({.identify = false});
  auto const relay = [](json const& arguments, Context& context) {
    return std::string(context.target()) + ' ' + arguments.dump();
  };
  for (auto name : {"left", "right"}) calc.server.add_tool({.name = name, .description = "Relays."}, relay);
  CHECK(calc.body(call("1", "right", R"({"x":[1]})")) ==
        no_identity + R"("content":[{"type":"text","text":"right {\"x\":[1]}"}]}})");
  CHECK(calc.server.remove_tool("left"));
  CHECK(calc.body(call("1", "left")).find("-32602") != std::string::npos);
}

TEST_CASE("a hand-written tool asks with what it builds itself", "[server][MRTR-01][MRTR-24]") {
  still_server calc({.identify = false});
  calc.server.add_tool({.name = "go", .description = ""}, [](json const&, Context& context) -> tool_outcome {
    if (context.input_responses().contains("sure")) return CallToolResult::text("gone");
    return InputRequired{}.url("sure", "Look here?", "https://example.com/look");
  });
  auto const can = meta(R"({"elicitation":{"url":{}}})");
  CHECK(calc.body(call("1", "go", "{}", can)).find(R"("resultType":"input_required")") != std::string::npos);
  CHECK(calc.body(request("1", "tools/call", R"("name":"go","inputResponses":{"sure":{"action":"accept"}},)", can))
            .find("gone") != std::string::npos);
}

TEST_CASE("prompts that are learned at run time list their arguments and hold them to it",
          "[server][PRM-02][PRM-05][PRM-06]") {
  still_server calc({.identify = false});
  calc.server.add_prompt({.name = "greet",
                          .description = "Greets.",
                          .arguments = {{.name = "who", .description = "Whom", .required = true}, {.name = "tone"}}},
                         [](json const& arguments) { return "Hello " + arguments.at("who").get<std::string>(); },
                         {.completers = {completer("tone", [](json const& so_far) {
                            return std::vector<std::string>{so_far.at("tone").get<std::string>() + "!"};
                          })}});
  CHECK(calc.body(request("1", "prompts/list"))
            .find(R"({"name":"greet","description":"Greets.","arguments":[{"name":"who","description":"Whom",)"
                  R"("required":true},{"name":"tone"}]})") != std::string::npos);
  auto const get = [&](std::string const& arguments) {
    return calc.body(request("1", "prompts/get", R"("name":"greet","arguments":)" + arguments + ","));
  };
  CHECK(get(R"({"who":"Ann"})").find("Hello Ann") != std::string::npos);
  CHECK(get("{}").find("-32602") != std::string::npos);
  CHECK(get(R"({"who":7})").find("-32602") != std::string::npos);
  CHECK(calc.body(request("1", "completion/complete",
                          R"("ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"tone","value":"kind"},)"))
            .find(R"("values":["kind!"])") != std::string::npos);
}

TEST_CASE("resources and templates that are learned at run time are found by their addresses",
          "[server][RES-04][RES-12]") {
  still_server calc({.identify = false});
  auto const read = [](json const& variables, Context& context) {
    return std::string(context.target()) + ' ' + variables.dump();
  };
  calc.server.add_resource({.uri = "notes://all", .description = "All."}, read);
  calc.server.add_resource({.uri = "notes://{+path}{?tag*}", .description = "One."}, read, {.name = "note"});
  auto const text = [&](std::string const& uri) {
    json const answer = json::parse(calc.body(request("1", "resources/read", R"("uri":")" + uri + "\",")));
    return answer.contains("error") ? std::string("none") : answer["result"]["contents"][0]["text"].get<std::string>();
  };
  CHECK(text("notes://all") == "notes://all {}");
  CHECK(text("notes://a/b?tag=x&tag=y") == R"(notes://a/b?tag=x&tag=y {"path":"a/b","tag":["x","y"]})");
  CHECK(text("notes://a/../b") == "none");
  CHECK(calc.server.remove_resource("notes://{+path}{?tag*}"));
  CHECK(text("notes://a/b") == "none");
  CHECK(why_refused([&] { calc.server.add_resource({.uri = "notes://{", .description = ""}, read); }) != "");
  for (auto bad : {"no uri", "noscheme/{id}", "{scheme}:x", "1x:{id}", "notes://{id}{id}"}) {
    CAPTURE(bad);
    CHECK(why_refused([&] { calc.server.add_resource({.uri = bad, .description = ""}, read); }) != "");
  }
  CHECK(why_refused([&] { calc.server.add_resource({.uri = "notes://" + std::string(9000, 'a')}, read); }) != "");
  CHECK(why_refused([&] { calc.server.add_resource({.uri = "notes://{id}"}, read, {.size = 5}); }) != "");
}

TEST_CASE("those who have another validator bring it", "[server][SCHEMA-01]") {
  struct nothing_fits : schema_validator {
    std::vector<violation> validate(json const&) const override { return {{"/x", "is never right"}}; }
  };
  int compiled = 0;
  still_server calc({.schemas = [&](json const& schema) -> std::shared_ptr<schema_validator const> {
    ++compiled;
    if (schema.contains("bad")) throw std::invalid_argument("I do not know \"bad\"");
    return std::make_shared<nothing_fits>();
  }});
  calc.server.add_tool({.name = "t", .description = ""}, [](json const&) {});
  CHECK(compiled == 1);
  CHECK(calc.body(call("1", "t")).find("Invalid arguments: x is never right.") != std::string::npos);
  CHECK(why_refused([&] {
          calc.server.add_tool({.name = "u", .description = "", .input_schema = R"({"type":"object","bad":1})"},
                               [](json const&) {});
        }) == "parley: tool \"u\" has an input schema that cannot be used: I do not know \"bad\"");
}

TEST_CASE("features come and go from any thread while requests run", "[server][threads]") {
  still_server calc;
  calc.server.add_tool({.name = "stays", .description = ""}, [](json const&) { return "here"; });
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&calc, name = "t" + std::to_string(i)] {
      for (int round = 0; round < 50; ++round) {
        calc.server.add_tool({.name = name, .description = ""}, [](json const&) { return "x"; });
        calc.server.handle(call("1", name), {}, calc.sink);
        calc.server.remove_tool(name);
      }
    });
  }
  for (int round = 0; round < 50; ++round) {
    CHECK(calc.server.handle(call("1", "stays"), {}, calc.sink).body.find("here") != std::string::npos);
  }
  for (auto& each : threads) each.join();
  CHECK(json::parse(calc.body(request("1", "tools/list")))["result"]["tools"].size() == 1);
}
