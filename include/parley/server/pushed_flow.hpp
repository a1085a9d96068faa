// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/environment.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/version.hpp>
#include <parley/server/call_state.hpp>
#include <parley/server/client_session.hpp>
#include <parley/server/pushed_questions.hpp>
#include <parley/server/round_terms.hpp>
#include <parley/state/guard.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace parley::detail {

// The client's half of multi round-trip requests, played for a client of an older revision, which knows none: takes the
// questions that a round ends in, sends each as a request of the server's on the stream of the call
// (elicitation/create, sampling/createMessage, roots/list), and gives the answers and the state to the next round. So
// rounds are the same in all revisions, with the same limits, and nothing of a state ever reaches such a client.
//
// A person who has agreed to open a page needs time for it: the round is then repeated now and then until its resolver
// is content, and the client is told with notifications/elicitation/complete.
//
// Belongs to its exchange.
class pushed_flow {
 public:
  enum class next : std::uint8_t {
    wait,   // until the waker is called, or patience() is over; then call answered()
    round,  // run another round, with what follows
    over,   // the call has ended: take_ending()
  };

  // All must outlive it.
  PARLEY_DECL pushed_flow(client_session& with, call_state& call, guard const& states, revision as);
  pushed_flow(pushed_flow const&) = delete;
  pushed_flow& operator=(pushed_flow const&) = delete;
  // Nobody waits any more.
  PARLEY_DECL ~pushed_flow();

  // A round has ended in questions.
  PARLEY_DECL next push(input_required asked);
  // A round has ended otherwise, well or not. Gives what the call comes to.
  PARLEY_DECL round_outcome end(round_outcome how);

  // While waiting.
  bool is_answered() const { return asked_->settled(); }
  void set_waker(std::function<void()> waker) { asked_->set_waker(std::move(waker)); }
  PARLEY_DECL std::chrono::milliseconds patience() const;
  // Looks what has come. `give_up`: nothing will.
  PARLEY_DECL next answered(bool give_up);
  // The call ends for another reason.
  PARLEY_DECL void abandon();

  // For the next round.
  std::optional<std::string_view> state() const { return state_; }
  json const* responses() const { return responses_.get(); }

  round_outcome take_ending() { return std::move(ending_); }
  // Lines for questions that are not to be answered any more (2025-11-25/basic/utilities/cancellation). For a call that
  // was cancelled, whose own way to the client is closed.
  std::vector<std::string> take_withdrawn() { return std::move(withdrawn_); }

 private:
  using time_point = std::chrono::steady_clock::time_point;
  struct waking {
    pushed_questions& asked;
    void operator()() const noexcept { asked.wake(); }
  };

  PARLEY_DECL next refuse(std::string words);
  PARLEY_DECL next refuse_unheard(std::vector<input_request> const& requests);
  PARLEY_DECL next ask(std::vector<input_request> fresh);
  PARLEY_DECL next wait_for_pages(std::string state);
  PARLEY_DECL void start_clock();
  PARLEY_DECL next go_on();
  PARLEY_DECL next out_of_time();
  PARLEY_DECL bool wait_on(std::vector<pushed_questions::question> questions);
  PARLEY_DECL std::string draw_id() const;
  PARLEY_DECL json accepted_pages() const;
  PARLEY_DECL std::vector<std::string> stop_waiting();
  PARLEY_DECL void withdraw();
  PARLEY_DECL void complete_pages(std::vector<input_request> const& still_asked);
  PARLEY_DECL bool is_open_page(input_request const& one) const;
  PARLEY_DECL time_point now() const;

  client_session& session_;
  call_state& call_;
  guard const& guard_;
  revision const as_;

  std::optional<std::string> state_{};
  std::shared_ptr<json const> responses_{};  // null: none
  std::uint32_t pushes_ = 0;

