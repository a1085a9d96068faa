// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/complete.hpp>

#include "server/feature_client.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

enum class tone { formal, friendly, Frank };

std::string greet(Arg<"name"> name, Arg<"how", std::optional<tone>> how) { return *name + (*how ? "!" : "."); }
std::string note(Arg<"id"> id) { return *id; }

std::vector<std::string> complete_id(Arg<"id"> so_far, Arg<"folder", std::optional<std::string>> folder) {
  return {*so_far + "1", *so_far + "2", folder->value_or("no folder")};
}

struct helpful : still_server {
  helpful() {
    server.prompt<greet>("Greets.");
    server.resource<"notes://{folder}/{id}">("A note.",
                                             [](Arg<"folder"> folder, Arg<"id"> id) { return *folder + *id; },
                                             {.completers = {completer<"id", complete_id>()}});
    server.resource<"notes://all">("All.", [] { return std::string(); });
  }
  json suggested(std::string const& line) { return result_of(body(line)).at("completion").at("values"); }
  int code(std::string const& line) { return error_of(body(line)).at("code"); }
};

}  // namespace

TEST_CASE("without anybody who suggests there is no completion", "[server][CMP-01][BASE-25]") {
  still_server plain;
  plain.server.prompt<"echo">("", [](Arg<"text"> text) { return *text; });
  plain.server.resource<"notes://{id}", note>("A note.");
  auto const answer = plain.handle(complete(of_prompt("echo"), "text", ""));
  CHECK(error_of(answer.body)["code"] == -32601);
  CHECK(answer.status == reply_status::not_found);
  CHECK_FALSE(result_of(plain.body(request("1", "server/discover")))["capabilities"].contains("completions"));
}

TEST_CASE("a server that suggests says so, also when what it suggested for is gone", "[server][CMP-01][DISC-05]") {
  helpful calc;
  auto capability = [&] {
    return result_of(calc.body(request("1", "server/discover")))["capabilities"]["completions"].dump();
  };
  CHECK(capability() == "{}");
  calc.server.remove_prompt("greet");
  calc.server.remove_resource("notes://{folder}/{id}");
  CHECK(capability() == "{}");
  CHECK(calc.code(complete(of_prompt("greet"), "how", "")) == -32602);
}

TEST_CASE("completion/complete is answered byte for byte as expected", "[server][CMP-02][CMP-03][CACHE-02]") {
  helpful calc;
  std::string const end = R"(,"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.4.2"}}}})";
  std::string const begin = R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","completion":)";
  CHECK(calc.body(complete(of_prompt("greet"), "how", "fri")) == begin + R"({"values":["friendly"]})" + end);
  CHECK(calc.body(complete(of_template("notes://{folder}/{id}"), "id", "x")) ==
        begin + R"({"values":["x1","x2","no folder"]})" + end);
}

TEST_CASE("an enumeration suggests those of its names that begin so", "[server][CMP-02]") {
  helpful calc;
  auto values = [&](std::string const& so_far) { return calc.suggested(complete(of_prompt("greet"), "how", so_far)); };
  CHECK(values("") == json::array({"formal", "friendly", "Frank"}));
  CHECK(values("f") == json::array({"formal", "friendly", "Frank"}));
  CHECK(values("FR") == json::array({"friendly", "Frank"}));
  CHECK(values("formal") == json::array({"formal"}));
  CHECK(values("formally") == json::array());
  CHECK(values("x") == json::array());
}

TEST_CASE("an argument that nobody suggests for has no suggestions", "[server][CMP-04]") {
  helpful calc;
  CHECK(calc.suggested(complete(of_prompt("greet"), "name", "A")) == json::array());
  CHECK(calc.suggested(complete(of_template("notes://{folder}/{id}"), "folder", "A")) == json::array());
}

TEST_CASE("a template is named by its text, or by a URI that fits it", "[server][CMP-02]") {
  helpful calc;
  CHECK(calc.suggested(complete(of_template("notes://{folder}/{id}"), "id", "1"))[0] == "11");
  CHECK(calc.suggested(complete(of_template("notes://work/7"), "id", "1"))[0] == "11");
  CHECK(calc.code(complete(of_template("notes://{folder}/{other}"), "id", "1")) == -32602);
  CHECK(calc.code(complete(of_template("other://work/7"), "id", "1")) == -32602);
  CHECK(calc.code(complete(of_template("notes://work/.."), "id", "1")) == -32602);
  CHECK(calc.code(complete(of_template("notes://all"), "id", "1")) == -32602);
}

