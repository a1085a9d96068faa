// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/canonical.hpp>

#include <parley/json/parse.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstring>
#include <string>

using namespace parley;

namespace {

std::string canonical_of(std::string_view text) { return canonical(parse(text).value()); }

std::string canonical_of_bits(std::uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return canonical(json(value));
}

}  // namespace

TEST_CASE("spelling does not matter", "[json][canonical][once-02]") {
  auto const one = canonical_of(R"({"b":[1,true,null],"a":"\u00e9\n"})");
  CHECK(one == "{\"a\":\"\xc3\xa9\\n\",\"b\":[1,true,null]}");
  CHECK(canonical_of("{ \"a\" : \"\xc3\xa9\\u000a\",\n\"b\":[1.0,true,null] }") == one);
}

TEST_CASE("members are sorted by the bytes of their names", "[json][canonical][once-02]") {
  CHECK(canonical_of(R"({"b":1,"":2,"B":3,"aa":4,"a":5})") == R"({"":2,"B":3,"a":5,"aa":4,"b":1})");
  // U+FF61 comes before U+1F600 in code points, after it in UTF-16.
  CHECK(canonical_of(R"({"\ud83d\ude00":1,"\uff61":2})") == "{\"\xef\xbd\xa1\":2,\"\xf0\x9f\x98\x80\":1}");
}

TEST_CASE("equal numbers have one text", "[json][canonical][once-02][C-51]") {
  for (auto text : {"1", "1.0", "1e0", "10e-1", "0.1e1"}) CHECK(canonical_of(text) == "1");
  for (auto text : {"0", "-0", "0.0", "-0.0", "0e5"}) CHECK(canonical_of(text) == "0");
  for (auto text : {"100", "1e2", "100.000"}) CHECK(canonical_of(text) == "100");
  for (auto text : {"-7", "-7.0", "-70e-1"}) CHECK(canonical_of(text) == "-7");
  for (auto text : {"9223372036854775808", "9223372036854775808.0"}) {
    CHECK(canonical_of(text) == "9223372036854775808");
  }
  // Beyond 64 bits only doubles are left, and parse() would not take their canonical text.
  for (auto text : {"222222222224222222222.222222222", "2.2222222222422223e20"}) {
    CHECK(canonical_of(text) == "222222222224222220000");
    CHECK_FALSE(parse(canonical_of(text)));
  }
}

TEST_CASE("different integers never have the same text", "[json][canonical][once-02]") {
  CHECK(canonical_of("9007199254740992") == "9007199254740992");
  CHECK(canonical_of("9007199254740993") == "9007199254740993");
  CHECK(canonical_of("18446744073709551615") == "18446744073709551615");
  CHECK(canonical_of("-9223372036854775808") == "-9223372036854775808");
  CHECK(canonical_of("1") != canonical_of("\"1\""));
  CHECK(canonical_of("1") != canonical_of("true"));
}

TEST_CASE("other numbers are written as RFC 8785 has them", "[json][canonical][once-02]") {
  // From appendix B of RFC 8785, but for those that are integers here.
  CHECK(canonical_of_bits(0x0000000000000001) == "5e-324");
  CHECK(canonical_of_bits(0x8000000000000001) == "-5e-324");
  CHECK(canonical_of_bits(0x7fefffffffffffff) == "1.7976931348623157e+308");
  CHECK(canonical_of_bits(0xffefffffffffffff) == "-1.7976931348623157e+308");
  CHECK(canonical_of_bits(0x4430000000000000) == "295147905179352830000");
  CHECK(canonical_of_bits(0x44b52d02c7e14af5) == "9.999999999999997e+22");
  CHECK(canonical_of_bits(0x44b52d02c7e14af6) == "1e+23");
  CHECK(canonical_of_bits(0x444b1ae4d6e2ef4e) == "999999999999999700000");
  CHECK(canonical_of_bits(0x444b1ae4d6e2ef50) == "1e+21");
  CHECK(canonical_of_bits(0x3eb0c6f7a0b5ed8c) == "9.999999999999997e-7");
  CHECK(canonical_of_bits(0x3eb0c6f7a0b5ed8d) == "0.000001");
  CHECK(canonical_of_bits(0x41b3de4355555553) == "333333333.3333332");
  CHECK(canonical_of_bits(0xbecbf647612f3696) == "-0.0000033333333333333333");
  CHECK(canonical_of_bits(0x43143ff3c1cb0959) == "1424953923781206.2");
  CHECK(canonical_of("0.5") == "0.5");
  CHECK(canonical_of("1.5e-7") == "1.5e-7");
}

TEST_CASE("numbers that JSON cannot hold become null rather than break the text", "[json][canonical]") {
  CHECK(canonical_of_bits(0x7ff0000000000000) == "null");
  CHECK(canonical_of_bits(0x7ff8000000000000) == "null");
}

TEST_CASE("control characters have the escapes of RFC 8785", "[json][canonical]") {
  CHECK(canonical_of(R"("\b\t\n\f\r\"\\\/\u000f\u0000\u007f\u2028")") ==
        "\"\\b\\t\\n\\f\\r\\\"\\\\/\\u000f\\u0000\x7f\xe2\x80\xa8\"");
}

TEST_CASE("the canonical text is JSON and its own canonical text", "[json][canonical]") {
  for (auto text : {R"({"a":[1.5,1e300,-0.0,0.001,"x"],"b":{}})", "[]", "\"\\u001f\""}) {
    auto const once = canonical_of(text);
    CHECK(canonical_of(once) == once);
  }
}
