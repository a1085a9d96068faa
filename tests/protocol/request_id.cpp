// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/request_id.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <unordered_set>

using namespace parley;

namespace {

std::string echoed(request_id const& id) {
  std::string text;
  json_writer out(text);
  id.write(out);
  return text;
}

}  // namespace

TEST_CASE("an id goes back as the JSON type that it came as", "[protocol][BASE-02]") {
  CHECK(echoed(*request_id::from_json(json("7"))) == "\"7\"");
  CHECK(echoed(*request_id::from_json(json(7))) == "7");
  CHECK(echoed(*request_id::from_json(json(0))) == "0");
  CHECK(echoed(*request_id::from_json(json(-12))) == "-12");
  CHECK(echoed(*request_id::from_json(json(""))) == "\"\"");
  CHECK(echoed(*request_id::from_json(json("q\"\n"))) == R"("q\"\n")");
}

TEST_CASE("ids of 64 bits are exact", "[protocol][BASE-02]") {
  CHECK(echoed(*request_id::from_json(json(std::numeric_limits<std::int64_t>::min()))) == "-9223372036854775808");
  CHECK(echoed(*request_id::from_json(json(std::numeric_limits<std::uint64_t>::max()))) == "18446744073709551615");
}

TEST_CASE("nothing else is an id", "[protocol][BASE-02]") {
  for (auto const& value : {json(nullptr), json(1.5), json(1.0), json(true), json::object(), json::array()}) {
    CAPTURE(value);
    CHECK_FALSE(request_id::from_json(value).has_value());
  }
}

TEST_CASE("a string and an integer of the same digits are two ids", "[protocol][BASE-02]") {
  CHECK(request_id::integer(7) == request_id::integer(7u));
  CHECK_FALSE(request_id::integer(7) == request_id::string("7"));
  CHECK_FALSE(request_id::string("") == request_id{});

  std::unordered_set<request_id> const outstanding{request_id::integer(7), request_id::string("7")};
  CHECK(outstanding.size() == 2);
  CHECK(outstanding.contains(request_id::string("7")));
}
