// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/make_resource.hpp>

#include "server/feature_client.hpp"
#include "support/catch.hpp"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

int reads = 0;

std::string read_note(Arg<"id", int> id) {
  ++reads;
  if (*id > 9) throw resource_not_found{};
  return "note " + std::to_string(*id);
}
std::string named(Arg<"name"> name) {
  ++reads;
  return "name " + *name;
}
std::string file(Arg<"path"> path) {
  ++reads;
  return "file " + *path;
}
std::string joined(Arg<"tags", std::vector<std::string>> tags) {
  std::string all;
  for (auto const& tag : *tags) all += "<" + tag + ">";
  return all;
}
int sum(Arg<"n", std::optional<std::vector<int>>> n) {
  int all = 0;
  for (int const each : n->value_or(std::vector<int>{})) all += each;
  return all;
}

class Shelf {
 public:
  ResourceContents cover(Arg<"id", unsigned> id) const {
    return ResourceContents::of_bytes(pictures.at(*id), "image/png");
  }
  std::vector<std::string> pictures{"zero", "one"};
};

struct Reason {
  std::string why;
};
Elicit<Reason> ask_why(Arg<"id", int> id) { return {message("Why read {}?", id)}; }
std::string read_secret(Arg<"id", int> id, Resolve<ask_why> reason) { return std::to_string(*id) + ": " + reason->why; }

int code(std::string const& body) { return error_of(body)["code"]; }

}  // namespace

TEST_CASE("an address and a signature become a resource or a template", "[server]") {
  auto const note = detail::make_resource<"notes://{id}", read_note>("A note.", {.mime_type = "text/plain"});
  CHECK(note.name == "notes://{id}");
  CHECK(note.options.name == "read_note");
  CHECK(note.description == "A note.");
  CHECK(note.rules.textual_arguments);
  auto const all = detail::make_resource<"notes://all">("All.", [] { return std::string(); });
  CHECK(all.options.name == "notes://all");
  CHECK(detail::make_resource<"notes://{id}", read_note>("", {.name = "note"}).options.name == "note");
}

TEST_CASE("resources and templates have a list each", "[server][RES-01][RES-02][RES-03][CACHE-01]") {
  still_server calc;
  calc.server.resource<"notes://{id}", read_note>("A note.");
  CHECK_THROWS_AS((calc.server.resource<"notes://{id}/x", read_note>("A note.", {.size = 7})), std::logic_error);
  calc.server.resource<"notes://all">("All.", [] { return std::string(); },
                                      {.name = "all", .mime_type = "text/plain", .size = 7});
  std::string const end = R"(],"ttlMs":0,"cacheScope":"private",)"
                          R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})";
  CHECK(calc.body(request("1", "resources/list")) ==
        R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","resources":[{"uri":"notes://all","name":"all",)"
        R"("description":"All.","mimeType":"text/plain","size":7})" +
            end);
  CHECK(calc.body(request("1", "resources/templates/list")) ==
        R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","resourceTemplates":[{)"
        R"("uriTemplate":"notes://{id}","name":"read_note","description":"A note."})" +
            end);
}

TEST_CASE("a server that had a resource once answers both lists for good", "[server][RES-01]") {
  still_server calc;
  for (auto const* method : {"resources/list", "resources/templates/list", "resources/read"}) {
    CHECK(code(calc.body(request("1", method))) == -32601);
  }
  calc.server.resource<"notes://{id}", read_note>("A note.");
  CHECK(result_of(calc.body(request("1", "resources/list")))["resources"] == json::array());
  CHECK(calc.server.remove_resource("notes://{id}"));
  CHECK_FALSE(calc.server.remove_resource("notes://{id}"));
  CHECK(result_of(calc.body(request("1", "resources/templates/list")))["resourceTemplates"] == json::array());
  CHECK(code(calc.body(read_resource("notes://1"))) == -32602);
  json const discovered = result_of(calc.body(request("1", "server/discover")));
  CHECK(discovered["capabilities"]["resources"].dump() == R"({"listChanged":true,"subscribe":true})");
}

