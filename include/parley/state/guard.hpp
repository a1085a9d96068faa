// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/environment.hpp>
#include <parley/core/result.hpp>
#include <parley/state/claims.hpp>
#include <parley/state/fault.hpp>
#include <parley/state/key_ring.hpp>
#include <parley/state/primitives.hpp>
#include <parley/state/principal.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace parley {

// How long a flow may take and how large its state may grow. All of it is sealed, or checked on both sides, so a client
// cannot stretch any of it. A value outside its range (zero, negative, not a number) makes the Server throw
// std::invalid_argument.
struct state_limits {
  // From one question to its answer. Seconds, fractions allowed: 0.001 … 315,360,000 (ten years); default 10 minutes.
  // Wall time, since the answer may reach another machine.
  std::chrono::duration<double> round_time{600.0};
  // From the first request of a flow to its last answer. Same range; default 1 hour.
  std::chrono::duration<double> flow_time{3600.0};
  // How many requests one flow may take, the first included. 2 (one asks, one answers) … 1,000,000; default 16.
  std::uint32_t rounds = 16;
  // Length of a requestState in characters, 256 … 1,048,576. Checked before decoding and before sending. Default 8 KiB.
  std::size_t state_size = 8192;
  // How many answers to one question may be no good (wrong type, out of range) before the call fails. 1 … 1,000,000;
  // default 3.
  std::uint32_t attempts = 3;
};

namespace detail {

// Throws std::invalid_argument when a limit is out of its range; the sentence names it.
PARLEY_DECL void check_state_limits(state_limits const& limits);

// What a request is, for the purpose of comparing it with the one that was sealed. Views last as long as the request.
struct binding {
  std::string_view method{};
  std::string_view target{};
  digest256 arguments{};
  std::string_view principal{};  // principal::encoded()
  std::string_view audience{};
  std::string_view ledger{};
};

// Seals flow states into tokens and opens them again: the only door through which a state passes, in either direction.
// Immutable but for its counters; all members may be called from several threads at once.
//
// Time is wall time. Clocks of machines that share a ring may differ by 60 s. A state that was issued further in the
// future than that is refused, so a clock that is set back by an hour makes clients start over, and never makes an old
// state live longer than it was meant to by more than those 60 s. Expiry itself has no tolerance.
class guard {
 public:
  using time_point = std::chrono::system_clock::time_point;

  // Throws std::invalid_argument when a limit is out of its range; the sentence names it.
  PARLEY_DECL guard(key_ring keys, state_limits const& limits, std::shared_ptr<primitives const> with,
                    environment world);

  // Opens what a client sent as requestState: a fault unless it was sealed by this ring, for this very request, and is
  // still good (basic/patterns/mrtr, "Server Requirements" 4 and 5). Faults are counted and logged here.
  PARLEY_DECL result<flow_state, state_fault> open(std::string_view token, binding const& request,
                                                   time_point now) const;

  // Seals the state of a flow for its next round. `flow.round` is the number of the request that is being answered.
  // Faults, which are counted and logged too: flow_over, too_many_rounds, too_large.
  PARLEY_DECL result<std::string, state_fault> seal(flow_state flow, binding const& request, time_point now) const;

  // A flow that begins with this request: round 1, a fresh random id, nothing asked and nothing answered.
  PARLEY_DECL flow_state begin(time_point now) const;

  // When nobody can come back to that flow any more, on any machine: its deadline, and what clocks may differ by.
  PARLEY_DECL wall_time end_of(flow_state const& flow) const;

  // 32 bytes that are the same in every round of a flow and that no client can predict: derived from the flow's id
  // under the key that was active when it began. Fault unknown_key: that key has left the ring.
  PARLEY_DECL result<digest256, state_fault> flow_random(flow_state const& flow) const;

  // Counts and logs a fault that was found outside, after opening.
  PARLEY_DECL void report(state_fault why, std::string_view method) const;

  // How often that fault has occurred since the start.
  std::uint64_t count(state_fault why) const noexcept {
    return counters_[static_cast<std::size_t>(why)].load(std::memory_order_relaxed);
  }

  state_limits const& limits() const noexcept { return limits_; }
  primitives const& crypto() const noexcept { return *crypto_; }
  environment const& world() const noexcept { return world_; }

 private:
  PARLEY_DECL result<flow_state, state_fault> examine(std::string_view token, binding const& request,
                                                      wall_time now) const;
  PARLEY_DECL digest128 principal_tag(ring_key const& key, flow_id const& flow, std::string_view who) const;

