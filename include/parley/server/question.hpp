// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/server/slot.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace parley {

struct Sample;      // protocol/sampling.hpp
struct type_table;  // json/type_table.hpp

// How sure it is that a person said yes. An answer that a client relays proves no click; it says by how much more than
// a click somebody would have had to pretend.
enum class assurance : std::uint8_t {
  none,        // nobody was asked, or not a person
  form,        // a form, filled in and relayed by the client
  typed_echo,  // the same with a text that the person had to type
  page,        // a page of the server's own, which knows for itself who opened it
};

}  // namespace parley

namespace parley::detail {

struct form_table;  // json/form.hpp: what is known of a form's type, made once per type

enum class question_kind : std::uint8_t { form, url, sampling, roots };

// What will be done if the person says yes, as an Approve has it (server/approve.hpp).
struct proposal {
  box value{};                       // for the consumer
  type_table const* type = nullptr;  // of the value, an object; null: the question is no approval
  std::string text{};                // the value as JSON, which pins it
  std::string echo{};                // what the person must type; empty: a box to tick is enough

  explicit operator bool() const { return type != nullptr; }
};

// A question as a resolver rendered it, before the round has decided whether it was answered already.
struct question {
  question_kind kind = question_kind::form;
  std::string message{};             // form and url: what the person reads
  std::string url{};                 // url: where the person is sent
  form_table const* form = nullptr;  // form: the fields; null for a schema that was written by hand
  std::string params{};              // JSON text. sampling: params of the request. form without `form`: its schema
  void (*make)(box&) = nullptr;      // form: makes the value that the answer is read into; not null
  // The value to go on with when the client cannot be asked. Empty: the tool's policy decides (when_unaskable).
  box assumed{};
  proposal proposed{};  // form: what is approved with it
};

// How sure an accepted answer to the question is.
PARLEY_DECL assurance assurance_of(question const& what);

// A question of each kind. The text of a message is for the caller to have checked.
PARLEY_DECL question make_form_question(std::string message, form_table const& form, void (*make)(box&));
// Throws std::invalid_argument unless the link is https, or http to this machine (check_link in core/uri.hpp).
PARLEY_DECL question make_url_question(std::string message, std::string url);
// Throws std::invalid_argument when there is no message or no room for an answer, or when one of the texts that should
// be JSON is none.
PARLEY_DECL question make_sampling_question(Sample const& what);
PARLEY_DECL question make_roots_question();

// Leaves a question in a slot.
inline void ask(slot& into, question what) {
  into.asked = std::make_unique<question>(std::move(what));
  into.state = slot_state::asking;
}

// Here and not in slot.hpp, because a slot owns a question.
inline slot::slot() = default;
inline slot::slot(slot&&) noexcept = default;
inline slot& slot::operator=(slot&&) noexcept = default;
inline slot::~slot() = default;

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/uri.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/writer.hpp>
#include <parley/protocol/sampling.hpp>

#include <stdexcept>

namespace parley::detail {

PARLEY_DECL assurance assurance_of(question const& what) {
  switch (what.kind) {
    case question_kind::form: return what.proposed.echo.empty() ? assurance::form : assurance::typed_echo;
    case question_kind::url: return assurance::page;
    case question_kind::sampling:
    case question_kind::roots: break;
  }
  return assurance::none;
}

PARLEY_DECL question make_form_question(std::string message, form_table const& form, void (*make)(box&)) {
  question asked;
  asked.message = std::move(message);
  asked.form = &form;
  asked.make = make;
  return asked;
}

PARLEY_DECL question make_url_question(std::string message, std::string url) {
  if (!check_link(url)) {
    throw std::invalid_argument(
        "parley: a person is sent to an https link, or http to this machine, without user name or password");
  }
  question asked;
  asked.kind = question_kind::url;
  asked.message = std::move(message);
  asked.url = std::move(url);
  return asked;
}

PARLEY_DECL question make_sampling_question(Sample const& what) {
  if (what.messages.empty() || what.max_tokens < 1) {
    throw std::invalid_argument("parley: a Sample needs a message, and max_tokens of 1 or more");
  }
  std::string params;
  json_writer out(params);
  write(out, what);
  auto const tree = parse(params);
  if (!tree) throw std::invalid_argument("parley: the metadata or a `meta` of a Sample is no JSON object");
  question asked;
  asked.kind = question_kind::sampling;
  json_writer(asked.params).value(*tree);
  return asked;
}

PARLEY_DECL question make_roots_question() {
  question asked;
  asked.kind = question_kind::roots;
  return asked;
}

}  // namespace parley::detail

#endif
