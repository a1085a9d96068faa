// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/state/primitives.hpp>

#include <memory>

namespace parley {

// The primitives on OpenSSL 3. Algorithms are fetched once, when the object is made, and keyed contexts are duplicated
// for each use, so that sealing takes no lock of the library's and runs no key schedule. Throws std::runtime_error when
// the library's configuration has one of the algorithms disabled.
PARLEY_DECL std::shared_ptr<primitives const> openssl_primitives();

// One set for the whole program, made at first use.
template <>
struct default_primitives<void> {
  PARLEY_DECL static std::shared_ptr<primitives const> get();
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include <climits>
#include <stdexcept>
#include <string>

namespace parley {
namespace detail {

// Frees what OpenSSL made; freeing a keyed context also cleanses the key in it.
struct openssl_free {
  void operator()(EVP_MD* what) const { EVP_MD_free(what); }
  void operator()(EVP_MAC* what) const { EVP_MAC_free(what); }
  void operator()(EVP_MAC_CTX* what) const { EVP_MAC_CTX_free(what); }
  void operator()(EVP_KDF* what) const { EVP_KDF_free(what); }
  void operator()(EVP_KDF_CTX* what) const { EVP_KDF_CTX_free(what); }
  void operator()(EVP_CIPHER* what) const { EVP_CIPHER_free(what); }
  void operator()(EVP_CIPHER_CTX* what) const { EVP_CIPHER_CTX_free(what); }
};
template <class T>
using openssl_ptr = std::unique_ptr<T, openssl_free>;

inline unsigned char const* octets(std::byte const* bytes) { return reinterpret_cast<unsigned char const*>(bytes); }
inline unsigned char* octets(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }

// OpenSSL reports failure by 0 or less, or by null.
inline void openssl_check(bool good, char const* what) {
  if (!good) throw std::runtime_error(std::string("parley: OpenSSL failed: ") + what);
}

// The length as the cipher interface wants it.
inline int openssl_length(std::span<std::byte const> bytes) {
  openssl_check(bytes.size() <= INT_MAX, "text too long");
  return static_cast<int>(bytes.size());
}

class openssl_mac final : public primitives::mac {
 public:
  openssl_mac(EVP_MAC* algorithm, std::span<std::byte const> key) : keyed_(EVP_MAC_CTX_new(algorithm)) {
    char name[] = "SHA256";
    OSSL_PARAM const params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0),
                                 OSSL_PARAM_construct_end()};
    // A null key would mean "the key from before": an empty one needs an address.
    unsigned char const none = 0;
    openssl_check(
        keyed_ && EVP_MAC_init(keyed_.get(), key.empty() ? &none : octets(key.data()), key.size(), params) > 0,
        "HMAC-SHA256 key");
  }

  digest256 tag(std::span<std::byte const> text) const override {
    digest256 made;
    std::size_t size = 0;
    openssl_ptr<EVP_MAC_CTX> const context(EVP_MAC_CTX_dup(keyed_.get()));
    openssl_check(context && EVP_MAC_update(context.get(), octets(text.data()), text.size()) > 0 &&
                      EVP_MAC_final(context.get(), octets(made.data()), &size, made.size()) > 0 && size == made.size(),
                  "HMAC-SHA256");
    return made;
  }

 private:
  openssl_ptr<EVP_MAC_CTX> keyed_;  // has taken in the key and nothing else; only ever copied from
};

class openssl_aead final : public primitives::aead {
 public:
  openssl_aead(EVP_CIPHER const* algorithm, std::span<std::byte const> key)
      : sealing_(EVP_CIPHER_CTX_new()), opening_(EVP_CIPHER_CTX_new()) {
    openssl_check(key.size() == 32, "AES-256-GCM needs a key of 32 bytes");
    openssl_check(sealing_ && opening_ &&
                      EVP_EncryptInit_ex2(sealing_.get(), algorithm, octets(key.data()), nullptr, nullptr) > 0 &&
                      EVP_DecryptInit_ex2(opening_.get(), algorithm, octets(key.data()), nullptr, nullptr) > 0,
                  "AES-256-GCM key");
  }

  tag_type seal(nonce_type const& nonce, std::span<std::byte const> associated,
                std::span<std::byte> text) const override {
    tag_type tag;
    int written = 0;
    auto const context = copy_of(sealing_);
    auto* const raw = context.get();
    openssl_check(
        EVP_EncryptInit_ex2(raw, nullptr, nullptr, octets(nonce.data()), nullptr) > 0 &&
            EVP_EncryptUpdate(raw, nullptr, &written, octets(associated.data()), openssl_length(associated)) > 0 &&
            EVP_EncryptUpdate(raw, octets(text.data()), &written, octets(text.data()), openssl_length(text)) > 0 &&
            EVP_EncryptFinal_ex(raw, octets(tag.data()), &written) > 0 &&
            EVP_CIPHER_CTX_ctrl(raw, EVP_CTRL_AEAD_GET_TAG, openssl_length(tag), octets(tag.data())) > 0,
        "AES-256-GCM encryption");
    return tag;
  }

