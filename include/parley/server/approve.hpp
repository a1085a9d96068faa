// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What a resolver returns when a person must approve what is going to be done.
//
// Between the question and the answer minutes may pass, and the world goes on: the folder that held three files holds
// thirty. So what is to be done is one typed value, worked out anew in every round. It is pinned with the message that
// shows it, and what runs is that very value, or the question is put again and says what has changed (once-09).

#include <parley/core/config.hpp>
#include <parley/json/type_table.hpp>
#include <parley/server/approval.hpp>
#include <parley/server/diagnostics.hpp>
#include <parley/server/elicit.hpp>
#include <parley/server/message.hpp>
#include <parley/server/question.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace parley {

// How much is lost by a yes that nobody meant.
enum class risk : std::uint8_t {
  low,   // the person ticks a box
  high,  // the person types an echo, and reads every value whole
};

struct approve_options {
  parley::risk risk = parley::risk::low;
  // What the person must type: the count, the name. The message goes on with it: Type "3" to go on. Blanks around it do
  // not count. At risk::high it must not be blank; at risk::low it may be empty, and a box is ticked.
  std::string echo{};
};

namespace diagnostics {

template <class T>
struct action_is_described {
  static constexpr bool check() {
    static_assert(
        holds<T>,
        "parley: what is approved is a plain aggregate that has a shape in JSON, so that what runs can be held "
        "against what was shown; its fields are bool, numbers, std::string, parley::date, enum class, "
        "parley::json, other such aggregates, or std::optional, std::vector, std::map of these");
    return true;
  }
};

}  // namespace diagnostics

namespace detail {

// Throws std::invalid_argument when risk::high has no echo; std::domain_error when the action has no JSON (see write)
// or none that stands for it alone, as with text that is not UTF-8; and tool_error when a value is longer than a person
// can be shown, where risk::high or the echo needs it whole.
PARLEY_DECL question make_approval_question(message_text message, approve_options how, box action,
                                            type_table const& type);

template <class T>
box in_box(T value) {
  box made;
  made.put(std::move(value));
  return made;
}

}  // namespace detail

// Asks whether `action` may be done, with a message that shows it:
//
//   struct Deletion { std::string folder; std::vector<std::string> files; };
//
//   Approve<Deletion> approve_delete(Arg<"path"> path, Service<Folders>& folders) {
//     Deletion what = folders->look_into(*path);
//     auto const count = what.files.size();
//     return {what, message("Delete {} files in {}?", count, path), {.risk = risk::high, .echo =
//     std::to_string(count)}};
//   }
//
// The consumer, Resolve<approve_delete>, reads the Deletion: the one that this round has worked out, which is the one
// that was shown. T is a plain aggregate, nested as you like, whose JSON says all that matters of it; no secrets, since
// digests of its fields travel in the state. A box left unticked is a decline; another text than the echo is asked for
// again, three times at most (once-11, once-14).
//
// Throws what make_approval_question throws; let it pass.
template <class T>
class Approve : public detail::finding {
  static constexpr bool is_described = detail::reflected<T> && described<T>;
  static_assert(diagnostics::checked<is_described, diagnostics::action_is_described<T>>);

 public:
  Approve(T action, message_text message, approve_options how = {})
      : finding(detail::make_approval_question(std::move(message), std::move(how), detail::in_box(std::move(action)),
                                               table_of<T>)) {}
  Approve(T action, message_format<0> literal, approve_options how = {})
      : Approve(std::move(action), message(literal), std::move(how)) {}
};

// Asks only when needed: the action to go on with, or the question about it.
template <class T>
class OrApprove : public detail::finding {
 public:
  OrApprove(T known) { known_.put(std::move(known)); }
  OrApprove(Approve<T> asked) : finding(std::move(asked)) {}
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/write.hpp>
#include <parley/server/outcome.hpp>

#include <stdexcept>

namespace parley::detail {

PARLEY_DECL question make_approval_question(message_text message, approve_options how, box action,
                                            type_table const& type) {
  bool const is_high = how.risk == risk::high;
  std::string echo(without_blanks(how.echo));
  if (is_high && echo.empty()) {
    throw std::invalid_argument(
        "parley: at risk::high the person types an echo, such as the count or the name; give one, "
        "{.risk = risk::high, .echo = \"3\"}");
  }
  auto const shown = show_text(echo);
  if (shown.cut || (is_high && message.was_cut())) {
    throw tool_error("A value is too long to be shown whole to the user, so nobody was asked. Nothing was done.");
  }
  std::string text = std::move(message).text();
  if (!echo.empty()) text += "\nType " + shown.text + " to go on.";

  question asked = make_form_question(std::move(text), approval_form(!echo.empty()), &detail::make<approval_answer>);
  json_writer out(asked.proposed.text);
  write(out, type, action.raw());
  if (!out.is_exact()) throw std::domain_error("parley: what is approved holds text that is not UTF-8");
  asked.proposed.value = std::move(action);
  asked.proposed.type = &type;
  asked.proposed.echo = std::move(echo);
  return asked;
}

}  // namespace parley::detail

#endif
