// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// A client of an older revision, line by line on one pipe: a handshake, and then whatever comes. When the server asks
// something, the next line is the answer: the result if it is JSON, an error otherwise.
//
// handle() is total here as well. What comes back is one JSON-RPC response, or an array of them to a batch, with no
// word of a later revision in it; what the server asks is a request that can be answered; and an action runs no more
// often than somebody said yes to it.

#include "input.hpp"

#include <parley/crypto/openssl.hpp>
#include <parley/json/parse.hpp>
#include <parley/server/client_session.hpp>
#include <parley/server/context.hpp>
#include <parley/server/input_required.hpp>
#include <parley/server/register.hpp>
#include <parley/server/server.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>

namespace {

using namespace parley;

enum class Size { small, medium, large };
struct Confirm {
  bool ok;
  std::optional<Size> size;
};
struct Extras {
  std::vector<Size> sizes;
};
struct Visit {
  int page;
};

int runs = 0;
int accepted = 0;

Elicit<Confirm> confirm(Arg<"what"> what) { return {message("Delete {}?", what)}; }
Elicit<Extras> extras() { return {message("Which?")}; }
Sample advice(Resolve<confirm>) { return {"What do you think?", 50}; }
ListRoots places() { return {}; }
ElicitUrl<Visit> visit(Arg<"what"> what) {
  return {message("Go?"), "https://example.com/" + std::string(what->size() % 3, 'x')};
}

std::string remove_it(Arg<"what"> what, Resolve<confirm> yes, Context& context) {
  ++runs;
  context.progress(1);
  context.log(severity::warning, *what);
  return yes->ok ? "deleted" : "kept";
}
std::string choose(Resolve<extras> which) { return std::to_string(which->sizes.size()); }
std::string consult(Arg<"what">, Resolve<advice> words, Resolve<places> where) {
  return words->text + std::to_string(where->roots.size());
}
std::string pay(Arg<"what">, Resolve<visit> page) { return std::to_string(page->page); }
std::variant<CallToolResult, InputRequired> by_hand(Context& context) {
  if (context.request_state() == "asked") return CallToolResult::text(context.input_responses().dump());
  return InputRequired{}.roots("where").state("asked");
}
Size measure() { return Size::large; }

Server& server() {
  static auto const options = [] {
    server_options made;
    made.world.log = [](log_event const&) {};
    made.limits = {.max_depth = 32, .max_values = 2'000};
    made.page_size = 2;
    return made;
  }();
  static Server made{"fuzz", "1.0.0", options};
  static bool const filled = [] {
    made.tool<"remove_it">("Deletes.", &remove_it);
    made.tool<"choose">("Chooses.", &choose);
    made.tool<"consult">("Consults.", &consult);
    made.tool<"pay">("Pays.", &pay);
    made.tool<by_hand>("Asks by hand.");
    made.tool<measure>("Measures.");
    made.prompt<"remove_it">("Asks first.", &remove_it);
    made.resource<"ask://{what}">("Asks first.", &remove_it);
    return true;
  }();
  static_cast<void>(filled);
  return made;
}

class client final : public notification_sink {
 public:
  explicit client(fuzz_input lines) : lines_(lines) { from_.session = std::make_shared<client_session>(); }

  void run() {
    for (int count = 0; !lines_.empty() && count < 40; ++count) give(lines_.line());
  }

  void notify(std::string line) override { check_notification(parsed(line)); }
  bool deliver(std::string line) override {
    json const message = parsed(line);
    if (!message.contains("id")) {
      check_notification(message);
      return true;
    }
    auto const method = message.at("method").get<std::string>();
    require(method == "elicitation/create" || method == "sampling/createMessage" || method == "roots/list");
    require(ids_.insert(message.at("id").get<std::string>()).second);
    require(from_.session->is_open());
    json answer = {{"jsonrpc", "2.0"}, {"id", message.at("id")}};
    auto said = parse(lines_.line());
    if (said) {
      if (said->is_object() && said->value("action", json()) == "accept") ++accepted;
      answer["result"] = *std::move(said);
    } else {
      answer["error"] = {{"code", -1}, {"message", "no"}};
    }
    server().handle(answer.dump(), from_, *this);
    return true;
  }

 private:
  static json parsed(std::string const& line) {
    require(line.find('\n') == std::string::npos);
    auto tree = parse(line);
    require(tree && tree->is_object() && tree->at("jsonrpc") == "2.0");
    return *std::move(tree);
  }
  static void check_notification(json const& message) {
    require(message.contains("method") && !message.contains("id"));
    require(message.at("method").get<std::string>().starts_with("notifications/"));
  }

  void give(std::string_view line) {
    // What this sends does not have to be of an older revision; the answers to those are another fuzzer's.
    bool const enveloped =
        line.find("io.modelcontextprotocol/") != std::string_view::npos || line.find('\\') != line.npos;
    if (auto const batch = server().read_batch(line, from_)) return check_batch(*batch);
    bool const was_open = from_.session->is_open();
    auto const answer = server().handle(line, from_, *this);
    for (auto const& change : from_.session->take_changes()) check_notification(parsed(change));
    if (answer.body.empty()) return;
    json const response = parsed(answer.body);
    require(response.contains("result") != response.contains("error"));
    if (enveloped || !was_open) return;
    require(answer.body.find("resultType") == std::string::npos);
    require(answer.body.find("requestState") == std::string::npos || line.find("requestState") != line.npos);
    if (!response.contains("error")) return;
    int const codes[] = {-32700, -32600, -32601, -32602, -32603, -32002, -32042};
    require(std::find(std::begin(codes), std::end(codes), response.at("error").at("code").get<int>()) !=
            std::end(codes));
  }
  static void check_batch(result<Server::batch, reply> const& batch) {
    if (!batch) return static_cast<void>(parsed(batch.error().body));
    require(!batch->empty() && batch->size() <= longest_batch);
    for (auto const& one : *batch) {
      if (!one) parsed(one.error().body);
    }
  }

  fuzz_input lines_;
  caller from_{};
  std::set<std::string> ids_{};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  runs = accepted = 0;
  client(fuzz_input(data, size)).run();
  require(runs <= accepted);
  return 0;
}
