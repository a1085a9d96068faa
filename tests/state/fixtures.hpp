// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/environment.hpp>
#include <parley/crypto/openssl.hpp>
#include <parley/state/guard.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace parley::testing {

// A world whose clock stands until it is told to move, and whose log can be read.
struct still_world {
  std::chrono::system_clock::time_point now{std::chrono::sys_days{std::chrono::year{2026} / 7 / 28}};
  std::chrono::steady_clock::time_point steady{};
  std::vector<std::string> lines{};

  // Both clocks.
  void pass(std::chrono::milliseconds time) {
    now += time;
    steady += time;
  }

  environment view() {
    environment made = system_environment();
    made.wall_clock = [this] { return now; };
    made.steady_clock = [this] { return steady; };
    made.log = [this](log_event const& event) {
      lines.push_back(std::string(event.event) + ": " + std::string(event.detail));
    };
    return made;
  }
};

// A key of 32 equal bytes.
inline state_key key_of(char byte, std::string id = {}, sealing algorithm = sealing::hmac_sha256) {
  state_key key;
  key.id = std::move(id);
  key.secret = secret_bytes(std::string_view(std::string(32, byte)));
  key.algorithm = algorithm;
  return key;
}

inline detail::key_ring ring_of(std::vector<state_key> const& keys) {
  return detail::key_ring(keys, *default_primitives<>::get());
}

inline detail::guard guard_of(still_world& world, std::vector<state_key> const& keys = {key_of('k')},
                              state_limits const& limits = {}) {
  return detail::guard(ring_of(keys), limits, default_primitives<>::get(), world.view());
}

}  // namespace parley::testing
