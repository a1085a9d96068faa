// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>
#include <parley/server/handler_table.hpp>
#include <parley/state/claims.hpp>
#include <parley/state/digest.hpp>
#include <parley/state/primitives.hpp>

namespace parley::detail {

// Pins all that was answered in a flow: what earlier rounds have sealed, and what comes with this request for the
// questions that its state names. Answers that read the same are the same: members that nobody asked for are left out,
// absent content equals {}, defaults are filled in. Requests of one flow with one digest want the same (once-05).
//
// Of a body that asks by hand all of `responses` counts, since its author may look at all of it. `responses` may be
// null. Runs nothing of the user's.
PARLEY_DECL digest128 answers_digest(handler_table const& handler, flow_state const& before, json const* responses,
                                     primitives const& with);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/canonical.hpp>
#include <parley/server/answers.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace parley::detail {

// The resolver behind a question; null when there is none of that name.
PARLEY_DECL node const* resolver_named(handler_table const& handler, std::string_view key) {
  auto const found = std::find_if(handler.nodes.begin(), handler.nodes.end(), [&](node const& each) {
    return each.role == node_role::resolver && each.name == key;
  });
  return found == handler.nodes.end() ? nullptr : &*found;
}

// An answer that cannot be read counts as what it is.
PARLEY_DECL void add_answer(digest_of_parts& parts, node const* asker, json const& sent) {
  bool const is_readable =
      asker != nullptr && (asker->kind != question_kind::form || (asker->form != nullptr && asker->make != nullptr));
  if (is_readable) {
    question what;
    what.kind = asker->kind;
    what.form = asker->form;
    what.make = asker->make;
    box into;
    auto const reading = read_answer(what, sent, into);
    if (reading.action) {
      parts.add(static_cast<std::uint64_t>(*reading.action)).add(reading.content);
      return;
    }
  }
  parts.add(std::uint64_t{99}).add(canonical(sent));
}

PARLEY_DECL digest128 answers_digest(handler_table const& handler, flow_state const& before, json const* responses,
                                     primitives const& with) {
  digest_of_parts parts("answers");
  if (handler.builds_input_required) {
    parts.add(before.author_state).add(responses != nullptr ? canonical(*responses) : "{}");
  }
  // In an order that does not depend on which round they came in.
  auto earlier = before.answered;
  auto by_key = [](auto const& one, auto const& other) { return one.key < other.key; };
  std::stable_sort(earlier.begin(), earlier.end(), by_key);
  for (auto const& each : earlier) {
    parts.add(each.key).add(each.question).add(static_cast<std::uint64_t>(each.action)).add(each.content);
  }
  auto asked = before.asked;
  std::stable_sort(asked.begin(), asked.end(), by_key);
  parts.add("now");
  for (auto const& each : asked) {
    json const* const sent = responses != nullptr ? find_member(*responses, each.key) : nullptr;
    if (sent == nullptr) continue;
    parts.add(each.key).add(each.question);
    add_answer(parts, resolver_named(handler, each.key), *sent);
  }
  return parts.finish(with);
}

}  // namespace parley::detail

#endif
