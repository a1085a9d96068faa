// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/utf8.hpp>

#include "support/catch.hpp"

using namespace parley;
using namespace std::string_view_literals;

TEST_CASE("every code point survives a round trip", "[core][utf8]") {
  std::size_t wrong = 0;
  for (char32_t code = 0; code <= 0x10ffff; ++code) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    std::string text;
    append_utf8(text, code);
    auto const read = decode_utf8(text);
    if (!read.valid || read.value != code || read.length != text.size() || !valid_utf8(text)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("the lengths change where RFC 3629 says", "[core][utf8]") {
  auto length = [](char32_t code) {
    std::string text;
    append_utf8(text, code);
    return text.size();
  };
  CHECK(length(0x7f) == 1);
  CHECK(length(0x80) == 2);
  CHECK(length(0x7ff) == 2);
  CHECK(length(0x800) == 3);
  CHECK(length(0xffff) == 3);
  CHECK(length(0x10000) == 4);
}

TEST_CASE("what has no UTF-8 form is appended as U+FFFD", "[core][utf8]") {
  for (char32_t code : {char32_t{0xd800}, char32_t{0xdfff}, char32_t{0x110000}, char32_t{0xffffffff}}) {
    std::string text;
    append_utf8(text, code);
    CHECK(text == "\xef\xbf\xbd");
  }
}

TEST_CASE("invalid sequences are found and measured", "[core][utf8][C-29]") {
  struct example {
    std::string_view bytes;
    std::size_t length;  // of what one U+FFFD replaces
  };
  for (auto const& [bytes, length] : {
           example{"\x80"sv, 1},              // continuation without a lead
           example{"\xff"sv, 1},              //
           example{"\xc0\xaf"sv, 1},          // overlong, two bytes
           example{"\xc1\xbf"sv, 1},          //
           example{"\xe0\x80\xaf"sv, 1},      // overlong, three bytes
           example{"\xf0\x80\x80\xaf"sv, 1},  // overlong, four bytes
           example{"\xed\xa0\x80"sv, 1},      // surrogate
           example{"\xf4\x90\x80\x80"sv, 1},  // above U+10FFFF
           example{"\xf5\x80\x80\x80"sv, 1},  //
           example{"\xc3"sv, 1},              // cut
           example{"\xc3\x28"sv, 1},          //
           example{"\xe2\x82"sv, 2},          //
           example{"\xe2\x82\x41"sv, 2},      //
           example{"\xf0\x9f\x98"sv, 3},      //
           example{"\xf0\x9f\x41"sv, 2},      //
       }) {
    CAPTURE(bytes);
    auto const read = decode_utf8(bytes);
    CHECK(!read.valid);
    CHECK(read.value == 0xfffd);
    CHECK(read.length == length);
    CHECK(!valid_utf8(bytes));
  }
}

TEST_CASE("one bad byte is found at every place", "[core][utf8]") {
  for (std::size_t size = 1; size < 40; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, 'a');
      CHECK(valid_utf8(text));
      text[at] = '\xff';
      CHECK(!valid_utf8(text));
    }
  }
  CHECK(valid_utf8(""));
  CHECK(valid_utf8("a\0b"sv));
}

TEST_CASE("code points are counted, not bytes", "[core][utf8]") {
  CHECK(count_code_points("") == 0);
  CHECK(count_code_points("abc") == 3);
  CHECK(count_code_points("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80") == 8);
  static_assert(count_code_points("\xc3\xa9") == 1);
  static_assert(decode_utf8("\xe2\x82\xac").value == 0x20ac);
}
