// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// A state is opened only when it is, byte for byte, one that was sealed here: whatever is made up or changed is
// refused, and nothing breaks on the way.
//
// The first line of an input is "1" or "2", and changes follow, two bytes each: one of the sealed states with these
// changes is what the client sends. Or it is "claims", and what follows is sealed with the right key. Everything else
// is the state itself.

#include "input.hpp"

#include <parley/crypto/openssl.hpp>
#include <parley/state/claims.hpp>
#include <parley/state/guard.hpp>
#include <parley/state/token.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parley;

constexpr auto now = std::chrono::sys_days{std::chrono::year{2026} / 7 / 28};

// Of keys that are always the same, and nonces too, so that seeds stay what they are.
class known_primitives final : public primitives {
 public:
  digest256 sha256(std::span<std::byte const> text) const override { return real_->sha256(text); }
  void random(std::span<std::byte> out) const override { std::fill(out.begin(), out.end(), std::byte{7}); }
  void hkdf(std::span<std::byte const> secret, std::span<std::byte const> salt, std::string_view info,
            std::span<std::byte> out) const override {
    real_->hkdf(secret, salt, info, out);
  }
  std::unique_ptr<mac const> make_mac(std::span<std::byte const> key) const override { return real_->make_mac(key); }
  std::unique_ptr<aead const> make_aead(std::span<std::byte const> key) const override { return real_->make_aead(key); }
  bool equal(std::span<std::byte const> left, std::span<std::byte const> right) const noexcept override {
    return real_->equal(left, right);
  }

 private:
  std::shared_ptr<primitives const> real_ = default_primitives<>::get();
};

state_key key_of(char byte, sealing algorithm) {
  state_key key;
  key.secret = secret_bytes(std::string_view(std::string(32, byte)));
  key.algorithm = algorithm;
  return key;
}

environment world() {
  environment made = system_environment();
  made.wall_clock = [] { return std::chrono::system_clock::time_point(now); };
  made.random = [](std::span<std::byte> out) { std::fill(out.begin(), out.end(), std::byte{5}); };
  made.log = [](log_event const&) {};
  return made;
}

struct sealer {
  explicit sealer(std::vector<state_key> const& of)
      : keys(of, *crypto), guard(detail::key_ring(of, *crypto), {}, crypto, world()) {
    auto flow = guard.begin(now);
    flow.asked.push_back({"confirm", {}, 0, {{}, {}}});
    flow.author_state = "step 1";
    token = guard.seal(std::move(flow), request, now).value();
  }

  std::shared_ptr<primitives const> crypto = std::make_shared<known_primitives>();
  detail::key_ring keys;
  detail::guard guard;
  detail::binding request{.method = "tools/call", .target = "restart", .principal = "me", .audience = "fuzz"};
  std::string token;
};

std::vector<std::unique_ptr<sealer>> const& sealers() {
  static auto const made = [] {
    std::vector<std::unique_ptr<sealer>> all;
    auto const signs = key_of('a', sealing::hmac_sha256);
    auto const encrypts = key_of('b', sealing::aes_256_gcm);
    all.push_back(std::make_unique<sealer>(std::vector{signs, encrypts}));
    all.push_back(std::make_unique<sealer>(std::vector{encrypts, signs}));
    return all;
  }();
  return made;
}

// Both rings have both keys, so each opens the states of the other.
void send(std::string_view token) {
  bool const is_real = token == sealers()[0]->token || token == sealers()[1]->token;
  for (auto const& one : sealers()) {
    require(one->guard.open(token, one->request, now).has_value() == is_real);
    require(detail::open_token(one->keys, *one->crypto, token).has_value() == is_real);
  }
}

void seal_claims(std::string_view plain) {
  auto const decoded = detail::decode_claims(detail::bytes_of(plain));
  if (decoded) require(detail::encode(*decoded) == plain);
  for (auto const& one : sealers()) {
    auto const token = detail::seal_token(one->keys, *one->crypto, plain);
    auto const opened = detail::open_token(one->keys, *one->crypto, token);
    require(opened && opened->plain == plain);
    // Only what is bound to this request can be a state of it.
    if (one->guard.open(token, one->request, now)) require(decoded && decoded->target == "restart");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  fuzz_input const whole(data, size);
  fuzz_input input = whole;
  auto const first = input.line();
  if (first == "claims") {
    seal_claims(input.rest());
  } else if (first == "1" || first == "2") {
    std::string token = sealers()[first == "1" ? 0 : 1]->token;
    auto const changes = input.rest();
    for (std::size_t i = 0; i + 1 < changes.size(); i += 2) {
      token[static_cast<unsigned char>(changes[i]) % token.size()] = changes[i + 1];
    }
    send(token);
  } else {
    send(whole.rest());
  }
  return 0;
}
