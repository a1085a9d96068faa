// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include "support/catch.hpp"

#include <parley/json/choices.hpp>
#include <parley/json/form.hpp>
#include <parley/json/read.hpp>
#include <parley/json/write.hpp>

#include <nlohmann/json.hpp>

#include <vector>

using namespace parley;

namespace {

enum class plain { one, two };

enum class colour { red, green };
constexpr auto parley_titles(colour) {
  return titles<colour>({{colour::red, "Red", "#FF0000"}, {colour::green, "Green"}});
}

struct palette {
  std::vector<colour> colours;
  colour border = colour::green;
};

}  // namespace

TEST_CASE("an enumerator stands on the wire under its own name unless another is given", "[json][choices][ELF-08]") {
  CHECK(detail::choices_of<plain>::names[0] == "one");
  CHECK(detail::choices_of<colour>::names[0] == "#FF0000");
  CHECK(detail::choices_of<colour>::names[1] == "green");
}

TEST_CASE("a choice is shown by its title, written and read by its name on the wire", "[json][choices][ELF-09]") {
  CHECK(detail::form_of<palette>().schema.find(R"({"const":"#FF0000","title":"Red"})") != std::string::npos);
  CHECK(to_json_text(palette{{colour::red}, colour::green}) == R"({"colours":["#FF0000"],"border":"green"})");

  auto const read = from_json<palette>(json::parse(R"({"colours":["#FF0000","green"]})"));
  REQUIRE(read);
  CHECK(read->colours == std::vector{colour::red, colour::green});
  for (auto const* text : {R"({"colours":["red"]})", R"({"colours":["Red"]})", R"({"colours":["#ff0000"]})"}) {
    CHECK_FALSE(from_json<palette>(json::parse(text)));
  }
}

TEST_CASE("names on the wire must differ", "[json][choices]") {
  CHECK(detail::are_distinct(std::array<std::string_view, 2>{"a", "b"}));
  CHECK_FALSE(detail::are_distinct(std::array<std::string_view, 3>{"a", "b", "a"}));
}
