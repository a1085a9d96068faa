// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/check.hpp>

#include "support/catch.hpp"

#include <limits>

using namespace parley;

namespace {

struct guest {
  std::string name;
  std::optional<int> age;
  static constexpr auto fields =
      parley::fields(field<&guest::name>{.min_length = 2, .max_length = 4}, field<&guest::age>{.min = 0, .max = 150});
};
struct party {
  std::vector<guest> guests;
  std::map<std::string, double> shares;
  std::string contact;
  enum class size { small, large } how = size::small;
  static constexpr auto fields = parley::fields(field<&party::guests>{.min_items = 1, .max_items = 12},
                                                field<&party::contact>{.format = format::email});
};

std::string faults(party const& value, formats strictness = formats::checked) {
  return to_text(check(table_of<party>, no_notes, &value, strictness));
}
party good() { return {{{"Ann", 7}}, {{"Ann", 0.5}}, "ann@example.org"}; }

std::string email(std::string_view text) { return detail::broken_format(format::email, text); }

}  // namespace

TEST_CASE("a value that keeps all promises has no violations", "[json][check]") { CHECK(faults(good()).empty()); }

TEST_CASE("what is wrong is named by its path", "[json][check][TOOL-11]") {
  party value = good();
  SECTION("in a list") {
    value.guests.push_back({"Bo", 151});
    CHECK(faults(value) == "guests/1/age must be at most 150");
  }
  SECTION("in a map, without the name of the member, which is the sender's") {
    value.shares["Bob"] = std::numeric_limits<double>::infinity();
    CHECK(faults(value) == "shares/* must be a finite number");
  }
  SECTION("in several fields, in declared order") {
    value.guests.clear();
    value.contact = "nobody";
    CHECK(faults(value) == "guests must have at least 1 item; contact must be an e-mail address");
  }
  SECTION("under a prefix of the caller's") {
    value.guests[0].name = "X";
    auto const found = check(table_of<party>, no_notes, &value, formats::checked, "/arguments");
    REQUIRE(found.size() == 1);
    CHECK(found[0].path == "/arguments/guests/0/name");
    CHECK(found[0].message == "must have at least 2 characters");
  }
  SECTION("at the top") {
    int const number = 9;
    CHECK(to_text(check(table_of<int>, {.max = 8}, &number)) == "the value must be at most 8");
  }
}

TEST_CASE("a float keeps to a bound as far as a float can tell", "[json][check]") {
  float const tenth = 0.1f;
  CHECK(check(table_of<float>, {.max = 0.1}, &tenth).empty());
  CHECK(check(table_of<float>, {.max = 1e300}, &tenth).empty());
  CHECK(to_text(check(table_of<float>, {.min = 0.2}, &tenth)) == "the value must be at least 0.2");
}

TEST_CASE("length is counted in code points", "[json][check][ELF-05]") {
  party value = good();
  value.guests[0].name = "\xc3\xa4\xc3\xb6\xc3\xbc\xf0\x9f\x99\x82";  // four characters, ten bytes
  CHECK(faults(value).empty());
  value.guests[0].name += 'x';
  CHECK(faults(value) == "guests/0/name must have at most 4 characters");
}

TEST_CASE("a value outside its enumeration is found", "[json][check]") {
  party value = good();
  value.how = static_cast<party::size>(9);
  CHECK(faults(value) == "how must be one of the choices offered");
}

TEST_CASE("formats bind only when they are to be checked", "[json][check][SCHEMA-10]") {
  party value = good();
  value.contact = "nobody";
  CHECK(faults(value, formats::noted).empty());
  CHECK_FALSE(faults(value, formats::checked).empty());
}

TEST_CASE("no more than eight violations are collected", "[json][check]") {
  party value = good();
  value.guests.assign(12, guest{"X", {}});
  CHECK(check(table_of<party>, no_notes, &value).size() == max_violations);
}

TEST_CASE("e-mail addresses", "[json][check][ELF-05]") {
  for (auto good : {"a@b", "first.last+tag@example.co.uk", "j\xc3\xb6rg@m\xc3\xbcnchen.de", "o'hara@x-y.org"}) {
    CAPTURE(good);
    CHECK(email(good).empty());
  }
  for (auto bad : {"", "@", "a@", "@b", "a b@c", "a@b c", "a@-b", "a@b-", "a@b..c", "a@.b", "a@b.", "a@@b", "a,b@c",
                   "A <a@b>", "a@b\n", "a\x7f@b"}) {
    CAPTURE(bad);
    CHECK(email(bad) == "must be an e-mail address");
  }
  CHECK_FALSE(email(std::string(65, 'a') + "@b").empty());
  CHECK_FALSE(email("a@" + std::string(64, 'b')).empty());
}

TEST_CASE("other formats on plain strings", "[json][check][ELF-05]") {
  CHECK(detail::broken_format(format::uri, "https://example.org/a?b#c").empty());
  CHECK(detail::broken_format(format::uri, "example.org") == "must be an absolute URI");
  CHECK(detail::broken_format(format::date, "2024-02-29").empty());
  CHECK(detail::broken_format(format::date, "2023-02-29") == "must be a date such as 2026-07-28");
  CHECK(detail::broken_format(format::date_time, "2024-02-29T12:00:00+01:00").empty());
  CHECK_FALSE(detail::broken_format(format::date_time, "2024-02-29").empty());
  CHECK(detail::broken_format(format::none, "anything").empty());
}

TEST_CASE("days and moments that RFC 3339 cannot spell are found", "[json][check]") {
  date const no_day{};
  date const far = std::chrono::year{12000} / 1 / 1;
  auto const moment = date_time{std::chrono::sys_days{far}};
  CHECK_FALSE(check(table_of<date>, no_notes, &no_day).empty());
  CHECK_FALSE(check(table_of<date>, no_notes, &far).empty());
  CHECK_FALSE(check(table_of<date_time>, no_notes, &moment).empty());
}
