// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/state/primitives.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parley::detail {

// The first half of a SHA-256: enough to pin what this server itself rendered, at half the room in a token.
using digest128 = std::array<std::byte, 16>;
// Enough to tell whether something has changed, where nobody gains by a change that is overlooked.
using digest64 = std::array<std::byte, 8>;

// Takes in the parts of something and gives their digest. Each part stands behind its length, so two different lists
// of parts never run together into the same bytes.
class digest_of_parts {
 public:
  // What kind of thing it is, so that digests of different kinds never meet.
  explicit digest_of_parts(std::string_view kind) { add(kind); }

  PARLEY_DECL digest_of_parts& add(std::string_view part);
  PARLEY_DECL digest_of_parts& add(std::uint64_t part);
  digest_of_parts& add(digest128 const& part) {
    return add(std::string_view(reinterpret_cast<char const*>(part.data()), part.size()));
  }

  PARLEY_DECL digest128 finish(primitives const& with) const;
  // The first half of what finish() gives.
  PARLEY_DECL digest64 finish_short(primitives const& with) const;

 private:
  std::string bytes_{};
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <algorithm>

namespace parley::detail {

PARLEY_DECL digest_of_parts& digest_of_parts::add(std::string_view part) {
  add(std::uint64_t{part.size()});
  bytes_ += part;
  return *this;
}

PARLEY_DECL digest_of_parts& digest_of_parts::add(std::uint64_t part) {
  char bytes[sizeof part];
  for (std::size_t i = sizeof part; i-- > 0; part >>= 8) bytes[i] = static_cast<char>(part & 0xff);
  bytes_.append(bytes, sizeof bytes);
  return *this;
}

PARLEY_DECL digest128 digest_of_parts::finish(primitives const& with) const {
  auto const whole = with.sha256(bytes_of(bytes_));
  digest128 half;
  std::copy_n(whole.begin(), half.size(), half.begin());
  return half;
}

PARLEY_DECL digest64 digest_of_parts::finish_short(primitives const& with) const {
  auto const half = finish(with);
  digest64 quarter;
  std::copy_n(half.begin(), quarter.size(), quarter.begin());
  return quarter;
}

}  // namespace parley::detail

#endif
