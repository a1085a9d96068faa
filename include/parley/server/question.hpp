// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/server/slot.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace parley::detail {

struct form_table;  // json/form.hpp: what is known of a form's type, made once per type

enum class question_kind : std::uint8_t { form, url, sampling, roots };

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
};

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