  std::vector<input_request> requests_{};      // that are being asked now
  std::vector<input_request> pages_{};         // that a person has agreed to open, and is not done with
  std::vector<std::string> sent_{};            // the ids under which they went out
  std::shared_ptr<pushed_questions> asked_{};  // null: nothing is waited for
  std::optional<std::stop_callback<waking>> with_call_{};
  bool has_consent_ = false;  // the last answers had a yes to a page
  time_point deadline_{};
  time_point next_sign_{};
  time_point next_look_ = time_point::max();  // whether a page is done
  std::chrono::milliseconds between_looks_{};
  std::vector<std::string> withdrawn_{};
  round_outcome ending_{};
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/hex.hpp>
#include <parley/protocol/elicitation.hpp>
#include <parley/protocol/encode_push.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace parley::detail {

// How often a client that waits for a person hears that the call is still there, if it wants to hear of progress. Below
// the 60 s after which common clients give up.
inline constexpr std::chrono::milliseconds sign_of_life{10'000};
// How often it is looked whether a person is done with a page, at first and at last.
inline constexpr std::chrono::milliseconds first_look{250};
inline constexpr std::chrono::milliseconds last_look{5'000};
inline constexpr char client_has_gone[] = "The client has gone without an answer. Nothing was done.";

PARLEY_DECL pushed_flow::pushed_flow(client_session& with, call_state& call, guard const& states, revision as)
    : session_(with), call_(call), guard_(states), as_(as) {}

PARLEY_DECL pushed_flow::~pushed_flow() {
  if (asked_ != nullptr) stop_waiting();
}

PARLEY_DECL pushed_flow::time_point pushed_flow::now() const { return guard_.world().steady_clock(); }

PARLEY_DECL bool pushed_flow::is_open_page(input_request const& one) const {
  return !one.elicitation_id.empty() && std::any_of(pages_.begin(), pages_.end(), [&](input_request const& page) {
    return page.elicitation_id == one.elicitation_id;
  });
}

PARLEY_DECL pushed_flow::next pushed_flow::refuse(std::string words) {
  ending_ = call_refused{std::move(words)};
  return next::over;
}

// A client that cannot be asked in the middle of a call can still be told which pages to open first
// (2025-11-25/client/elicitation, "URL Elicitation Required Error").
PARLEY_DECL pushed_flow::next pushed_flow::refuse_unheard(std::vector<input_request> const& requests) {
  auto const is_page = [](input_request const& one) { return !one.url.empty(); };
  if (as_ == revision::v2025_11_25 && std::all_of(requests.begin(), requests.end(), is_page)) {
    std::vector<url_elicitation> pages;
    pages.reserve(requests.size());
    for (auto const& one : requests) pages.push_back({one.elicitation_id, one.url, one.message});
    ending_ = url_elicitation_required(pages);
    return next::over;
  }
  return refuse("This needs an answer from the user, who cannot be asked over this connection. Nothing was done.");
}

PARLEY_DECL pushed_flow::next pushed_flow::push(input_required asked) {
  complete_pages(asked.requests);
  if (++pushes_ >= guard_.limits().rounds) return refuse("This call would need too many questions. Nothing was done.");
  if (!session_.has_stream() && !asked.requests.empty()) return refuse_unheard(asked.requests);

  auto const fresh = std::stable_partition(asked.requests.begin(), asked.requests.end(),
                                           [this](input_request const& one) { return is_open_page(one); });
  bool const only_open_pages = fresh == asked.requests.end() && !asked.requests.empty();
  if (only_open_pages) return wait_for_pages(std::move(asked.state));

  state_.reset();
  if (!asked.state.empty()) state_ = std::move(asked.state);
  responses_ = nullptr;
  asked.requests.erase(asked.requests.begin(), fresh);
  return asked.requests.empty() ? next::round : ask(std::move(asked.requests));
}

PARLEY_DECL pushed_flow::next pushed_flow::ask(std::vector<input_request> fresh) {
  std::vector<pushed_questions::question> questions;
  questions.reserve(fresh.size());
  for (auto const& one : fresh) questions.push_back({draw_id(), one.key, nullptr});
  if (!wait_on(questions)) return next::over;
  start_clock();
  next_look_ = time_point::max();
  requests_ = std::move(fresh);
  sent_.clear();
  for (std::size_t i = 0; i < questions.size(); ++i) {
    auto line = encode_request(request_id::string(questions[i].id), requests_[i].method, requests_[i].params);
    if (call_.deliver(std::move(line))) sent_.push_back(questions[i].id);
  }
  return next::wait;
}

PARLEY_DECL void pushed_flow::start_clock() {
  deadline_ = now() + std::chrono::duration_cast<std::chrono::milliseconds>(guard_.limits().round_time);
  next_sign_ = now() + sign_of_life;
}

// The same round again, since nothing but time will change its end: with the state that it ended in when the person had
// agreed, from when on the time for the page counts. What is waited for counts among the open questions, but has an id
// that is never sent.
PARLEY_DECL pushed_flow::next pushed_flow::wait_for_pages(std::string state) {
  if (std::exchange(has_consent_, false)) {
    state_ = std::move(state);
    responses_ = std::make_shared<json const>(accepted_pages());
    start_clock();
  } else {
    --pushes_;
  }
  if (!wait_on({{draw_id(), {}, nullptr}})) return next::over;
  between_looks_ = std::clamp(between_looks_ * 3 / 2, first_look, last_look);
  next_look_ = now() + between_looks_;
  requests_.clear();
  return next::wait;
}

PARLEY_DECL std::string pushed_flow::draw_id() const {
  std::array<std::byte, 16> id;
  guard_.world().random(id);
  return hex_encode(id);
}

// False: it cannot be, and the call has ended.
PARLEY_DECL bool pushed_flow::wait_on(std::vector<pushed_questions::question> questions) {
  auto asked = std::make_shared<pushed_questions>(std::move(questions));
  if (!session_.expect(asked)) {
    refuse(session_.is_closed() ? client_has_gone
                                : "Too many questions are waiting for this user already. Nothing was done.");
    return false;
  }
  asked_ = std::move(asked);
  with_call_.emplace(call_.stop(), waking{*asked_});
  return true;
}

PARLEY_DECL std::chrono::milliseconds pushed_flow::patience() const {
  auto const left = std::min({deadline_, next_sign_, next_look_}) - now();
  return std::max(std::chrono::ceil<std::chrono::milliseconds>(left), std::chrono::milliseconds(0));
}

PARLEY_DECL pushed_flow::next pushed_flow::answered(bool give_up) {
  asked_->look();
  if (call_.stop().stop_requested()) {
    withdraw();
    return refuse({});  // nobody will read it
  }
  if (asked_->lost()) {
    withdraw();
    return refuse(client_has_gone);
  }
  if (auto const failed = asked_->failed(); !failed.empty()) {
    withdraw();
    return refuse("The client could not put the question '" + failed + "' to the user. Nothing was done.");
  }
  if (!requests_.empty() && asked_->settled()) return go_on();
  if (give_up || now() >= deadline_) return out_of_time();
  if (now() >= next_sign_) {
    call_.progress_of_waiting();
    next_sign_ = now() + sign_of_life;
  }
  if (now() < next_look_) return next::wait;
  stop_waiting();
  return next::round;
}

// Gives the ids of what has had no answer.
PARLEY_DECL std::vector<std::string> pushed_flow::stop_waiting() {
  with_call_.reset();
  auto open = session_.withdraw(*asked_);
  asked_.reset();
  return open;
}

PARLEY_DECL json pushed_flow::accepted_pages() const {
  json accepted = json::object();
  for (auto const& page : pages_) accepted[page.key] = json::object({{"action", "accept"}});
  return accepted;
}

PARLEY_DECL pushed_flow::next pushed_flow::go_on() {
  json responses = accepted_pages();
  auto const questions = asked_->questions();
  for (std::size_t i = 0; i < questions.size(); ++i) {
    json const& answer = *questions[i].answer;
    responses[questions[i].key] = answer;
    if (requests_[i].elicitation_id.empty()) continue;
    auto const read = read_elicit_answer(answer);
    if (!read || read->action != elicit_action::accept) continue;
    pages_.push_back(requests_[i]);
    has_consent_ = true;
  }
  responses_ = std::make_shared<json const>(std::move(responses));
  between_looks_ = {};
  stop_waiting();
  requests_.clear();
  return next::round;
}

PARLEY_DECL pushed_flow::next pushed_flow::out_of_time() {
  bool const waits_for_pages = requests_.empty();
  withdraw();
  for (auto& line : withdrawn_) call_.deliver(std::move(line));
  withdrawn_.clear();
  if (waits_for_pages) return refuse_unheard(pages_);
  return refuse("Nobody answered in time. Nothing was done.");
}

PARLEY_DECL void pushed_flow::withdraw() {
  // Only what the client has heard of (2025-11-25/basic/utilities/cancellation).
  for (auto const& id : stop_waiting()) {
    if (std::find(sent_.begin(), sent_.end(), id) == sent_.end()) continue;
    withdrawn_.push_back(encode_cancelled(request_id::string(id), "The call has ended"));
  }
}

PARLEY_DECL void pushed_flow::abandon() {
  if (asked_ != nullptr) withdraw();
}

PARLEY_DECL void pushed_flow::complete_pages(std::vector<input_request> const& still_asked) {
  std::erase_if(pages_, [&](input_request const& page) {
    bool const open = std::any_of(still_asked.begin(), still_asked.end(),
                                  [&](input_request const& one) { return one.elicitation_id == page.elicitation_id; });
    if (!open) call_.deliver(encode_elicitation_complete(page.elicitation_id));
    return !open;
  });
}

PARLEY_DECL round_outcome pushed_flow::end(round_outcome how) {
  auto const* const error = std::get_if<rpc_error>(&how);
  if (error == nullptr && !std::holds_alternative<call_refused>(how)) complete_pages({});
  // The state was ours all the time, so there is one thing that can be wrong with it.
  if (error != nullptr && pushes_ != 0 && error->data == invalid_request_state().data) {
    return call_refused{"This call has been waiting for answers for too long. Nothing was done."};
  }
  return how;
}

}  // namespace parley::detail

#endif
