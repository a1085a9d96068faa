// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Tools, prompts and resources that are learned at run time, from a file or from another server: their schemas are
// written by hand, and their handlers take JSON.
//
//     server.add_tool({.name = "search", .description = "Searches.", .input_schema = schema_text_from_somewhere},
//                     [&](json const& arguments, Context& context) { return backend.call(context.target(), arguments);
//                     });
//
// A handler takes `json const&` and, if it wants, `Context&`: the arguments of a tool; those of a prompt, each a
// string; the variables of a resource template, each a string, or an array of strings for {x*}. They live until the
// call is over, also for coroutines. What it returns, also as an awaitable, is what the typed handlers of its kind
// return; it asks by returning an InputRequired. To look into a `json`, include <nlohmann/json.hpp>. Handlers run at
// the same time as each other, like all others.
//
// Arguments are held against the schema before the handler runs, and structured content before it goes out: what does
// not fit is refused like an argument of a typed tool. Schemas are compiled once, when they are registered; one that
// cannot be used is refused there (json/schema_validator.hpp).

#include <parley/core/config.hpp>
#include <parley/json/type_table.hpp>
#include <parley/protocol/prompt.hpp>
#include <parley/server/await_seam.hpp>
#include <parley/server/completer.hpp>
#include <parley/server/feature_result.hpp>
#include <parley/server/feature_table.hpp>
#include <parley/server/make_prompt.hpp>
#include <parley/server/make_resource.hpp>
#include <parley/server/make_tool.hpp>
#include <parley/server/options.hpp>
#include <parley/server/server.hpp>
#include <parley/server/signature.hpp>

#include <concepts>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace parley {

// A tool with a schema of the author's (Tool; server/tools). Title, icons and hints are options.
struct ToolDefinition {
  std::string name{};
  std::string description{};
  // A JSON Schema (2020-12 unless `$schema` names another that the validator takes) whose `type` is "object". It is
  // listed as it is written, but for white space (SCHEMA-08).
  std::string input_schema = R"({"type":"object"})";
  // Any JSON Schema; empty: none. With one, every result that is no error has structured content (TOOL-11).
  std::string output_schema{};
};

// A prompt with arguments that the author lists (Prompt; server/prompts).
struct PromptDefinition {
  std::string name{};
  std::string description{};
  std::vector<prompt_argument> arguments{};
};

// A resource, or a template when the address has variables (Resource, ResourceTemplate; server/resources).
struct ResourceDefinition {
  std::string uri{};  // an absolute URI, or a URI template (RFC 6570)
  std::string description{};
};

namespace detail {

// Exactly these parameters: a handler of another type, which a json could be converted to, would throw in each call.
template <class F>
concept takes_context =
    has_signature<F> && std::same_as<typename signature<F>::parameters, types<json const&, Context&>>;
template <class F>
concept untyped_handler = takes_context<F> ||
    (has_signature<F>&& std::same_as<typename signature<F>::parameters, types<json const&>>);

template <class F>
decltype(auto) call_untyped(F const& function, frame& on) {
  json const& arguments = on.slots[0].value.get<json>();
  if constexpr (takes_context<F>) {
    return function(arguments, *on.context);
  } else {
    return function(arguments);
  }
}

template <class F>
using untyped_result = handler_result<std::remove_cvref_t<typename signature<F>::result>>;

// The run_function of a handler that takes JSON; `self` is the function object.
template <class F, class Put>
void run_untyped(void const* self, frame& on, node const&, slot& out) {
  auto const& function = *static_cast<F const*>(self);
  using returned = untyped_result<F>;
  if constexpr (returned::is_async) {
    out.pending = returned::template begin<Put>(call_untyped(function, on), out);
  } else if constexpr (std::is_void_v<typename returned::type>) {
    call_untyped(function, on);
    Put::put(out);
  } else {
    Put::put(out, call_untyped(function, on));
  }
}

// A handler with one argument: all of them as JSON.
PARLEY_DECL handler_table untyped_table(run_function run, std::shared_ptr<void> self, bool is_async);

template <class Role, class F>
handler_table make_untyped(F function) {
  using result = typename untyped_result<F>::type;
  constexpr bool is_known = Role::template may_return<result>;
  static_assert(diagnostics::checked<is_known, typename Role::template return_rule<F, result>>);
  constexpr bool shared = std::is_pointer_v<F> || signature<F>::is_const;
  static_assert(diagnostics::checked<shared, diagnostics::lambda_is_not_mutable<F>>);
  auto handler = untyped_table(&run_untyped<F, typename Role::put>, std::make_shared<F>(std::move(function)),
                               untyped_result<F>::is_async);
  handler.builds_input_required = Role::template may_ask_by_hand<result>;
  return handler;
}

}  // namespace detail

// A completer for a feature that is learned at run time: `handler` gets the text so far under the name of the argument,
// and the arguments that have values already (server/completer.hpp).
template <detail::untyped_handler Handler>
Completer completer(std::string argument, Handler handler) {
  auto table = detail::make_untyped<detail::completer_role>(std::move(handler));
  table.name = argument;
  return detail::as_completer(argument, std::move(table));
}

template <class Handler>
void Server::add_tool(ToolDefinition what, Handler handler, tool_options options) {
  static_assert(detail::untyped_handler<Handler>, "parley: this handler takes json const& and, if wanted, Context&");
  add(std::move(what), detail::make_untyped<detail::tool_role>(std::move(handler)), std::move(options));
}

