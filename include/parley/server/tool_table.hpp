// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/json/type_table.hpp>
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

// What a running handler can reach: the slots of its round (slots[i] belongs to tool_table::nodes[i]), the request, and
// the services. Owned by the round; addresses stay valid until the round is over, so that coroutines may keep them.
struct frame {
  std::span<slot> slots{};
  Context* context = nullptr;
  std::span<void* const> services{};  // service_entry::handle for each of tool_table::services, in that order
};

struct node;

// Runs the function behind a node with its parameters read from the frame. A plain function leaves `out` known or
// asking; an asynchronous one leaves `out.pending`. May throw whatever the handler throws.
using run_function = void (*)(void const* self, frame& on, node const& of, slot& out);

enum class node_role : std::uint8_t {
  argument,  // `type` is read from the arguments' member `name`
  input,     // `type` is an aggregate that is read from the whole arguments object
  resolver,  // `run` fills the slot
  body,      // `run` leaves a tool_outcome (server/tool_result.hpp) in its slot
};

// One parameter, resolver or body, without its C++ types.
struct node {
  node_role role = node_role::argument;
  std::string_view name{};           // static storage; a resolver's unqualified name, which is its key on the wire
  type_table const* type = nullptr;  // argument, input: what is read. resolver, body: the input of `fields`, or null
  notes const* note = nullptr;       // argument: description and limits; may be null
  void (*make)(box&) = nullptr;      // argument, input: makes the value that is read into
  std::span<std::uint16_t const> from{};  // resolver, body: the slot behind each parameter that reads one, in order
  std::span<std::uint16_t const>
      fields{};  // beside each of `from`: which field of an `input` the parameter reads, or whole_value
  std::span<std::uint16_t const> uses{};     // the index in frame::services behind each Service parameter, in order
  std::uint32_t takes_outcome = 0;           // bit i: parameter i of `from` takes the whole ElicitationResult
  bool asks = false;                         // resolver: may return a question
  bool asynchronous = false;                 // `run` leaves a pending operation
  question_kind kind = question_kind::form;  // resolver that asks
  form_table const* form = nullptr;          // resolver that asks with a form
  void const* self = nullptr;  // the object or function object behind `run`, owned by tool_table::owner or by the user
  run_function run = nullptr;
};

// In node::fields: the parameter reads the slot's value itself.
inline constexpr std::uint16_t whole_value = 0xffff;

// A tool, erased: what `server.tool<…>(…)` makes of a signature while compiling, and all that the engine sees of it.
struct tool_table {
  std::string name{};
  std::string description{};
  tool_options options{};
  std::vector<node> nodes{};  // arguments and inputs first, then resolvers, each after what it needs
  node body{};
  type_table const* output = nullptr;    // structured content; null for text, content blocks and full results
  bool builds_input_required = false;    // the body may return a hand-built input_required
  std::vector<service_need> services{};  // in the order in which frame::services holds them
  std::shared_ptr<void> owner{};         // keeps a lambda alive; may be null
  std::shared_ptr<std::uint16_t const []> links {};  // keeps what the spans of the nodes refer to; may be null
};

}  // namespace parley::detail
