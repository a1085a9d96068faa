// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/writer.hpp>

#include <parley/json/parse.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>

using namespace parley;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

std::string written(std::string_view text) {
  std::string out;
  json_writer(out).string(text);
  return out;
}

std::string written(double value) {
  std::string out;
  json_writer(out).number(value);
  return out;
}

std::string written_tree(json const& value) {
  std::string out;
  json_writer(out).value(value);
  return out;
}

}  // namespace

TEST_CASE("commas fall between members and nowhere else", "[json][writer]") {
  std::string text = "before ";
  json_writer out(text);
  out.begin_object();
  out.key("a").begin_array().end_array();
  out.key("b").begin_object().end_object();
  out.key("c").begin_array().integer(1).integer(-2).begin_array().null().end_array().string("x").end_array();
  out.key("d").raw(R"({"ready":true})");
  out.key("e").boolean(false);
  out.end_object();
  CHECK(text == R"(before {"a":[],"b":{},"c":[1,-2,[null],"x"],"d":{"ready":true},"e":false})");
}

TEST_CASE("strings stay on one line whatever they hold", "[json][writer][STDIO-01]") {
  CHECK(written(""sv) == R"("")");
  CHECK(written("plain"sv) == R"("plain")");
  CHECK(written("\"\\/\b\f\n\r\t"sv) == R"("\"\\/\b\f\n\r\t")");
  CHECK(written("a\0b\x01\x1f\x7f"sv) == "\"a\\u0000b\\u0001\\u001f\x7f\"");
  CHECK(written("caf\xc3\xa9 \xe2\x80\xa8\xe2\x80\xa9 \xf0\x9f\x98\x80"sv) ==
        "\"caf\xc3\xa9 \xe2\x80\xa8\xe2\x80\xa9 \xf0\x9f\x98\x80\"");
}

TEST_CASE("an escape is found at every place of a long string", "[json][writer]") {
  for (std::size_t length = 1; length < 24; ++length) {
    for (std::size_t at = 0; at < length; ++at) {
      for (char special : {'"', '\\', '\n', '\x1f', '\0'}) {
        std::string text(length, ' ');  // the lowest byte that needs no escape
        text[at] = special;
        CHECK(parse(written(text)).value() == text);
      }
    }
  }
}

TEST_CASE("what is not UTF-8 goes out as U+FFFD", "[json][writer][BASE-01]") {
  CHECK(written("a\xff"
                "b"sv) ==
        "\"a\xef\xbf\xbd"
        "b\"");
  CHECK(written("\xc3"sv) == "\"\xef\xbf\xbd\"");
  CHECK(written("\xed\xa0\x80"sv) == "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");  // a surrogate
  CHECK(written("\xf0\x9f\x98\"\xc0\xaf"sv) == "\"\xef\xbf\xbd\\\"\xef\xbf\xbd\xef\xbf\xbd\"");
  std::string out;
  json_writer(out).begin_object().key("\xff").null().end_object();
  CHECK(out == "{\"\xef\xbf\xbd\":null}");
}

TEST_CASE("a writer knows whether what it wrote can be read back as it was", "[json][writer][once-09]") {
  auto exact = [](auto&& write) {
    std::string out;
    json_writer writer(out);
    write(writer);
    return writer.is_exact();
  };
  CHECK(exact([](json_writer& out) { out.begin_array().string("a\xc3\xa4\n").number(0.1).null().end_array(); }));
  CHECK_FALSE(exact([](json_writer& out) { out.begin_array().string("\xff").string("a").end_array(); }));
  CHECK_FALSE(exact([](json_writer& out) { out.begin_object().key("\xff").null().end_object(); }));
  CHECK_FALSE(exact([](json_writer& out) { out.number(std::numeric_limits<double>::infinity()); }));
  CHECK(exact([](json_writer& out) { out.value({{"a", {1, nullptr, "b"}}}); }));
  CHECK_FALSE(exact([](json_writer& out) { out.value({json::binary({1, 2})}); }));
}

TEST_CASE("random bytes always come out as JSON that can be read", "[json][writer]") {
  std::mt19937 random(7);
  for (int round = 0; round < 2'000; ++round) {
    std::string bytes(random() % 40, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    CAPTURE(bytes);
    CHECK(parse(written(bytes)));
  }
}

TEST_CASE("integers of every width are exact", "[json][writer]") {
  std::string text;
  json_writer out(text);
  out.begin_array();
  out.integer(std::numeric_limits<std::int64_t>::min()).integer(std::numeric_limits<std::uint64_t>::max());
  out.integer(std::int8_t{-1}).integer(std::uint8_t{255}).integer(0);
  out.end_array();
  CHECK(text == "[-9223372036854775808,18446744073709551615,-1,255,0]");
}

TEST_CASE("doubles are as short as they can be and read back the same", "[json][writer]") {
  CHECK(written(0.1) == "0.1");
  CHECK(written(1.0) == "1");
  CHECK(written(-2.5) == "-2.5");
  CHECK(written(1e21) == "1e+21");
  CHECK(written(std::numeric_limits<double>::infinity()) == "null");
  CHECK(written(-std::numeric_limits<double>::infinity()) == "null");
  CHECK(written(std::nan("")) == "null");

  std::mt19937_64 random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::uint64_t const bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    CHECK(parse(written(value)).value().get<double>() == value);
  }
  // Whole, and too large for an integer: must not look like one.
  for (double value = 1.0; value < 1e300; value *= 3) CHECK(parse(written(value)).value().get<double>() == value);
}

TEST_CASE("a whole tree comes back equal", "[json][writer]") {
  auto const text = R"({"a":[1,-2,3.5,true,false,null,"x\n",{}],"b":{"c":[[],[[]]]},"z":18446744073709551615})";
  CHECK(written_tree(parse(text).value()) == text);
  CHECK(written_tree(json(json::value_t::discarded)) == "null");
  CHECK(written_tree(json::binary({1, 2})) == "null");
}

TEST_CASE("a very deep tree is written without recursion", "[json][writer]") {
  std::size_t const depth = 100'000;
  json tree;
  for (std::size_t i = 0; i < depth; ++i) {
    json outer = json::array();
    outer.push_back(std::move(tree));
    tree = std::move(outer);
  }
  CHECK(written_tree(tree) == std::string(depth, '[') + "null" + std::string(depth, ']'));
}
