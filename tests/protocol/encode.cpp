// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/encode.hpp>

#include "support/catch.hpp"

#include <limits>
#include <string>

using namespace parley;

namespace {

auto const id = request_id::integer(7);
server_identity const calc = make_identity({.name = "calc", .version = "1.4.2"});

}  // namespace

TEST_CASE("a result carries the server's identity", "[protocol][META-08][BASE-06]") {
  CHECK(encode_call_result(id, CallToolResult::text("5"), calc) ==
        R"({"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","content":[{"type":"text","text":"5"}],)"
        R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})");
}

TEST_CASE("no empty _meta is sent", "[protocol][META-15]") {
  CHECK(encode_call_result(id, {}, server_identity()) ==
        R"({"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","content":[]}})");
}

TEST_CASE("structured content may be any JSON value", "[protocol][TOOL-10]") {
  CallToolResult result;
  result.structured = "null";
  CHECK(encode_call_result(id, result, server_identity()) ==
        R"({"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","content":[],"structuredContent":null}})");
}

TEST_CASE("what a handler put into _meta stays, but it cannot pose as another server", "[protocol][META-08]") {
  auto result = CallToolResult::error("no");
  result.meta = R"({"com.example/k":1,"io.modelcontextprotocol/serverInfo":{"name":"other"}})";
  CHECK(
      encode_call_result(id, result, calc) ==
      R"({"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","content":[{"type":"text","text":"no"}],)"
      R"("isError":true,"_meta":{"com.example/k":1,"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})");
}

TEST_CASE("a round of questions has no content and no caching hints", "[protocol][MRTR-02][MRTR-21][CACHE-02]") {
  CHECK(encode_input_required(request_id::string("q"), R"({"who":{"method":"roots/list"}})", "p1.abc", {}) ==
        R"({"jsonrpc":"2.0","id":"q","result":{"resultType":"input_required",)"
        R"("inputRequests":{"who":{"method":"roots/list"}},"requestState":"p1.abc"}})");
  CHECK(encode_input_required(id, {}, "p1.abc", {}) ==
        R"({"jsonrpc":"2.0","id":7,"result":{"resultType":"input_required","requestState":"p1.abc"}})");
  CHECK(encode_input_required(id, "{}", {}, calc) ==
        R"({"jsonrpc":"2.0","id":7,"result":{"resultType":"input_required","inputRequests":{},)"
        R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})");
}

TEST_CASE("an error without a readable id has no id", "[protocol][BASE-04][T22]") {
  CHECK(encode_error({}, parse_error()).body == R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}})");
  CHECK(encode_error(request_id::string("8"), method_not_found()).body ==
        R"({"jsonrpc":"2.0","id":"8","error":{"code":-32601,"message":"Method not found"}})");
}

TEST_CASE("progress leaves out what was not given", "[protocol][PRG-02]") {
  CHECK(
      encode_progress(request_id::string("p-7"), 0.4, 1, "half") ==
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p-7","progress":0.4,"total":1,"message":"half"}})");
  CHECK(encode_progress(id, 3, std::numeric_limits<double>::infinity(), {}) ==
        R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":3}})");
}

TEST_CASE("a log line has a level and data", "[protocol][LOG-06]") {
  CHECK(
      encode_log(severity::warning, "db", R"({"retry":2})") ==
      R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","logger":"db","data":{"retry":2}}})");
  CHECK(encode_log(severity::debug, {}, "\"x\"") ==
        R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"debug","data":"x"}})");
}
