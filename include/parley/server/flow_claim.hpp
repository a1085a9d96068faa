// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/environment.hpp>
#include <parley/server/claim_waiters.hpp>
#include <parley/server/ledger.hpp>
#include <parley/server/round_terms.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace parley::detail {

// The claim of one request on its flow: asks the ledger, waits for another request that has the flow, and says how a
// request ends whose flow is in other hands (once-04, once-05, once-07). A claim that is held and not ended when it
// goes leaves the flow as one that may have run. No member throws what a ledger throws.
//
// Belongs to its round; only what it waits on is touched by other threads.
class flow_claim {
 public:
  enum class next : std::uint8_t {
    go_on,  // nobody has the flow; after take(): it is ours
    wait,   // until woken, or patience() is over; then look_again() and ask the same question once more
    over,   // the request has ended: ending()
  };

  // All but `what` must outlive it. `name` is of the handler.
  PARLEY_DECL flow_claim(ledger& book, claim_waiters& waiters, ledger_claim const& what, std::string_view name,
                         environment const& world);
  flow_claim(flow_claim const&) = delete;
  flow_claim& operator=(flow_claim const&) = delete;
  PARLEY_DECL ~flow_claim();

  // Whether the ledger may wait for a disk or a network.
  bool blocks() const noexcept { return book_.blocks(); }
  bool is_held() const noexcept { return is_held_; }

  PARLEY_DECL next look();
  PARLEY_DECL next take();
  round_outcome ending() { return std::move(ending_); }

  // While waiting.
  bool is_answered() const { return place_->bell.has_rung(); }
  void set_waker(std::function<void()> waker) { place_->bell.set_waker(std::move(waker)); }
  PARLEY_DECL std::chrono::milliseconds patience();
  // `give_up`: the next answer is the last one.
  PARLEY_DECL void look_again(bool give_up);

  // Once, one of them, while held. What the ledger cannot be told is logged; the flow then stays claimed.
  PARLEY_DECL void finish(std::string record);
  PARLEY_DECL void release();

 private:
  PARLEY_DECL next ask(ledger_finding (ledger::*question)(ledger_claim const&));
  PARLEY_DECL next end(ledger_finding found);
  template <class Step>
  void end_claim(Step step);
  PARLEY_DECL void report(std::string_view why) const;

  ledger& book_;
  claim_waiters& waiters_;
  ledger_claim const what_;
  std::string_view const name_;
  environment const& world_;
  bool is_held_ = false;
  bool gives_up_ = false;
  std::shared_ptr<claim_waiters::place> place_{};
  std::chrono::milliseconds between_looks_{};
  round_outcome ending_{};
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <algorithm>
#include <exception>
#include <utility>

namespace parley::detail {

// How often a flow is looked after that another process may be running; one of this process wakes those that wait.
inline constexpr std::chrono::milliseconds first_look_at_claim{20};
inline constexpr std::chrono::milliseconds last_look_at_claim{1000};

PARLEY_DECL flow_claim::flow_claim(ledger& book, claim_waiters& waiters, ledger_claim const& what,
                                   std::string_view name, environment const& world)
    : book_(book), waiters_(waiters), what_(what), name_(name), world_(world) {}

PARLEY_DECL flow_claim::~flow_claim() {
  if (!is_held_) return;
  book_.abandon(what_.key);
  waiters_.wake(what_.key);
}

PARLEY_DECL void flow_claim::report(std::string_view why) const {
  write_log(world_, severity::error, "ledger_unreachable", why);
}

PARLEY_DECL flow_claim::next flow_claim::look() { return ask(&ledger::find); }

PARLEY_DECL flow_claim::next flow_claim::take() { return ask(&ledger::claim); }

PARLEY_DECL flow_claim::next flow_claim::ask(ledger_finding (ledger::*question)(ledger_claim const&)) {
  try {
    auto found = (book_.*question)(what_);
    if (found.verdict == ledger_verdict::running && place_ == nullptr) {
      place_ = waiters_.join(what_.key);
      if (place_ == nullptr) return end({ledger_verdict::full, true, {}});
      found = (book_.*question)(what_);  // it may have ended before the place was taken
    }
    is_held_ = found.verdict == ledger_verdict::mine;
    if (found.verdict == ledger_verdict::running && !gives_up_) return next::wait;
    place_.reset();
    if (is_held_ || found.verdict == ledger_verdict::absent) return next::go_on;
    return end(std::move(found));
  } catch (ledger_unreachable const& why) {
    report(why.what());
    place_.reset();
    return end({ledger_verdict::full, true, {}});
  }
}

PARLEY_DECL flow_claim::next flow_claim::end(ledger_finding found) {
  std::string const name(name_);
  switch (found.verdict) {
    case ledger_verdict::done:
      if (found.is_kept) {
        ending_ = call_replayed{std::move(found.outcome)};
      } else {
        ending_ = call_refused{name + " has run already, and its result was not kept."};
      }
      break;
    case ledger_verdict::running:
      ending_ = call_refused{name + " is still running. Send the same request again to hear what came of it."};
      break;
    case ledger_verdict::lost:
      ending_ =
          call_refused{name + " may have run: whoever ran it has gone without a word. Look before you call again."};
      break;
    case ledger_verdict::refused:
      write_log(world_, severity::warning, "answered_otherwise", name_);
      ending_ = already_answered();
      break;
    case ledger_verdict::full:
    case ledger_verdict::absent:
    case ledger_verdict::mine: ending_ = not_recordable(); break;
  }
  return next::over;
}

PARLEY_DECL std::chrono::milliseconds flow_claim::patience() {
  between_looks_ = std::clamp(between_looks_ * 2, first_look_at_claim, last_look_at_claim);
  return between_looks_;
}

PARLEY_DECL void flow_claim::look_again(bool give_up) {
  auto const now = std::chrono::floor<std::chrono::milliseconds>(world_.wall_clock());
  gives_up_ = give_up || now >= what_.until;
  // A place that was woken says nothing of what happens next.
  if (is_answered()) place_.reset();
}

template <class Step>
void flow_claim::end_claim(Step step) {
  is_held_ = false;
  try {
    step();
  } catch (std::exception const& why) {
    report(why.what());
    book_.abandon(what_.key);
  }
  waiters_.wake(what_.key);
}

PARLEY_DECL void flow_claim::finish(std::string record) {
  end_claim([&] { book_.finish(what_.key, std::move(record)); });
}

PARLEY_DECL void flow_claim::release() {
  end_claim([&] { book_.release(what_.key); });
}

}  // namespace parley::detail

#endif
