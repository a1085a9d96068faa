// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/subscriptions.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace parley;

namespace {

auto const number = request_id::integer(7);
auto const word = request_id::string("7");

result<subscription_filter, rpc_error> read(std::string const& notifications, filter_limits const& limits = {}) {
  return read_subscription_filter(json::parse(R"({"notifications":)" + notifications + "}"), limits);
}

// What is said of a filter that is refused with -32602; something else when it is not.
std::string refusal(std::string const& notifications, filter_limits const& limits = {}) {
  auto const read_in = read(notifications, limits);
  if (read_in) return "taken";
  if (read_in.error().code != error_code::invalid_params) return "another code";
  return read_in.error().message;
}

}  // namespace

TEST_CASE("a filter says what the client wants to hear of", "[protocol][SUB-01]") {
  auto const some = read(R"({"toolsListChanged":true,"promptsListChanged":false,"resourcesListChanged":true,)"
                         R"("resourceSubscriptions":["notes://7","file:///a%20b"]})");
  REQUIRE(some);
  CHECK(*some == subscription_filter{true, false, true, {"notes://7", "file:///a%20b"}});
  CHECK(some->wants(list_kind::tools));
  CHECK_FALSE(some->wants(list_kind::prompts));
  CHECK(some->wants(list_kind::resources));

  auto const none = read("{}");
  REQUIRE(none);
  CHECK(*none == subscription_filter{});
  CHECK_FALSE(none->wants(list_kind::tools));
}

TEST_CASE("what a filter says beyond what is known is ignored", "[protocol][SUB-01]") {
  auto const read_in = read(R"({"taskIds":["t1"],"moonListChanged":"full","promptsListChanged":true})");
  REQUIRE(read_in);
  CHECK(*read_in == subscription_filter{.prompts_list_changed = true});
}

TEST_CASE("a request without a filter is refused", "[protocol][SUB-01]") {
  auto const missing = read_subscription_filter(json::object());
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == error_code::invalid_params);
  CHECK(missing.error().origin == error_origin::handler);
  for (auto const* text : {"null", "[]", "true", "\"tools\""}) {
    CAPTURE(text);
    CHECK(refusal(text) == "notifications must be an object");
  }
}

TEST_CASE("a member of another type is refused, and named", "[protocol][SUB-01]") {
  for (std::string const name : {"toolsListChanged", "promptsListChanged", "resourcesListChanged"}) {
    for (auto const* value : {"null", "1", "\"true\"", "{}"}) {
      CAPTURE(name, value);
      CHECK(refusal("{\"" + name + "\":" + value + "}") == name + " must be a boolean");
    }
  }
  for (auto const* value : {"null", "true", "\"a:b\"", "{}", "[1]", "[null]", "[[\"a:b\"]]", "[\"a:b\",7]"}) {
    CAPTURE(value);
    CHECK(refusal(R"({"resourceSubscriptions":)" + std::string(value) + "}") ==
          "resourceSubscriptions must be an array of strings");
  }
}

