// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/write.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <limits>
#include <stdexcept>

using namespace parley;

namespace {

enum class size { small, large };

struct order {
  std::string zebra = "z";
  std::int64_t apple = 9007199254740993;
  std::optional<int> absent;
  std::optional<int> present = 3;
  std::vector<std::optional<int>> list = {1, std::nullopt};
  std::map<std::string, std::array<std::uint8_t, 2>> map = {{"b", {1, 2}}, {"a", {3, 255}}};
  size how = size::large;
  date day = std::chrono::year{2026} / 7 / 28;
  date_time at = date_time{std::chrono::sys_days{std::chrono::year{2026} / 7 / 28}} + std::chrono::milliseconds{1500};
  float ratio = 0.1f;
  double half = 0.5;
  bool gift = true;
  struct {
    int x = -1;
  } inner;
};

class counted {
 public:
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(counted, copies_)

 private:
  int copies_ = 3;
};

}  // namespace

TEST_CASE("members are written in declared order, and exactly", "[json][write][C-01]") {
  CHECK(to_json_text(order{}) ==
        R"({"zebra":"z","apple":9007199254740993,"present":3,"list":[1,null],"map":{"a":[3,255],"b":[1,2]},)"
        R"("how":"large","day":"2026-07-28","at":"2026-07-28T00:00:01.500Z","ratio":0.1,"half":0.5,"gift":true,)"
        R"("inner":{"x":-1}})");
}

TEST_CASE("values that stand alone are written too", "[json][write]") {
  CHECK(to_json_text(std::optional<int>{}) == "null");
  CHECK(to_json_text(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(to_json_text(std::int8_t{-128}) == "-128");
  CHECK(to_json_text(json{{"a", 1}}) == R"({"a":1})");
  CHECK(to_json_text(std::string("\"")) == R"("\"")");
}

TEST_CASE("a class with conversions of its own is written by them", "[json][write]") {
  CHECK(to_json_text(counted{}) == R"({"copies_":3})");
}

TEST_CASE("a value that the schema would not allow is never written", "[json][write][TOOL-11]") {
  CHECK_THROWS_AS(to_json_text(static_cast<size>(7)), std::domain_error);
  CHECK_THROWS_AS(to_json_text(std::numeric_limits<double>::quiet_NaN()), std::domain_error);
  CHECK_THROWS_AS(to_json_text(-std::numeric_limits<float>::infinity()), std::domain_error);
  CHECK_THROWS_AS(to_json_text(date{}), std::domain_error);
}
