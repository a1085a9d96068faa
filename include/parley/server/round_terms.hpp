// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/json/value.hpp>
#include <parley/protocol/capabilities.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/version.hpp>
#include <parley/server/claim_waiters.hpp>
#include <parley/server/ledger.hpp>
#include <parley/server/outcome.hpp>
#include <parley/state/digest.hpp>
#include <parley/state/principal.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// What goes into a round (server/round.hpp), and what comes out of it.

namespace parley::detail {

// The request that a round answers. Everything pointed to must live until take_outcome().
struct round_input {
  std::string_view method = "tools/call";             // one of the three that may ask (MRTR-01)
  std::string_view target{};                          // the name or URI as the client gave it
  json const* arguments = nullptr;                    // `params.arguments`; null or JSON null: none, which equals {}
  json const* input_responses = nullptr;              // `params.inputResponses`; null or JSON null: none
  std::optional<std::string_view> request_state{};    // `params.requestState`
  client_capabilities const* capabilities = nullptr;  // what the client declared; must not be null
  principal who{};
  std::string_view audience{};       // the service's name for itself
  std::string_view ledger{};         // the id of the ledger that this tool's flows are kept in, …
  parley::ledger* book = nullptr;    // … which knows which of them have run; null: nobody comes again
  claim_waiters* waiters = nullptr;  // not null when `book` is not
  digest128 definition{};            // definition_digest of the handler (server/definition.hpp)
  std::chrono::system_clock::time_point now{};
  revision as = revision::v2026_07_28;  // what the client speaks: questions are put in its words
};

// One entry of `inputRequests`, or in older revisions a request of the server's.
struct input_request {
  std::string key{};
  std::string_view method{};
  std::string params{};          // a JSON object as text; empty: none
  std::string elicitation_id{};  // of a page, for 2025-11-25; empty otherwise
  std::string url{};             // of a page: where the person is sent, …
  std::string message{};         // … and what the person reads
};

// The round ends in questions (InputRequiredResult). At least one of the two is there.
struct input_required {
  std::vector<input_request> requests{};  // in the order asked
  std::string state{};                    // `requestState`; empty: none
};

// The call ends without its body having run, for a reason that the model should read: a tool result with isError, or
// where there is no such result an error with this message.
struct call_refused {
  std::string text{};
  bool bad_arguments = false;  // the caller gave what does not fit (-32602); else it is not the caller's fault
};

// The call has been answered before, and this is what it came to: what record_reply wrote
// (protocol/recorded_reply.hpp).
struct call_replayed {
  std::string record{};
};

using round_outcome = std::variant<CallToolResult, GetPromptResult, ReadResourceResult, Completion, input_required,
                                   call_refused, call_replayed, rpc_error>;

}  // namespace parley::detail
