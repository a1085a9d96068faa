// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
// handle() is total: a few thousand messages that were damaged at random, none of which may bring the engine down or
// get anything but nothing or one JSON-RPC object. The seed is printed with a failure; PARLEY_SEED repeats a run.

#include <parley/testing/user.hpp>

#include "server/engine_client.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

using namespace parley;
using namespace parley::testing;

namespace {

struct Confirm {
  bool ok;
};

struct Order {
  std::string title;
  int amount = 1;
  std::vector<std::string> tags;
  std::optional<date> day;
};

Elicit<Confirm> confirm(Arg<"title"> title) { return {message("Order {}?", title)}; }
Order order(Input<Order> what, Resolve<confirm> yes, Context& context) {
  context.progress(1, 1, yes->ok ? "ordered" : "not ordered");
  context.log(severity::info, what->title);
  return *what;
}

// What a client would send, all of it good: plain, enveloped, in several rounds.
std::vector<std::string> good_messages(still_server& shop) {
  std::string const arguments = R"({"title":"caf\u00e9","amount":3,"tags":["a","b"],"day":"2026-07-28"})";
  std::string const envelope =
      meta(R"({"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}}})",
           R"(,"progressToken":"p","io.modelcontextprotocol/logLevel":"debug","traceparent":"00-a-b-01")");
  std::vector<std::string> messages{
      request("1", "server/discover"), request("\"x\"", "tools/list", R"("cursor":"AAAA",)"),
      call("-5", "order", arguments, envelope),
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})",
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})"};
  auto const asked = testing::answer(shop.handle(messages[2]));
  REQUIRE(asked.asks("confirm"));
  messages.push_back(
      request("2", "tools/call",
              R"("name":"order","arguments":)" + arguments +
                  R"(,"inputResponses":{"confirm":{"action":"accept","content":{"ok":true}}},"requestState":")" +
                  asked.state() + "\",",
              envelope));
  REQUIRE(testing::answer(shop.handle(messages.back())).completed());
  return messages;
}

class damage {
 public:
  explicit damage(std::uint32_t seed) : random_(seed) {}

  std::string operator()(std::string text) {
    for (std::size_t times = below(4) + 1; times > 0 && !text.empty(); --times) once(text);
    return text;
  }
  std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_); }

 private:
  void once(std::string& text) {
    static std::vector<std::string> const pieces{
        "null",       "true", "1e999", "-0", "1.5", "{}", "[]",      "\"\"",     "\\ud800", ",",
        ":",          "}",    "{",     "[",  "]",   "\"", "\\u0000", "\xC3\x28", "\xFF",    "99999999999999999999",
        "\"name\":1,"};
    std::size_t const at = below(text.size());
    std::size_t const length = std::min(text.size() - at, below(8) + 1);
    switch (below(6)) {
      case 0: text[at] = static_cast<char>(below(256)); break;
      case 1: text.erase(at, length); break;
      case 2: text.insert(at, pieces[below(pieces.size())]); break;
      case 3: text.replace(at, length, pieces[below(pieces.size())]); break;
      case 4: text.insert(at, text.substr(below(text.size()), 20)); break;
      case 5: replace_value(text); break;
    }
  }

  // Puts another value behind some colon, so that the text often stays JSON.
  void replace_value(std::string& text) {
    auto const colon = text.find(':', below(text.size()));
    if (colon == std::string::npos) return;
    auto const end = text.find_first_of(",}", colon);
    static std::vector<std::string> const values{"null",  "[]",       "{}",   "7",    "-1.25",
                                                 "false", "\"word\"", "[{}]", "1e300"};
    text.replace(colon + 1, end == std::string::npos ? 0 : end - colon - 1, values[below(values.size())]);
  }

  std::mt19937 random_;
};

bool is_answer(std::string const& body) {
  if (body.empty()) return true;
  json const tree = json::parse(body, nullptr, false);
  if (!tree.is_object() || tree.value("jsonrpc", "") != "2.0" || body.find('\n') != std::string::npos) return false;
  if (tree.contains("id") && !tree["id"].is_string() && !tree["id"].is_number_integer()) return false;
  if (tree.contains("result") == tree.contains("error")) return false;
  if (tree.contains("result")) return tree.contains("id") && tree["result"].value("resultType", "") != "";
  return tree["error"]["code"].is_number_integer() && tree["error"]["message"].is_string();
}

}  // namespace

TEST_CASE("whatever the input, the engine returns nothing or one answer", "[server][BASE-01][BASE-26][SEC-15]") {
  char const* const wanted = std::getenv("PARLEY_SEED");
  std::uint32_t const seed =
      wanted != nullptr ? static_cast<std::uint32_t>(std::strtoul(wanted, nullptr, 10)) : std::random_device{}();
  CAPTURE(seed);

  still_server shop;
  shop.server.tool<order>("Orders something.");
  auto const messages = good_messages(shop);
  damage spoil(seed);
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string const message = spoil(messages[spoil.below(messages.size())]);
    auto const answer = shop.handle(message);
    if (!is_answer(answer.body)) {
      CAPTURE(i, message, answer.body);
      FAIL("not an answer");
    }
    if (answer.status == reply_status::bad_request) ++refused;
  }
  // Otherwise the damage is not worth its name.
  CHECK(refused > 1000);
  CHECK(testing::answer(shop.handle(messages.front())).completed());
}

TEST_CASE("bytes that are no text at all are a parse error", "[server][BASE-01][STDIO-09]") {
  still_server calc;
  for (auto const& bytes :
       {std::string("\xFF\xFE"), std::string(3, '\0'), std::string("\xEF\xBB\xBF"), std::string()}) {
    CHECK(calc.body(bytes) == R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}})");
  }
  CHECK(calc.body(std::string(100'000, '[')).find("-32700") != std::string::npos);
}
