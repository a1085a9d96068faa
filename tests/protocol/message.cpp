// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/message.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace parley;

namespace {

std::string with_id(std::string const& id) { return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/list"})"; }

int code_of(refused_message const& refused) { return static_cast<int>(refused.error.code); }

}  // namespace

TEST_CASE("a request is read with its id, its method and its params", "[protocol][BASE-01]") {
  auto const message = parse_message(R"({"jsonrpc":"2.0","id":"q","method":"tools/call","params":{"name":"add"}})");
  REQUIRE(message);
  CHECK(message->kind == message_kind::request);
  CHECK(message->id == request_id::string("q"));
  CHECK(message->method == "tools/call");
  REQUIRE(message->params != nullptr);
  CHECK(message->params->at("name") == "add");
}

TEST_CASE("a message without an id is a notification", "[protocol][BASE-05]") {
  auto const message = parse_message(R"({"jsonrpc":"2.0","method":"notifications/cancelled"})");
  REQUIRE(message);
  CHECK(message->kind == message_kind::notification);
  CHECK(message->params == nullptr);
}

TEST_CASE("a notification is not refused for its params, since nobody would hear of it", "[protocol][BASE-05]") {
  auto const message = parse_message(R"({"jsonrpc":"2.0","method":"notifications/x","params":[1]})");
  REQUIRE(message);
  CHECK(message->kind == message_kind::notification);
  CHECK(message->params == nullptr);
}

TEST_CASE("a response is told from a request", "[protocol][BASE-19]") {
  for (std::string const text : {R"({"jsonrpc":"2.0","id":1,"result":{}})", R"({"jsonrpc":"2.0","error":{"code":1}})",
                                 R"({"jsonrpc":"2.0","id":null,"error":{"code":1}})",
                                 R"({"jsonrpc":"2.0","id":"x","result":{"action":"accept"},"error":{"code":1}})"}) {
    auto const message = parse_message(text);
    REQUIRE(message);
    CHECK(message->kind == message_kind::response);
    CHECK((message->result != nullptr) == (text.find("error") == std::string::npos));
  }
}

TEST_CASE("an id that is not allowed is refused, and not echoed", "[protocol][BASE-02][BASE-04]") {
  for (auto const* id : {"null", "1.5", "1.0", "1e2", "{}", "[]", "true"}) {
    CAPTURE(id);
    auto const message = parse_message(with_id(id));
    REQUIRE_FALSE(message);
    auto const why = message.error();
    CHECK(code_of(why) == -32600);
    CHECK_FALSE(why.id.has_value());
  }
  for (auto const* id : {"1e999", "18446744073709551616"}) {
    CAPTURE(id);
    auto const message = parse_message(with_id(id));
    REQUIRE_FALSE(message);
    CHECK(code_of(message.error()) == -32700);
  }
}

TEST_CASE("what is no JSON object is refused without an id", "[protocol][BASE-22][HTTP-01][T30]") {
  for (auto const* text :
       {R"([{"jsonrpc":"2.0","id":1,"method":"tools/list"}])", "[]", "[1,2]", "\"x\"", "7", "null", "{}"}) {
    CAPTURE(text);
    auto const message = parse_message(text);
    REQUIRE_FALSE(message);
    CHECK(code_of(message.error()) == -32600);
    CHECK_FALSE(message.error().id.has_value());
    CHECK(message.error().error.origin == error_origin::ladder);
  }
}

TEST_CASE("what cannot be read is a parse error", "[protocol][BASE-10][BASE-24]") {
  for (auto const* text : {"", "{", R"({"jsonrpc":"2.0","id":7,)", "{} {}", "\xFF\xFE", R"({"a":1,"a":2})",
                           R"({"jsonrpc":"2.0","id":1,"method":"\ud800"})"}) {
    CAPTURE(text);
    auto const message = parse_message(text);
    REQUIRE_FALSE(message);
    CHECK(code_of(message.error()) == -32700);
    CHECK_FALSE(message.error().id.has_value());
  }
  auto const deep = parse_message(std::string(200, '[') + std::string(200, ']'));
  REQUIRE_FALSE(deep);
  CHECK(code_of(deep.error()) == -32700);
  CHECK(deep.error().why.reason == "too_deep");
}

TEST_CASE("a request that is no JSON-RPC 2.0 is refused with the id that it has", "[protocol][BASE-04][STDIO-09]") {
  struct row {
    char const* text;
    std::int64_t id;
  };
  for (auto const& [text, id] :
       {row{R"({"id":8,"method":"tools/list"})", 8}, row{R"({"jsonrpc":"1.0","id":9,"method":"tools/list"})", 9},
        row{R"({"jsonrpc":2.0,"id":9,"method":"tools/list"})", 9}, row{R"({"jsonrpc":"2.0","id":10,"method":5})", 10},
        row{R"({"jsonrpc":"2.0","id":11})", 11}}) {
    CAPTURE(text);
    auto const message = parse_message(text);
    REQUIRE_FALSE(message);
    CHECK(code_of(message.error()) == -32600);
    CHECK(message.error().id == request_id::integer(id));
  }
}

TEST_CASE("params of a request are an object", "[protocol][META-04]") {
  for (auto const* params : {"[]", "null", "3", "\"x\""}) {
    CAPTURE(params);
    auto const message =
        parse_message(std::string(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":)") + params + "}");
    REQUIRE_FALSE(message);
    CHECK(code_of(message.error()) == -32602);
    CHECK(message.error().id == request_id::integer(1));
  }
}

TEST_CASE("unknown members of a message are ignored", "[protocol][BASE-23]") {
  CHECK(parse_message(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","extra":{"deep":[1,2]}})"));
}

TEST_CASE("a cancellation names a request, and a broken one names none", "[protocol][CAN-01][CAN-05]") {
  auto named = [](std::string const& rest) {
    return cancelled_request(*parse_message(R"({"jsonrpc":"2.0","method":"notifications/cancelled")" + rest + "}"));
  };
  CHECK(named(R"(,"params":{"requestId":"q-7","reason":"no need"})") == request_id::string("q-7"));
  CHECK(named(R"(,"params":{"requestId":7})") == request_id::integer(7));
  CHECK_FALSE(named("").has_value());
  CHECK_FALSE(named(R"(,"params":{})").has_value());
  CHECK_FALSE(named(R"(,"params":{"requestId":null})").has_value());
  CHECK_FALSE(named(R"(,"params":{"requestId":[7]})").has_value());
  auto const other = parse_message(R"({"jsonrpc":"2.0","method":"notifications/x","params":{"requestId":7}})");
  CHECK_FALSE(cancelled_request(*other).has_value());
  auto const request =
      parse_message(R"({"jsonrpc":"2.0","id":1,"method":"notifications/cancelled","params":{"requestId":7}})");
  CHECK_FALSE(cancelled_request(*request).has_value());
}
