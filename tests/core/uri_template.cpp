// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/uri_template.hpp>

#include <parley/core/fixed_string.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;
using namespace std::string_literals;
using problem = uri_template_problem;

namespace {

// As a registration does it: the template is an argument of the function.
template <fixed_string Text>
inline constexpr uri_template parsed{Text.view()};

static_assert(!parsed<"notes://{id}">.fault());
static_assert(parsed<"notes://{id}">.has_expressions() && !parsed<"notes://all">.has_expressions());
static_assert(!check_matchable(parsed<"repo://{owner}/{name}{/path*}{?ref,line}">));
static_assert(parsed<"repo://{owner}/{name}{/path*}{?ref,line}">.variables().size() == 5);
static_assert(parsed<"repo://{owner}/{name}{/path*}{?ref,line}">.variables()[4].name == "line");
static_assert(parsed<"notes://{id">.fault().problem == problem::brace_not_closed);
static_assert(check_matchable(parsed<"notes://{id}/{id}">).problem == problem::variable_repeated);

struct fault_row {
  std::string text;
  problem what;
  std::size_t at;
};

}  // namespace

TEST_CASE("a template falls into literals, expressions and variables", "[core][uri_template][RES-03]") {
  std::string const text = "x://h/{a}/b{+c.d_1:12,e*}caf\xc3\xa9%20'{?%41}";
  uri_template const found(text);
  REQUIRE(!found.fault());
  CHECK(found.text() == text);
  CHECK(found.tail().empty());

  auto const expressions = found.expressions();
  REQUIRE(expressions.size() == 3);
  CHECK(expressions[0].literal == "x://h/");
  CHECK(expressions[0].op == uri_template_operator::simple);
  CHECK(expressions[0].at == 6);
  CHECK(expressions[1].literal == "/b");
  CHECK(expressions[1].op == uri_template_operator::reserved);
  CHECK(expressions[2].literal == "caf\xc3\xa9%20'");
  CHECK(expressions[2].op == uri_template_operator::query);

  CHECK(found.variables().size() == 4);
  auto const two = found.variables(expressions[1]);
  REQUIRE(two.size() == 2);
  CHECK(two[0].name == "c.d_1");
  CHECK(two[0].prefix == 12);
  CHECK(!two[0].explode);
  CHECK(two[0].at == 13);
  CHECK(two[1].name == "e");
  CHECK(two[1].prefix == 0);
  CHECK(two[1].explode);
  CHECK(found.variables()[3].name == "%41");
}

TEST_CASE("a text without expressions is a plain URI", "[core][uri_template][RES-03]") {
  uri_template const plain("test://static-text");
  CHECK(!plain.fault());
  CHECK(!plain.has_expressions());
  CHECK(plain.tail() == "test://static-text");
  uri_template const empty("");
  CHECK(!empty.fault());
  CHECK(empty.tail().empty());
}

TEST_CASE("every operator and modifier is read", "[core][uri_template][RES-03]") {
  using enum uri_template_operator;
  for (auto const op : {reserved, fragment, label, path, parameter, query, continuation}) {
    std::string const text = std::string("{") + static_cast<char>(op) + "x,y*,z:9999}";
    CAPTURE(text);
    uri_template const found(text);
    REQUIRE(!found.fault());
    CHECK(found.expressions()[0].op == op);
    CHECK(found.variables()[2].prefix == 9999);
  }
}

TEST_CASE("all of RFC 6570's literals, and no others", "[core][uri_template][RES-13]") {
  for (int byte = 1; byte < 128; ++byte) {
    char const c = static_cast<char>(byte);
    if (c == '{' || c == '}' || c == '%') continue;
    bool const good = c > ' ' && c != '\x7f' && "\"<>\\^`|"s.find(c) == std::string::npos;
    CAPTURE(byte);
    std::string const text = "a"s + c;
    auto const fault = uri_template(text).fault();
    CHECK(fault.problem == (good ? problem::none : problem::character_not_allowed));
    CHECK(fault.at == (good ? 0 : 1));
  }
  for (char32_t code : {U'\u00a0', U'\u00e9', U'\ud7ff', U'\ue000', U'\ufdcf', U'\ufdf0', U'\uffef', U'\U00010000',
                        U'\U0001fffd', U'\U000dfffd', U'\U000e1000', U'\U0010fffd'}) {
    std::string text;
    append_utf8(text, code);
    CAPTURE(static_cast<unsigned>(code));
    CHECK(!uri_template(text).fault());
  }
  for (unsigned code : {0x80u, 0x9fu, 0xfdd0u, 0xfdefu, 0xfff0u, 0xffffu, 0x1fffeu, 0x1ffffu, 0xe0000u, 0xe0fffu,
                        0x10fffeu, 0x10ffffu}) {
    std::string text;
    append_utf8(text, static_cast<char32_t>(code));
    CAPTURE(code);
    CHECK(uri_template(text).fault().problem == problem::character_not_allowed);
  }
}

