// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/state/primitives.hpp>

#include "state/fixtures.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>

using namespace parley;
using namespace parley::detail;
using namespace parley::testing;

namespace {

// A library of somebody else's: here the usual one, with a count of what was drawn and a way to run dry.
class other_library final : public primitives {
 public:
  digest256 sha256(std::span<std::byte const> text) const override { return usual_->sha256(text); }
  void random(std::span<std::byte> out) const override {
    if (dry) throw std::runtime_error("no randomness");
    std::fill(out.begin(), out.end(), static_cast<std::byte>(++draws_));
  }
  void hkdf(std::span<std::byte const> secret, std::span<std::byte const> salt, std::string_view info,
            std::span<std::byte> out) const override {
    usual_->hkdf(secret, salt, info, out);
  }
  std::unique_ptr<mac const> make_mac(std::span<std::byte const> key) const override { return usual_->make_mac(key); }
  std::unique_ptr<aead const> make_aead(std::span<std::byte const> key) const override {
    return usual_->make_aead(key);
  }
  bool equal(std::span<std::byte const> left, std::span<std::byte const> right) const noexcept override {
    return usual_->equal(left, right);
  }

  bool dry = false;

 private:
  std::shared_ptr<primitives const> usual_ = default_primitives<>::get();
  mutable std::atomic<int> draws_{0};
};

}  // namespace

TEST_CASE("a program may bring primitives of its own", "[state]") {
  still_world world;
  auto const library = std::make_shared<other_library>();
  guard const with(key_ring({key_of('k', {}, sealing::aes_256_gcm)}, *library), {}, library, world.view());
  auto const flow = with.begin(world.now);
  auto const token = with.seal(flow, {}, world.now).value();
  CHECK(with.open(token, {}, world.now).value() == flow);
}

TEST_CASE("without randomness nothing is sealed", "[state]") {
  still_world world;
  auto const library = std::make_shared<other_library>();
  guard const with(key_ring({key_of('k', {}, sealing::aes_256_gcm)}, *library), {}, library, world.view());
  auto const flow = with.begin(world.now);
  library->dry = true;
  CHECK_THROWS_AS(with.seal(flow, {}, world.now), std::runtime_error);
}

TEST_CASE("text is looked at as bytes without copying", "[state]") {
  std::string_view const text = "ab";
  auto const bytes = bytes_of(text);
  CHECK(bytes.size() == 2);
  CHECK(bytes[1] == std::byte{'b'});
  CHECK(static_cast<void const*>(bytes.data()) == text.data());
  CHECK(bytes_of({}).empty());
}
