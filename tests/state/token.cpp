// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/state/token.hpp>

#include <parley/core/base64.hpp>

#include "state/fixtures.hpp"
#include "support/catch.hpp"

#include <string>

using namespace parley;
using namespace parley::detail;
using namespace parley::testing;

namespace {

primitives const& crypto() { return *default_primitives<>::get(); }

std::string const plain = "what the server must remember";

std::string with_bytes(std::string const& token, auto&& change) {
  auto bytes = base64url_decode_text(std::string_view(token).substr(3)).value();
  change(bytes);
  return "p1." + base64url_encode(bytes);
}

}  // namespace

TEST_CASE("a token opens to what was sealed", "[state][MRTR-12][MRTR-15]") {
  auto const algorithm = GENERATE(sealing::hmac_sha256, sealing::aes_256_gcm);
  auto const ring = ring_of({key_of('a', "k", algorithm)});
  for (std::size_t size = 0; size < 70; ++size) {
    std::string const text(size, 'x');
    auto const token = seal_token(ring, crypto(), text);
    auto const opened = open_token(ring, crypto(), token);
    REQUIRE(opened);
    CHECK(opened->plain == text);
    CHECK(opened->key == &ring.active());
    CHECK(token.starts_with("p1."));
    CHECK(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 3) ==
          std::string::npos);
  }
}

TEST_CASE("a token with any one bit flipped is refused", "[state][MRTR-12][once-02]") {
  auto const algorithm = GENERATE(sealing::hmac_sha256, sealing::aes_256_gcm);
  // Two sizes, so that the last character once has unused bits and once has none.
  auto const size = GENERATE(std::size_t{29}, std::size_t{30}, std::size_t{31});
  auto const ring = ring_of({key_of('a', {}, algorithm), key_of('b')});
  auto const token = seal_token(ring, crypto(), std::string(size, 'x'));
  std::size_t refusals = 0;
  for (std::size_t i = 0; i < token.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      auto changed = token;
      changed[i] = static_cast<char>(static_cast<unsigned char>(changed[i]) ^ (1u << bit));
      refusals += open_token(ring, crypto(), changed) ? 0u : 1u;
    }
  }
  CHECK(refusals == token.size() * 8);
}

TEST_CASE("a token that was cut, lengthened or wrapped is refused", "[state][MRTR-17]") {
  auto const algorithm = GENERATE(sealing::hmac_sha256, sealing::aes_256_gcm);
  auto const ring = ring_of({key_of('a', {}, algorithm)});
  auto const token = seal_token(ring, crypto(), plain);
  for (std::size_t size = 0; size < token.size(); ++size)
    CHECK_FALSE(open_token(ring, crypto(), token.substr(0, size)));
  for (std::string_view suffix : {"-TAMPERED", "=", "A", "AA", "AAA", "AAAA", " ", "\n", ".", "-", "_"}) {
    CHECK_FALSE(open_token(ring, crypto(), token + std::string(suffix)));
  }
  CHECK_FALSE(open_token(ring, crypto(), token + std::string(1, '\0')));
  CHECK_FALSE(open_token(ring, crypto(), ' ' + token));
  CHECK_FALSE(open_token(ring, crypto(), "p1." + token));
  CHECK_FALSE(open_token(ring, crypto(), "P1." + token.substr(3)));
  CHECK_FALSE(open_token(ring, crypto(), "p2." + token.substr(3)));
  CHECK_FALSE(open_token(ring, crypto(), token.substr(3)));
  CHECK_FALSE(open_token(ring, crypto(), ""));
  CHECK_FALSE(open_token(ring, crypto(), "p1."));
}

TEST_CASE("a ring that lacks the key says so", "[state][C-14]") {
  auto const token = seal_token(ring_of({key_of('a')}), crypto(), plain);
  auto const opened = open_token(ring_of({key_of('b')}), crypto(), token);
  REQUIRE_FALSE(opened);
  CHECK(opened.error() == state_fault::unknown_key);
}

TEST_CASE("changing only the name of the key is found out", "[state][C-14][once-02]") {
  auto const algorithm = GENERATE(sealing::hmac_sha256, sealing::aes_256_gcm);
  auto const ring = ring_of({key_of('a', "one", algorithm), key_of('b', "two", algorithm)});
  auto const token = seal_token(ring, crypto(), plain);
  auto const other = ring_of({key_of('b', "two", algorithm)}).active().id;
  auto const renamed = with_bytes(token, [&](std::string& bytes) {
    for (std::size_t i = 0; i < other.size(); ++i) bytes[i] = static_cast<char>(other[i]);
  });
  auto const opened = open_token(ring, crypto(), renamed);
  REQUIRE_FALSE(opened);
  CHECK(opened.error() == state_fault::bad_signature);

  // Even one secret under two names makes two different tokens: the name is authenticated.
  auto const before = ring_of({key_of('a', "one", algorithm)});
  auto const after = ring_of({key_of('a', "two", algorithm)});
  CHECK(open_token(after, crypto(), renamed).error() == state_fault::bad_signature);
  CHECK(open_token(before, crypto(), token).has_value());
}

TEST_CASE("the algorithm belongs to the key: a token cannot choose it", "[state][once-02]") {
  auto const signing = ring_of({key_of('a', "k", sealing::hmac_sha256)});
  auto const encrypting = ring_of({key_of('a', "k", sealing::aes_256_gcm)});
  CHECK_FALSE(open_token(encrypting, crypto(), seal_token(signing, crypto(), plain)));
  CHECK_FALSE(open_token(signing, crypto(), seal_token(encrypting, crypto(), plain)));
}

TEST_CASE("a ring opens the tokens of all its keys, whichever sealed", "[state][C-14]") {
  auto const k1 = key_of('1', "k1"), k2 = key_of('2', "k2", sealing::aes_256_gcm);
  auto const token = seal_token(ring_of({k1}), crypto(), plain);
  CHECK(open_token(ring_of({k1}), crypto(), token));
  CHECK(open_token(ring_of({k2, k1}), crypto(), token));
  CHECK(open_token(ring_of({k2}), crypto(), token).error() == state_fault::unknown_key);
}

TEST_CASE("an encrypted token shows nothing of its content, and never repeats itself", "[state][once-02]") {
  auto const ring = ring_of({key_of('a', "k", sealing::aes_256_gcm)});
  auto const first = seal_token(ring, crypto(), plain);
  CHECK(first != seal_token(ring, crypto(), plain));
  CHECK(base64url_decode_text(std::string_view(first).substr(3)).value().find("remember") == std::string::npos);
  auto const readable = seal_token(ring_of({key_of('a')}), crypto(), plain);
  CHECK(base64url_decode_text(std::string_view(readable).substr(3)).value().find("remember") != std::string::npos);
}
