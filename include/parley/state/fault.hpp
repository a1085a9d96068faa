// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parley {

// Why a state was refused, or could not be made. For the log and the counters; the wire hears one frozen sentence.
enum class state_fault : std::uint8_t {
  malformed,        // not a token, or a token whose inside cannot be read
  unknown_key,      // sealed with a key that is not in the ring
  bad_signature,    // changed, or forged
  expired,          // the round took too long
  not_yet,          // issued more than 60 s in the future: the clock was set back, or clocks differ
  wrong_method,     // sealed for another method
  wrong_target,     // for another tool, prompt or resource
  wrong_arguments,  // for other arguments
  wrong_principal,  // for somebody else
  wrong_audience,   // by another service that has the same keys
  wrong_ledger,     // under a ledger that this process does not have
  tool_changed,     // the tool is not the one that asked
  flow_over,        // the flow as a whole took too long
  too_many_rounds,  // the flow took too many requests
  too_large,        // more characters than state_limits::state_size
};
inline constexpr std::size_t state_fault_count = 15;

// The enumerator's name.
PARLEY_DECL std::string_view to_string(state_fault why);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <iterator>

namespace parley {

PARLEY_DECL std::string_view to_string(state_fault why) {
  constexpr std::string_view words[] = {"malformed",       "unknown_key",     "bad_signature", "expired",
                                        "not_yet",         "wrong_method",    "wrong_target",  "wrong_arguments",
                                        "wrong_principal", "wrong_audience",  "wrong_ledger",  "tool_changed",
                                        "flow_over",       "too_many_rounds", "too_large"};
  static_assert(std::size(words) == state_fault_count);
  return words[static_cast<std::size_t>(why)];
}

}  // namespace parley

#endif
