// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/state/claims.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <random>
#include <string>

using namespace parley;
using namespace parley::detail;

namespace {

template <std::size_t Size>
std::array<std::byte, Size> filled(int value) {
  std::array<std::byte, Size> bytes;
  bytes.fill(static_cast<std::byte>(value));
  return bytes;
}

claims sample() {
  claims what;
  what.method = "tools/call";
  what.target = "delete_folder";
  what.arguments = filled<32>(1);
  what.principal = filled<16>(2);
  what.audience = "ops";
  what.ledger = "none";
  what.issued = wall_time(std::chrono::milliseconds(1'790'000'000'123));
  what.expires = wall_time(std::chrono::milliseconds(1'790'000'600'123));
  what.flow.id = filled<16>(3);
  what.flow.origin = filled<8>(4);
  what.flow.started = what.issued;
  what.flow.round = 300;
  what.flow.definition = filled<16>(5);
  what.flow.asked = {{"confirm", filled<16>(6), 2, {filled<8>(10), filled<8>(11)}}, {"", filled<16>(7), 0, {}}};
  what.flow.answered = {{"who", filled<16>(8), elicit_action::accept, R"({"name":"Ada"})", {filled<8>(12)}},
                        {"why", filled<16>(9), elicit_action::cancel, "", {}}};
  what.flow.author_state = std::string("any\0bytes", 9);
  return what;
}

std::span<std::byte const> as_bytes(std::string const& text) { return bytes_of(text); }

}  // namespace

TEST_CASE("claims come back as they were", "[state][MRTR-13][once-02]") {
  CHECK(decode_claims(as_bytes(encode(sample()))).value() == sample());
  CHECK(decode_claims(as_bytes(encode(claims{}))).value() == claims{});
}

TEST_CASE("claims are compact", "[state]") {
  claims what = sample();
  what.flow.asked.resize(1);
  what.flow.answered.clear();
  what.flow.author_state.clear();
  CHECK(encode(what).size() < 200);
}

TEST_CASE("claims that are cut short or go on too long are refused, at every length", "[state]") {
  auto const good = encode(sample());
  for (std::size_t size = 0; size < good.size(); ++size) {
    CHECK_FALSE(decode_claims(as_bytes(good.substr(0, size))));
  }
  CHECK_FALSE(decode_claims(as_bytes(good + '\0')));
}

TEST_CASE("claims of another version are refused", "[state]") {
  auto bytes = encode(sample());
  for (char const other : {'\0', '\1', '\3'}) {
    bytes[0] = other;
    CHECK_FALSE(decode_claims(as_bytes(bytes)));
  }
}

TEST_CASE("a number has one spelling", "[state]") {
  // The length of the method, 10, written with a needless second group.
  auto bytes = encode(sample());
  REQUIRE(bytes[1] == 10);
  bytes[1] = static_cast<char>(0x8a);
  bytes.insert(2, 1, '\0');
  CHECK_FALSE(decode_claims(as_bytes(bytes)));
}

TEST_CASE("a length or count that the bytes cannot hold is refused without reserving for it", "[state]") {
  std::string bytes = "\x02";
  bytes += "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01";  // a method of 2^64-1 bytes
  CHECK_FALSE(decode_claims(as_bytes(bytes)));
  bytes.back() = '\x02';  // 65 bits
  CHECK_FALSE(decode_claims(as_bytes(bytes)));
  bytes = "\x02" + std::string(12, '\xff');
  CHECK_FALSE(decode_claims(as_bytes(bytes)));
}

TEST_CASE("a list of digests that the bytes cannot hold is refused", "[state][once-09]") {
  claims what = sample();
  what.flow.asked = {{"confirm", filled<16>(6), 2, {filled<8>(10)}}};
  what.flow.answered.clear();
  what.flow.author_state.clear();
  auto const good = encode(what);
  // At the end: the number of digests, the digest, no answers, no author's state.
  auto const at = good.size() - 11;
  REQUIRE(good[at] == 1);
  for (char const count : {'\0', '\2', '\x7f'}) {
    auto bytes = good;
    bytes[at] = count;
    CHECK_FALSE(decode_claims(as_bytes(bytes)));
  }
}

TEST_CASE("times after the year 9999 and unknown actions are refused", "[state]") {
  claims what = sample();
  what.expires = wall_time(std::chrono::milliseconds(253'402'300'800'000));
  CHECK_FALSE(decode_claims(as_bytes(encode(what))));
  what = sample();
  what.issued = wall_time(std::chrono::milliseconds(-1));
  CHECK_FALSE(decode_claims(as_bytes(encode(what))));
  what = sample();
  what.flow.answered[0].action = static_cast<elicit_action>(3);
  CHECK_FALSE(decode_claims(as_bytes(encode(what))));
}

TEST_CASE("whatever the bytes, decoding returns, and what it takes has no other spelling", "[state][fuzz]") {
  std::mt19937 random(20260728);
  auto const good = encode(sample());
  int taken = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = good;
    for (auto changes = 1 + random() % 4; changes > 0; --changes) {
      switch (random() % 4) {
        case 0: bytes[random() % bytes.size()] = static_cast<char>(random()); break;
        case 1: bytes.erase(random() % bytes.size(), 1 + random() % 8); break;
        case 2: bytes.insert(random() % bytes.size(), 1 + random() % 8, static_cast<char>(random())); break;
        default: bytes.resize(random() % (bytes.size() + 1)); break;
      }
      if (bytes.empty()) bytes.push_back('\1');
    }
    if (auto const what = decode_claims(as_bytes(bytes))) {
      ++taken;
      CHECK(encode(*what) == bytes);
    }
  }
  CHECK(taken > 0);
}
