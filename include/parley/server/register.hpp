// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// server.tool<…>(…): what a handler's signature says becomes a tool of the server.
//
//     server.tool<restart_service>("Restart a service.");            a function, under its own name
//     server.tool<&Shop::order_book>(shop, "Order a book.");         a member function, on an object that outlives
//                                                                    the server
//     server.tool<"add">("Add.", [](Arg<"a", int> a) { … });         a lambda, under a name; it is moved into the tool
//
// What a signature may say is in parameters.hpp, what it may return in body_result.hpp, and what the compiler says to
// anything else in diagnostics.hpp.

#include <parley/core/fixed_string.hpp>
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

}  // namespace parley
