// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// server.tool<…>(…), server.prompt<…>(…), server.resource<…>(…): what a handler's signature says becomes a feature of
// the server.
//
//     server.tool<restart_service>("Restart a service.");            a function, under its own name
//     server.tool<&Shop::order_book>(shop, "Order a book.");         a member function, on an object that outlives
//                                                                    the server
//     server.tool<"add">("Add.", [](Arg<"a", int> a) { … });         a lambda, under a name; it is moved into the tool
//     server.prompt<greet>("Greet somebody.");                       prompts alike
//     server.resource<"notes://{id}", read_note>("A note.");         a resource has an address, here a template whose
//     server.resource<"notes://all">("All notes.", [] { … });        variables are the handler's arguments
//
// What a signature may say is in parameters.hpp, what it may return in body_result.hpp and feature_result.hpp, and what
// the compiler says to anything else in diagnostics.hpp.

#include <parley/core/fixed_string.hpp>
#include <parley/server/completer.hpp>
#include <parley/server/make_prompt.hpp>
#include <parley/server/make_resource.hpp>
#include <parley/server/make_tool.hpp>
#include <parley/server/server.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace parley {

template <auto Handler>
requires(!std::is_member_function_pointer_v<decltype(Handler)>) void Server::tool(std::string description,
                                                                                  tool_options options) {
  add(detail::make_tool<Handler>(std::move(description), std::move(options)));
}

template <auto Member, class Object>
requires std::is_member_function_pointer_v<decltype(Member)>
void Server::tool(Object& object, std::string description, tool_options options) {
  add(detail::make_tool<Member>(object, std::move(description), std::move(options)));
}

template <fixed_string Name, class Handler>
void Server::tool(std::string description, Handler handler, tool_options options) {
  add(detail::make_tool<Name>(std::move(description), std::move(handler), std::move(options)));
}

template <auto Handler>
requires(!std::is_member_function_pointer_v<decltype(Handler)>) void Server::prompt(std::string description,
                                                                                    prompt_options options) {
  add(detail::make_prompt<Handler>(std::move(description), std::move(options)));
}

template <auto Member, class Object>
requires std::is_member_function_pointer_v<decltype(Member)>
void Server::prompt(Object& object, std::string description, prompt_options options) {
  add(detail::make_prompt<Member>(object, std::move(description), std::move(options)));
}

template <fixed_string Name, class Handler>
void Server::prompt(std::string description, Handler handler, prompt_options options) {
  add(detail::make_prompt<Name>(std::move(description), std::move(handler), std::move(options)));
}

template <fixed_string Address, auto Handler>
requires(!std::is_member_function_pointer_v<decltype(Handler)>) void Server::resource(std::string description,
                                                                                      resource_options options) {
  add(detail::make_resource<Address, Handler>(std::move(description), std::move(options)));
}

template <fixed_string Address, auto Member, class Object>
requires std::is_member_function_pointer_v<decltype(Member)>
void Server::resource(Object& object, std::string description, resource_options options) {
  add(detail::make_resource<Address, Member>(object, std::move(description), std::move(options)));
}

template <fixed_string Address, class Handler>
void Server::resource(std::string description, Handler handler, resource_options options) {
  add(detail::make_resource<Address>(std::move(description), std::move(handler), std::move(options)));
}

}  // namespace parley
