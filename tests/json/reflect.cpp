// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/reflect.hpp>

#include "support/catch.hpp"

#include <boost/describe.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace detail = parley::detail;

namespace {

struct in_anonymous_namespace {
  std::string first;
  std::optional<std::vector<int>> second;
  struct inner {
    int x, y;
  } third;
  std::map<std::string, double> fourth;
};

enum class colour { red, green = 5, blue = 63, beyond = 64 };
enum class with_negative { below = -1, zero };
enum class two_valued : bool { no, yes };
enum class coloured : unsigned char {};

// Clang looks into the constructor of an optional while it counts the fields.
struct of_optionals {
  std::optional<colour> first;
  std::optional<in_anonymous_namespace::inner> second;
};

}  // namespace

namespace app {

struct nothing {};
struct base {
  int b;
};
struct derived : base {
  int d;
};
struct empty_base : nothing {
  int d;
};
class with_constructor {
 public:
  with_constructor(int);
  int x;
};
struct thirty_two {
  int a1, a2, a3, a4, a5, a6, a7, a8, b1, b2, b3, b4, b5, b6, b7, b8;
  int c1, c2, c3, c4, c5, c6, c7, c8, d1, d2, d3, d4, d5, d6, d7, last;
};

void restart_service();
template <class T>
T confirm(T);
struct shop {
  int order_book(int) const;
  static void open();
  int shelves;
  struct floor {
    int number;
  };
};
template <class T>
struct pair_of {
  T one, two;
};

class described {
 public:
  std::string title;
  int copies = 1;
  int hidden() const { return hidden_; }

 private:
  BOOST_DESCRIBE_CLASS(described, (), (title, copies), (), ())
  int hidden_ = 0;
};
BOOST_DEFINE_ENUM_CLASS(level, low, high)
enum class sparse { one = 1000, two = 2000 };
BOOST_DESCRIBE_ENUM(sparse, one, two)

}  // namespace app

template <class T>
static std::string fields_of() {
  std::string all;
  for (std::string_view name : detail::field_names<T>) (all += name) += ' ';
  return all;
}

template <class Enum>
static std::string enumerators_of() {
  std::string all;
  for (auto const& each : detail::enumerators<Enum>)
    ((all += each.name) += '=') += std::to_string(static_cast<int>(each.value)) + ' ';
  return all;
}

TEST_CASE("fields are named in declared order, wherever the type stands", "[json][reflect][C-01]") {
  struct local {
    bool zebra;
    int apple;
  };
  CHECK(fields_of<in_anonymous_namespace>() == "first second third fourth ");
  CHECK(fields_of<of_optionals>() == "first second ");
  CHECK(fields_of<local>() == "zebra apple ");
  CHECK(fields_of<app::shop::floor>() == "number ");
  CHECK(fields_of<app::pair_of<std::string>>() == "one two ");
  CHECK(fields_of<app::nothing>().empty());
}

TEST_CASE("up to 32 fields of an aggregate are read off", "[json][reflect]") {
  STATIC_REQUIRE(detail::field_types<app::thirty_two>::size == 32);
  CHECK(detail::field_names<app::thirty_two>.front() == "a1");
  CHECK(detail::field_names<app::thirty_two>.back() == "last");
}

TEST_CASE("field types are those declared", "[json][reflect]") {
  STATIC_REQUIRE(std::is_same_v<detail::field_types<in_anonymous_namespace>,
                                detail::types<std::string, std::optional<std::vector<int>>,
                                              in_anonymous_namespace::inner, std::map<std::string, double>>>);
}

TEST_CASE("the addresses of the fields are those of the object given", "[json][reflect]") {
  in_anonymous_namespace object;
  void* addresses[4] = {};
  detail::bindings_of<in_anonymous_namespace>::locate(&object, addresses);
  CHECK(addresses[0] == &object.first);
  CHECK(addresses[1] == &object.second);
  CHECK(addresses[2] == &object.third);
  CHECK(addresses[3] == &object.fourth);
}

TEST_CASE("classes with bases or constructors are not read off", "[json][reflect]") {
  STATIC_REQUIRE(detail::reflected<app::base>);
  STATIC_REQUIRE_FALSE(detail::reflected<app::derived>);
  STATIC_REQUIRE_FALSE(detail::reflected<app::empty_base>);
  STATIC_REQUIRE_FALSE(detail::reflected<app::with_constructor>);
  STATIC_REQUIRE_FALSE(detail::reflected<int>);
}

TEST_CASE("functions and members are named without their scopes and template arguments", "[json][reflect]") {
  CHECK(detail::name_of<app::restart_service> == "restart_service");
  CHECK(detail::name_of<&app::restart_service> == "restart_service");
  CHECK(detail::name_of<app::confirm<std::vector<int>>> == "confirm");
  CHECK(detail::name_of<&app::shop::order_book> == "order_book");
  CHECK(detail::name_of<&app::shop::open> == "open");
  CHECK(detail::name_of<&app::shop::shelves> == "shelves");
}

TEST_CASE("classes are named without their scopes and template arguments", "[json][reflect]") {
  struct local {};
  CHECK(detail::type_name<app::shop> == "shop");
  CHECK(detail::type_name<app::shop::floor> == "floor");
  CHECK(detail::type_name<in_anonymous_namespace> == "in_anonymous_namespace");
  CHECK(detail::type_name<local> == "local");
  CHECK(detail::type_name<app::pair_of<std::string>> == "pair_of");
  CHECK(detail::type_name<int> == "int");
}

TEST_CASE("enumerators with values from 0 to 63 are found", "[json][reflect]") {
  enum class local { x, y };
  CHECK(enumerators_of<colour>() == "red=0 green=5 blue=63 ");
  CHECK(enumerators_of<with_negative>() == "zero=0 ");
  CHECK(enumerators_of<two_valued>() == "no=0 yes=1 ");
  CHECK(enumerators_of<local>() == "x=0 y=1 ");
  CHECK(enumerators_of<coloured>().empty());
}

TEST_CASE("what Boost.Describe says is taken as it is", "[json][reflect]") {
  CHECK(fields_of<app::described>() == "title copies ");
  CHECK(enumerators_of<app::level>() == "low=0 high=1 ");
  CHECK(enumerators_of<app::sparse>() == "one=1000 two=2000 ");
  app::described object;
  void* addresses[2] = {};
  detail::bindings_of<app::described>::locate(&object, addresses);
  CHECK(addresses[1] == &object.copies);
}