  key_ring keys_;
  state_limits limits_;
  std::chrono::milliseconds round_time_;
  std::chrono::milliseconds flow_time_;
  std::shared_ptr<primitives const> crypto_;
  environment world_;
  mutable std::array<std::atomic<std::uint64_t>, state_fault_count> counters_{};
};

}  // namespace detail
}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/state/token.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace parley::detail {

inline constexpr std::chrono::seconds clock_skew{60};

// A limit in whole milliseconds. The condition is put so that NaN does not hold it.
PARLEY_DECL std::chrono::milliseconds checked_time(char const* name, std::chrono::duration<double> value) {
  if (!(value.count() >= 0.001 && value.count() <= 315'360'000.0)) {
    throw std::invalid_argument(std::string("parley: state_limits::") + name +
                                " must be a number of seconds from 0.001 to 315360000");
  }
  return std::chrono::milliseconds(std::llround(value.count() * 1000));
}

template <class Number>
void check_limit(char const* name, Number value, Number least, Number most) {
  if (value >= least && value <= most) return;
  throw std::invalid_argument(std::string("parley: state_limits::") + name + " must be from " + std::to_string(least) +
                              " to " + std::to_string(most));
}

PARLEY_DECL void check_state_limits(state_limits const& limits) {
  checked_time("round_time", limits.round_time);
  checked_time("flow_time", limits.flow_time);
  check_limit<std::uint32_t>("rounds", limits.rounds, 2, 1'000'000);
  check_limit<std::size_t>("state_size", limits.state_size, 256, 1'048'576);
  check_limit<std::uint32_t>("attempts", limits.attempts, 1, 1'000'000);
}

PARLEY_DECL guard::guard(key_ring keys, state_limits const& limits, std::shared_ptr<primitives const> with,
                         environment world)
    : keys_(std::move(keys)),
      limits_(limits),
      round_time_(checked_time("round_time", limits.round_time)),
      flow_time_(checked_time("flow_time", limits.flow_time)),
      crypto_(std::move(with)),
      world_(std::move(world)) {
  check_state_limits(limits);
}

PARLEY_DECL digest128 guard::principal_tag(ring_key const& key, flow_id const& flow, std::string_view who) const {
  // The flow's id makes tags of one principal differ from flow to flow, so that a token tells nothing about who it is.
  std::string text(reinterpret_cast<char const*>(flow.data()), flow.size());
  text += who;
  auto const whole = key.principal->tag(bytes_of(text));
  digest128 tag;
  std::copy_n(whole.begin(), tag.size(), tag.begin());
  return tag;
}

PARLEY_DECL result<flow_state, state_fault> guard::examine(std::string_view token, binding const& request,
                                                           wall_time now) const {
  if (token.size() > limits_.state_size) return refused{state_fault::too_large};
  auto opened = open_token(keys_, *crypto_, token);
  if (!opened) return refused{opened.error()};
  auto decoded = decode_claims(bytes_of(opened->plain));
  if (!decoded) return refused{state_fault::malformed};
  claims& sealed = *decoded;
  flow_state& flow = sealed.flow;

  if (sealed.issued > now + clock_skew || flow.started > now + clock_skew) return refused{state_fault::not_yet};
  if (now >= flow.started + flow_time_) return refused{state_fault::flow_over};
  if (now >= sealed.expires) return refused{state_fault::expired};
  if (flow.round >= limits_.rounds) return refused{state_fault::too_many_rounds};

  if (sealed.method != request.method) return refused{state_fault::wrong_method};
  if (sealed.target != request.target) return refused{state_fault::wrong_target};
  if (sealed.arguments != request.arguments) return refused{state_fault::wrong_arguments};
  auto const who = principal_tag(*opened->key, flow.id, request.principal);
  if (!crypto_->equal(sealed.principal, who)) return refused{state_fault::wrong_principal};
  if (sealed.audience != request.audience) return refused{state_fault::wrong_audience};
  if (sealed.ledger != request.ledger) return refused{state_fault::wrong_ledger};
  return std::move(flow);
}

PARLEY_DECL result<flow_state, state_fault> guard::open(std::string_view token, binding const& request,
                                                        time_point now) const {
  auto opened = examine(token, request, std::chrono::floor<std::chrono::milliseconds>(now));
  if (!opened) report(opened.error(), request.method);
  return opened;
}

PARLEY_DECL result<std::string, state_fault> guard::seal(flow_state flow, binding const& request,
                                                         time_point now) const {
  auto fault = [&](state_fault why) {
    report(why, request.method);
    return refused{why};
  };
  auto const flow_ends = flow.started + flow_time_;
  claims what;
  what.issued = std::chrono::floor<std::chrono::milliseconds>(now);
  if (flow.round >= limits_.rounds) return fault(state_fault::too_many_rounds);
  if (what.issued >= flow_ends) return fault(state_fault::flow_over);
  what.expires = std::min(what.issued + round_time_, flow_ends);
  what.method = request.method;
  what.target = request.target;
  what.arguments = request.arguments;
  what.principal = principal_tag(keys_.active(), flow.id, request.principal);
  what.audience = request.audience;
  what.ledger = request.ledger;
  what.flow = std::move(flow);
  auto const plain = encode(what);
  if (plain.size() > limits_.state_size) return fault(state_fault::too_large);
  auto token = seal_token(keys_, *crypto_, plain);
  if (token.size() > limits_.state_size) return fault(state_fault::too_large);
  return token;
}

PARLEY_DECL flow_state guard::begin(time_point now) const {
  flow_state flow;
  world_.random(flow.id);
  flow.origin = keys_.active().id;
  flow.started = std::chrono::floor<std::chrono::milliseconds>(now);
  flow.round = 1;
  return flow;
}

PARLEY_DECL wall_time guard::end_of(flow_state const& flow) const { return flow.started + flow_time_ + clock_skew; }

PARLEY_DECL result<digest256, state_fault> guard::flow_random(flow_state const& flow) const {
  ring_key const* const key = keys_.find(flow.origin);
  if (key == nullptr) return refused{state_fault::unknown_key};
  return key->flow->tag(flow.id);
}

PARLEY_DECL void guard::report(state_fault why, std::string_view method) const {
  counters_[static_cast<std::size_t>(why)].fetch_add(1, std::memory_order_relaxed);
  std::string detail(to_string(why));
  detail += ' ';
  detail += method;
  world_.log({severity::warning, "state_rejected", detail});
}

}  // namespace parley::detail

#endif
