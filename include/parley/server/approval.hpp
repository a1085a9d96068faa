// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Approvals (server/approve.hpp) without the types of what is approved: the forms, how an answer counts, and what has
// changed since the person was asked.

#include <parley/core/ascii.hpp>
#include <parley/core/config.hpp>
#include <parley/json/form.hpp>
#include <parley/server/question.hpp>
#include <parley/state/digest.hpp>
#include <parley/state/primitives.hpp>

#include <optional>
#include <string>
#include <vector>

namespace parley::detail {

// The two forms: a box to tick, a text to type. Neither is ever empty, since some clients accept an empty form without
// showing it to anybody (once-11).
struct approval_box {
  bool approve;
  static constexpr auto fields = parley::fields(field<&approval_box::approve>{.title = "Yes, go on"});
};
struct approval_text {
  std::string confirm;
  static constexpr auto fields = parley::fields(field<&approval_text::confirm>{.title = "Type it here"});
};

// What an answer to either of them is read into, since which one is shown is known only after the resolver has run.
struct approval_answer {
  std::optional<bool> approve;
  std::optional<std::string> confirm;
};

// The form to show for an echo, or for none. Answers are read into an approval_answer.
PARLEY_DECL form_table const& approval_form(bool has_echo);

// What is wrong with an answer that was read, for the person who is asked again; empty: nothing.
PARLEY_DECL std::string approval_complaint(proposal const& to, approval_answer const& given);
// Accepted, and not ticked: a no (once-11).
inline bool is_refusal(approval_answer const& given) { return !given.approve.value_or(true); }

// Whether that was typed which was asked for. Blanks around it do not count. What cannot be typed may be typed as it is
// shown: \u{202e} (show_text in server/shown_text.hpp).
PARLEY_DECL bool is_echo(std::string_view echo, std::string_view typed);
// Without the blanks and line breaks at both ends.
inline std::string_view without_blanks(std::string_view text) { return trim(text, " \t\r\n"); }

// A digest for each top-level field of what is approved, in declared order; empty without an approval. They travel in
// the state, where a client that is determined can guess at what is behind them: nothing secret may be in an action.
PARLEY_DECL std::vector<digest64> action_parts(proposal const& of, primitives const& with);

// The sentence that names the fields of `of`, whose parts are `now`, that were not among `before`; empty: none has
// changed, or there was no approval before.
PARLEY_DECL std::string what_changed(proposal const& of, std::vector<digest64> const& before,
                                     std::vector<digest64> const& now);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/check.hpp>
#include <parley/json/members.hpp>
#include <parley/server/shown_text.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace parley::detail {

PARLEY_DECL form_table const& approval_form(bool has_echo) {
  auto as_shown = [](form_table const& shown) {
    return form_table{table_of<approval_answer>, shown.schema, shown.signature};
  };
  static form_table const box_to_tick = as_shown(form_of<approval_box>());
  static form_table const text_to_type = as_shown(form_of<approval_text>());
  return has_echo ? text_to_type : box_to_tick;
}

PARLEY_DECL bool is_echo(std::string_view echo, std::string_view typed) {
  typed = without_blanks(typed);
  if (typed == echo) return true;
  auto const shown = show_text(echo);
  return !shown.cut && typed == std::string_view(shown.text).substr(1, shown.text.size() - 2);
}

PARLEY_DECL std::string approval_complaint(proposal const& to, approval_answer const& given) {
  if (to.echo.empty()) {
    if (given.approve) return {};
    violation const missing[] = {{"/approve", "is required"}};
    return to_text(missing);
  }
  if (is_refusal(given) || is_echo(to.echo, given.confirm.value_or(""))) return {};
  return "What was typed last is not " + show_text(to.echo).text + ".";
}

PARLEY_DECL std::vector<digest64> action_parts(proposal const& of, primitives const& with) {
  std::vector<digest64> parts;
  if (!of) return parts;
  auto const members = members_of(of.text);
  for (field_table const& field : of.type->record->fields) {
    auto const found =
        std::find_if(members.begin(), members.end(), [&](json_member const& each) { return each.name == field.name; });
    digest_of_parts part("part of an action");
    part.add(field.name).add(found != members.end() ? found->value : std::string_view());
    parts.push_back(part.finish_short(with));
  }
  return parts;
}

PARLEY_DECL std::string what_changed(proposal const& of, std::vector<digest64> const& before,
                                     std::vector<digest64> const& now) {
  if (before.empty() || before == now) return {};
  std::string names;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (std::find(before.begin(), before.end(), now[i]) != before.end()) continue;
    field_table const& field = of.type->record->fields[i];
    if (!names.empty()) names += ", ";
    names += field.notes->title.empty() ? field.name : field.notes->title;
  }
  // Another build of the server may have asked, whose action had other fields.
  return "Since you were asked, this has changed: " + (names.empty() ? "what is to be done" : names) + ".";
}

}  // namespace parley::detail

#endif
