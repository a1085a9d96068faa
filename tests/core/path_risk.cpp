// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/path_risk.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;
using namespace std::string_view_literals;

TEST_CASE("names of files and ids carry no risk", "[core][path_risk][RES-07][RES-12]") {
  auto const text = GENERATE("", "7", "report.pdf", ".hidden", "...", "..a", "a..", "a b", "caf\xc3\xa9", "\xc2\xa0",
                             "50%", "100%25", "%41", "%zz", "a:b", "C:", "~", "-rf", "'quoted'");
  CAPTURE(text);
  CHECK(check_path_name(text) == path_risk::none);
}

TEST_CASE("paths below a folder carry no risk", "[core][path_risk][RES-07][RES-12]") {
  auto const text = GENERATE("", "a", "a/b/c.txt", "a//b", "a/", ".git/config", "a/..b/c", "a/b../c", "http://h/x",
                             "ab:/x", "a:b", "50%/a");
  CAPTURE(text);
  CHECK(check_relative_path(text) == path_risk::none);
}

TEST_CASE("a name that is more than a name is told by its risk", "[core][path_risk][RES-07][RES-12]") {
  struct row {
    std::string_view text;
    path_risk as_name, as_path;
  };
  using enum path_risk;
  for (auto const& [text, as_name, as_path] : {
           row{"a/b"sv, slash, none},
           row{"/"sv, slash, absolute},
           row{"/etc/passwd"sv, slash, absolute},
           row{"//host/share"sv, slash, absolute},
           row{"C:/Windows"sv, slash, absolute},
           row{"c:"sv, none, absolute},
           row{"."sv, dot_segment, dot_segment},
           row{".."sv, dot_segment, dot_segment},
           row{"../x"sv, slash, dot_segment},
           row{"a/.."sv, slash, dot_segment},
           row{"a/../../b"sv, slash, dot_segment},
           row{"a/./b"sv, slash, dot_segment},
           row{"./a"sv, slash, dot_segment},
           row{"..\\x"sv, backslash, backslash},
           row{"a\\b"sv, backslash, backslash},
           row{"a\0.txt"sv, control_character, control_character},
           row{"\0"sv, control_character, control_character},
           row{"a\nb"sv, control_character, control_character},
           row{"\x1b[2J"sv, control_character, control_character},
           row{"\x7f"sv, control_character, control_character},
           row{"\xc2\x80"sv, control_character, control_character},
           row{"\xc2\x9f"sv, control_character, control_character},
       }) {
    CAPTURE(text);
    CHECK(check_path_name(text) == as_name);
    CHECK(check_relative_path(text) == as_path);
  }
}

TEST_CASE("a text that was encoded twice is judged by what it could become", "[core][path_risk][RES-07][RES-12]") {
  for (auto text : {"%2e%2e", "%2E%2E", ".%2e", "%252e%252e", "%%32%65.", "%5c", "%00", "%250a", "%c0%ae", "%ff"}) {
    CAPTURE(text);
    CHECK(check_path_name(text) == path_risk::encoded_again);
    CHECK(check_relative_path(text) == path_risk::encoded_again);
  }
  CHECK(check_path_name("%2e%2e%2f") == path_risk::encoded_again);
  CHECK(check_path_name("a%2fb") == path_risk::encoded_again);
  CHECK(check_relative_path("a%2fb") == path_risk::none);
  CHECK(check_relative_path("%2fetc") == path_risk::encoded_again);
  CHECK(check_relative_path("a/%2e%2e/b") == path_risk::encoded_again);
}

TEST_CASE("every risk has its sentence", "[core][path_risk][RES-07]") {
  using enum path_risk;
  CHECK(to_string(none) == "no risk");
  CHECK(to_string(control_character) == "it holds a control character");
  CHECK(to_string(backslash) == "it holds a backslash");
  CHECK(to_string(slash) == "it holds a slash");
  CHECK(to_string(dot_segment) == "it holds \".\" or \"..\" as a name");
  CHECK(to_string(absolute) == "it is an absolute path");
  CHECK(to_string(encoded_again) == "it becomes unsafe when it is decoded once more");
}