TEST_CASE("a fault says what and where", "[core][uri_template][RES-13]") {
  for (auto const& [text, what, at] : {
           fault_row{"a\xff", problem::invalid_utf8, 1},
           fault_row{"a\xc0\xaf", problem::invalid_utf8, 1},
           fault_row{"a b", problem::character_not_allowed, 1},
           fault_row{"a\0b"s, problem::character_not_allowed, 1},
           fault_row{"ab%", problem::broken_percent_escape, 2},
           fault_row{"ab%4g", problem::broken_percent_escape, 2},
           fault_row{"{a%2}", problem::broken_percent_escape, 2},
           fault_row{"ab}", problem::brace_not_opened, 2},
           fault_row{"{a}}", problem::brace_not_opened, 3},
           fault_row{"ab{", problem::brace_not_closed, 2},
           fault_row{"a{b", problem::brace_not_closed, 1},
           fault_row{"{a}{b,", problem::brace_not_closed, 3},
           fault_row{"{=a}", problem::operator_is_reserved, 1},
           fault_row{"{,a}", problem::operator_is_reserved, 1},
           fault_row{"{!a}", problem::operator_is_reserved, 1},
           fault_row{"{@a}", problem::operator_is_reserved, 1},
           fault_row{"{|a}", problem::operator_is_reserved, 1},
           fault_row{"{}", problem::variable_has_no_name, 1},
           fault_row{"{?}", problem::variable_has_no_name, 2},
           fault_row{"{a,}", problem::variable_has_no_name, 3},
           fault_row{"{a,,b}", problem::variable_has_no_name, 3},
           fault_row{"{*}", problem::variable_has_no_name, 1},
           fault_row{"{:3}", problem::variable_has_no_name, 1},
           fault_row{"{+.a}", problem::invalid_variable_name, 2},
           fault_row{"{a.}", problem::invalid_variable_name, 3},
           fault_row{"{a..b}", problem::invalid_variable_name, 3},
           fault_row{"{a-b}", problem::invalid_variable_name, 2},
           fault_row{"{a b}", problem::invalid_variable_name, 2},
           fault_row{"{ a}", problem::invalid_variable_name, 1},
           fault_row{"{a{b}}", problem::invalid_variable_name, 2},
           fault_row{"{++a}", problem::invalid_variable_name, 2},
           fault_row{"{\xc3\xa9}", problem::invalid_variable_name, 1},
           fault_row{"{a:}", problem::invalid_prefix_length, 3},
           fault_row{"{a:0}", problem::invalid_prefix_length, 3},
           fault_row{"{a:03}", problem::invalid_prefix_length, 3},
           fault_row{"{a:10000}", problem::invalid_prefix_length, 3},
           fault_row{"{a:-1}", problem::invalid_prefix_length, 3},
           fault_row{"{a:b}", problem::invalid_prefix_length, 3},
           fault_row{"{a:3*}", problem::junk_after_modifier, 4},
           fault_row{"{a*:3}", problem::junk_after_modifier, 3},
           fault_row{"{a**}", problem::junk_after_modifier, 3},
           fault_row{"{a*b}", problem::junk_after_modifier, 3},
       }) {
    CAPTURE(text);
    uri_template const found(text);
    CHECK(found.fault().problem == what);
    CHECK(found.fault().at == at);
    CHECK(!found.has_expressions());
    CHECK(found.variables().empty());
    CHECK(check_matchable(found).problem == what);
  }
}

