// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/protocol/prompt.hpp>
#include <parley/server/handler_table.hpp>
#include <parley/server/options.hpp>

#include <string>
#include <vector>

namespace parley::detail {

// What can be called comes as one of these tables: a handler, and what is listed of it. Names, URIs and options are
// checked when the table is registered (registration.hpp).

// A tool, erased.
struct tool_table : handler_table {
  std::string description{};
  tool_options options{};
  // Hand-written, as compact JSON text; empty: what the types of arguments and result say.
  std::string input_schema{};
  std::string output_schema{};
};

// A prompt.
struct prompt_table : handler_table {
  std::string description{};
  prompt_options options{};
  std::vector<prompt_argument> arguments{};  // of a hand-written one
};

// A resource, or a template of resources when its URI has variables in it.
struct resource_table : handler_table {
  std::string description{};
  resource_options options{};
};

// The part of the options that says how the handler is run.
template <class Options>
call_rules rules_of(Options const& options) {
  call_rules rules;
  rules.inline_handler = options.inline_handler;
  rules.unaskable = options.unaskable;
  rules.required = options.required;
  rules.ledger = options.ledger;
  return rules;
}

}  // namespace parley::detail
