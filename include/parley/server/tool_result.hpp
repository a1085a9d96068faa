// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/protocol/tool.hpp>
#include <parley/server/input_required.hpp>

#include <stdexcept>
#include <variant>

namespace parley {

// Thrown by a handler: the call becomes a result with isError, and the model reads the text. Any other exception only
// says that the tool failed; what it held goes to the log.
class tool_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// How a tool's body ended, when it did not throw: what a body returns that sometimes asks by hand. It is one or the
// other: a result with questions in it cannot be said (MRTR-24).
using tool_outcome = std::variant<CallToolResult, InputRequired>;

}  // namespace parley
