// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include "transport.hpp"

namespace ask {

// Everything that a server writes goes to the terminal through this function: a message could otherwise clear the
// screen, imitate this program's own questions, or show its words in another order than they are in.
//
// Control characters, and characters that are invisible or turn the reading order, are shown by their code as
// `<U+202E>`; bytes that are not UTF-8 as `<U+FFFD>`. New lines stay, and the line after one is indented by `indent`
// spaces, so that it cannot pass for a line of this program.
std::string shown(std::string_view text, std::size_t indent = 2);

// One tool of `tools/list`: its name, what it does, and its arguments.
void print_tool(json const& tool);

// The same for a prompt, and for a resource or a template of resources.
void print_prompt(json const& prompt);
void print_resource(json const& resource);

// What a tool's result, a prompt or a resource holds: texts as they are, and what cannot be shown in a terminal by its
// kind and size. A tool's result without content blocks is shown as its structured content.
void print_result(json const& result);

// A progress or log notification, on standard error: it is no part of the result.
void print_notification(json const& notification);

// A JSON-RPC error, on standard error: its code, its message and its data.
void print_error(json const& error);

}  // namespace ask
