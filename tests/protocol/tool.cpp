// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/tool.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

namespace {

std::string written(tool_description const& tool) {
  std::string text;
  json_writer out(text);
  write(out, tool);
  return text;
}

}  // namespace

TEST_CASE("a tool is listed with its name and schema, and what was said of it", "[protocol][TOOL-05][TOOL-08]") {
  CHECK(written({.name = "add", .input_schema = R"({"type":"object"})"}) ==
        R"({"name":"add","inputSchema":{"type":"object"}})");

  std::vector<icon> const icons{{.src = "data:,x"}};
  CHECK(written({.name = "add",
                 .title = "Add",
                 .description = "Adds",
                 .icons = icons,
                 .input_schema = "{}",
                 .output_schema = "true",
                 .read_only = true,
                 .destructive = false,
                 .idempotent = true,
                 .open_world = false,
                 .meta = R"({"com.example/k":1})"}) ==
        R"({"name":"add","title":"Add","description":"Adds","icons":[{"src":"data:,x"}],"inputSchema":{},)"
        R"("outputSchema":true,"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,)"
        R"("openWorldHint":false},"_meta":{"com.example/k":1}})");
}

TEST_CASE("a tool's name has 1 to 128 characters of a small alphabet", "[protocol][TOOL-04]") {
  for (auto const* name : {"a", "add", "admin.tools-list_2", "A"}) CHECK(is_tool_name(name));
  CHECK(is_tool_name(std::string(128, 'x')));
  CHECK_FALSE(is_tool_name(std::string(129, 'x')));
  for (auto const* name : {"", "a b", "a/b", "a,b", "é", "a\n", "a:b"}) {
    CAPTURE(name);
    CHECK_FALSE(is_tool_name(name));
  }
}

TEST_CASE("a result of text is one block", "[protocol][TOOL-10]") {
  auto const said = CallToolResult::text("hi");
  REQUIRE(said.blocks.size() == 1);
  CHECK(std::get<text_content>(said.blocks.front()).text == "hi");
  CHECK_FALSE(said.is_error);
  CHECK(CallToolResult::error("no").is_error);
}
