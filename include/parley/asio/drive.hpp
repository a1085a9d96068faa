// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/pool.hpp>
#include <parley/asio/wake_gate.hpp>
#include <parley/core/config.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/server/exchange.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace parley::detail {

// The one loop that runs an exchange on Asio, whatever the transport: plain handlers on the pool, or here when they
// are short; coroutines on `home`; between them, whatever the exchange says. A call that waits for a person holds no
// thread, and does not count among the calls under way.
class driven_call : public std::enable_shared_from_this<driven_call> {
 public:
  struct outcome {
    reply answer{};
    bool busy = false;  // refused, because as many calls as the pool allows are under way
    // The request listens (subscriptions/listen): there is no answer yet, and all that is to be sent comes from here.
    std::shared_ptr<subscription> stream{};
    // Lines that the client must have even if the call was cancelled.
    std::vector<std::string> withdrawn{};
  };

  // `home` must run one handler at a time. `wakes` is for whoever answers questions. `threads` must outlive the call.
  // `done` is called once, on `home`, and not from within start(); it is not called when the pool is stopped first.
  PARLEY_DECL driven_call(boost::asio::any_io_executor home, pool& threads, std::shared_ptr<wake_gate> wakes,
                          exchange call, std::function<void(outcome)> done);

  // On `home`, once. The call keeps itself alive until it is done.
  PARLEY_DECL void start();
  // On `home`: cancels what a coroutine handler is waiting for. A call that waits for a person is dropped.
  PARLEY_DECL void interrupt();

 private:
  PARLEY_DECL void advance(exchange::action next);
  PARLEY_DECL void run_on_pool();
  PARLEY_DECL void await();
  PARLEY_DECL void wait_for_answers();
  PARLEY_DECL void wait_for_room(exchange::action next);
  PARLEY_DECL bool enter();
  // A person has answered: nobody's yes is lost because the server is busy.
  PARLEY_DECL bool may_wait();
  PARLEY_DECL bool park();
  PARLEY_DECL void refuse_busy();
  PARLEY_DECL void finish();

  boost::asio::any_io_executor home_;
  pool& threads_;
  std::shared_ptr<wake_gate> wakes_;
  std::optional<boost::asio::steady_timer> patience_{};
  // In this order: `done_` may own what the ticket and the exchange refer to, and so goes last.
  std::function<void(outcome)> done_;
  std::optional<pool::ticket> ticket_{};
  exchange call_;
  boost::asio::cancellation_signal interrupt_{};
  bool busy_ = false;
  std::optional<pool::waiting> parked_{};  // a person, or another request, has been waited for
  std::uint64_t waits_ = 0;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/asio/awaitable.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <exception>
#include <utility>

namespace parley::detail {

PARLEY_DECL driven_call::driven_call(boost::asio::any_io_executor home, pool& threads, std::shared_ptr<wake_gate> wakes,
                                     exchange call, std::function<void(outcome)> done)
    : home_(std::move(home)),
      threads_(threads),
      wakes_(std::move(wakes)),
      done_(std::move(done)),
      call_(std::move(call)) {}

PARLEY_DECL void driven_call::start() { advance(call_.start()); }

PARLEY_DECL void driven_call::interrupt() {
  interrupt_.emit(boost::asio::cancellation_type::terminal);
  if (patience_) patience_->cancel();
}

PARLEY_DECL void driven_call::advance(exchange::action next) {
  // What a call refers to may end as soon as its pool is stopped.
  while (!threads_.stopped()) {
    switch (next) {
      case exchange::action::run:
        if (!call_.runs_inline()) return run_on_pool();
        next = call_.perform();
        break;
      case exchange::action::await: return await();
      case exchange::action::ask: return wait_for_answers();
      case exchange::action::listen:
      case exchange::action::done: return finish();
    }
  }
}

PARLEY_DECL void driven_call::run_on_pool() {
  if (!enter()) return may_wait() ? wait_for_room(exchange::action::run) : refuse_busy();
  // The last reference goes home with the result, so that nothing of a transport is destroyed on a pool's thread.
  bool const taken = threads_.run([self = shared_from_this()]() mutable {
    auto const next = self->call_.perform();
    auto const home = self->home_;
    boost::asio::post(home, [self = std::move(self), next] { self->advance(next); });
  });
  if (!taken) refuse_busy();
}

PARLEY_DECL void driven_call::await() {
  if (!enter()) return may_wait() ? wait_for_room(exchange::action::await) : refuse_busy();
  auto& pending = static_cast<pending_awaitable&>(call_.operation());
  auto resume = [self = shared_from_this()](std::exception_ptr thrown) {
    if (!self->threads_.stopped()) self->advance(self->call_.resume(std::move(thrown)));
  };
  boost::asio::co_spawn(home_, std::move(pending.operation),
                        boost::asio::bind_cancellation_slot(interrupt_.slot(), std::move(resume)));
}

// Whichever comes first, an answer or the end of the patience, goes on; the other finds that the wait is over.
PARLEY_DECL void driven_call::wait_for_answers() {
  ticket_.reset();
  if (!park()) return refuse_busy();
  auto const wait = ++waits_;
  auto go_on = [wait](std::shared_ptr<driven_call> const& self) {
    if (self->waits_ != wait || self->threads_.stopped()) return;
    ++self->waits_;
    self->patience_.reset();
    self->advance(self->call_.answered());
  };
  patience_.emplace(home_, call_.patience());
  patience_->async_wait([self = shared_from_this(), go_on](boost::system::error_code error) {
    if (!error) go_on(self);
  });
  // The client has the questions, and so the call itself, in its hands: it must not keep the call alive.
  call_.set_waker([weak = weak_from_this(), home = home_, wakes = wakes_, go_on] {
    wakes->post(home, [weak, go_on] {
      if (auto const self = weak.lock()) go_on(self);
    });
  });
}

PARLEY_DECL void driven_call::wait_for_room(exchange::action next) {
  threads_.when_there_is_room(
      [self = shared_from_this(), next] { self->wakes_->post(self->home_, [self, next] { self->advance(next); }); });
}

PARLEY_DECL bool driven_call::enter() {
  if (!ticket_) ticket_ = threads_.try_enter();
  return ticket_.has_value();
}

PARLEY_DECL bool driven_call::may_wait() { return parked_ || (call_.carries_answers() && park()); }

PARLEY_DECL bool driven_call::park() {
  if (!parked_) parked_ = threads_.try_wait();
  return parked_.has_value();
}

PARLEY_DECL void driven_call::refuse_busy() {
  busy_ = true;
  call_.refuse({error_code::internal_error, "The server is busy: too many calls are under way"});
  finish();
}

PARLEY_DECL void driven_call::finish() {
  outcome what;
  what.stream = call_.stream();
  if (what.stream == nullptr) what.answer = call_.take_reply();
  what.busy = busy_;
  what.withdrawn = call_.take_withdrawn();
  ticket_.reset();
  parked_.reset();
  boost::asio::post(home_, [self = shared_from_this(), what = std::move(what)]() mutable {
    std::exchange(self->done_, nullptr)(std::move(what));
  });
}

}  // namespace parley::detail

#endif
