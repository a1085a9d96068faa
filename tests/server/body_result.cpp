// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/body_result.hpp>

#include "support/catch.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

using namespace parley;
using detail::body_kind;
using detail::body_kind_of;
using detail::put_body;
using detail::slot;

namespace {

struct weather {
  int degrees = 0;
  std::string sky;
};
struct opaque {
  void* handle;
};

template <class T>
CallToolResult result_of(T&& returned) {
  slot out;
  put_body::put(out, std::forward<T>(returned));
  return std::get<CallToolResult>(out.value.get<detail::body_outcome>());
}

std::string only_text(CallToolResult const& result) {
  REQUIRE(result.blocks.size() == 1);
  return std::get<text_content>(result.blocks[0]).text;
}

}  // namespace

TEST_CASE("text becomes one text block", "[server][TOOL-10]") {
  std::string const own = "own";
  CHECK(only_text(result_of(std::string("text"))) == "text");
  CHECK(only_text(result_of(own)) == "own");
  CHECK(only_text(result_of(std::string_view("view"))) == "view");
  CHECK(only_text(result_of("literal")) == "literal");
  CHECK(result_of("literal").structured.empty());
  CHECK_FALSE(result_of("literal").is_error);
}

TEST_CASE("a body without a result has no content", "[server][TOOL-10]") {
  slot out;
  put_body::put(out);
  CHECK(std::get<CallToolResult>(out.value.get<detail::body_outcome>()).blocks.empty());
}

TEST_CASE("a described type becomes structured content and the same as text", "[server][TOOL-11][TOOL-12]") {
  auto const result = result_of(weather{21, "clear"});
  CHECK(result.structured == R"({"degrees":21,"sky":"clear"})");
  CHECK(only_text(result) == result.structured);
  static_assert(detail::output_of<weather>() == &table_of<weather>);
  static_assert(detail::output_of<std::string>() == nullptr);
}

TEST_CASE("numbers and lists are structured content too", "[server][TOOL-12]") {
  CHECK(result_of(42).structured == "42");
  CHECK(result_of(std::vector<std::string>{"a"}).structured == R"(["a"])");
}

TEST_CASE("content blocks are passed on", "[server][TOOL-10]") {
  CHECK(std::get<image_content>(result_of(image_content{"\x89PNG", "image/png"}).blocks.at(0)).mime_type ==
        "image/png");
  CHECK(result_of(content_block{text_content{"x"}}).blocks.size() == 1);
  CHECK(result_of(std::vector<content_block>{text_content{"x"}, text_content{"y"}}).blocks.size() == 2);
}

TEST_CASE("a full result is passed on, errors included", "[server][TOOL-15]") {
  CHECK(result_of(CallToolResult::error("No such unit.")).is_error);
  CHECK(result_of(tool_outcome{CallToolResult::text("x")}).blocks.size() == 1);
  slot out;
  put_body::put(out, InputRequired{}.state("step 1"));
  CHECK(std::get<InputRequired>(out.value.get<detail::body_outcome>()).author_state() == "step 1");
  static_assert(detail::may_build_input_required<InputRequired>);
  static_assert(detail::may_build_input_required<tool_outcome>);
  static_assert(!detail::may_build_input_required<CallToolResult>);
}

TEST_CASE("other types are no result", "[server]") {
  static_assert(body_kind_of<opaque>() == body_kind::unknown);
  static_assert(body_kind_of<void*>() == body_kind::unknown);
  SUCCEED();
}
