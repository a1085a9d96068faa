// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace parley {

using digest256 = std::array<std::byte, 32>;

// The cryptography that sealing states needs, and nothing more. crypto/openssl.hpp implements it on OpenSSL; a program
// that must use another library implements it there and gives it to its Server.
//
// Every function may be called from several threads at once. Functions that cannot do their work (an algorithm that
// is not available, no randomness) throw std::runtime_error: nothing is ever sealed, or accepted, halfway.
class primitives {
 public:
  // HMAC-SHA256 (RFC 2104) under a key that is fixed when the object is made.
  class mac {
   public:
    mac() = default;
    mac(mac const&) = delete;
    mac& operator=(mac const&) = delete;
    virtual ~mac() = default;
    virtual digest256 tag(std::span<std::byte const> text) const = 0;
  };

  // AES-256-GCM (NIST SP 800-38D) under a key that is fixed when the object is made.
  class aead {
   public:
    using nonce_type = std::array<std::byte, 12>;
    using tag_type = std::array<std::byte, 16>;

    aead() = default;
    aead(aead const&) = delete;
    aead& operator=(aead const&) = delete;
    virtual ~aead() = default;

    // Encrypts `text` in place. Precondition: this key has not seen `nonce` before.
    virtual tag_type seal(nonce_type const& nonce, std::span<std::byte const> associated,
                          std::span<std::byte> text) const = 0;
    // Decrypts `text` in place. False: not what `seal` made; what `text` then holds must not be used.
    virtual bool open(nonce_type const& nonce, std::span<std::byte const> associated, std::span<std::byte> text,
                      tag_type const& tag) const = 0;
  };

  primitives() = default;
  primitives(primitives const&) = delete;
  primitives& operator=(primitives const&) = delete;
  virtual ~primitives() = default;

  virtual digest256 sha256(std::span<std::byte const> text) const = 0;

  // Fills `out` with bytes that nobody can predict, also after a fork: keys and nonces, which must not depend on what a
  // program gives as its environment. Everything else that is random comes from there.
  virtual void random(std::span<std::byte> out) const = 0;

  // HKDF-SHA256 (RFC 5869). `salt` may be empty; `out` holds at most 8,160 bytes.
  virtual void hkdf(std::span<std::byte const> secret, std::span<std::byte const> salt, std::string_view info,
                    std::span<std::byte> out) const = 0;

  // Any length of key.
  virtual std::unique_ptr<mac const> make_mac(std::span<std::byte const> key) const = 0;
  // Precondition: `key` has 32 bytes.
  virtual std::unique_ptr<aead const> make_aead(std::span<std::byte const> key) const = 0;

  // Whether two byte strings are equal, in a time that depends on their lengths alone.
  virtual bool equal(std::span<std::byte const> left, std::span<std::byte const> right) const noexcept = 0;
};

// The primitives that a Server takes when it is given none. crypto/openssl.hpp, which <parley/parley.hpp> includes,
// specialises it for void; a program of the engine alone passes its own instead. The parameter is there so that the
// question is asked where a Server is made, after all includes.
//
//   template <> struct default_primitives<void> { static std::shared_ptr<primitives const> get(); };
template <class Late = void>
struct default_primitives;

namespace detail {

// Text as bytes, without copying.
inline std::span<std::byte const> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

}  // namespace detail
}  // namespace parley
