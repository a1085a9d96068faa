// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// handle() is total: whatever comes in, it returns, and what it returns is nothing or one JSON-RPC response on one
// line, with the id that was asked with. It is the same over HTTP with headers that agree with the message.
//
// There are two servers with the same features. Of the first nobody knows the key, and the body of a handler that asks
// never runs on a message that was made up, whatever state and answers it carries. The second has a key, a clock and a
// randomness that are always the same, so that seeds can hold states that it takes.

#include "input.hpp"

#include <parley/crypto/openssl.hpp>
#include <parley/json/parse.hpp>
#include <parley/server/answers.hpp>
#include <parley/server/context.hpp>
#include <parley/server/elicitation_answer.hpp>
#include <parley/server/hand_written.hpp>
#include <parley/server/register.hpp>
#include <parley/server/server.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parley;

enum class Size { small, medium, large };

struct Confirm {
  bool ok;
  int copies = 1;
  std::optional<Size> size;
  static constexpr auto fields = parley::fields(field<&Confirm::copies>{.min = 1, .max = 9});
};

Elicit<Confirm> confirm(Arg<"service"> service) { return {message("Restart {}?", service)}; }
OrElicit<Confirm> sure(Resolve<confirm> first) {
  if (first->ok) return *first;
  return Elicit<Confirm>{"Really not?"};
}
Sample advice(Resolve<confirm>) { return {"What do you think?", 50}; }
ListRoots places() { return {}; }

std::string restart(Arg<"service"> service, Resolve<sure> answer) { return *service + (answer->ok ? " yes" : " no"); }
std::string consult(Arg<"service">, Resolve<advice> words, Resolve<places> where) {
  return words->text + std::to_string(where->roots.size());
}

struct Point {
  double x;
  std::optional<std::string> label;
  std::vector<Size> sizes;
  std::map<std::string, std::int16_t> counts;
  bool operator==(Point const&) const = default;
  static constexpr auto fields =
      parley::fields(field<&Point::x>{.min = -1, .max = 1}, field<&Point::label>{.max_length = 8, .header = "Label"});
};
Point echo(Input<Point> point, Context& context) {
  context.progress(1, 2, "half");
  context.log(severity::info, "echoed");
  return *point;
}

std::variant<CallToolResult, InputRequired> by_hand(Context& context) {
  if (context.request_state() == "asked") {
    if (auto const answer = elicitation_answer<Confirm>(context, "ok")) {
      return answer->match([](Confirm const&) { return CallToolResult::text("accepted"); },
                           [] { return CallToolResult::text("declined"); },
                           [] { return CallToolResult::text("cancelled"); });
    }
  }
  return InputRequired{}.elicit<Confirm>("ok", "Well?").url("page", "Look.", "https://example.com/").state("asked");
}

std::string greet(Arg<"city"> city, Arg<"size", std::optional<Size>>, Arg<"copies", std::optional<int>> copies) {
  return "Hello, " + *city + std::to_string(copies->value_or(1) / 2);
}
std::vector<std::string> complete_city(Arg<"city"> so_far, Arg<"copies", std::optional<int>>) {
  return {*so_far, *so_far + "!"};
}
std::string note(Arg<"id"> id) {
  if (*id == "0") throw resource_not_found{};
  return "Note " + *id;
}
std::string file(Arg<"path"> path, Arg<"tags", std::vector<std::string>> tags, Arg<"line", std::optional<int>>) {
  return *path + std::to_string(tags->size());
}

// What must not run on the server whose key nobody knows.
std::string never(Arg<"service">, Resolve<sure>) { std::abort(); }
std::string never_consulted(Arg<"service">, Resolve<advice>, Resolve<places>) { std::abort(); }