template <class Handler>
void Server::add_prompt(PromptDefinition what, Handler handler, prompt_options options) {
  static_assert(detail::untyped_handler<Handler>, "parley: this handler takes json const& and, if wanted, Context&");
  add(std::move(what), detail::make_untyped<detail::prompt_role>(std::move(handler)), std::move(options));
}

template <class Handler>
void Server::add_resource(ResourceDefinition what, Handler handler, resource_options options) {
  static_assert(detail::untyped_handler<Handler>, "parley: this handler takes json const& and, if wanted, Context&");
  add(std::move(what), detail::make_untyped<detail::resource_role>(std::move(handler)), std::move(options));
}

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/compact.hpp>
#include <parley/json/parse.hpp>
#include <parley/server/engine.hpp>
#include <parley/server/registration.hpp>

#include <cstdint>
#include <set>
#include <stdexcept>
#include <string_view>

namespace parley {
namespace detail {

PARLEY_DECL void make_json(box& into) { into.put(json()); }

PARLEY_DECL handler_table untyped_table(run_function run, std::shared_ptr<void> self, bool is_async) {
  static constexpr std::uint16_t first[] = {0}, whole[] = {whole_value};
  handler_table handler;
  handler.nodes.push_back({.role = node_role::input, .type = &table_of<json>, .make = &make_json});
  handler.body.role = node_role::body;
  handler.body.name = "handler";
  handler.body.from = first;
  handler.body.fields = whole;
  handler.body.run = run;
  handler.body.self = self.get();
  handler.body.asynchronous = is_async;
  handler.owner = std::move(self);
  return handler;
}

// The validator of a schema, whose text becomes compact.
PARLEY_DECL std::shared_ptr<schema_validator const> validator_of(engine const& home, std::string_view tool,
                                                                 std::string_view which, std::string& schema,
                                                                 bool of_object) {
  auto refuse = [&](std::string const& why) { refuse_registration(feature::tool, tool, std::string(which) + why); };
  auto const tree = parse(schema);
  if (!tree) refuse(" that is no JSON");
  auto const type = tree->is_object() ? tree->find("type") : tree->end();
  if (of_object && (type == tree->end() || *type != "object")) refuse(" whose type is not \"object\"");
  if (!tree->is_object()) refuse(" that is no object");
  schema = compact(schema);
  try {
    auto made = home.options.schemas ? home.options.schemas(*tree) : compile_schema(*tree);
    if (made == nullptr) refuse(" that server_options::schemas made nothing of");
    return made;
  } catch (std::invalid_argument const& error) {
    std::string_view why = error.what();
    if (constexpr std::string_view ours = "parley: "; why.starts_with(ours)) why.remove_prefix(ours.size());
    refuse(" that cannot be used: " + std::string(why));
  }
  return nullptr;
}

// What the arguments of a listed prompt must be: strings, and those that are required.
PARLEY_DECL json schema_of(std::vector<prompt_argument> const& arguments) {
  json const text{{"type", "string"}};
  json schema{{"type", "object"}, {"properties", json::object()}, {"additionalProperties", text}};
  for (prompt_argument const& one : arguments) {
    schema["properties"][one.name] = text;
    if (one.required) schema["required"].push_back(one.name);
  }
  return schema;
}

PARLEY_DECL void check_arguments(std::string_view prompt, std::vector<prompt_argument> const& arguments) {
  std::set<std::string_view> names;
  for (prompt_argument const& one : arguments) {
    if (one.name.empty()) refuse_registration(feature::prompt, prompt, "has an argument without a name");
    if (!names.insert(one.name).second) {
      refuse_registration(feature::prompt, prompt, "has two arguments of the name " + one.name);
    }
  }
}

}  // namespace detail

PARLEY_DECL void Server::add(ToolDefinition what, detail::handler_table handler, tool_options options) {
  handler.name = what.name;
  handler.input_check = detail::validator_of(*engine_, what.name, "has an input schema", what.input_schema, true);
  if (!what.output_schema.empty()) {
    handler.output_check = detail::validator_of(*engine_, what.name, "has an output schema", what.output_schema, false);
  }
  detail::tool_table tool = detail::as_tool(std::move(handler), std::move(what.description), std::move(options));
  tool.rules.strict_arguments = false;  // what is allowed, the schema says
  tool.input_schema = std::move(what.input_schema);
  tool.output_schema = std::move(what.output_schema);
  add(std::move(tool));
}

PARLEY_DECL void Server::add(PromptDefinition what, detail::handler_table handler, prompt_options options) {
  handler.name = what.name;
  detail::check_arguments(what.name, what.arguments);
  handler.input_check = compile_schema(detail::schema_of(what.arguments));
  detail::prompt_table prompt = detail::as_prompt(std::move(handler), std::move(what.description), std::move(options));
  prompt.arguments = std::move(what.arguments);
  add(std::move(prompt));
}

PARLEY_DECL void Server::add(ResourceDefinition what, detail::handler_table handler, resource_options options) {
  handler.name = what.uri;
  add(detail::as_resource(what.uri, std::move(handler), std::move(what.description), std::move(options)));
}

}  // namespace parley

#endif
