// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/state/fault.hpp>
#include <parley/state/key_ring.hpp>
#include <parley/state/primitives.hpp>

#include <string>
#include <string_view>

namespace parley::detail {

// A token is what a client sees of a state: text that can be made only with a key of the ring.
//
//   "p1." base64url( key id (8) | what was sealed | HMAC (32) )                    hmac_sha256
//   "p1." base64url( key id (8) | nonce (12) | what was sealed, encrypted | tag (16) )    aes_256_gcm
//
// The key id is authenticated with the rest, and which of the two it is follows from the key. "p1" stands for both the
// layout and the way in which subkeys are derived (key_ring.hpp), so it is authenticated too. The encoding is strict:
// no token has a second spelling (MRTR-17).

// Seals `plain` with the active key of the ring.
PARLEY_DECL std::string seal_token(key_ring const& keys, primitives const& with, std::string_view plain);

struct opened_token {
  std::string plain;
  ring_key const* key;  // the key that sealed it; lives as long as the ring
};

// What was sealed, unchanged. Faults: malformed (not this format), unknown_key, bad_signature. The caller has limited
// the length of `token`.
PARLEY_DECL result<opened_token, state_fault> open_token(key_ring const& keys, primitives const& with,
                                                         std::string_view token);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/base64.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <tuple>
#include <utility>

namespace parley::detail {

inline constexpr std::string_view token_prefix = "p1.";

// The parts of a token's bytes, by where they end.
inline constexpr std::size_t key_id_size = std::tuple_size_v<key_id>;
inline constexpr std::size_t nonce_size = std::tuple_size_v<primitives::aead::nonce_type>;
inline constexpr std::size_t gcm_tag_size = std::tuple_size_v<primitives::aead::tag_type>;
inline constexpr std::size_t hmac_tag_size = std::tuple_size_v<digest256>;

template <std::size_t Size>
void append_bytes(std::string& to, std::array<std::byte, Size> const& bytes) {
  to.append(reinterpret_cast<char const*>(bytes.data()), Size);
}

template <class Array>
Array array_at(std::string_view bytes, std::size_t offset) {
  Array copy;
  auto const part = bytes_of(bytes.substr(offset, copy.size()));
  std::copy(part.begin(), part.end(), copy.begin());
  return copy;
}

inline std::span<std::byte> writable(std::string& bytes, std::size_t offset, std::size_t size) {
  return std::as_writable_bytes(std::span(bytes)).subspan(offset, size);
}

PARLEY_DECL std::string seal_token(key_ring const& keys, primitives const& with, std::string_view plain) {
  ring_key const& key = keys.active();
  std::string bytes;
  bytes.reserve(key_id_size + nonce_size + plain.size() + hmac_tag_size);
  append_bytes(bytes, key.id);
  if (key.algorithm == sealing::hmac_sha256) {
    bytes += plain;
    append_bytes(bytes, key.sign->tag(bytes_of(bytes)));
  } else {
    primitives::aead::nonce_type nonce;
    with.random(nonce);
    append_bytes(bytes, nonce);
    auto const start = bytes.size();
    bytes += plain;
    append_bytes(bytes, key.encrypt->seal(nonce, key.id, writable(bytes, start, plain.size())));
  }
  return std::string(token_prefix) + base64url_encode(bytes);
}

PARLEY_DECL result<opened_token, state_fault> open_token(key_ring const& keys, primitives const& with,
                                                         std::string_view token) {
  if (!token.starts_with(token_prefix)) return refused{state_fault::malformed};
  auto decoded = base64url_decode_text(token.substr(token_prefix.size()));
  if (!decoded) return refused{state_fault::malformed};
  std::string& bytes = *decoded;
  if (bytes.size() < key_id_size) return refused{state_fault::malformed};
  ring_key const* const key = keys.find(array_at<key_id>(bytes, 0));
  if (key == nullptr) return refused{state_fault::unknown_key};

  if (key->algorithm == sealing::hmac_sha256) {
    if (bytes.size() < key_id_size + hmac_tag_size) return refused{state_fault::malformed};
    auto const signed_size = bytes.size() - hmac_tag_size;
    auto const expected = key->sign->tag(bytes_of(bytes).first(signed_size));
    if (!with.equal(expected, bytes_of(bytes).subspan(signed_size))) return refused{state_fault::bad_signature};
    bytes.resize(signed_size);
    bytes.erase(0, key_id_size);
  } else {
    constexpr auto start = key_id_size + nonce_size;
    if (bytes.size() < start + gcm_tag_size) return refused{state_fault::malformed};
    auto const size = bytes.size() - start - gcm_tag_size;
    auto const nonce = array_at<primitives::aead::nonce_type>(bytes, key_id_size);
    auto const tag = array_at<primitives::aead::tag_type>(bytes, start + size);
    if (!key->encrypt->open(nonce, key->id, writable(bytes, start, size), tag)) {
      return refused{state_fault::bad_signature};
    }
    bytes.resize(start + size);
    bytes.erase(0, start);
  }
  return opened_token{std::move(bytes), key};
}

}  // namespace parley::detail

#endif
