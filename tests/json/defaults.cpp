// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/defaults.hpp>

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>

using namespace parley;

namespace {

template <class T>
bool blank(T const& value) {
  return is_blank(table_of<T>, &value);
}

struct all_optional {
  std::optional<int> a;
  int b = 2;
};
struct nothing_set {
  std::optional<int> a;
};
struct partly_required {
  int a;
  int b = 2;
};

template <class T>
std::string required_fields() {
  record_table const& record = *table_of<T>.record;
  fields_at const initial(record, record.prototype());
  std::string names;
  for (std::size_t i = 0; i < record.fields.size(); ++i)
    if (is_required(record.fields[i], initial[i])) (names += record.fields[i].name) += ' ';
  return names;
}

template <class T>
std::string refusal() {
  try {
    check_declarations(table_of<T>);
    return {};
  } catch (std::invalid_argument const& fault) {
    return fault.what();
  }
}

}  // namespace

TEST_CASE("a scalar or container is blank when value-initialised", "[json][defaults]") {
  enum class level { none, some };
  CHECK(blank(false));
  CHECK_FALSE(blank(true));
  CHECK(blank(0));
  CHECK_FALSE(blank(std::int64_t{1} << 40));
  CHECK(blank(0.0));
  CHECK(blank(-0.0));
  CHECK_FALSE(blank(0.1f));
  CHECK(blank(std::string()));
  CHECK_FALSE(blank(std::string("x")));
  CHECK(blank(date{}));
  CHECK_FALSE(blank(date{std::chrono::year{2026} / 7 / 28}));
  CHECK(blank(date_time{}));
  CHECK(blank(level::none));
  CHECK_FALSE(blank(level::some));
  CHECK(blank(std::vector<int>{}));
  CHECK_FALSE(blank(std::vector<int>{0}));
  CHECK(blank(std::array<int, 2>{}));
  CHECK_FALSE(blank(std::array<int, 2>{0, 1}));
  CHECK(blank(std::map<std::string, int>{}));
  CHECK_FALSE(blank(std::map<std::string, int>{{"", 0}}));
  CHECK(blank(std::optional<int>{}));
  CHECK_FALSE(blank(std::optional<int>{0}));
  CHECK(blank(json{}));
  CHECK_FALSE(blank(json::object()));
}

TEST_CASE("a class is blank when it sets nothing or when it has a required field", "[json][defaults]") {
  CHECK_FALSE(blank(all_optional{}));
  CHECK(blank(nothing_set{}));
  CHECK(blank(partly_required{}));
}

TEST_CASE("a field is required unless it is optional, has a value in T{}, or is said to be optional",
          "[json][defaults]") {
  struct all {
    std::string name;
    int copies = 1;
    int copy;
    std::optional<int> age;
    bool gift = false;
    all_optional extra;
    partly_required rest;
    std::vector<int> list;
  };
  CHECK(required_fields<all>() == "name copy gift rest list ");
}

namespace {

struct optional_gift {
  bool gift = false;
  std::optional<int> count;
  static constexpr auto fields =
      parley::fields(field<&optional_gift::gift>{.optional = true}, field<&optional_gift::count>{.optional = true});
};

struct low_default {
  int n = 1;
  static constexpr auto fields = parley::fields(field<&low_default::n>{.min = 2});
};
struct long_default {
  std::optional<std::string> code = "abcd";
  static constexpr auto fields = parley::fields(field<&long_default::code>{.max_length = 3});
};
struct no_email_default {
  std::string to = "nobody";
  static constexpr auto fields = parley::fields(field<&no_email_default::to>{.format = format::email});
};
struct unknown_default {
  enum class size { small = 1, large } how = static_cast<size>(9);
};
struct impossible_date {
  date day{};
  static constexpr auto fields = parley::fields(field<&impossible_date::day>{.optional = true});
};
struct crossed_range {
  double n;
  static constexpr auto fields = parley::fields(field<&crossed_range::n>{.min = 2, .max = 1});
};
struct crossed_length {
  std::string s;
  static constexpr auto fields = parley::fields(field<&crossed_length::s>{.min_length = 2, .max_length = 1});
};
struct too_many_by_default {
  enum class extra { milk, sugar };
  std::vector<extra> extras = {extra::milk, extra::sugar};
  static constexpr auto fields = parley::fields(field<&too_many_by_default::extras>{.max_items = 1});
};
struct sized_array {
  std::array<int, 3> a{1, 2, 3};
  static constexpr auto fields = parley::fields(field<&sized_array::a>{.max_items = 3});
};
struct deep {
  std::optional<std::vector<low_default>> list;
};

}  // namespace

