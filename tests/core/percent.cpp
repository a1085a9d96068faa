// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/percent.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;
using namespace std::string_literals;

static_assert(is_percent_triplet("%2F") && percent_triplet_byte("%2f") == '/');
static_assert(!is_percent_triplet("%2") && !is_percent_triplet("%2g") && !is_percent_triplet("", 7));

TEST_CASE("every byte is unreserved, reserved, or neither", "[core][percent]") {
  int unreserved = 0, reserved = 0;
  for (int byte = 0; byte < 256; ++byte) {
    char const c = static_cast<char>(byte);
    CHECK_FALSE((is_uri_unreserved(c) && is_uri_reserved(c)));
    unreserved += is_uri_unreserved(c) ? 1 : 0;
    reserved += is_uri_reserved(c) ? 1 : 0;
  }
  CHECK(unreserved == 66);
  CHECK(reserved == 18);
}

TEST_CASE("decoding happens once, and only of whole triplets", "[core][percent]") {
  CHECK(percent_decode("a%2Fb%c3%A9+") == "a/b\xc3\xa9+");
  CHECK(percent_decode("%00") == "\0"s);
  CHECK(percent_decode("%252e") == "%2e");
  CHECK(percent_decode("") == "");
  for (auto text : {"%", "a%", "%2", "%zz", "%%41", "%4", "%+1"}) {
    CAPTURE(text);
    CHECK(!percent_decode(text));
  }
}

TEST_CASE("what decodes again is decoded to the end", "[core][percent]") {
  CHECK(percent_decode_fully("%252e%252e%252f") == "../");
  CHECK(percent_decode_fully("%25252e") == ".");
  CHECK(percent_decode_fully("%2525252525252e") == ".");
  CHECK(percent_decode_fully("%%32%65") == ".");
  CHECK(percent_decode_fully("%25%32%65") == ".");
  CHECK(percent_decode_fully("50%") == "50%");
  CHECK(percent_decode_fully("100%25") == "100%");
  CHECK(percent_decode_fully("%zz%2") == "%zz%2");
  CHECK(percent_decode_fully("plain") == "plain");
  std::string deep = "%";
  for (int i = 0; i < 100000; ++i) deep += "25";
  CHECK(percent_decode_fully(deep + "2f") == "/");
}

TEST_CASE("encoding leaves nothing but what a URI may hold", "[core][percent]") {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  std::string strict, lenient;
  append_percent_encoded(strict, all);
  append_uri_text(lenient, all);
  CHECK(percent_decode(strict) == all);
  CHECK(percent_decode(lenient) == all);
  CHECK(strict.size() == 66 + 190 * 3);
  CHECK(lenient.size() == 66 + 18 + 172 * 3);

  std::string text;
  append_percent_encoded(text, "a/%2F\xc3\xa9");
  append_uri_text(text, "|/%2f%2\xc3\xa9");
  CHECK(text == "a%2F%252F%C3%A9%7C/%2f%252%C3%A9");
}
