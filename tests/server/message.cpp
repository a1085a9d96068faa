// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/message.hpp>
#include <parley/server/parameters.hpp>

#include "support/catch.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

using namespace parley;

namespace {

enum class room { quiet, garden };
constexpr auto parley_titles(room) { return titles<room>({{room::quiet, "Quiet room"}, {room::garden, "Garden"}}); }
enum class size { small, large };

}  // namespace

TEST_CASE("values stand in their places, and text is quoted", "[server][once-10]") {
  int const files = 3;
  CHECK(message("Delete {} files in {}?", files, std::string("/srv/data")).text() ==
        R"(Delete 3 files in "/srv/data"?)");
  CHECK(message("{}{}{}", 'c', "text", std::string_view("view")).text() == R"("c""text""view")");
}

TEST_CASE("numbers, booleans and dates are shown as they are", "[server][once-10]") {
  CHECK(message("{} {} {}", true, -1, 0.1).text() == "true -1 0.1");
  CHECK(message("{} {}", INT64_MIN, UINT64_MAX).text() == "-9223372036854775808 18446744073709551615");
  CHECK(message("{} {}", std::int8_t{65}, std::uint8_t{66}).text() == "65 66");
  CHECK(message("{}", 1.5f).text() == "1.5");
  CHECK(message("{} {} {} {}", 1e5, -1234567.25, 0.00001, 0.0).text() == "100000 -1234567.25 0.00001 0");
  CHECK(message("{} {}", 1e300, 1e-300).text() == "1e+300 1e-300");
  CHECK(message("On {}", date{std::chrono::year{2026}, std::chrono::July, std::chrono::day{28}}).text() ==
        "On 2026-07-28");
  CHECK(message("At {}", date_time{}).text().starts_with("At 1970-01-01T00:00:00"));
}

TEST_CASE("a choice is shown by its title, or else its name", "[server][once-10]") {
  CHECK(message("The {}?", room::quiet).text() == "The Quiet room?");
  CHECK(message("The {} one?", size::large).text() == "The large one?");
  CHECK(message("The {}?", static_cast<room>(7)).text() == "The 7?");
}

TEST_CASE("an optional is its value, or says that there is none", "[server][once-10]") {
  CHECK(message("{} {}", std::optional<std::string>{"x"}, std::optional<int>{}).text() == R"("x" (none))");
}

TEST_CASE("a parameter of a handler is shown as the value that it reads", "[server][once-10]") {
  std::string const name = "nginx";
  std::optional<int> const copies = 2;
  CHECK(message("{} {}", Arg<"service">{name}, Arg<"copies", std::optional<int>>{copies}).text() == R"("nginx" 2)");
}

TEST_CASE("a value with braces opens no place of its own", "[server][once-10]") {
  CHECK(message("{} {}", "{}", "b").text() == R"("{}" "b")");
}

TEST_CASE("doubled braces are braces", "[server][once-10]") { CHECK(message("{{}} {{{}}}", 1).text() == "{} {1}"); }

TEST_CASE("a message says whether a value was cut", "[server][once-10]") {
  CHECK_FALSE(message("{}", "short").was_cut());
  CHECK(message("{} {}", std::string(200, 'x'), "short").was_cut());
}

TEST_CASE("a message without values is its literal", "[server][once-10]") {
  CHECK(message("Shall we?").text() == "Shall we?");
}

TEST_CASE("a string made at run time is no message unless the author says so", "[server][once-10]") {
  static_assert(!std::is_convertible_v<std::string, message_text>);
  static_assert(!std::is_convertible_v<char const*, message_text>);
  std::string const translated = "Wirklich {}?";
  CHECK(unchecked_message(translated).text() == translated);
}