TEST_CASE("resources/read is answered byte for byte as expected", "[server][RES-04][CACHE-01]") {
  still_server calc;
  calc.server.resource<"notes://{id}", read_note>("A note.", {.cache = {.ttl = std::chrono::seconds(5)}});
  auto const answer = calc.handle(read_resource("notes://7"));
  CHECK(answer.body == R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","contents":[{"uri":"notes://7",)"
                       R"("mimeType":"text/plain","text":"note 7"}],"ttlMs":5000,"cacheScope":"private",)"
                       R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})");
  CHECK(answer.status == reply_status::ok);
}

TEST_CASE("members and lambdas hold resources too, and bytes go out as base64", "[server][RES-04]") {
  still_server calc;
  Shelf shelf;
  calc.server.resource<"covers://{id}", &Shelf::cover>(shelf, "A cover.");
  json const cover = result_of(calc.body(read_resource("covers://1")))["contents"];
  CHECK(cover.dump() == R"([{"blob":"b25l","mimeType":"image/png","uri":"covers://1"}])");
  auto const held = std::make_shared<std::string>("all of them");
  calc.server.resource<"notes://all">("All.", [held] { return *held; });
  CHECK(text_of(calc.body(read_resource("notes://all"))) == "all of them");
  CHECK(calc.server.remove_resource("notes://all"));
  CHECK(held.use_count() == 1);
}

TEST_CASE("what is not there is told with its address", "[server][RES-05][T13][T24]") {
  still_server calc;
  calc.server.resource<"notes://{id}", read_note>("A note.");
  calc.server.prompt<"lost">("", []() -> std::string { throw resource_not_found{}; });
  for (auto const* uri : {"notes://10", "other://1", "notes://", "notes://1/2"}) {
    CAPTURE(uri);
    auto const answer = calc.handle(read_resource(uri));
    CHECK(error_of(answer.body)["code"] == -32602);
    CHECK(error_of(answer.body)["data"]["uri"] == uri);
    CHECK(answer.status == reply_status::ok);
  }
  // Only a read has an address to tell.
  CHECK(code(calc.body(get_prompt("lost"))) == -32603);
}

TEST_CASE("a request for what is no URI is refused", "[server][RES-07]") {
  still_server calc;
  calc.server.resource<"notes://{id}", read_note>("A note.");
  reads = 0;
  for (auto const* members : {"", R"("uri":7,)", R"("uri":null,)", R"("uri":"",)", R"("uri":"notes",)",
                              R"("uri":"/etc",)", R"("uri":"notes://a b",)", R"("uri":"notes://%zz",)",
                              R"("uri":"notes://1\n",)", R"("uri":"1notes://1",)", R"("uri":"notes://\u00e9",)"}) {
    CAPTURE(members);
    CHECK(code(calc.body(request("1", "resources/read", members))) == -32602);
  }
  CHECK(reads == 0);
}

TEST_CASE("a resource goes before a template, and of two templates the first", "[server][RES-12]") {
  still_server calc;
  calc.server.resource<"notes://{name}", named>("By name.");
  calc.server.resource<"notes://{id}", read_note>("By number.");
  calc.server.resource<"notes://7">("Seven.", [] { return std::string("the seven"); });
  CHECK(text_of(calc.body(read_resource("notes://7"))) == "the seven");
  CHECK(text_of(calc.body(read_resource("notes://8"))) == "name 8");
  CHECK(text_of(calc.body(read_resource("notes://a%20b"))) == "name a b");
  CHECK(calc.server.remove_resource("notes://7"));
  CHECK(text_of(calc.body(read_resource("notes://7"))) == "name 7");
  CHECK(calc.server.remove_resource("notes://{name}"));
  CHECK(text_of(calc.body(read_resource("notes://7"))) == "note 7");
}

TEST_CASE("a variable that leads elsewhere is not found, and no handler sees it", "[server][RES-07][RES-12]") {
  still_server calc;
  calc.server.resource<"notes://{name}", named>("By name.");
  calc.server.resource<"files://{+path}", file>("By path.");
  // Would take what the first refuses.
  calc.server.resource<"notes://{+path}", file>("Anything.");
  reads = 0;
  for (auto const* uri :
       {"notes://..", "notes://.", "notes://a%2Fb", "notes://%2e%2e", "notes://%2E.", "notes://..%2f..%2fetc",
        "notes://a%5Cb", "notes://a%00b", "notes://%252e%252e", "notes://a%0Ab", "files://../etc/passwd",
        "files://a/../../etc", "files://a/%2e%2e/b", "files:///etc/passwd", "files://a/..", "files://a%5C..%5Cb"}) {
    CAPTURE(uri);
    json const error = error_of(calc.body(read_resource(uri)));
    CHECK(error["code"] == -32602);
    CHECK(error["data"]["uri"] == uri);
  }
  CHECK(reads == 0);
  CHECK(text_of(calc.body(read_resource("files://a/b.txt"))) == "file a/b.txt");
  CHECK(text_of(calc.body(read_resource("notes://..a"))) == "name ..a");
  CHECK(text_of(calc.body(read_resource("notes://50%25"))) == "name 50%");
}

TEST_CASE("an exploded variable is a list", "[server][RES-12]") {
  still_server calc;
  calc.server.resource<"tags:/{/tags*}", joined>("Tags.");
  calc.server.resource<"sum://all{?n*}", sum>("A sum.");
  CHECK(text_of(calc.body(read_resource("tags://a/b%2Cc/d"))) == "<a><b,c><d>");
  CHECK(text_of(calc.body(read_resource("tags://a"))) == "<a>");
  CHECK(text_of(calc.body(read_resource("sum://all?n=1&n=20"))) == "21");
  CHECK(text_of(calc.body(read_resource("sum://all"))) == "0");
  CHECK(error_of(calc.body(read_resource("sum://all?n=1&n=x")))["message"] ==
        "Invalid arguments: n/1 must be an integer. Nothing was done.");
  CHECK(code(calc.body(read_resource("tags://a/../b"))) == -32602);
}

TEST_CASE("a resource may ask before it answers", "[server][MRTR-01][CACHE-02]") {
  still_server calc;
  calc.server.resource<"secret://{id}", read_secret>("A secret.", {.cache = {.ttl = std::chrono::seconds(5)}});
  json const asked = result_of(calc.body(read_resource("secret://7", with_forms())));
  CHECK(asked["resultType"] == "input_required");
  CHECK(asked["inputRequests"]["ask_why"]["params"]["message"] == "Why read 7?");
  CHECK_FALSE(asked.contains("ttlMs"));
  CHECK_FALSE(asked.contains("cacheScope"));
  CHECK_FALSE(asked.contains("contents"));
  // Each in a flow of its own, since the first answer is final.
  auto retry = [&](std::string const& response) {
    json const anew = result_of(calc.body(read_resource("secret://7", with_forms())));
    return calc.body(request("2", "resources/read",
                             R"("uri":"secret://7",)" + answering(anew, R"({"ask_why":)" + response + "}"),
                             with_forms()));
  };
  CHECK(text_of(retry(R"({"action":"accept","content":{"why":"work"}})")) == "7: work");
  json const declined = error_of(retry(R"({"action":"decline"})"));
  CHECK(declined["code"] == -32603);
  CHECK(declined["message"] ==
        "The user declined the question 'ask_why', so the resource was not read. Nothing was done.");
}

TEST_CASE("an answer given on a first read counts for nothing", "[server][MRTR-12]") {
  still_server calc;
  calc.server.resource<"secret://{id}", read_secret>("A secret.");
  auto const eager = request(
      "1", "resources/read",
      R"("uri":"secret://7","inputResponses":{"ask_why":{"action":"accept","content":{"why":"work"}}},)", with_forms());
  CHECK(result_of(calc.body(eager))["resultType"] == "input_required");
}
