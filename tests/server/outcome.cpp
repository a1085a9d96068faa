// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/outcome.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>

using namespace parley;
using namespace parley::testing;

namespace {

std::string const no_identity = R"("id":1,"result":{"resultType":"complete",)";

// The reply to a call of a tool that ends as `work` does.
template <class Work>
std::string reply_to(Work work) {
  still_server calc({.identify = false});
  calc.server.tool<"work">("", work);
  return calc.body(call("1", "work"));
}

struct Sum {
  int sum;
};

struct Guests {
  int count;
  static constexpr auto fields = parley::fields(field<&Guests::count>{.max = 8});
};

std::string failed =
    R"({"jsonrpc":"2.0",)" + no_identity + R"("content":[{"type":"text","text":"The tool failed."}],"isError":true}})";

}  // namespace

TEST_CASE("a tool_error is read by the model, other exceptions by the operator", "[server][TOOL-16][BASE-26]") {
  CHECK(reply_to([]() -> std::string { throw tool_error("no such service: db"); }) ==
        R"({"jsonrpc":"2.0",)" + no_identity +
            R"("content":[{"type":"text","text":"no such service: db"}],"isError":true}})");
  CHECK(reply_to([]() -> std::string { throw std::runtime_error("/home/me/secret.db: locked"); }) == failed);
  CHECK(reply_to([]() -> std::string { throw 42; }) == failed);

  still_server calc;
  calc.server.tool<"boom">("", []() -> std::string { throw std::runtime_error("locked\nfor good"); });
  calc.server.tool<"odd">("", []() -> std::string { throw 42; });
  calc.body(call("1", "boom"));
  calc.body(call("1", "odd"));
  CHECK(calc.logged("tool_failed: boom: locked?for good"));
  CHECK(calc.logged("tool_failed: odd: an exception that is no std::exception"));
}

TEST_CASE("a described type is structured content, and text for those who read only that",
          "[server][TOOL-11][TOOL-12]") {
  CHECK(reply_to([] { return Sum{5}; }) ==
        R"({"jsonrpc":"2.0",)" + no_identity +
            R"("content":[{"type":"text","text":"{\"sum\":5}"}],"structuredContent":{"sum":5}}})");
}

TEST_CASE("a tool that returns nothing has empty content, never none", "[server][TOOL-10]") {
  CHECK(reply_to([] {}) == R"({"jsonrpc":"2.0",)" + no_identity + R"("content":[]}})");
}

TEST_CASE("structured content without content is said as text, too", "[server][TOOL-12]") {
  auto const array = [] {
    CallToolResult result;
    result.structured = "[1,\n 2]";
    return result;
  };
  CHECK(reply_to(array) == R"({"jsonrpc":"2.0",)" + no_identity +
                               R"("content":[{"type":"text","text":"[1,2]"}],"structuredContent":[1,2]}})");
}

TEST_CASE("what a handler built wrong is never sent as if it were right", "[server][TOOL-11]") {
  auto const no_json = [] {
    CallToolResult result;
    result.structured = "{oops";
    return result;
  };
  auto const no_object = [] {
    CallToolResult result;
    result.meta = "[]";
    return result;
  };
  CHECK(reply_to(no_json) == failed);
  CHECK(reply_to(no_object) == failed);

  still_server calc;
  calc.server.tool<"bad">("", no_json);
  calc.body(call("1", "bad"));
  CHECK(calc.logged("tool_result_invalid: bad"));
}

TEST_CASE("a result outside its own output schema is not sent", "[server][TOOL-11]") {
  CHECK(reply_to([] { return Guests{8}; }).find(R"("structuredContent":{"count":8})") != std::string::npos);
  CHECK(reply_to([] { return Guests{9}; }) == failed);

  still_server calc;
  calc.server.tool<"count">("", [] { return Guests{9}; });
  calc.body(call("1", "count"));
  CHECK(calc.logged("tool_failed: count: a result outside its output schema: count must be at most 8"));
}

TEST_CASE("text that is no UTF-8 reaches the client as UTF-8", "[server][BASE-01]") {
  CHECK(reply_to([] { return std::string("\xC0\xFF"); }).find("\"text\":\"\xEF\xBF\xBD\xEF\xBF\xBD\"") !=
        std::string::npos);
}

TEST_CASE("a `_meta` that is no JSON object never goes out, and a formatted one goes out on one line", "[server]") {
  CHECK(reply_to([] { return text_content{"t", {}, "{"}; }) == failed);
  CHECK(reply_to([] { return text_content{"t", {}, "7"}; }) == failed);
  CHECK(reply_to([] {
          return text_content{"t", {}, "{\n  \"a\": 1\n}"};
        }) == R"({"jsonrpc":"2.0",)" + no_identity + R"("content":[{"type":"text","text":"t","_meta":{"a":1}}]}})");
}
