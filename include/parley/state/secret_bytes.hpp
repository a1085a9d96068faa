// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace parley {

// Overwrites bytes that nobody will read again, in a way that the optimiser does not remove.
PARLEY_DECL void wipe(std::span<std::byte> bytes) noexcept;

// Bytes that must not be seen: overwritten before their memory is given back, without a conversion to text and
// without an output operator, so that a key cannot end up in a log by accident. Each copy wipes itself.
class secret_bytes {
 public:
  secret_bytes() = default;
  // `size` zero bytes, to be filled through reveal().
  explicit secret_bytes(std::size_t size) : bytes_(size) {}
  explicit secret_bytes(std::span<std::byte const> bytes) : bytes_(bytes.begin(), bytes.end()) {}
  // Takes the characters as bytes, as they are. Not for hexadecimal text: see state_key_from_hex.
  explicit secret_bytes(std::string_view bytes) : secret_bytes(std::as_bytes(std::span(bytes))) {}

  secret_bytes(secret_bytes const&) = default;
  secret_bytes(secret_bytes&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  secret_bytes& operator=(secret_bytes other) noexcept {
    bytes_.swap(other.bytes_);
    return *this;
  }
  ~secret_bytes() { wipe(bytes_); }

  // The bytes themselves. The word is chosen to be found by a reader.
  std::span<std::byte const> reveal() const noexcept { return bytes_; }
  std::span<std::byte> reveal() noexcept { return bytes_; }

  std::size_t size() const noexcept { return bytes_.size(); }
  bool empty() const noexcept { return bytes_.empty(); }

 private:
  std::vector<std::byte> bytes_{};
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <cstring>

namespace parley {

PARLEY_DECL void wipe(std::span<std::byte> bytes) noexcept {
  // The compiler may not look through a volatile pointer, so it cannot know that the call is a dead store.
  static void* (*const volatile overwrite)(void*, int, std::size_t) = &std::memset;
  if (!bytes.empty()) overwrite(bytes.data(), 0, bytes.size());
}

}  // namespace parley

#endif
