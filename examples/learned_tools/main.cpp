// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Tools that no C++ type describes: a catalogue says what there is, one handler serves all of it, and the catalogue may
// grow while the server runs. Gateways to other servers look like this.

#include <parley/parley.hpp>

#include <nlohmann/json.hpp>

#include <string>

using namespace parley;

namespace {

// In a real program a file, or the answer of another server.
constexpr auto catalogue = R"([
  {"name": "area", "description": "Area of a shape.",
   "inputSchema": {
     "type": "object",
     "oneOf": [
       {"properties": {"radius": {"type": "number", "exclusiveMinimum": 0}}, "required": ["radius"]},
       {"properties": {"side": {"type": "number", "exclusiveMinimum": 0}}, "required": ["side"]}
     ]},
   "outputSchema": {"type": "number"}},
  {"name": "initials", "description": "Initials of a name.",
   "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "pattern": "^[A-Z]"}},
                   "required": ["name"], "additionalProperties": false}}
])";

// [doc:learned-tools]
// What stands behind the catalogue. By now the arguments fit the schema.
CallToolResult perform(json const& arguments, Context& context) {
  if (context.target() == "area") {
    CallToolResult result;
    double const radius = arguments.value("radius", 0.0), side = arguments.value("side", 0.0);
    result.structured = json(radius > 0 ? 3.141592653589793 * radius * radius : side * side).dump();
    return result;
  }
  std::string initials;
  char before = ' ';
  for (char const c : arguments.at("name").get<std::string>()) {
    if (before == ' ' && c != ' ') initials += c;
    before = c;
  }
  return CallToolResult::text(initials);
}

void learn(Server& server, json const& tool) {
  ToolDefinition learned{.name = tool.at("name"), .description = tool.at("description")};
  learned.input_schema = tool.at("inputSchema").dump();
  if (tool.contains("outputSchema")) learned.output_schema = tool["outputSchema"].dump();
  server.add_tool(std::move(learned), perform);  // throws when the schema cannot be used
}
// [/doc:learned-tools]

}  // namespace

int main(int argc, char** argv) {
  Server server{"catalogue", "1.0.0"};
  for (auto const& tool : json::parse(catalogue)) learn(server, tool);

  // What is learned later: clients that listen hear that the list has changed.
  server.tool<"forget">("Take a tool off the list.", [&server](Arg<"tool"> tool) {
    return server.remove_tool(*tool) ? "Forgotten." : "There is no such tool.";
  });
  return run(server, argc, argv);
}
