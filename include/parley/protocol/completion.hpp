// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/writer.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parley {

// A client is shown no more suggestions than these (server/utilities/completion).
inline constexpr std::size_t max_completion_values = 100;

// Suggestions for the value of an argument, best first (CompleteResult.completion; server/utilities/completion).
struct Completion {
  std::vector<std::string> values{};     // any number; what is beyond `max_completion_values` is not sent
  std::optional<std::uint64_t> total{};  // how many there are in all; absent: unknown, or as many as are in `values`
  bool has_more = false;                 // there are more than `values`, whether or not it is known how many
};

// The value of `completion` as JSON. Where values are cut off, `total` and `hasMore` say so (CMP-03).
PARLEY_DECL void write(json_writer& out, Completion const& completion);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <algorithm>

namespace parley {

PARLEY_DECL void write(json_writer& out, Completion const& completion) {
  std::size_t const shown = std::min(completion.values.size(), max_completion_values);
  bool const cut = shown < completion.values.size();
  auto total = completion.total;
  // Who said nothing of more has shown all that there is.
  if (!total && cut && !completion.has_more) total = completion.values.size();
  bool const more = completion.has_more || cut || (total && *total > shown);

  out.begin_object().key("values").begin_array();
  for (std::size_t i = 0; i < shown; ++i) out.string(completion.values[i]);
  out.end_array();
  if (total) out.key("total").integer(*total);
  if (more) out.key("hasMore").boolean(true);
  out.end_object();
}

}  // namespace parley

#endif
