// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/capabilities.hpp>
#include <parley/protocol/version.hpp>
#include <parley/server/question.hpp>
#include <parley/server/round_terms.hpp>
#include <parley/server/slot.hpp>
#include <parley/state/claims.hpp>
#include <parley/state/digest.hpp>
#include <parley/state/guard.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parley::detail {

// The questions of one round: matches each with an answer, and gathers those that must go out.
//
// An answer counts only for a question that was asked. What an earlier round has recorded counts when the resolver asks
// the very same question again; what comes with this request counts when the state that came with it says that this
// very question was asked. Everything else is as if it had not been sent (once-01). An action that is not the one that
// was shown any more is another question, which says what has changed (once-09).
class open_questions {
 public:
  enum class verdict : std::uint8_t {
    settled,    // the slot is known, declined or cancelled
    open,       // the slot waits: the question goes out, or the client lacks what it takes (see lacking())
    exhausted,  // too many answers to it were no good
  };

  // `before` is what the state that came in says, empty without one; `as` is what the client speaks. All references
  // must outlive the object.
  open_questions(guard const& with, digest128 const& definition, flow_state const& before,
                 client_capabilities const& client, revision as = revision::v2026_07_28)
      : guard_(with), definition_(definition), before_(before), client_(client), as_(as) {}

  // Older revisions have an id for each page that a person is sent to: it is the same in every round of that flow.
  PARLEY_DECL void name_flow(flow_id const& flow);

  // Settles the question that is in the slot. `key` is its name on the wire; `responses` is `inputResponses`, null
  // without. Precondition: the slot is `asking`.
  PARLEY_DECL verdict settle(std::string_view key, slot& asker, json const* responses);

  // Adds a question of a hand-built round, to which parley matches no answer.
  PARLEY_DECL void ask_by_hand(std::string_view key, question const& what);

  // Whether a question must go out, or would have to.
  bool any() const { return !requests_.empty() || !lacking_.empty(); }
  // All the capabilities that questions of this round need and the client did not declare (MRTR-05).
  client_capabilities const& lacking() const { return lacking_; }

  // What is asked, in that order. Once.
  std::vector<input_request> take_requests() { return std::move(requests_); }
  // What the next state must say: what goes out now, and the answers of earlier rounds and of this one that were used.
  std::vector<asked_question> const& asked() const { return asked_; }
  std::vector<answered_question> const& answered() const { return answered_; }

 private:
  PARLEY_DECL bool restore(std::string_view key, digest128 const& pin, slot& asker);
  PARLEY_DECL void record(asked_question of, elicit_action action, std::string content, slot& asker);
  PARLEY_DECL std::string drift(asked_question const& next, question const& what) const;
  PARLEY_DECL bool may_ask(question const& what, bool has_words);
  // False: the client cannot be asked that, and what it lacks is noted.
  PARLEY_DECL bool put(std::string_view key, question const& what, std::string_view message);
  PARLEY_DECL std::string elicitation_id(std::string_view key, std::string_view url) const;

