// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/base64.hpp>

#include "support/catch.hpp"

#include <array>
#include <set>

using namespace parley;

TEST_CASE("base64 has the test vectors of RFC 4648", "[core][base64][TYPE-06]") {
  struct vector {
    std::string_view bytes, padded, url;
  };
  constexpr std::array<vector, 8> vectors{{{"", "", ""},
                                           {"f", "Zg==", "Zg"},
                                           {"fo", "Zm8=", "Zm8"},
                                           {"foo", "Zm9v", "Zm9v"},
                                           {"foob", "Zm9vYg==", "Zm9vYg"},
                                           {"fooba", "Zm9vYmE=", "Zm9vYmE"},
                                           {"foobar", "Zm9vYmFy", "Zm9vYmFy"},
                                           {"\xfb\xff\xbf", "+/+/", "-_-_"}}};
  for (auto const& [bytes, padded, url] : vectors) {
    CHECK(base64_encode(bytes) == padded);
    CHECK(base64url_encode(bytes) == url);
    CHECK(base64_decode_text(padded).value() == bytes);
    CHECK(base64url_decode_text(url).value() == bytes);
  }
}

TEST_CASE("every byte survives a round trip at every length", "[core][base64]") {
  std::vector<std::byte> bytes;
  for (unsigned i = 0; i < 260; ++i) {
    CHECK(base64_decode(base64_encode(bytes)).value() == bytes);
    CHECK(base64url_decode(base64url_encode(bytes)).value() == bytes);
    bytes.push_back(std::byte(i * 7 & 0xff));
  }
}

TEST_CASE("padded base64 that is not canonical is refused", "[core][base64][HDR-12]") {
  auto const text = GENERATE("Zg", "Zg=", "Zg===", "=", "====", "Zm9v====", "Z===", "Zm=v", "Zh==", "Zm9=", "Zm9v\n",
                             " Zm9v", "Zm9v Zm9v", "Zm-_", "Zm\xc3\xa9", "Zg==Zg==");
  CAPTURE(text);
  auto const decoded = base64_decode(text);
  REQUIRE(!decoded);
  CHECK(decoded.error().reason == "base64");
}

TEST_CASE("base64url that is not canonical is refused", "[core][base64]") {
  auto const text = GENERATE("Z", "Zg==", "Zm8=", "Zm9vZ", "Zh", "Zm9", "Zm+/", "Zm9v\n", "Zm 9v");
  CAPTURE(text);
  CHECK(!base64url_decode(text));
}

TEST_CASE("no two short texts decode to the same bytes", "[core][base64][once-02]") {
  constexpr std::string_view alphabet = "ABgwQ_-9=";
  std::set<std::string> decoded;
  std::size_t accepted = 0;
  for (char a : alphabet) {
    for (char b : alphabet) {
      for (char c : alphabet) {
        for (std::size_t length = 2; length <= 3; ++length) {
          if (length == 2 && c != alphabet.front()) continue;
          auto const bytes = base64url_decode_text(std::string{a, b, c}.substr(0, length));
          if (!bytes) continue;
          ++accepted;
          decoded.insert(bytes.value());
        }
      }
    }
  }
  CHECK(accepted > 0);
  CHECK(decoded.size() == accepted);
}
