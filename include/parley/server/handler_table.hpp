// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/json/schema_validator.hpp>
#include <parley/json/type_table.hpp>
#include <parley/protocol/capabilities.hpp>
#include <parley/server/options.hpp>
#include <parley/server/question.hpp>
#include <parley/server/service.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parley {
class Context;
}

namespace parley::detail {

// What a running handler can reach: the slots of its round (slots[i] belongs to handler_table::nodes[i]), the request,
// and the services. Owned by the round; addresses stay valid until the round is over, so that coroutines may keep them.
struct frame {
  std::span<slot> slots{};
  Context* context = nullptr;
  std::span<void* const> services{};  // service_entry::handle for each of handler_table::services, in that order
};

struct node;

// Runs the function behind a node with its parameters read from the frame. A plain function leaves `out` known or
// asking; an asynchronous one leaves `out.pending`. May throw whatever the handler throws.
using run_function = void (*)(void const* self, frame& on, node const& of, slot& out);

enum class node_role : std::uint8_t {
  argument,  // `type` is read from the arguments' member `name`
  input,     // `type` is an aggregate that is read from the whole arguments object
  resolver,  // `run` fills the slot
  body,      // `run` leaves a body_outcome (server/outcome.hpp) in its slot
};

// One parameter, resolver or body, without its C++ types.
struct node {
  node_role role = node_role::argument;
  // In static storage. A resolver's unqualified name is the key of its question on the wire; an input has no name.
  std::string_view name{};

  // Argument, input: what is read, and how the value that it is read into is made. A resolver and a body have the
  // input's type here when they read fields of it. A resolver that asks with a form has in `make` what makes the value
  // that an answer is read into, so that answers can be read before it has run.
  type_table const* type = nullptr;
  notes const* note = nullptr;  // argument: description and limits; may be null
  void (*make)(box&) = nullptr;

  // Resolver, body: for each parameter that reads a slot, in order, which slot, and which field of an input's
  // aggregate (whole_value: the value itself); for each Service parameter the index in frame::services.
  std::span<std::uint16_t const> from{};
  std::span<std::uint16_t const> fields{};
  std::span<std::uint16_t const> uses{};
  std::uint32_t takes_outcome = 0;  // bit i: parameter i of `from` takes the whole ElicitationResult

  // Resolver: whether it may return a question, of which kind, with which form when the kind is `form`, and the type of
  // what is approved with it, if anything. An approval's `form` is what answers are read by; which of the library's two
  // forms is shown, the question says.
  bool asks = false;
  question_kind kind = question_kind::form;
  form_table const* form = nullptr;
  type_table const* action = nullptr;

  // Resolver, body: the function, and the object behind it, which handler_table::owner or the user keeps.
  run_function run = nullptr;
  void const* self = nullptr;
  bool asynchronous = false;  // `run` leaves a pending operation
};

// In node::fields: the parameter reads the slot's value itself.
inline constexpr std::uint16_t whole_value = 0xffff;

// How a handler wants to be run: the members of tool_options and its kin of the same names.
struct call_rules {
  bool inline_handler = false;
  bool strict_arguments = false;
  // The arguments come as text, as those of prompts and of resource templates do: each is read from a string.
  bool textual_arguments = false;
  when_unaskable unaskable = when_unaskable::refuse;
  client_capabilities required{};
  ledger_use ledger = ledger_use::by_default;
  bool marks_commit = false;
};

// A handler with all that it needs, erased: what `server.tool<…>(…)` and its kin make of a signature while compiling,
// and all that a round sees of it.
struct handler_table {
  std::string name{};         // of the tool or prompt; the URI or URI template of a resource
  std::vector<node> nodes{};  // arguments and inputs first, then resolvers, each after what it needs
  node body{};
  type_table const* output = nullptr;    // a tool's structured content; null for text, content blocks and full results
  bool builds_input_required = false;    // the body may return an InputRequired
  std::vector<service_need> services{};  // in the order in which frame::services holds them
  call_rules rules{};
  // Of hand-written schemas: what the arguments, and structured content, must be. Null: the types say it.
  std::shared_ptr<schema_validator const> input_check{};
  std::shared_ptr<schema_validator const> output_check{};

  // What the nodes point to, where it is not constant. Either may be null. Copies of the table share both.
  std::shared_ptr<void> owner{};        // a lambda
  std::shared_ptr<void const> links{};  // the lists behind the spans of the nodes
};

}  // namespace parley::detail