  guard const& guard_;
  digest128 const& definition_;
  flow_state const& before_;
  client_capabilities const& client_;
  client_capabilities lacking_{};
  revision const as_;
  std::string flow_{};  // see name_flow()
  std::vector<input_request> requests_{};
  std::vector<asked_question> asked_{};
  std::vector<answered_question> answered_{};
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/hex.hpp>
#include <parley/json/form.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/elicitation.hpp>
#include <parley/protocol/form_schema.hpp>
#include <parley/server/answers.hpp>
#include <parley/server/approval.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace parley::detail {

// The entry for a question, whose key and pin must both be the same; or null.
template <class Entry>
Entry const* entry_for(std::vector<Entry> const& entries, std::string_view key, digest128 const& pin) {
  auto const found = std::find_if(entries.begin(), entries.end(),
                                  [&](Entry const& each) { return each.key == key && each.question == pin; });
  return found == entries.end() ? nullptr : &*found;
}

// The person has decided. Who approves gets what was shown on the way, and not the form that says so.
PARLEY_DECL void settle_as(elicit_action action, slot& asker) {
  asker.state = state_after(action);
  proposal& proposed = asker.asked->proposed;
  if (asker.state == slot_state::known && proposed) asker.value = std::move(proposed.value);
}

PARLEY_DECL open_questions::verdict open_questions::settle(std::string_view key, slot& asker, json const* responses) {
  question& what = *asker.asked;
  auto const pin = question_digest(key, what, definition_, guard_.crypto());
  if (restore(key, pin, asker)) return verdict::settled;

  asked_question next{std::string(key), pin, 0, action_parts(what.proposed, guard_.crypto())};
  std::string message = what.message;
  if (auto const* const asked = entry_for(before_.asked, key, pin); asked != nullptr) {
    next.attempts = asked->attempts;
    if (json const* const sent = responses != nullptr ? find_member(*responses, key) : nullptr; sent != nullptr) {
      auto reading = read_answer(what, *sent, asker.value);
      // Whoever agreed to open a page has not been there yet: the resolver has just run again, and still asks.
      bool const only_consent = what.kind == question_kind::url && reading.action == elicit_action::accept;
      if (reading.action && !only_consent) {
        record(std::move(next), *reading.action, std::move(reading.content), asker);
        return verdict::settled;
      }
      if (!reading.action) {
        if (++next.attempts >= guard_.limits().attempts) return verdict::exhausted;
        message += '\n';
        message += reading.complaint;
      }
    }
  } else if (auto const changed = drift(next, what); !changed.empty()) {
    (message += '\n') += changed;
    write_log(guard_.world(), severity::notice, "action_drifted", key);
  }

  if (put(key, what, message)) {
    asked_.push_back(std::move(next));
  } else if (what.assumed) {
    asker.value = std::move(what.assumed);
    asker.state = slot_state::known;
    return verdict::settled;
  }
  asker.state = slot_state::waiting;
  return verdict::open;
}

PARLEY_DECL bool open_questions::restore(std::string_view key, digest128 const& pin, slot& asker) {
  auto const* const recorded = entry_for(before_.answered, key, pin);
  if (recorded == nullptr) return false;
  if (recorded->action == elicit_action::accept && !restore_content(*asker.asked, recorded->content, asker.value)) {
    return false;
  }
  settle_as(recorded->action, asker);
  answered_.push_back(*recorded);
  return true;
}

PARLEY_DECL void open_questions::record(asked_question of, elicit_action action, std::string content, slot& asker) {
  settle_as(action, asker);
  answered_.push_back({std::move(of.key), of.question, action, std::move(content), std::move(of.proposed)});
}

// What is to be done is not what it was when the person was asked, or had answered: which parts of it. Empty: it is.
PARLEY_DECL std::string open_questions::drift(asked_question const& next, question const& what) const {
  auto has_key = [&](auto const& each) { return each.key == next.key; };
  auto const asked = std::find_if(before_.asked.begin(), before_.asked.end(), has_key);
  if (asked != before_.asked.end()) return what_changed(what.proposed, asked->proposed, next.proposed);
  auto const answered = std::find_if(before_.answered.begin(), before_.answered.end(), has_key);
  if (answered != before_.answered.end()) return what_changed(what.proposed, answered->proposed, next.proposed);
  return {};
}

// The text of a form's schema, as its author has it.
PARLEY_DECL std::string_view schema_of(question const& what) {
  return what.form != nullptr ? std::string_view(what.form->schema) : std::string_view(what.params);
}

PARLEY_DECL bool open_questions::may_ask(question const& what, bool has_words) {
  client_capabilities needed;
  switch (what.kind) {
    case question_kind::form: needed.elicitation_form = true; break;
    case question_kind::url: needed.elicitation_url = true; break;
    case question_kind::sampling: needed.sampling = true; break;
    case question_kind::roots: needed.roots = true; break;
  }
  if (has_words && missing_capabilities(needed, client_).empty()) return true;
  if (what.assumed) return false;
  lacking_.elicitation_form |= needed.elicitation_form;
  lacking_.elicitation_url |= needed.elicitation_url;
  lacking_.sampling |= needed.sampling;
  lacking_.roots |= needed.roots;
  return false;
}

PARLEY_DECL void open_questions::name_flow(flow_id const& flow) {
  if (flow_.empty()) flow_.assign(reinterpret_cast<char const*>(flow.data()), flow.size());
}

PARLEY_DECL std::string open_questions::elicitation_id(std::string_view key, std::string_view url) const {
  digest_of_parts parts("elicitation");
  auto const digest = parts.add(flow_).add(key).add(url).finish(guard_.crypto());
  return hex_encode(digest);
}

PARLEY_DECL bool open_questions::put(std::string_view key, question const& what, std::string_view message) {
  std::optional<std::string> form;
  if (what.kind == question_kind::form) form = form_schema_for(schema_of(what), as_);
  if (!may_ask(what, what.kind != question_kind::form || form)) return false;
  input_request& request = requests_.emplace_back();
  request.key = key;
  request.method = "elicitation/create";
  json_writer out(request.params);
  switch (what.kind) {
    case question_kind::form: write_form_params(out, message, *form, as_); break;
    case question_kind::url:
      request.url = what.url;
      request.message = message;
      if (has_handshake(as_)) request.elicitation_id = elicitation_id(key, what.url);
      write_url_params(out, {request.elicitation_id, request.url, request.message});
      break;
    case question_kind::sampling:
      request.method = "sampling/createMessage";
      request.params = what.params;
      break;
    case question_kind::roots: request.method = "roots/list"; break;
  }
  return true;
}

PARLEY_DECL void open_questions::ask_by_hand(std::string_view key, question const& what) {
  put(key, what, what.message);
}

}  // namespace parley::detail

#endif
