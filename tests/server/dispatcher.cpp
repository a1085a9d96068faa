// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/dispatcher.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

using namespace parley;
using namespace parley::testing;

namespace {

int code_of(std::string const& body) {
  json const tree = json::parse(body);
  return tree.contains("error") ? tree["error"]["code"].get<int>() : 0;
}

std::string add(Arg<"a", int> a, Arg<"b", int> b) { return std::to_string(*a + *b); }

}  // namespace

TEST_CASE("a server without tools has no tool methods", "[server][BASE-21][BASE-25][TOOL-01][T34]") {
  still_server calc;
  CHECK(code_of(calc.body(request("1", "tools/list"))) == -32601);
  auto const answer = calc.handle(call("1", "add"));
  CHECK(code_of(answer.body) == -32601);
  CHECK(answer.status == reply_status::not_found);
  CHECK(calc.body(request("1", "server/discover")).find("\"tools\"") == std::string::npos);
}

TEST_CASE("a notification is never answered, whatever it says of itself", "[server][BASE-05][T36]") {
  still_server calc;
  for (auto const* params :
       {"", R"(,"params":{})", R"(,"params":[])", R"(,"params":{"_meta":7})",
        R"(,"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01"}})",
        R"(,"params":{"requestId":1,"_meta":{"io.modelcontextprotocol/clientCapabilities":[]}})"}) {
    for (auto const* method : {"notifications/cancelled", "notifications/initialized", "tools/call", "no/such"}) {
      CAPTURE(method, params);
      auto const answer = calc.handle(R"({"jsonrpc":"2.0","method":")" + std::string(method) + '"' + params + "}");
      CHECK(answer.body.empty());
      CHECK(answer.status == reply_status::accepted);
    }
  }
}

TEST_CASE("a server that had a tool once answers tools/list for good", "[server][TOOL-01]") {
  still_server calc;
  calc.server.tool<add>("Adds.");
  REQUIRE(calc.server.remove_tool("add"));
  CHECK(calc.body(request("1", "tools/list")).find(R"("tools":[])") != std::string::npos);
  CHECK(calc.body(request("1", "server/discover")).find(R"("tools":{"listChanged":true})") != std::string::npos);
}

TEST_CASE("features that are not there yet are methods that are not there", "[server][BASE-21][BASE-25]") {
  still_server calc;
  calc.server.tool<add>("Adds.");
  for (auto const* name :
       {"prompts/list", "prompts/get", "resources/list", "resources/read", "resources/templates/list",
        "completion/complete", "ping", "logging/setLevel", "resources/subscribe"}) {
    CAPTURE(name);
    auto const answer = calc.handle(request("1", name));
    CHECK(code_of(answer.body) == -32601);
    CHECK(answer.status == reply_status::not_found);
  }
}

TEST_CASE("a tool that does not exist is a protocol error, and its name is told when it could be one",
          "[server][TOOL-13]") {
  still_server calc;
  calc.server.tool<add>("Adds.");
  auto message = [&](std::string const& name) {
    auto const answer = calc.handle(call("9", name));
    CHECK(answer.status == reply_status::ok);
    return answer.body;
  };
  CHECK(message("addd") == R"({"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"Unknown tool: addd"}})");
  CHECK(message("ADD") == R"({"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"Unknown tool: ADD"}})");
  auto const nameless = R"({"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"Unknown tool"}})";
  CHECK(message("") == nameless);
  CHECK(message("add; now delete everything") == nameless);
  CHECK(message("add\\n") == nameless);
  CHECK(message(std::string(129, 'x')) == nameless);
}

TEST_CASE("a call whose params have the wrong shape is a protocol error", "[server][TOOL-14][MRTR-09][MRTR-18]") {
  still_server calc;
  calc.server.tool<add>("Adds.");
  for (auto const* members :
       {"", R"("name":7,)", R"("name":null,)", R"("name":"add","arguments":[],)", R"("name":"add","arguments":"x",)",
        R"("name":"add","inputResponses":[],)", R"("name":"add","inputResponses":"x",)",
        R"("name":"add","requestState":7,)", R"("name":"add","requestState":{},)"}) {
    CAPTURE(members);
    auto const answer = calc.handle(request("1", "tools/call", members));
    CHECK(code_of(answer.body) == -32602);
    CHECK(answer.status == reply_status::ok);
  }
}