TEST_CASE("a resource is named by an absolute URI, which is not repeated in the refusal", "[protocol][SUB-01]") {
  for (auto const* uri : {"", "notes", "/etc/passwd", "//host/x", "a b:c", "file:///a b", "x:\\u0007"}) {
    CAPTURE(uri);
    CHECK(refusal(R"({"resourceSubscriptions":["notes://7",")" + std::string(uri) + "\"]}") ==
          "resourceSubscriptions must hold absolute URIs");
  }
}

TEST_CASE("a URI that is named twice counts once", "[protocol][SUB-01]") {
  auto const read_in = read(R"({"resourceSubscriptions":["b:1","a:1","b:1","a:2","a:1"]})", {.resources = 3});
  REQUIRE(read_in);
  CHECK(read_in->resource_subscriptions == std::vector<std::string>{"b:1", "a:1", "a:2"});
  // Compared byte by byte: whether these are the same resource is for the server to say.
  auto const close = read(R"({"resourceSubscriptions":["a:x","A:x","a:%78"]})");
  REQUIRE(close);
  CHECK(close->resource_subscriptions.size() == 3);
}

TEST_CASE("a filter is bounded in number and in size", "[protocol][SUB-14]") {
  std::string const two = R"({"resourceSubscriptions":["a:1","a:2"]})";
  CHECK(refusal(two, {.resources = 2}) == "taken");
  CHECK(refusal(two, {.resources = 1}) == "resourceSubscriptions names too many resources");
  CHECK(refusal(two, {.resource_bytes = 6}) == "taken");
  CHECK(refusal(two, {.resource_bytes = 5}) == "resourceSubscriptions is too long");
  CHECK(refusal("{}", {.resources = 0, .resource_bytes = 0}) == "taken");

  json uris = json::array();
  for (int i = 0; i < 1024; ++i) uris.push_back("a:" + std::to_string(i));
  CHECK(refusal(json({{"resourceSubscriptions", uris}}).dump()) == "taken");
  uris.push_back("a:1024");
  CHECK(refusal(json({{"resourceSubscriptions", uris}}).dump()) == "resourceSubscriptions names too many resources");
  uris = {"a:" + std::string(std::size_t{256} << 10, 'x')};
  CHECK(refusal(json({{"resourceSubscriptions", uris}}).dump()) == "resourceSubscriptions is too long");
}

TEST_CASE("the acknowledgement names what is honoured and nothing else", "[protocol][SUB-02][SUB-06]") {
  CHECK(encode_acknowledged(word, {.tools_list_changed = true, .resource_subscriptions = {"notes://7"}}) ==
        R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":)"
        R"({"toolsListChanged":true,"resourceSubscriptions":["notes://7"]},)"
        R"("_meta":{"io.modelcontextprotocol/subscriptionId":"7"}}})");
  CHECK(encode_acknowledged(word, {.prompts_list_changed = true, .resources_list_changed = true}) ==
        R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":)"
        R"({"promptsListChanged":true,"resourcesListChanged":true},)"
        R"("_meta":{"io.modelcontextprotocol/subscriptionId":"7"}}})");
  CHECK(encode_acknowledged(number, {}) ==
        R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{},)"
        R"("_meta":{"io.modelcontextprotocol/subscriptionId":7}}})");
}

TEST_CASE("every notification carries the id of its subscription, as it came", "[protocol][META-11][SUB-04]") {
  CHECK(encode_list_changed(number, list_kind::tools) ==
        R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{)"
        R"("_meta":{"io.modelcontextprotocol/subscriptionId":7}}})");
  CHECK(encode_list_changed(word, list_kind::prompts) ==
        R"({"jsonrpc":"2.0","method":"notifications/prompts/list_changed","params":{)"
        R"("_meta":{"io.modelcontextprotocol/subscriptionId":"7"}}})");
  CHECK(encode_list_changed(word, list_kind::resources) ==
        R"({"jsonrpc":"2.0","method":"notifications/resources/list_changed","params":{)"
        R"("_meta":{"io.modelcontextprotocol/subscriptionId":"7"}}})");
  CHECK(encode_resource_updated(number, "notes://7") ==
        R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"notes://7",)"
        R"("_meta":{"io.modelcontextprotocol/subscriptionId":7}}})");
}

TEST_CASE("a subscription ends with the response to its request", "[protocol][SUB-04][SUB-08][META-08]") {
  CHECK(encode_listen_result(word, {}) == R"({"jsonrpc":"2.0","id":"7","result":{"resultType":"complete",)"
                                          R"("_meta":{"io.modelcontextprotocol/subscriptionId":"7"}}})");
  CHECK(encode_listen_result(number, make_identity({.name = "calc", .version = "1.4.2"})) ==
        R"({"jsonrpc":"2.0","id":7,"result":{"resultType":"complete",)"
        R"("_meta":{"io.modelcontextprotocol/subscriptionId":7,)"
        R"("io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})");
}

TEST_CASE("on a pipe the end is told once more, in the other of the two ways", "[protocol][CAN-06]") {
  CHECK(encode_listen_cancelled(number) ==
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,)"
        R"("_meta":{"io.modelcontextprotocol/subscriptionId":7}}})");
  CHECK(json::parse(encode_listen_cancelled(word)).at("params").at("requestId") == "7");
}