void fill(Server& server, bool known) {
  if (known) {
    server.tool<"restart">("Restarts.", &restart);
    server.tool<"consult">("Asks the model.", &consult, {.unaskable = when_unaskable::explain});
    server.prompt<"restart">("Asks first.", &restart);
    server.resource<"ask://{service}">("Asks first.", &restart);
  } else {
    server.tool<"restart">("Restarts.", &never);
    server.tool<"consult">("Asks the model.", &never_consulted, {.unaskable = when_unaskable::explain});
    server.prompt<"restart">("Asks first.", &never);
    server.resource<"ask://{service}">("Asks first.", &never);
  }
  server.tool<echo>("Gives back a point.");
  server.tool<"strict">("Takes no more.", &echo, {.strict_arguments = true});
  server.tool<by_hand>("Asks by hand.");
  server.tool<"sampled">("Needs a model.", [] { return std::string("yes"); }, {.required = {.sampling = true}});
  server.add_tool({.name = "written",
                   .description = "Has a schema by hand.",
                   .input_schema = R"({"type":"object","properties":{"a":{"enum":[1,"b",null]},
                                       "n":{"$ref":"#"}},"dependentRequired":{"n":["a"]},
                                       "patternProperties":{"^x-":{"type":"string","pattern":"^(a+)+$"}}})",
                   .output_schema = R"({"type":"object","maxProperties":2})"},
                  [](json const& arguments) { return CallToolResult{.structured = arguments.dump()}; });
  server.prompt<greet>("Greets.", {.completers = {completer<"city", complete_city>()}});
  server.add_prompt({.name = "listed", .arguments = {{.name = "a", .required = true}, {.name = "b"}}},
                    [](json const& arguments) { return arguments.dump(); });
  server.resource<"notes://all">("All notes.", [] { return std::string("none"); });
  server.resource<"notes://{id}", note>("One note.", {.cache = {.ttl = std::chrono::seconds(5)}});
  server.resource<"file:///{+path}{?line,tags*}", file>("A file.");
}

server_options options() {
  server_options made;
  made.world.log = [](log_event const&) {};
  made.may_read = [](principal const&, std::string_view uri) { return uri.find("secret") == std::string_view::npos; };
  made.page_size = 3;
  made.max_watched_resources = 4;
  made.limits = {.max_depth = 32, .max_values = 2'000};
  return made;
}

Server& first() {
  static Server made{"fuzz", "1.0.0", options()};
  static bool const filled = (fill(made, false), true);
  static_cast<void>(filled);
  return made;
}

Server& second() {
  static auto const always_the_same = [] {
    auto made = options();
    state_key key;
    key.secret = secret_bytes(std::string_view("a key that everybody knows, of 32"));
    made.keys.keys.push_back(std::move(key));
    made.world.wall_clock = [] {
      return std::chrono::system_clock::time_point(std::chrono::sys_days{std::chrono::year{2026} / 7 / 28});
    };
    made.world.random = [](std::span<std::byte> out) { std::fill(out.begin(), out.end(), std::byte{1}); };
    return made;
  }();
  static Server made{"fuzz", "1.0.0", always_the_same};
  static bool const filled = (fill(made, true), true);
  static_cast<void>(filled);
  return made;
}

struct sink final : notification_sink {
  void notify(std::string line) override {
    auto const message = parse(line);
    require(message && message->contains("method") && !message->contains("id"));
    require(line.find('\n') == std::string::npos);
  }
};

// The member of an object, or null.
json const* member(json const* object, char const* name) {
  if (object == nullptr || !object->is_object()) return nullptr;
  auto const found = object->find(name);
  return found == object->end() ? nullptr : &*found;
}

std::optional<std::string> text(json const* value) {
  return value != nullptr && value->is_string() ? std::optional(value->get<std::string>()) : std::nullopt;
}

// As a proxy and a client that agree with each other send it.
caller over_http(json const& message) {
  caller from{.over = transport::http};
  auto const* const params = member(&message, "params");
  auto& mirror = from.mirror.emplace();
  mirror.protocol_version = text(member(member(params, "_meta"), "io.modelcontextprotocol/protocolVersion"));
  mirror.method = text(member(&message, "method"));
  mirror.name = text(member(params, mirror.method == "resources/read" ? "uri" : "name"));
  if (auto label = text(member(member(params, "arguments"), "label"))) {
    mirror.params.push_back({.name = "Label", .value = *std::move(label)});
  }
  return from;
}

void send(Server& to, std::string_view message, std::optional<json> const& tree, caller const& from) {
  sink notifications;
  auto const answer = to.handle(message, from, notifications);
  if (answer.body.empty()) return;
  auto const response = parse(answer.body);
  require(answer.body.find('\n') == std::string::npos && response && response->is_object());
  require(response->contains("result") != response->contains("error"));
  if (auto const* const id = member(&*response, "id")) require(tree && tree->at("id") == *id);
  if (auto const* const error = member(&*response, "error")) {
    int const codes[] = {-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022};
    require(std::find(std::begin(codes), std::end(codes), error->at("code").get<int>()) != std::end(codes));
  } else {
    auto const type = text(member(member(&*response, "result"), "resultType"));
    require(type == "complete" || type == "input_required");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const message(reinterpret_cast<char const*>(data), size);
  auto parsed = parse(message);
  auto const tree = parsed ? std::optional(*std::move(parsed)) : std::nullopt;
  send(first(), message, tree, {});
  send(second(), message, tree, {});
  if (tree) send(second(), message, tree, over_http(*tree));
  return 0;
}