  bool open(nonce_type const& nonce, std::span<std::byte const> associated, std::span<std::byte> text,
            tag_type const& tag) const override {
    int written = 0;
    auto expected = tag;  // the interface takes it as not const
    auto const context = copy_of(opening_);
    auto* const raw = context.get();
    openssl_check(
        EVP_DecryptInit_ex2(raw, nullptr, nullptr, octets(nonce.data()), nullptr) > 0 &&
            EVP_DecryptUpdate(raw, nullptr, &written, octets(associated.data()), openssl_length(associated)) > 0 &&
            EVP_DecryptUpdate(raw, octets(text.data()), &written, octets(text.data()), openssl_length(text)) > 0 &&
            EVP_CIPHER_CTX_ctrl(raw, EVP_CTRL_AEAD_SET_TAG, openssl_length(expected), octets(expected.data())) > 0,
        "AES-256-GCM decryption");
    tag_type rest;
    return EVP_DecryptFinal_ex(raw, octets(rest.data()), &written) > 0;
  }

 private:
  static openssl_ptr<EVP_CIPHER_CTX> copy_of(openssl_ptr<EVP_CIPHER_CTX> const& keyed) {
    openssl_ptr<EVP_CIPHER_CTX> copy(EVP_CIPHER_CTX_new());
    openssl_check(copy && EVP_CIPHER_CTX_copy(copy.get(), keyed.get()) > 0, "AES-256-GCM context");
    return copy;
  }

  openssl_ptr<EVP_CIPHER_CTX> sealing_;
  openssl_ptr<EVP_CIPHER_CTX> opening_;
};

class openssl_suite final : public primitives {
 public:
  openssl_suite()
      : sha256_(EVP_MD_fetch(nullptr, "SHA256", nullptr)),
        hmac_(EVP_MAC_fetch(nullptr, "HMAC", nullptr)),
        hkdf_(EVP_KDF_fetch(nullptr, "HKDF", nullptr)),
        gcm_(EVP_CIPHER_fetch(nullptr, "AES-256-GCM", nullptr)) {
    openssl_check(sha256_ && hmac_ && hkdf_ && gcm_, "SHA256, HMAC, HKDF or AES-256-GCM is not available");
  }

  digest256 sha256(std::span<std::byte const> text) const override {
    digest256 made;
    unsigned int size = 0;
    openssl_check(EVP_Digest(text.data(), text.size(), octets(made.data()), &size, sha256_.get(), nullptr) > 0 &&
                      size == made.size(),
                  "SHA-256");
    return made;
  }

  // RAND_bytes draws from a generator that each thread has of its own and that reseeds after a fork. A pool of its
  // bytes would save about a microsecond a flow, and would have to watch for forks itself: not worth the risk of
  // handing out a nonce twice.
  void random(std::span<std::byte> out) const override {
    openssl_check(RAND_bytes(octets(out.data()), openssl_length(out)) > 0, "RAND_bytes");
  }

  void hkdf(std::span<std::byte const> secret, std::span<std::byte const> salt, std::string_view info,
            std::span<std::byte> out) const override {
    char name[] = "SHA256";
    // Parameters are not const in the interface, but only read.
    auto bytes = [](char const* key, std::span<std::byte const> value) {
      return OSSL_PARAM_construct_octet_string(key, const_cast<std::byte*>(value.data()), value.size());
    };
    OSSL_PARAM params[5] = {OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, name, 0),
                            bytes(OSSL_KDF_PARAM_KEY, secret), bytes(OSSL_KDF_PARAM_INFO, bytes_of(info)),
                            OSSL_PARAM_construct_end(), OSSL_PARAM_construct_end()};
    if (!salt.empty()) params[3] = bytes(OSSL_KDF_PARAM_SALT, salt);
    openssl_ptr<EVP_KDF_CTX> const context(EVP_KDF_CTX_new(hkdf_.get()));
    openssl_check(context && EVP_KDF_derive(context.get(), octets(out.data()), out.size(), params) > 0, "HKDF-SHA256");
  }

  std::unique_ptr<mac const> make_mac(std::span<std::byte const> key) const override {
    return std::make_unique<openssl_mac>(hmac_.get(), key);
  }

  std::unique_ptr<aead const> make_aead(std::span<std::byte const> key) const override {
    return std::make_unique<openssl_aead>(gcm_.get(), key);
  }

  bool equal(std::span<std::byte const> left, std::span<std::byte const> right) const noexcept override {
    return left.size() == right.size() && CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
  }

 private:
  openssl_ptr<EVP_MD> sha256_;
  openssl_ptr<EVP_MAC> hmac_;
  openssl_ptr<EVP_KDF> hkdf_;
  openssl_ptr<EVP_CIPHER> gcm_;
};

}  // namespace detail

PARLEY_DECL std::shared_ptr<primitives const> openssl_primitives() {
  return std::make_shared<detail::openssl_suite const>();
}

PARLEY_DECL std::shared_ptr<primitives const> default_primitives<void>::get() {
  static auto const shared = openssl_primitives();
  return shared;
}

}  // namespace parley

#endif