TEST_CASE("a field said to be optional has its blank value for default", "[json][defaults]") {
  CHECK(required_fields<optional_gift>().empty());
  record_table const& record = *table_of<optional_gift>.record;
  fields_at const initial(record, record.prototype());
  CHECK(has_default(record.fields[0], initial[0]));
  CHECK_FALSE(has_default(record.fields[1], initial[1]));
}

TEST_CASE("a member that belongs to no class has no default", "[json][defaults]") {
  field_table const argument{"n", &table_of<int>, &no_notes};
  field_table const maybe{"m", &table_of<std::optional<int>>, &no_notes};
  CHECK(is_required(argument, nullptr));
  CHECK_FALSE(is_required(maybe, nullptr));
  CHECK_FALSE(has_default(argument, nullptr));
}

TEST_CASE("a default that breaks its own rules is refused, and so are rules that nothing can keep",
          "[json][defaults][C-06]") {
  CHECK(refusal<low_default>() ==
        "parley: low_default::n has a default that breaks its own rules: it must be at least 2");
  CHECK(refusal<long_default>() ==
        "parley: long_default::code has a default that breaks its own rules: it must have at most 3 characters");
  CHECK(refusal<no_email_default>() ==
        "parley: no_email_default::to has a default that breaks its own rules: it must be an e-mail address");
  CHECK(refusal<unknown_default>() ==
        "parley: unknown_default::how has a default that breaks its own rules: it must be one of the choices offered");
  CHECK_FALSE(refusal<impossible_date>().empty());
  CHECK(refusal<too_many_by_default>() ==
        "parley: too_many_by_default::extras has a default that breaks its own rules: it must have at most 1 item");
  CHECK(refusal<crossed_range>() == "parley: crossed_range::n has a minimum above its maximum");
  CHECK(refusal<crossed_length>() == "parley: crossed_length::s has a minimum length above its maximum length");
  CHECK_FALSE(refusal<sized_array>().empty());
  CHECK(refusal<deep>() == refusal<low_default>());
  CHECK(refusal<optional_gift>().empty());
  CHECK(refusal<all_optional>().empty());
}

namespace {

struct nowhere {
  struct there {
    int x;
  } place;
  static constexpr auto fields = parley::fields(field<&nowhere::place>{.header = "Place"});
};
struct no_token {
  std::string zone;
  static constexpr auto fields = parley::fields(field<&no_token::zone>{.header = "Time zone"});
};
struct everywhere {
  enum class room { quiet, garden };
  bool yes;
  std::optional<int> count;
  std::string zone;
  date day;
  date_time moment;
  room where;
  static constexpr auto fields =
      parley::fields(field<&everywhere::yes>{.header = "Yes"}, field<&everywhere::count>{.header = "Count"},
                     field<&everywhere::zone>{.header = "Zone"}, field<&everywhere::day>{.header = "Day"},
                     field<&everywhere::moment>{.header = "Moment"}, field<&everywhere::where>{.header = "Where"});
};

}  // namespace

TEST_CASE("a header that cannot be sent is refused with the field's name", "[json][defaults][HDR-15][HDR-16][HDR-18]") {
  CHECK(refusal<nowhere>() ==
        "parley: nowhere::place has a header, which only a boolean, an integer or what is a string in JSON may have");
  CHECK(refusal<no_token>() ==
        "parley: no_token::zone has a header that is no name of one: use letters, digits, - and _");
  CHECK(refusal<everywhere>().empty());

  constexpr notes note{.header = "X"};
  CHECK_THROWS_AS(check_declarations(table_of<double>, note), std::invalid_argument);
  CHECK_THROWS_AS(check_declarations(table_of<std::optional<double>>, note), std::invalid_argument);
  CHECK_THROWS_AS(check_declarations(table_of<std::vector<int>>, note), std::invalid_argument);
  CHECK_THROWS_AS(check_declarations(table_of<std::map<std::string, int>>, note), std::invalid_argument);
  CHECK_THROWS_AS(check_declarations(table_of<json>, note), std::invalid_argument);
  CHECK_THROWS_AS(check_declarations(table_of<std::optional<json>>, note), std::invalid_argument);
  CHECK_NOTHROW(check_declarations(table_of<std::optional<std::int64_t>>, note));
}
