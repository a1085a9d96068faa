// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/protocol/completion.hpp>
#include <parley/protocol/prompt.hpp>
#include <parley/protocol/resource.hpp>
#include <parley/protocol/tool.hpp>
#include <parley/server/input_required.hpp>

#include <stdexcept>
#include <variant>

namespace parley {

// Thrown by a handler, with a text for the model: a tool's call becomes a result with isError; prompts and resources
// have no such result and are answered -32603 with that text. Any other exception only says that the handler failed;
// what it held goes to the log.
class tool_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Thrown by a handler whose caller gave it what fits its type and is wrong all the same, such as the name of something
// that is not there: as tool_error, but from prompts, resources and completers the answer is -32602.
class argument_error : public tool_error {
 public:
  using tool_error::tool_error;
};

// Thrown by a body that has done nothing yet of what the person agreed to, such as one whose database is not there: the
// model reads the text, and the same answers may be sent again. Any other exception ends the flow for good, since
// nobody can say what was done (docs, "Effects and retries").
class not_started : public tool_error {
 public:
  using tool_error::tool_error;
};

// Thrown by the handler of a resource: there is nothing at that address (-32602 with `data.uri`; RES-05).
class resource_not_found : public std::runtime_error {
 public:
  resource_not_found() : std::runtime_error("resource not found") {}
};

// How a body ended that did not throw: what a body returns that sometimes asks by hand. It is one or the other: a
// result with questions in it cannot be said (MRTR-24).
using tool_outcome = std::variant<CallToolResult, InputRequired>;
using prompt_outcome = std::variant<GetPromptResult, InputRequired>;
using resource_outcome = std::variant<ReadResourceResult, InputRequired>;

namespace detail {

// The same for all that can be called: what stands in the slot of a body.
using body_outcome = std::variant<CallToolResult, GetPromptResult, ReadResourceResult, Completion, InputRequired>;

}  // namespace detail
}  // namespace parley
