// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/exchange.hpp>
#include <parley/server/subscription_hub.hpp>

#include "server/feature_client.hpp"
#include "support/catch.hpp"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

// subscriptions/listen from the request to the notifications, without a transport: the test drives the exchange and
// holds its stream.

using namespace parley;
using namespace parley::testing;

namespace {

using action = exchange::action;
using lines = std::vector<std::string>;

std::string listen(std::string const& id, std::string const& wanted) {
  return request(id, "subscriptions/listen", R"("notifications":)" + wanted + ",");
}

std::string const everything = R"({"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true})";

std::string text() { return "text"; }
std::string note(Arg<"id"> id) { return *id; }

// A server with one of each.
struct newsroom : still_server {
  explicit newsroom(server_options options = {}) : still_server(std::move(options)) {
    server.tool<"first">("", &text);
    server.prompt<"first">("", &text);
    server.resource<"notes://first">("", &text);
  }
  // The stream of a request, acknowledged or not.
  std::shared_ptr<detail::subscription> open(std::string const& line, caller const& from = {}) {
    auto one = server.begin(*server.read(line, from), from, sink);
    REQUIRE(one.start() == action::listen);
    return one.stream();
  }
  // The same once its acknowledgement is taken.
  std::shared_ptr<detail::subscription> open_and_read(std::string const& line) {
    auto stream = open(line);
    REQUIRE(stream->take().lines.size() == 1);
    return stream;
  }
  // The answer to a request that opens no stream.
  reply refused(std::string const& line) {
    auto one = server.begin(*server.read(line, {}), {}, sink);
    REQUIRE(one.start() == action::done);
    return one.take_reply();
  }
};

json acknowledged(detail::subscription& stream) {
  auto const told = stream.take();
  REQUIRE_FALSE(told.lines.empty());
  json const first = json::parse(told.lines.front());
  CHECK(first["method"] == "notifications/subscriptions/acknowledged");
  return first["params"]["notifications"];
}

auto const one = request_id::integer(1);
auto const changed = [](list_kind which) { return encode_list_changed(one, which); };

}  // namespace

