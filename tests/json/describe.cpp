// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/json/type_table.hpp>

#include "support/catch.hpp"

using namespace parley;

namespace {

struct booking {
  std::string email;
  int guests = 2;
  std::optional<double> budget;
  enum class room { quiet, garden } where = room::quiet;
  std::vector<room> others;
  bool breakfast = false;

  friend constexpr auto parley_titles(room) {
    return titles<room>({{room::garden, "With a view"}, {room::quiet, "Quiet room"}});
  }
  static constexpr auto fields = parley::fields(
      field<&booking::others>{.title = "Or else", .min_items = 1, .max_items = 2},
      field<&booking::email>{.title = "E-mail", .min_length = 3, .max_length = 99, .format = format::email},
      field<&booking::guests>{.description = "How many of you", .min = 1, .max = 8, .header = "Guests"},
      field<&booking::budget>{.min = 0.5}, field<&booking::breakfast>{.description = "In bed", .optional = true});
};

// A member of that name which is no description is a field like any other.
struct survey {
  std::vector<std::string> fields;
  int notes = 0;
};

enum class far_apart { one = 1000, other = -7, unlisted = 3 };
constexpr auto parley_titles(far_apart) {
  return titles<far_apart>({{far_apart::other, "Minus seven"}, {far_apart::one, "A thousand"}});
}

enum plain_old { first = 1, second };
constexpr auto parley_titles(plain_old) { return titles<plain_old>({{first, "1st"}, {second, "2nd"}}); }

template <class T>
notes const& notes_of(std::string_view name) {
  for (field_table const& field : table_of<T>.record->fields)
    if (field.name == name) return *field.notes;
  throw std::logic_error("no such field");
}

}  // namespace

TEST_CASE("notes reach the field they name, in whatever order they are written", "[json][describe]") {
  CHECK(notes_of<booking>("email").title == "E-mail");
  CHECK(notes_of<booking>("email").min_length == 3u);
  CHECK(notes_of<booking>("email").max_length == 99u);
  CHECK(notes_of<booking>("email").format == format::email);
  CHECK(notes_of<booking>("guests").description == "How many of you");
  CHECK(notes_of<booking>("guests").min == 1.0);
  CHECK(notes_of<booking>("guests").max == 8.0);
  CHECK(notes_of<booking>("guests").header == "Guests");
  CHECK(notes_of<booking>("budget").min == 0.5);
  CHECK(notes_of<booking>("others").min_items == 1u);
  CHECK(notes_of<booking>("others").max_items == 2u);
  CHECK(notes_of<booking>("breakfast").optional);
  CHECK(&notes_of<booking>("where") == &no_notes);
}

TEST_CASE("a data member that happens to be called fields describes nothing", "[json][describe]") {
  REQUIRE(table_of<survey>.record->fields.size() == 2);
  CHECK(table_of<survey>.record->fields[0].name == "fields");
  CHECK(table_of<survey>.record->fields[0].notes == &no_notes);
}

TEST_CASE("titles are the whole list of choices, in the order written", "[json][describe][ELF-08]") {
  choice_table const& rooms = *table_of<booking::room>.choices;
  REQUIRE(rooms.names.size() == 2);
  CHECK(rooms.names[0] == "garden");
  CHECK(rooms.titles[0] == "With a view");
  CHECK(rooms.values[0] == 1);

  choice_table const& far = *table_of<far_apart>.choices;
  REQUIRE(far.names.size() == 2);
  CHECK(far.names[0] == "other");
  CHECK(far.values[0] == -7);
  CHECK(far.names[1] == "one");
  CHECK(far.values[1] == 1000);
}

TEST_CASE("an enumeration without a fixed type is described by its titles", "[json][describe]") {
  enum undescribed { a, b };
  STATIC_REQUIRE(described<plain_old>);
  STATIC_REQUIRE_FALSE(described<undescribed>);
  CHECK(table_of<plain_old>.choices->names[1] == "second");
}

namespace {

class tenant {
 public:
  [[maybe_unused]] friend void to_json(json&, tenant const&) {}
  [[maybe_unused]] friend void from_json(json const&, tenant&) {}
};
struct placed {
  enum class room { quiet, garden };
  bool yes;
  std::int64_t whole;
  std::string text;
  std::optional<std::string> maybe;
  date day;
  date_time moment;
  room where;
  tenant who;
  double real;
  std::optional<float> narrow;
  std::vector<std::string> list;
  std::array<int, 2> pair;
  std::map<std::string, int> map;
  json anything;
};

template <auto Member>
inline constexpr bool may_have_header = requires(field<Member> const& one) {
  one.header;
};

}  // namespace

TEST_CASE("only what can be the text of a header may name one", "[json][describe][HDR-16]") {
  CHECK(may_have_header<&placed::yes>);
  CHECK(may_have_header<&placed::whole>);
  CHECK(may_have_header<&placed::text>);
  CHECK(may_have_header<&placed::maybe>);
  CHECK(may_have_header<&placed::day>);
  CHECK(may_have_header<&placed::moment>);
  CHECK(may_have_header<&placed::where>);
  CHECK(may_have_header<&placed::who>);

  CHECK_FALSE(may_have_header<&placed::real>);
  CHECK_FALSE(may_have_header<&placed::narrow>);
  CHECK_FALSE(may_have_header<&placed::list>);
  CHECK_FALSE(may_have_header<&placed::pair>);
  CHECK_FALSE(may_have_header<&placed::map>);
  CHECK_FALSE(may_have_header<&placed::anything>);
}

TEST_CASE("fields without a header keep their other notes", "[json][describe]") {
  constexpr auto real = field<&placed::real>{.title = "R", .description = "Real", .min = 1, .max = 2}.notes();
  CHECK(real.title == "R");
  CHECK(real.description == "Real");
  CHECK(real.min == 1.0);
  CHECK(real.max == 2.0);
  constexpr auto map = field<&placed::map>{.title = "M", .description = "Map", .optional = true}.notes();
  CHECK(map.title == "M");
  CHECK(map.description == "Map");
  CHECK(map.optional);
  constexpr auto any = field<&placed::anything>{.title = "A", .not_a_secret = true}.notes();
  CHECK(any.title == "A");
  CHECK(any.not_a_secret);
}