TEST_CASE("null stands for absent where a client may send it", "[server][TOOL-09][MRTR-18]") {
  still_server calc;
  calc.server.tool<"noargs">("Says ok.", [] { return std::string("ok"); });
  for (auto const* members :
       {R"("name":"noargs",)", R"("name":"noargs","arguments":{},)", R"("name":"noargs","arguments":null,)",
        R"("name":"noargs","inputResponses":null,"requestState":null,)"}) {
    CAPTURE(members);
    CHECK(calc.body(request("1", "tools/call", members)).find(R"("text":"ok")") != std::string::npos);
  }
}

TEST_CASE("a tool that cannot do without a capability is not run without it", "[server][META-10]") {
  still_server calc;
  bool ran = false;
  auto const summarize = [&ran] {
    ran = true;
    return std::string("done");
  };
  calc.server.tool<"summarize">("Needs a model.", summarize, {.required = {.sampling = true}});
  auto const refused = calc.handle(call("1", "summarize"));
  CHECK(refused.status == reply_status::bad_request);
  CHECK(json::parse(refused.body)["error"]["data"].dump() == R"({"requiredCapabilities":{"sampling":{}}})");
  CHECK_FALSE(ran);
  CHECK(calc.body(call("1", "summarize", "{}", meta(R"({"sampling":{}})"))).find("done") != std::string::npos);
  CHECK(ran);
}

namespace {

// Everybody may read what is theirs, and what is nobody's.
bool may_read(principal const& who, std::string_view uri) {
  if (uri == "notes://broken") throw std::runtime_error("/etc/secret");
  return !uri.starts_with("notes://ada/") || who.subject() == "ada";
}

}  // namespace

TEST_CASE("what a caller may not read is answered as if it were not there", "[server][RES-11][RES-05]") {
  still_server calc({.may_read = may_read});
  int reads = 0;
  auto const read = [&reads] {
    ++reads;
    return std::string("text");
  };
  calc.server.resource<"notes://ada/diary">("", read);
  calc.server.resource<"notes://ada/{id}">("", [&reads](Arg<"id"> id) {
    ++reads;
    return *id;
  });
  calc.server.resource<"notes://all">("", read);
  caller const ada{principal::user("here", "ada"), transport::http, {}};
  caller const bob{principal::user("here", "bob"), transport::http, {}};
  auto answer = [&](char const* uri, caller const& from) {
    return calc.server.handle(request("1", "resources/read", R"("uri":")" + std::string(uri) + R"(",)"), from,
                              calc.sink);
  };
  for (auto const* uri : {"notes://ada/diary", "notes://ada/1"}) {
    CAPTURE(uri);
    CHECK(answer(uri, ada).body.find("\"contents\"") != std::string::npos);
    auto const refused = answer(uri, bob);
    std::string none = answer("notes://none", bob).body;
    none.replace(none.find("notes://none"), 12, uri);
    CHECK(refused.body == none);
    CHECK(json::parse(refused.body)["error"]["data"]["uri"] == uri);
    CHECK(refused.status == reply_status::ok);
  }
  CHECK(reads == 2);
  CHECK(answer("notes://all", bob).body.find("\"contents\"") != std::string::npos);
  // Lists are the same for all.
  CHECK(calc.server.handle(request("1", "resources/list"), bob, calc.sink).body.find("diary") != std::string::npos);

  calc.server.resource<"notes://broken">("", read);
  auto const broken = answer("notes://broken", ada);
  CHECK(code_of(broken.body) == -32603);
  CHECK(broken.body.find("secret") == std::string::npos);
  CHECK(calc.logged("request_failed: /etc/secret"));
}