TEST_CASE("the first message is the acknowledgement, byte for byte as expected", "[server][SUB-02][SUB-03][META-11]") {
  newsroom calc;
  auto const stream = calc.open(listen("\"l-1\"", R"({"toolsListChanged":true,"promptsListChanged":false,)"
                                                  R"("resourceSubscriptions":["notes://first"],"later":7})"));
  auto const told = stream->take();
  CHECK(told.lines == lines{R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{)"
                            R"("notifications":{"toolsListChanged":true,"resourceSubscriptions":["notes://first"]},)"
                            R"("_meta":{"io.modelcontextprotocol/subscriptionId":"l-1"}}})"});
  CHECK_FALSE(told.last);
  CHECK(calc.sink.lines().empty());
}

TEST_CASE("what is ill-formed opens no stream", "[server][SUB-01]") {
  newsroom calc;
  for (auto const& line :
       {request("1", "subscriptions/listen"), listen("1", "null"), listen("1", "[]"), listen("1", "true"),
        listen("1", R"({"toolsListChanged":1})"), listen("1", R"({"promptsListChanged":null})"),
        listen("1", R"({"resourcesListChanged":"yes"})"), listen("1", R"({"resourceSubscriptions":"notes://first"})"),
        listen("1", R"({"resourceSubscriptions":[7]})"), listen("1", R"({"resourceSubscriptions":["first"]})")}) {
    CAPTURE(line);
    auto const answer = calc.refused(line);
    CHECK(error_of(answer.body)["code"] == -32602);
    CHECK(answer.status == reply_status::ok);
  }
}

TEST_CASE("the id of the request is on all that is told, as it was written", "[server][SUB-04][SUB-08][META-11]") {
  newsroom calc;
  for (auto const* id : {"7", "\"7\"", "-1"}) {
    CAPTURE(id);
    auto const stream = calc.open(listen(id, R"({"toolsListChanged":true,"resourceSubscriptions":["notes://first"]})"));
    calc.server.tool<"more">("", &text);
    calc.server.remove_tool("more");
    calc.server.resource_updated("notes://first");
    stream->end();
    auto const told = stream->take();
    REQUIRE(told.lines.size() == 3);
    for (auto const& line : told.lines) {
      CHECK(json::parse(line)["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"].dump() == id);
    }
    REQUIRE(told.last);
    json const last = json::parse(told.last->body);
    CHECK(last["id"].dump() == id);
    CHECK(last["result"]["resultType"] == "complete");
    CHECK(last["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"].dump() == id);
    CHECK_FALSE(last["result"].contains("ttlMs"));
  }
}

TEST_CASE("a list that changes is told, whichever it is and however", "[server][TOOL-18][RES-14][PRM-01]") {
  newsroom calc;
  auto const stream = calc.open_and_read(listen("1", everything));
  calc.server.tool<"more">("", &text);
  CHECK(stream->take().lines == lines{changed(list_kind::tools)});
  calc.server.remove_tool("more");
  CHECK(stream->take().lines == lines{changed(list_kind::tools)});
  calc.server.prompt<"more">("", &text);
  CHECK(stream->take().lines == lines{changed(list_kind::prompts)});
  calc.server.remove_prompt("more");
  CHECK(stream->take().lines == lines{changed(list_kind::prompts)});
  calc.server.resource<"notes://more">("", &text);
  CHECK(stream->take().lines == lines{changed(list_kind::resources)});
  calc.server.remove_resource("notes://more");
  CHECK(stream->take().lines == lines{changed(list_kind::resources)});
  // Templates have no notification of their own.
  calc.server.resource<"notes://{id}", note>("");
  CHECK(stream->take().lines == lines{changed(list_kind::resources)});
  calc.server.remove_resource("notes://{id}");
  CHECK(stream->take().lines == lines{changed(list_kind::resources)});

  CHECK_FALSE(calc.server.remove_tool("none"));
  CHECK_THROWS_AS(calc.server.tool<"first">("", &text), std::logic_error);
  CHECK(stream->take().lines.empty());
}

TEST_CASE("changes are told on streams that asked for them, and nowhere else", "[server][SUB-05][TOOL-19]") {
  newsroom calc;
  auto const stream = calc.open_and_read(listen("1", R"({"promptsListChanged":true})"));
  calc.server.tool<"busy">("", [&calc](Context& context) {
    calc.server.tool<"more">("", &text);
    calc.server.resource_updated("notes://first");
    context.progress(1);
    context.log(severity::error, "loud");
    return std::string("done");
  });
  auto const loud = meta("{}", R"(,"progressToken":"p","io.modelcontextprotocol/logLevel":"debug")");
  CHECK(calc.body(call("2", "busy", "{}", loud)).find("done") != std::string::npos);
  CHECK(stream->take().lines.empty());
  REQUIRE(calc.sink.lines().size() == 2);
  for (auto const& line : calc.sink.lines()) CHECK(line.find("list_changed") == std::string::npos);
}

TEST_CASE("what the server does not serve is left out of the acknowledgement", "[server][SUB-06][T14]") {
  still_server calc;
  calc.server.prompt<"first">("", &text);
  auto one_more = calc.server.begin(
      *calc.server.read(listen("1", R"({"toolsListChanged":true,"promptsListChanged":true,)"
                                    R"("resourcesListChanged":true,"resourceSubscriptions":["notes://first"]})"),
                        {}),
      {}, calc.sink);
  REQUIRE(one_more.start() == action::listen);
  CHECK(acknowledged(*one_more.stream()).dump() == R"({"promptsListChanged":true})");
  calc.server.tool<"first">("", &text);
  CHECK(one_more.stream()->take().lines.empty());
}

TEST_CASE("a server that serves nothing listens all the same, and stays", "[server][SUB-15][T14]") {
  still_server calc;
  auto empty = calc.server.begin(*calc.server.read(listen("1", everything), {}), {}, calc.sink);
  REQUIRE(empty.start() == action::listen);
  CHECK(acknowledged(*empty.stream()) == json::object());
  auto const told = empty.stream()->take();
  CHECK(told.lines.empty());
  CHECK_FALSE(told.last);
}

TEST_CASE("one change is told on each stream, under its own id", "[server][SUB-07]") {
  newsroom calc;
  auto const mine = calc.open_and_read(listen("1", R"({"resourceSubscriptions":["notes://first"]})"));
  auto const yours = calc.open_and_read(listen("\"y\"", R"({"resourceSubscriptions":["notes://2","notes://first"]})"));
  auto const none = calc.open_and_read(listen("3", R"({"resourceSubscriptions":["notes://2"]})"));
  calc.server.resource_updated("notes://first");
  CHECK(mine->take().lines == lines{encode_resource_updated(one, "notes://first")});
  CHECK(yours->take().lines == lines{encode_resource_updated(request_id::string("y"), "notes://first")});
  CHECK(none->take().lines.empty());
}

TEST_CASE("an update is told for the address as it was subscribed to", "[server][RES-09]") {
  newsroom calc;
  auto const stream = calc.open_and_read(listen("1", R"({"resourceSubscriptions":["notes://first"]})"));
  for (auto const* other : {"notes://first/", "notes://first/1", "notes://firs", "NOTES://first", "notes://firs%74"}) {
    calc.server.resource_updated(other);
  }
  CHECK(stream->take().lines.empty());
  calc.server.resource_updated("notes://first");
  CHECK(stream->take().lines.size() == 1);
}

TEST_CASE("what changes before the acknowledgement is sent is told after it", "[server][SUB-03][SUB-11]") {
  newsroom calc;
  auto const stream = calc.open(listen("1", everything));
  calc.server.tool<"more">("", &text);
  auto const told = stream->take().lines;
  REQUIRE(told.size() == 2);
  CHECK(json::parse(told[0])["method"] == "notifications/subscriptions/acknowledged");
  CHECK(told[1] == changed(list_kind::tools));
}

TEST_CASE("a burst of changes is told once", "[server][SUB-16]") {
  newsroom calc;
  auto const stream = calc.open_and_read(listen("1", everything));
  for (int i = 0; i < 100; ++i) {
    calc.server.tool<"more">("", &text);
    calc.server.remove_tool("more");
  }
  CHECK(stream->take().lines == lines{changed(list_kind::tools)});
}

TEST_CASE("as many streams and resources as the options allow", "[server][SUB-14]") {
  newsroom calc({.max_subscriptions = 1, .max_watched_resources = 2});
  CHECK(error_of(calc.refused(listen("1", R"({"resourceSubscriptions":["a:1","a:2","a:3"]})")).body)["code"] == -32602);
  auto first = calc.open(listen("1", R"({"resourceSubscriptions":["a:1","a:2","a:1"]})"));
  auto const second = calc.refused(listen("2", "{}"));
  CHECK(error_of(second.body).dump() == R"({"code":-32603,"message":"Subscription limit reached"})");
  CHECK(second.status == reply_status::ok);
  first.reset();
  calc.open(listen("3", "{}"));
}

TEST_CASE("what a caller may not read is not watched for that caller", "[server][SUB-17][RES-11]") {
  newsroom calc({.may_read = [](principal const& who, std::string_view uri) {
    return who.subject() == "ada" || uri == "notes://first";
  }});
  auto const line = listen("1", R"({"resourceSubscriptions":["notes://secret","notes://first"]})");
  auto const bob = calc.open(line, {principal::user("here", "bob"), transport::http, {}});
  auto const ada = calc.open(line, {principal::user("here", "ada"), transport::http, {}});
  CHECK(acknowledged(*bob).dump() == R"({"resourceSubscriptions":["notes://first"]})");
  CHECK(acknowledged(*ada).dump() == R"({"resourceSubscriptions":["notes://secret","notes://first"]})");
  calc.server.resource_updated("notes://secret");
  CHECK(bob->take().lines.empty());
  CHECK(ada->take().lines.size() == 1);

  auto const nothing = calc.open(listen("2", R"({"resourceSubscriptions":["notes://secret"]})"));
  CHECK(acknowledged(*nothing) == json::object());
}

TEST_CASE("a resource may be watched before it is there, and nobody asks whether it ever will be",
          "[server][SUB-06][T14]") {
  newsroom calc;
  auto const stream = calc.open(listen("1", R"({"resourceSubscriptions":["notes://later","other:scheme"]})"));
  CHECK(acknowledged(*stream).dump() == R"({"resourceSubscriptions":["notes://later","other:scheme"]})");
  calc.server.resource<"notes://later">("", &text);
  calc.server.resource_updated("notes://later");
  CHECK(stream->take().lines == lines{encode_resource_updated(one, "notes://later")});
}

TEST_CASE("who cannot wait is told the acknowledgement, and that this was all", "[server][SUB-08]") {
  newsroom calc;
  auto const answer = calc.handle(listen("1", everything));
  REQUIRE(calc.sink.lines().size() == 1);
  CHECK(json::parse(calc.sink.lines()[0])["params"]["notifications"].size() == 3);
  CHECK(answer.body == R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{)"
                       R"("io.modelcontextprotocol/subscriptionId":1,)"
                       R"("io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})");
  CHECK(answer.status == reply_status::ok);
}

TEST_CASE("a server that ends ends its streams", "[server][SUB-08]") {
  std::optional<newsroom> calc(std::in_place);
  auto const stream = calc->open_and_read(listen("1", everything));
  calc.reset();
  auto const told = stream->take();
  CHECK(told.lines.empty());
  REQUIRE(told.last);
  CHECK(result_of(told.last->body)["resultType"] == "complete");
}