TEST_CASE("a template has limits", "[core][uri_template][RES-13]") {
  std::string text(longest_uri_template, 'a');
  CHECK(!uri_template(text).fault());
  text += 'a';
  CHECK(uri_template(text).fault().problem == problem::template_too_long);

  std::string list, row;
  for (int i = 0; i < 64; ++i) {
    list += (i == 0 ? "{a" : ",a") + std::to_string(i);
    row += "/{a" + std::to_string(i) + "}";
  }
  CHECK(uri_template(list + "}").variables().size() == most_uri_template_variables);
  CHECK(uri_template(row).expressions().size() == most_uri_template_variables);
  list += ",b}";
  row += "/{b}";
  CHECK(uri_template(list).fault().problem == problem::too_many_variables);
  CHECK(uri_template(list).fault().at == list.size() - 2);
  CHECK(uri_template(row).fault().problem == problem::too_many_variables);
}

TEST_CASE("no prefix of a template, and no broken byte, is read beyond its end", "[core][uri_template][RES-13]") {
  std::string const text = "x://h/{a.b%41:12,c*}/{+d}%20\xc3\xa9{?e}";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    std::string const part(text, 0, size);  // its own memory, so that a sanitizer sees
    uri_template const found(part);
    CHECK(found.fault().at <= size);
    for (int byte = 0; byte < 256 && size < text.size(); ++byte) {
      std::string broken = text;
      broken[size] = static_cast<char>(byte);
      CHECK(uri_template(broken).fault().at <= broken.size());
    }
  }
}

TEST_CASE("templates whose values cannot be found again are told", "[core][uri_template][RES-12][RES-13]") {
  for (auto const& [text, what, at] : {
           fault_row{"x:{a}/{a}", problem::variable_repeated, 7},
           fault_row{"x:{a}{?b,a}", problem::variable_repeated, 9},
           fault_row{"x:{a:3}", problem::prefix_loses_text, 3},
           fault_row{"x:{a}{b}", problem::expressions_touch, 5},
           fault_row{"x:{/a}{+b}", problem::expressions_touch, 6},
           fault_row{"{a}{b}", problem::expressions_touch, 3},
       }) {
    CAPTURE(text);
    uri_template const found(text);
    CHECK(!found.fault());
    CHECK(check_matchable(found).problem == what);
    CHECK(check_matchable(found).at == at);
  }
  for (auto text : {"{a}", "{+a}", "x:{a}{.b}{/c*}{;d}{?e}{&f}{#g}", "x:{a,b}/{+c}", "x"}) {
    CAPTURE(text);
    CHECK(!check_matchable(uri_template(text)));
  }
}

TEST_CASE("every fault has its sentence, with the place", "[core][uri_template][RES-13]") {
  CHECK(to_string(problem::none) == "no problem");
  CHECK(to_string(problem::invalid_utf8) == "the text is not valid UTF-8");
  CHECK(to_string(problem::character_not_allowed) == "this character must be percent-encoded");
  CHECK(to_string(problem::broken_percent_escape) == "two hexadecimal digits must follow '%'");
  CHECK(to_string(problem::brace_not_opened) == "this '}' closes nothing");
  CHECK(to_string(problem::brace_not_closed) == "this '{' is never closed");
  CHECK(to_string(problem::operator_is_reserved) == "the operators '=', ',', '!', '@' and '|' are not in use");
  CHECK(to_string(problem::variable_has_no_name) == "the name of a variable is missing");
  CHECK(to_string(problem::invalid_variable_name) ==
        "names are letters, digits, '_' and percent escapes, with single dots between them");
  CHECK(to_string(problem::invalid_prefix_length) == "a number from 1 to 9999 must follow ':'");
  CHECK(to_string(problem::junk_after_modifier) == "only ',' or '}' may follow a modifier");
  CHECK(to_string(problem::template_too_long) == "more than 8192 bytes");
  CHECK(to_string(problem::too_many_variables) == "more than 64 variables");
  CHECK(to_string(problem::variable_repeated) == "a variable that is to be matched must not occur twice");
  CHECK(to_string(problem::prefix_loses_text) == "a variable that is to be matched must not have a prefix");
  CHECK(to_string(problem::expressions_touch) == "nothing shows where this variable begins");

  auto const why = explain(uri_template("notes://{id").fault());
  CHECK(why.reason == "uri_template");
  CHECK(why.detail == "at byte 8: this '{' is never closed");
}
