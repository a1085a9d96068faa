// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/time.hpp>

#include "support/catch.hpp"

using namespace parley;
using namespace std::chrono;
using namespace std::string_view_literals;

TEST_CASE("dates come back as they were written", "[core][time]") {
  auto const text = GENERATE("2026-07-28", "0000-01-01", "9999-12-31", "2024-02-29", "2000-02-29", "1969-12-31");
  CHECK(format_date(parse_date(text).value()) == text);
}

TEST_CASE("a date that does not exist or is spelled otherwise is refused", "[core][time]") {
  auto const text = GENERATE(""sv, "2026-02-29"sv, "1900-02-29"sv, "2026-00-01"sv, "2026-13-01"sv, "2026-01-00"sv,
                             "2026-01-32"sv, "2026-04-31"sv, "26-07-28"sv, "2026-7-28"sv, "2026/07/28"sv, "20260728"sv,
                             "2026-07-28 "sv, " 2026-07-28"sv, "2026-07-28T00:00:00Z"sv, "-026-07-28"sv, "+026-07-28"sv,
                             "2026-07-2"sv, "2026-07-2x"sv, "2026-07"sv, "2026-07-28\0"sv);
  CAPTURE(text);
  auto const date = parse_date(text);
  REQUIRE(!date);
  CHECK(date.error().reason == "date");
}

TEST_CASE("times are read with their offset", "[core][time]") {
  auto const noon = sys_days{2026y / July / 28} + 12h;
  CHECK(parse_date_time("2026-07-28T12:00:00Z").value() == noon);
  CHECK(parse_date_time("2026-07-28t12:00:00z").value() == noon);
  CHECK(parse_date_time("2026-07-28T14:00:00+02:00").value() == noon);
  CHECK(parse_date_time("2026-07-28T06:30:00-05:30").value() == noon);
  CHECK(parse_date_time("2026-07-29T11:59:00+23:59").value() == noon);
  CHECK(parse_date_time("2026-07-28T12:00:00-00:00").value() == noon);
}

TEST_CASE("a fraction counts to the millisecond", "[core][time]") {
  auto const start = parse_date_time("2026-07-28T12:00:00Z").value();
  CHECK(parse_date_time("2026-07-28T12:00:00.5Z").value() - start == 500ms);
  CHECK(parse_date_time("2026-07-28T12:00:00.007Z").value() - start == 7ms);
  CHECK(parse_date_time("2026-07-28T12:00:00.1239999999999999999999Z").value() - start == 123ms);
  CHECK(parse_date_time("1969-12-31T23:59:59.250Z").value().time_since_epoch() == -750ms);
}

TEST_CASE("a leap second stands only at the end of a day in UTC", "[core][time]") {
  auto const next_day = sys_days{2017y / January / 1};
  CHECK(parse_date_time("2016-12-31T23:59:60Z").value() == next_day);
  CHECK(parse_date_time("2016-12-31T15:59:60.25-08:00").value() == next_day);
  CHECK(!parse_date_time("2016-12-31T23:58:60Z"));
  CHECK(!parse_date_time("2016-12-31T23:59:60+01:00"));
  CHECK(!parse_date_time("2016-12-31T23:59:61Z"));
}

TEST_CASE("a time that is not RFC 3339 is refused", "[core][time]") {
  auto const text =
      GENERATE("", "2026-07-28", "2026-07-28T12:00:00", "2026-07-28T12:00Z", "2026-07-28 12:00:00Z",
               "2026-07-28T24:00:00Z", "2026-07-28T12:60:00Z", "2026-07-28T12:00:00.Z", "2026-07-28T12:00:00,5Z",
               "2026-07-28T12:00:00+2:00", "2026-07-28T12:00:00+0200", "2026-07-28T12:00:00+24:00",
               "2026-07-28T12:00:00+02:60", "2026-07-28T12:00:00+02", "2026-07-28T12:00:00ZZ", "2026-07-28T12:00:00Z ",
               "2026-02-30T12:00:00Z", "2026-07-28T1 :00:00Z", "2026-07-28T12:00:00UTC", "2026-07-28T12:00:00.5");
  CAPTURE(text);
  auto const time = parse_date_time(text);
  REQUIRE(!time);
  CHECK(time.error().reason == "date_time");
}

TEST_CASE("times come back as they were written", "[core][time]") {
  auto const text = GENERATE("2026-07-28T09:30:00Z", "2026-07-28T09:30:00.123Z", "1969-12-31T23:59:59.001Z",
                             "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z");
  CHECK(format_date_time(parse_date_time(text).value()) == text);
}
