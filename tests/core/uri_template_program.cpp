// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/uri_template_program.hpp>

#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace parley;
using namespace parley::detail;

namespace {

std::vector<uri_unit> units_of(std::string_view text) {
  std::vector<uri_unit> units;
  REQUIRE(append_uri_units(units, text));
  return units;
}

struct outcome {
  bool fits = false;
  std::size_t work = 0;
  std::size_t bound = 0;
};

outcome run(std::string_view text, std::string_view uri) {
  auto const program = compile_uri_template(uri_template(text));
  std::vector<uri_capture> captures;
  outcome found;
  auto const units = units_of(uri);
  found.fits = program.run(units, captures, found.work);
  // What the header promises, and the walk: each step of it takes something or goes forward in the program.
  found.bound = (units.size() + 1) * (program.steps.size() + program.literals.size()) + 4 * (units.size() + 1) +
                program.steps.size();
  return found;
}

}  // namespace

TEST_CASE("units know bytes from delimiters", "[core][uri_template][RES-12]") {
  CHECK(units_of("a%41%2f/") == std::vector<uri_unit>{'a', 'A', '/' | encoded_unit, '/'});
  CHECK(units_of("%c3%A9") == units_of("%C3%a9"));
  CHECK(units_of("%7E") == units_of("~"));
  for (auto text : {"%", "%4", "%4g", " ", "\xc3\xa9", "<", "\\", "{", "\x7f"}) {
    CAPTURE(text);
    std::vector<uri_unit> units;
    CHECK(!append_uri_units(units, text));
  }
}

TEST_CASE("every fork leads to a step that takes something, or onwards", "[core][uri_template][RES-12]") {
  // What the single pass over the steps relies on.
  using kind = uri_step::kind;
  for (auto text : {"", "x", "{a}", "{a*}", "{+a,b*}", "x{/a,b*}y{.c*,d}", "{;a,b*,c}", "{?a,b*,c}{&d}{#e*}z"}) {
    CAPTURE(text);
    auto const steps = compile_uri_template(uri_template(text)).steps;
    REQUIRE(!steps.empty());
    CHECK(steps.back().what == kind::end);
    auto takes = [&](std::size_t at) {
      return steps[at].what == kind::literal || steps[at].what == kind::value_character ||
             steps[at].what == kind::any_character;
    };
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].what == kind::end) continue;
      REQUIRE(steps[i].next < steps.size());
      REQUIRE(steps[i].other < steps.size());
      if (takes(i)) {
        CHECK((steps[i].what != kind::literal || steps[i].count > 0));
        continue;
      }
      CHECK((steps[i].next > i || takes(steps[i].next)));
      if (steps[i].what == kind::either) CHECK((steps[i].other > i || takes(steps[i].other)));
    }
  }
}

TEST_CASE("the work is bounded by the product of the lengths", "[core][uri_template][RES-07][RES-12]") {
  // What sends a backtracking matcher astray: many ways to split the same text, none of which fits in the end.
  std::string stars = "x:", dashes = "x:";
  for (int i = 0; i < 30; ++i) {
    stars += "{+v" + std::to_string(i) + "}a";
    dashes += "{v" + std::to_string(i) + "*}-";
  }
  std::string query = "x:{?v0*";
  for (int i = 1; i < 30; ++i) query += ",v" + std::to_string(i) + "*";
  query += "}";
  struct row {
    std::string text, unit, end;
  };
  for (auto const& [text, unit, end] :
       {row{stars, "a", "b"}, row{dashes, "-,", "/"}, row{query, "&v0=", "#"}, row{"x:{a*}{/b*}{.c*}", ".a", "?"},
        row{"x:{+a}" + std::string(99, 'a'), "a", "b"}, row{stars, "a", "a"}}) {
    CAPTURE(text, unit, end);
    for (std::size_t size : {100u, 1000u, 8000u}) {
      std::string uri = "x:";
      while (uri.size() < size) uri += unit;
      uri += end;
      auto const found = run(text, uri);
      CHECK(found.work > uri.size());
      CHECK(found.work <= found.bound);
    }
  }
  CHECK(run(stars, "x:" + std::string(100, 'a')).fits);
}

TEST_CASE("a URI of another template is told at its start", "[core][uri_template][RES-12]") {
  CHECK(run("notes://{id}", "files://" + std::string(8000, 'a')).work == 1);
}

TEST_CASE("the largest template meets the longest URI", "[core][uri_template][RES-12]") {
  std::string text = "x:", uri = "x:";
  for (std::size_t i = 0; i < most_uri_template_variables; ++i) text += "{/v" + std::to_string(i) + "*}";
  text += std::string(longest_uri_template - text.size(), 'a');
  REQUIRE(!uri_template(text).fault());
  while (uri.size() < 8190) uri += "/a";
  auto const found = run(text, uri);
  CHECK(!found.fits);
  CHECK(found.work <= found.bound);
}