TEST_CASE("a completer knows the arguments that are filled in already", "[server][CMP-02]") {
  helpful calc;
  auto const line = complete(of_template("notes://{folder}/{id}"), "id", "1", R"({"folder":"work","else":"x"})");
  CHECK(calc.suggested(line) == json::array({"11", "12", "work"}));
  // What is being filled in goes before what was there.
  CHECK(calc.suggested(complete(of_template("notes://{folder}/{id}"), "id", "1", R"({"id":"old"})"))[0] == "11");
}

TEST_CASE("what is ill-formed or unknown is refused", "[server][CMP-04]") {
  helpful calc;
  for (auto const& line :
       {request("1", "completion/complete"),
        complete("7", "how", ""),
        complete("null", "how", ""),
        complete("{}", "how", ""),
        complete(R"({"type":"ref/tool","name":"greet"})", "how", ""),
        complete(R"({"type":"ref/prompt"})", "how", ""),
        complete(R"({"type":"ref/prompt","name":7})", "how", ""),
        complete(R"({"type":"ref/resource"})", "how", ""),
        complete(R"({"type":"ref/resource","name":"greet"})", "how", ""),
        complete(of_prompt("other"), "how", ""),
        complete(of_prompt("greet"), "mood", ""),
        complete(of_prompt("greet"), "", ""),
        complete(of_template("notes://{folder}/{id}"), "how", ""),
        complete(of_template("notes://{folder}/{id}"), "id", "", "[]"),
        complete(of_template("notes://{folder}/{id}"), "id", "", R"({"folder":7})"),
        complete(of_template("notes://{folder}/{id}"), "id", "", R"({"folder":["a"]})"),
        request("1", "completion/complete", R"("ref":)" + of_prompt("greet") + R"(,"argument":{"name":"how"},)"),
        request("1", "completion/complete", R"("ref":)" + of_prompt("greet") + R"(,"argument":{"value":""},)"),
        request("1", "completion/complete",
                R"("ref":)" + of_prompt("greet") + R"(,"argument":{"name":"how","value":7},)"),
        request("1", "completion/complete", R"("ref":)" + of_prompt("greet") + R"(,"argument":"how",)"),
        request("1", "completion/complete",
                R"("ref":)" + of_prompt("greet") + R"(,"argument":{"name":"how","value":""},"context":[],)")}) {
    CAPTURE(line);
    auto const answer = calc.handle(line);
    CHECK(error_of(answer.body)["code"] == -32602);
    CHECK(answer.status == reply_status::ok);
  }
  CHECK(error_of(calc.body(complete(of_prompt("greett"), "how", "")))["message"] == "Unknown prompt: greett");
}

TEST_CASE("an absent context and an empty one are the same", "[server][CMP-02]") {
  helpful calc;
  auto const with = [&](std::string const& context) {
    return calc.suggested(request("1", "completion/complete",
                                  R"("ref":)" + of_template("notes://{folder}/{id}") +
                                      R"(,"argument":{"name":"id","value":"1"},"context":)" + context + ","));
  };
  for (auto const* context : {"null", "{}", R"({"arguments":null})", R"({"arguments":{}})"}) {
    CAPTURE(context);
    CHECK(with(context) == json::array({"11", "12", "no folder"}));
  }
}

TEST_CASE("completion never asks, whatever the client sends", "[server][MRTR-01][CMP-05]") {
  helpful calc;
  auto const line =
      request("1", "completion/complete",
              R"("ref":)" + of_prompt("greet") +
                  R"(,"argument":{"name":"how","value":"fo"},"inputResponses":{"k":1},"requestState":"x",)",
              with_forms());
  CHECK(result_of(calc.body(line))["resultType"] == "complete");
  CHECK(calc.server.refused_states(state_fault::malformed) == 0);
}
