// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/type_table.hpp>

#include "support/catch.hpp"

#include <boost/describe.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <set>

using namespace parley;

namespace {

struct inner {
  int x = 1;
};
struct every_kind {
  bool flag;
  std::uint16_t count;
  float ratio;
  std::string text;
  date day;
  date_time moment;
  enum class level { low, high } how;
  std::vector<inner> list;
  std::map<std::string, inner> map;
  inner object;
  json any;
  std::array<std::int8_t, 3> triple;
  std::optional<std::vector<std::string>> maybe;
};

struct tree {
  std::vector<tree> branches;
};
struct ping;
struct pong {
  std::optional<std::vector<ping>> back;
};
struct ping {
  std::vector<pong> forth;
};
struct twice {
  inner left, right;
};
struct with_pointer {
  int* where;
};
struct without_default {
  std::reference_wrapper<int> where;
};

}  // namespace

namespace app {

class counted {
 public:
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(counted, copies_)

 private:
  int copies_ = 3;
};
struct listed {
  int b = 0;
  std::string a;
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(listed, b, a)
};
class boosted {
 public:
  std::string title;
  int copies = 1;

 private:
  BOOST_DESCRIBE_CLASS(boosted, (), (title, copies), (), ())
};

}  // namespace app

TEST_CASE("each kind of field has its table", "[json][type_table]") {
  auto const fields = table_of<every_kind>.record->fields;
  REQUIRE(fields.size() == 13);
  kind const expected[] = {kind::boolean,   kind::integer, kind::number, kind::string, kind::date,
                           kind::date_time, kind::choice,  kind::list,   kind::map,    kind::object,
                           kind::any,       kind::list,    kind::list};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    CAPTURE(i);
    CHECK(fields[i].type->kind == expected[i]);
  }
  CHECK(fields[1].type->width == 2);
  CHECK_FALSE(fields[1].type->is_signed);
  CHECK(fields[2].type->width == sizeof(float));
  CHECK(fields[7].type->inner == &table_of<inner>);
  CHECK(fields[11].type->sequence->fixed_size == 3);
  CHECK(fields[12].type->optional != nullptr);
  CHECK(fields[12].type->inner == &table_of<std::vector<std::string>>);
}

TEST_CASE("types without a shape in JSON are not described", "[json][type_table]") {
  STATIC_REQUIRE_FALSE(described<char>);
  STATIC_REQUIRE_FALSE(described<wchar_t>);
  STATIC_REQUIRE_FALSE(described<long double>);
  STATIC_REQUIRE_FALSE(described<char const*>);
  STATIC_REQUIRE_FALSE(described<std::string_view>);
  STATIC_REQUIRE_FALSE(described<void>);
  STATIC_REQUIRE_FALSE(described<int&>);
  STATIC_REQUIRE_FALSE(described<int const>);
  STATIC_REQUIRE_FALSE(described<std::vector<bool>>);
  STATIC_REQUIRE_FALSE(described<std::optional<std::optional<int>>>);
  STATIC_REQUIRE_FALSE(described<std::map<int, int>>);
  STATIC_REQUIRE_FALSE(described<std::set<int>>);
  STATIC_REQUIRE_FALSE(described<with_pointer>);
  STATIC_REQUIRE_FALSE(described<without_default>);
}

TEST_CASE("a type that contains itself has no finite schema and is not described", "[json][type_table][SCHEMA-07]") {
  STATIC_REQUIRE_FALSE(described<tree>);
  STATIC_REQUIRE_FALSE(described<ping>);
  STATIC_REQUIRE_FALSE(described<pong>);
  STATIC_REQUIRE(described<twice>);
}

TEST_CASE("integers of one width and two names are both described", "[json][type_table]") {
  STATIC_REQUIRE(described<long>);
  STATIC_REQUIRE(described<long long>);
  STATIC_REQUIRE(described<signed char>);
  STATIC_REQUIRE(described<unsigned char>);
}

TEST_CASE("types described with other libraries' macros are taken as they are", "[json][type_table]") {
  STATIC_REQUIRE(described<app::listed>);
  REQUIRE(table_of<app::listed>.record != nullptr);
  CHECK(table_of<app::listed>.record->fields[0].name == "b");

  STATIC_REQUIRE(described<app::boosted>);
  CHECK(table_of<app::boosted>.record->fields[1].name == "copies");

  STATIC_REQUIRE(described<app::counted>);
  CHECK(table_of<app::counted>.kind == kind::any);
  CHECK(table_of<app::counted>.converter != nullptr);
}

TEST_CASE("a record's prototype holds the defaults", "[json][type_table]") {
  CHECK(static_cast<inner const*>(table_of<inner>.record->prototype())->x == 1);
  CHECK(table_of<inner>.record->name == "inner");
}

TEST_CASE("lists grow by one element, and arrays do not", "[json][type_table]") {
  std::vector<std::string> list;
  sequence_table const& sequence = *table_of<std::vector<std::string>>.sequence;
  *static_cast<std::string*>(sequence.place(&list, 0)) = "a";
  *static_cast<std::string*>(sequence.place(&list, 1)) = "b";
  CHECK(list == std::vector<std::string>{"a", "b"});
  CHECK(sequence.size(&list) == 2);
  CHECK(*static_cast<std::string const*>(sequence.at(&list, 1)) == "b");
  sequence.clear(&list);
  CHECK(list.empty());

  std::array<int, 2> pair{1, 2};
  sequence_table const& fixed = *table_of<std::array<int, 2>>.sequence;
  CHECK(fixed.size(&pair) == 2);
  *static_cast<int*>(fixed.place(&pair, 1)) = 5;
  CHECK(pair[1] == 5);
  fixed.clear(&pair);
  CHECK(pair[0] == 0);
}
