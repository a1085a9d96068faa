// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Reading the answers of a hand-built round (server/input_required.hpp). Resolvers need none of this.

#include <parley/core/config.hpp>
#include <parley/json/form.hpp>
#include <parley/protocol/elicitation.hpp>
#include <parley/server/context.hpp>
#include <parley/server/elicitation_result.hpp>
#include <parley/server/question.hpp>

#include <optional>
#include <string_view>
#include <utility>

namespace parley {

namespace detail {
// The slot is settled: known, declined or cancelled; nothing otherwise.
PARLEY_DECL std::optional<slot> form_answer(Context const& request, std::string_view key, form_table const& form,
                                            void (*make)(box&));
}  // namespace detail

// How the person took the question under `key`, as the client relays it in this request; nothing when there is no
// answer, or none that can be read (MRTR-26). Says nothing of any content.
PARLEY_DECL std::optional<elicit_action> elicitation_action(Context const& request, std::string_view key);

// The same with the content of an accepted form read into a T and checked like a resolver's answer: required fields,
// types, ranges, formats (ELF-14). Nothing also when the content does not fit: ask again. That the question was ever
// asked is not checked, and cannot be without a state.
template <class T>
std::optional<ElicitationResult<T>> elicitation_answer(Context const& request, std::string_view key) {
  auto settled = detail::form_answer(request, key, detail::form_of<T>(), &detail::make<T>);
  if (!settled) return std::nullopt;
  if (settled->state == detail::slot_state::declined) return ElicitationResult<T>::declined();
  if (settled->state == detail::slot_state::cancelled) return ElicitationResult<T>::cancelled();
  return ElicitationResult<T>::accepted(std::move(settled->value.template get<T>()));
}

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/server/answers.hpp>

namespace parley {
namespace detail {

PARLEY_DECL std::optional<slot> form_answer(Context const& request, std::string_view key, form_table const& form,
                                            void (*make)(box&)) {
  json const* const sent = find_member(request.input_responses(), key);
  if (sent == nullptr) return std::nullopt;
  question what;
  what.form = &form;
  what.make = make;
  slot settled;
  auto const reading = read_answer(what, *sent, settled.value);
  if (!reading.action) return std::nullopt;
  settled.state = state_after(*reading.action);
  return settled;
}

}  // namespace detail

PARLEY_DECL std::optional<elicit_action> elicitation_action(Context const& request, std::string_view key) {
  json const* const sent = find_member(request.input_responses(), key);
  if (sent == nullptr) return std::nullopt;
  auto const answer = read_elicit_answer(*sent);
  return answer ? std::optional(answer->action) : std::nullopt;
}

}  // namespace parley

#endif
