// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/parse.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <string>

using namespace parley;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

std::string reason_of(std::string_view text, parse_limits const& limits = {}) {
  auto const value = parse(text, limits);
  return value ? "accepted" : value.error().reason;
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

TEST_CASE("every kind of value is read", "[json][parse][BASE-01]") {
  auto const value =
      parse(R"( {"a":[1,-2,3.5,true,false,null,"x",{}],"b":{"c":[[]]},"":"\u00e9\n\ud83d\ude00"} )").value();
  CHECK(value == json{{"a", {1, -2, 3.5, true, false, nullptr, "x", json::object()}},
                      {"b", {{"c", {json::array()}}}},
                      {"", "\xc3\xa9\n\xf0\x9f\x98\x80"}});
  CHECK(parse("7").value() == 7);
  CHECK(parse(" \"s\"\r\n").value() == "s");
  CHECK(parse("\xef\xbb\xbf{}").value() == json::object());  // byte-order mark
}

TEST_CASE("what is not JSON is refused as syntax", "[json][parse][C-25]") {
  auto const text = GENERATE(""sv, " "sv, "{"sv, "}"sv, "[1,]"sv, "{\"a\"}"sv, "{\"a\":}"sv, "{\"a\":1,}"sv, "{a:1}"sv,
                             "'x'"sv, "{} {}"sv, "1 2"sv, "nul"sv, "NaN"sv, "Infinity"sv, "-"sv, "+1"sv, "01"sv, "1."sv,
                             ".5"sv, "1e"sv, "0x10"sv, "//c\n1"sv, "/**/1"sv, "\"a\nb\""sv, "\"\\x\""sv,
                             "\"\\u12g4\""sv, "\"open"sv, "{\"jsonrpc\":\"2.0\",\"id\":7,"sv);
  CAPTURE(text);
  CHECK(reason_of(text) == "syntax");
}

TEST_CASE("a NUL byte does not hide what follows it", "[json][parse][SEC-15]") {
  CHECK(reason_of("{}\0"sv) == "syntax");
  CHECK(reason_of("{}\0{\"evil\":1}"sv) == "syntax");
  CHECK(reason_of("\0"sv) == "syntax");
  CHECK(reason_of("[1,\0 2]"sv) == "syntax");
  CHECK(reason_of("\"a\0b\""sv) == "syntax");
}

TEST_CASE("an escaped NUL is kept", "[json][parse][C-29]") { CHECK(parse(R"("a\u0000b")").value() == "a\0b"s); }

TEST_CASE("invalid UTF-8 is refused", "[json][parse][C-29]") {
  auto const bytes = GENERATE("\xff\xfe\n"sv, "\xc3\x28"sv, "\xc0\xaf"sv, "\xed\xa0\x80"sv, "\xf4\x90\x80\x80"sv,
                              "\xf0\x9f\x98"sv, "\x80"sv, "\xe0\x80\xaf"sv, "\xf8\x88\x80\x80\x80"sv);
  CHECK(reason_of(bytes) == "syntax");
  CHECK(reason_of("\"" + std::string(bytes) + "\"") == "syntax");
  CHECK(reason_of("{\"" + std::string(bytes) + "\":1}") == "syntax");
}

TEST_CASE("half a surrogate pair is refused", "[json][parse][C-29]") {
  CHECK(reason_of(R"("\ud800")") == "syntax");
  CHECK(reason_of(R"("\udc00\ud800")") == "syntax");
  CHECK(reason_of(R"("\ud800\u0041")") == "syntax");
  CHECK(reason_of(R"("\ud800x")") == "syntax");
  CHECK(reason_of(R"({"\udfff":1})") == "syntax");
}

TEST_CASE("two members of one name are refused wherever they stand", "[json][parse][BASE-24]") {
  CHECK(reason_of(R"({"a":1,"a":1})") == "duplicate_key");
  CHECK(reason_of(R"({"method":"x","params":{"name":"a","n":1,"name":"b"}})") == "duplicate_key");
  CHECK(reason_of(R"([{"a":{}},{"a":{"b":1,"b":2}}])") == "duplicate_key");
  CHECK(reason_of("{\"a\":1,\"\\u0061\":2}") == "duplicate_key");  // one name, spelled in two ways
  CHECK(reason_of(R"([{"a":1},{"a":2}])") == "accepted");
  CHECK(reason_of(R"({"a":{"a":{"a":1}}})") == "accepted");
  CHECK(reason_of(R"({"a":1,"A":2})") == "accepted");
}

TEST_CASE("the detail of a failure can be logged as it is", "[json][parse][SEC-13]") {
  auto const value = parse("{\"k\\n\xc3\xa9\":1,\"k\\n\xc3\xa9\":2}");
  REQUIRE(!value);
  CHECK(value.error().detail == "k???");
  auto const long_name = std::string(1000, 'n');
  CHECK(parse("{\"" + long_name + "\":1,\"" + long_name + "\":2}").error().detail.size() == 64);
  CHECK(parse("[\"\x01\"]").error().detail.find('\x01') == std::string::npos);
}

TEST_CASE("depth is counted in arrays and objects alike", "[json][parse][BASE-24]") {
  CHECK(reason_of(nested(128)) == "accepted");
  CHECK(reason_of(nested(129)) == "too_deep");
  CHECK(reason_of(nested(1'000'000)) == "too_deep");
  CHECK(reason_of(std::string(1'000'000, '[')) == "too_deep");
  CHECK(reason_of("[[],[],[]]", {.max_depth = 2}) == "accepted");  // siblings do not add up
  CHECK(reason_of(R"({"a":[{}]})", {.max_depth = 2}) == "too_deep");
  CHECK(reason_of("7", {.max_depth = 0}) == "accepted");
  CHECK(reason_of("[]", {.max_depth = 0}) == "too_deep");
}

TEST_CASE("values are counted, member names are not", "[json][parse][SEC-15]") {
  CHECK(reason_of("[1,2]", {.max_values = 3}) == "accepted");
  CHECK(reason_of("[1,2,3]", {.max_values = 3}) == "too_many_values");
  CHECK(reason_of(R"({"a":1,"b":[]})", {.max_values = 3}) == "accepted");
  CHECK(reason_of(R"({"a":1,"b":[]})", {.max_values = 2}) == "too_many_values");
  CHECK(reason_of("1", {.max_values = 0}) == "too_many_values");
}

TEST_CASE("integers are exact or refused", "[json][parse][once-02]") {
  CHECK(parse("9223372036854775807").value().get<std::int64_t>() == std::numeric_limits<std::int64_t>::max());
  CHECK(parse("-9223372036854775808").value().get<std::int64_t>() == std::numeric_limits<std::int64_t>::min());
  CHECK(parse("18446744073709551615").value().get<std::uint64_t>() == std::numeric_limits<std::uint64_t>::max());
  CHECK(parse("9007199254740993").value().get<std::int64_t>() == 9007199254740993);
  CHECK(reason_of("18446744073709551616") == "number_range");
  CHECK(reason_of("-9223372036854775809") == "number_range");
  CHECK(reason_of("[" + std::string(1'000'000, '9') + "]") == "number_range");
}

TEST_CASE("a number that no double can hold is refused", "[json][parse][C-21]") {
  CHECK(reason_of("1e999") == "number_range");
  CHECK(reason_of("-1e999") == "number_range");
  CHECK(reason_of("1e99999999999999999999") == "number_range");
  CHECK(parse("1e-999").value().get<double>() == 0.0);
  CHECK(parse("1.7976931348623157e308").value().get<double>() == std::numeric_limits<double>::max());
}

TEST_CASE("whole numbers keep the kind in which they were written", "[json][parse][C-51]") {
  CHECK(parse("-0").value().is_number_integer());
  CHECK(parse("-0").value() == 0);
  CHECK(parse("10.0").value().is_number_float());
  CHECK(parse("1e2").value().get<double>() == 100.0);
}

TEST_CASE("many members cost no more than sorting them", "[json][parse][SEC-15]") {
  // 200,000 members: a search through all earlier names for each new one would take minutes.
  std::string text = "{";
  for (int i = 0; i < 200'000; ++i) text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
  CHECK(parse(text + "}").value().size() == 200'000);
  CHECK(reason_of(text + ",\"777\":0}") == "duplicate_key");
}
