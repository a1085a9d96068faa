// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/state/secret_bytes.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <type_traits>

using namespace parley;

namespace {

template <class T>
concept printable = requires(std::ostream& out, T const& what) {
  out << what;
};

}  // namespace

TEST_CASE("bytes that are wiped are zero", "[state][secret]") {
  std::array<std::byte, 40> bytes;
  bytes.fill(std::byte{0x5a});
  wipe(bytes);
  CHECK(std::all_of(bytes.begin(), bytes.end(), [](std::byte byte) { return byte == std::byte{}; }));
  wipe({});
}

TEST_CASE("a secret keeps its bytes through copies and moves, and gives them up when moved from", "[state][secret]") {
  secret_bytes const first(std::string_view("abc"));
  secret_bytes copy = first;
  secret_bytes const moved = std::move(copy);
  CHECK(first.size() == 3);
  CHECK(moved.reveal()[2] == std::byte{'c'});
  CHECK(copy.empty());  // NOLINT(bugprone-use-after-move): that it is empty is the point
  secret_bytes assigned(8);
  assigned = first;
  CHECK(assigned.reveal()[0] == std::byte{'a'});
}

TEST_CASE("a secret cannot be printed or turned into text by accident", "[state][secret]") {
  CHECK_FALSE(printable<secret_bytes>);
  CHECK_FALSE(std::is_convertible_v<secret_bytes, std::string>);
  CHECK_FALSE(std::is_convertible_v<secret_bytes, std::string_view>);
}
