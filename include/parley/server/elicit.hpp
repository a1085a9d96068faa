// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What a resolver returns when a person must be asked (client/elicitation).

#include <parley/json/form.hpp>
#include <parley/server/message.hpp>
#include <parley/server/question.hpp>

#include <string>
#include <utility>

namespace parley {

namespace detail {

// Either the value or the question that a resolver came to.
class finding {
 public:
  // Fills the slot of the resolver; at most once.
  void settle(slot& out) && {
    if (!known_) return detail::ask(out, std::move(question_));
    out.value = std::move(known_);
    out.state = slot_state::known;
  }

 protected:
  finding() = default;
  explicit finding(question asked) : question_(std::move(asked)) {}

  box known_{};
  question question_{};
};

}  // namespace detail

// Asks with a form whose fields are those of T: at least one, none nested, none that smells of a secret (a form without
// fields is accepted by some hosts without asking anybody). The consumer reads the T that the person filled in. Throws
// std::invalid_argument when the notes on T's fields contradict each other.
template <class T>
class Elicit : public detail::finding {
  static_assert(detail::check_form<T>());

 public:
  Elicit(message_text message)
      : finding(detail::make_form_question(std::move(message).text(), detail::form_of<T>(), &detail::make<T>)) {}
  Elicit(message_format<0> literal) : Elicit(message(literal)) {}

  // For harmless questions only: the value to go on with when the client cannot be asked.
  Elicit& assume(T value) & {
    question_.assumed.put(std::move(value));
    return *this;
  }
  Elicit&& assume(T value) && { return std::move(assume(std::move(value))); }
};

// Asks only when needed: the value, or the question for it.
template <class T>
class OrElicit : public detail::finding {
 public:
  OrElicit(T known) { known_.put(std::move(known)); }
  OrElicit(Elicit<T> asked) : finding(std::move(asked)) {}
};

// Sends the person to a page, for what must not go through the client: sign-in, payment, secrets. To accept means that
// the page may be opened and no more (ELU-02), so the resolver then runs again and returns the T, or the same message
// and link while the page is not done.
template <class T>
class ElicitUrl : public detail::finding {
 public:
  ElicitUrl(T known) { known_.put(std::move(known)); }
  // `url` is https, or http to this machine, names a host, and carries no user name; else std::invalid_argument. It
  // must not let in whoever holds it (ELU-04): the page checks for itself who opens it (ELU-06).
  ElicitUrl(message_text message, std::string url)
      : finding(detail::make_url_question(std::move(message).text(), std::move(url))) {}
  ElicitUrl(message_format<0> literal, std::string url) : ElicitUrl(message(literal), std::move(url)) {}
};

}  // namespace parley