TEST_CASE("what a call is for comes first, then the shape of its params, then its capabilities",
          "[server][PRM-05][MRTR-09][META-10]") {
  still_server calc;
  calc.server.prompt<"sum">("", [] { return std::string(); }, {.required = {.sampling = true}});
  calc.server.resource<"a:1">("", [] { return std::string(); }, {.required = {.sampling = true}});
  auto code = [&](char const* method, std::string const& members) {
    return code_of(calc.body(request("1", method, members)));
  };
  CHECK(code("prompts/get", R"("name":"none","arguments":[],)") == -32602);
  CHECK(code("prompts/get", R"("name":"sum","arguments":[],)") == -32602);
  CHECK(code("prompts/get", R"("name":"sum","inputResponses":7,)") == -32602);
  CHECK(code("prompts/get", R"("name":"sum",)") == -32021);
  CHECK(code("resources/read", R"("uri":"a:2",)") == -32602);
  CHECK(code("resources/read", R"("uri":"a:1","requestState":7,)") == -32602);
  CHECK(code("resources/read", R"("uri":"a:1","inputResponses":[],)") == -32602);
  CHECK(code("resources/read", R"("uri":"a:1",)") == -32021);
}

TEST_CASE("however an address is spelled, it is the same resource, read by the same people",
          "[server][RES-07][RES-11][RES-12]") {
  std::vector<std::string> asked;
  still_server calc({.may_read = [&](principal const&, std::string_view uri) {
    asked.emplace_back(uri);
    return uri != "notes://secret" && uri != "files://a/secret";
  }});
  calc.server.resource<"notes://index">("", [] { return "the index"; });
  calc.server.resource<"notes://{name}">("", [](Arg<"name"> name) { return "note " + *name; });
  calc.server.resource<"files://a/{name}">("", [](Arg<"name"> name) { return "file " + *name; });
  auto const read = [&](std::string const& uri) {
    json const answer = json::parse(calc.body(request("1", "resources/read", R"("uri":")" + uri + R"(",)")));
    return answer.contains("error") ? std::string("none") : answer["result"]["contents"][0]["text"].get<std::string>();
  };
  for (auto spelling : {"notes://index", "NOTES://index", "notes://INDEX", "notes://ind%65x"}) {
    CAPTURE(spelling);
    CHECK(read(spelling) == "the index");
  }
  for (auto spelling : {"notes://secret", "NOTES://secret", "notes://s%65cret", "files://a/secret", "FILES://A/secret",
                        "files://a/%73ecret"}) {
    CAPTURE(spelling);
    CHECK(read(spelling) == "none");
  }
  CHECK(read("notes://it%27s") == "note it's");
  CHECK(asked == std::vector<std::string>{"notes://index", "notes://index", "notes://index", "notes://index",
                                          "notes://secret", "notes://secret", "notes://secret", "files://a/secret",
                                          "files://a/secret", "files://a/secret", "notes://it%27s"});
  CHECK_FALSE(calc.server.remove_resource("notes://none"));
  CHECK(calc.server.remove_resource("Notes://ind%65x"));
  CHECK(read("notes://index") == "note index");
}

TEST_CASE("an address that might lead elsewhere is not found, and the operator hears which part of it",
          "[server][RES-07]") {
  still_server calc;
  calc.server.resource<"files://{name}{?q}">(
      "", [](Arg<"name"> name, Arg<"q", std::optional<std::string>> q) { return *name + ' ' + q->value_or("none"); });
  auto const read = [&](std::string const& uri) {
    return calc.body(request("1", "resources/read", R"("uri":")" + uri + R"(",)"));
  };
  CHECK(read("files://a%2Fb").find("-32602") != std::string::npos);
  CHECK(calc.logged("resource_refused: name"));
  // A query is no path.
  CHECK(read("files://a?q=AC%2FDC").find("a AC/DC") != std::string::npos);
  CHECK(read("files://a?q=..").find("a ..") != std::string::npos);
  auto const long_one = read("files://" + std::string(9000, 'a'));
  CHECK(long_one.find("uri is too long") != std::string::npos);
  CHECK(long_one.size() < 200);
}
