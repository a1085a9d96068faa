// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/hex.hpp>

#include "support/catch.hpp"

using namespace parley;

TEST_CASE("bytes come back from their digits", "[core][hex]") {
  std::vector<std::byte> bytes;
  for (unsigned i = 0; i < 256; ++i) bytes.push_back(std::byte(i));
  auto const text = hex_encode(bytes);
  CHECK(text.size() == 512);
  CHECK(text.substr(0, 8) == "00010203");
  CHECK(text.substr(504) == "fcfdfeff");
  CHECK(hex_decode(text).value() == bytes);
  CHECK(hex_decode("").value().empty());
}

TEST_CASE("digits of either case are read", "[core][hex]") {
  CHECK(hex_decode("aBCd").value() == std::vector{std::byte{0xab}, std::byte{0xcd}});
}

TEST_CASE("anything but pairs of digits is refused", "[core][hex]") {
  auto const text = GENERATE("a", "abc", "0x", "g0", "0g", " 00", "00 ", "a b ", "@0", "`0", "0\xff");
  CAPTURE(text);
  auto const decoded = hex_decode(text);
  REQUIRE(!decoded);
  CHECK(decoded.error().reason == "hex");
}

TEST_CASE("a key with a typing error does not end up in the log", "[core][hex]") {
  auto const decoded = hex_decode("c0ffeec0ffeec0ffeexx");
  REQUIRE(!decoded);
  CHECK(decoded.error().detail.find("c0ffee") == std::string::npos);
}
