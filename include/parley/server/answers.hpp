// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/elicitation.hpp>
#include <parley/server/question.hpp>
#include <parley/state/digest.hpp>
#include <parley/state/primitives.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace parley::detail {

// Pins a question as it was put: its kind and key, what the person reads, the form or the page, the type that the
// answer is read into, the action that is approved, and the tool that asks. An answer counts only for the question of
// the same digest (once-01).
PARLEY_DECL digest128 question_digest(std::string_view key, question const& what, digest128 const& definition,
                                      primitives const& with);

// What came of one answer.
struct answer_reading {
  // What the person did; absent: the answer is no good.
  std::optional<elicit_action> action{};
  // accept: the answer as JSON text, without what was not asked for, to be sealed. Empty for a page.
  std::string content{};
  // No good: what was wrong, for the person who is asked again, in our words.
  std::string complaint{};
};

// Reads what a client sent as the answer to a question (ElicitResult, CreateMessageResult, ListRootsResult); `accept`
// puts the value into `into`. Total: whatever the JSON, it returns. Absent content equals {}; unknown members are left
// out; formats are checked (ELF-14, ELF-20). An approval's answer stays an approval_answer here, and a box that is not
// ticked is a decline. Sampling and roots know no decline: an answer that can be read is an
// accept. Precondition: a form has its table and its `make`.
PARLEY_DECL answer_reading read_answer(question const& what, json const& sent, box& into);

// What a question's slot is after that action.
PARLEY_DECL slot_state state_after(elicit_action action);

// Reads again what read_answer gave as `content`, in a later round. False: it does not fit, and `into` is empty.
PARLEY_DECL bool restore_content(question const& what, std::string_view content, box& into);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/form.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/read.hpp>
#include <parley/json/write.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/roots.hpp>
#include <parley/protocol/sampling.hpp>
#include <parley/server/approval.hpp>

#include <utility>

namespace parley::detail {

PARLEY_DECL digest128 question_digest(std::string_view key, question const& what, digest128 const& definition,
                                      primitives const& with) {
  digest_of_parts parts("question");
  parts.add(static_cast<std::uint64_t>(what.kind)).add(key).add(what.message).add(what.url).add(what.params);
  parts.add(what.form != nullptr ? what.form->schema : "").add(what.form != nullptr ? what.form->signature : "");
  parts.add(what.proposed.text).add(what.proposed.echo);
  return parts.add(definition).finish(with);
}

// Puts the value of an accepted answer into the box. Empty: done; else what is wrong with it.
PARLEY_DECL std::string read_content(question const& what, json const& content, box& into) {
  constexpr std::string_view unreadable = "The last answer could not be read.";
  into.reset();
  std::string complaint;
  switch (what.kind) {
    case question_kind::form: {
      what.make(into);
      read_options strict;
      strict.strictness = formats::checked;
      complaint = to_text(read(what.form->type, no_notes, content, into.raw(), strict));
      if (complaint.empty() && what.proposed)
        complaint = approval_complaint(what.proposed, into.get<approval_answer>());
      break;
    }
    case question_kind::url: break;  // consent to open the page carries nothing
    case question_kind::sampling:
      if (auto said = read_sample_result(content)) {
        into.put(std::move(*said));
      } else {
        complaint = unreadable;
      }
      break;
    case question_kind::roots:
      if (auto list = read_root_list(content)) {
        into.put(std::move(*list));
      } else {
        complaint = unreadable;
      }
      break;
  }
  if (!complaint.empty()) into.reset();
  return complaint;
}

PARLEY_DECL answer_reading read_answer(question const& what, json const& sent, box& into) {
  static json const nothing = json::object();
  bool const elicitation = what.kind == question_kind::form || what.kind == question_kind::url;
  answer_reading reading;
  json const* content = &sent;
  if (elicitation) {
    auto const answer = read_elicit_answer(sent);
    if (!answer) {
      reading.complaint = "The last answer could not be read.";
      return reading;
    }
    reading.action = answer->action;
    if (answer->action != elicit_action::accept) return reading;
    content = answer->content != nullptr ? answer->content : &nothing;
  } else {
    reading.action = elicit_action::accept;
  }

  reading.complaint = read_content(what, *content, into);
  if (!reading.complaint.empty()) {
    reading.action.reset();
    return reading;
  }
  if (what.proposed && is_refusal(into.get<approval_answer>())) {
    reading.action = elicit_action::decline;
    into.reset();
    return reading;
  }
  json_writer out(reading.content);
  if (what.kind == question_kind::form) {
    write(out, what.form->type, into.raw());
  } else if (!elicitation) {
    out.value(*content);
  }
  return reading;
}

PARLEY_DECL slot_state state_after(elicit_action action) {
  switch (action) {
    case elicit_action::accept: return slot_state::known;
    case elicit_action::decline: return slot_state::declined;
    case elicit_action::cancel: break;
  }
  return slot_state::cancelled;
}

PARLEY_DECL bool restore_content(question const& what, std::string_view content, box& into) {
  if (what.kind == question_kind::url) return content.empty();
  auto const value = parse(content);
  return value && read_content(what, *value, into).empty();
}

}  // namespace parley::detail

#endif
