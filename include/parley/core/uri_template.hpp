// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/ascii.hpp>
#include <parley/core/config.hpp>
#include <parley/core/percent.hpp>
#include <parley/core/result.hpp>
#include <parley/core/utf8.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace parley {

// URI templates (RFC 6570), all four levels: the syntax. uri_template_expand.hpp fills templates in, and
// uri_template_match.hpp finds the values again.

inline constexpr std::size_t longest_uri_template = 8192;  // bytes
inline constexpr std::size_t most_uri_template_variables = 64;

// What an expression begins with (RFC 6570 §2.2).
enum class uri_template_operator : char {
  simple = '\0',  // {x}
  reserved = '+',
  fragment = '#',
  label = '.',
  path = '/',
  parameter = ';',
  query = '?',
  continuation = '&',
};

// What is wrong with a template. The compiler prints these names when a template is checked at compile time.
enum class uri_template_problem : std::uint8_t {
  none,
  // Not RFC 6570.
  invalid_utf8,
  character_not_allowed,
  broken_percent_escape,
  brace_not_opened,
  brace_not_closed,
  operator_is_reserved,
  variable_has_no_name,
  invalid_variable_name,
  invalid_prefix_length,
  junk_after_modifier,
  // Beyond our limits.
  template_too_long,
  too_many_variables,
  // Good for expansion, but no values can be found again: see check_matchable.
  variable_repeated,
  prefix_loses_text,
  expressions_touch,
};

// One sentence, in our words only.
constexpr std::string_view to_string(uri_template_problem problem);

// A problem and where it is, in bytes from the start of the template.
struct uri_template_fault {
  uri_template_problem problem = uri_template_problem::none;
  std::size_t at = 0;

  constexpr explicit operator bool() const { return problem != uri_template_problem::none; }
};

// The same for a log or an exception: the reason is "uri_template", the detail says where and why.
PARLEY_DECL failure explain(uri_template_fault fault);

// A variable as it stands in an expression.
struct uri_template_variable {
  std::string_view name;
  std::size_t prefix = 0;  // {x:3}; 0 if there is none
  bool explode = false;    // {x*}
  std::size_t at = 0;      // where the name begins
};

struct uri_template_expression {
  std::string_view literal;  // what stands between the last expression and this one
  uri_template_operator op = uri_template_operator::simple;
  std::size_t first = 0;  // its variables: an index into those of the template, and how many
  std::size_t count = 0;
  std::size_t at = 0;  // of its '{'
};

// A parsed template. All its views go into the text, which must outlive it: that of a fixed_string does, and then
// everything here can be done at compile time. Immutable; any thread.
class uri_template {
 public:
  // Never throws; a template that has a fault has no expressions and no variables.
  constexpr explicit uri_template(std::string_view text) : text_(text) { parse(); }

  constexpr uri_template_fault fault() const { return fault_; }
  constexpr std::string_view text() const { return text_; }

  // Without expressions, the text is a plain URI.
  constexpr bool has_expressions() const { return expression_count_ != 0; }
  constexpr std::span<uri_template_expression const> expressions() const {
    return std::span(expressions_).first(expression_count_);
  }
  // The literal text after the last expression; all of it if there is none.
  constexpr std::string_view tail() const { return tail_; }

  // All variables, in the order of the text; a name stands here as often as there.
  constexpr std::span<uri_template_variable const> variables() const {
    return std::span(variables_).first(variable_count_);
  }
  constexpr std::span<uri_template_variable const> variables(uri_template_expression const& of) const {
    return variables().subspan(of.first, of.count);
  }

 private:
  using problem = uri_template_problem;

  constexpr bool fail(problem what, std::size_t at) {
    fault_ = {what, at};
    expression_count_ = variable_count_ = 0;
    tail_ = {};
    return false;
  }
  // As text.find(c), which g++ 12 does not take for a constant where the text is a template argument and
  // -fsanitize=undefined is on.
  static constexpr bool contains(std::string_view text, char wanted) {
    for (char const c : text) {
      if (c == wanted) return true;
    }
    return false;
  }

  constexpr void parse();
  constexpr bool skip_literal_character(std::size_t& at);
  constexpr bool parse_expression(std::size_t& at, std::string_view literal);
  constexpr bool parse_variable(std::size_t& at);
  constexpr bool parse_name(std::size_t& at);
  constexpr bool parse_prefix(std::size_t& at, std::size_t& length);

  std::string_view text_;
  uri_template_fault fault_{};
  std::array<uri_template_expression, most_uri_template_variables> expressions_{};
  std::array<uri_template_variable, most_uri_template_variables> variables_{};
  std::size_t expression_count_ = 0;
  std::size_t variable_count_ = 0;
  std::string_view tail_{};
};

// Whether values can be found again in a URI that the template made. Beyond the syntax, this refuses
// - a variable that occurs twice. Both places would have to hold the same text, and which text a place holds is
//   decided from left to right without looking at names, so URIs would be missed that do fit;
// - a prefix ({x:3}), which leaves out part of the value;
// - an expression without a mark of its own ({x}, {+x}) right after another one: nothing shows where it begins.
constexpr uri_template_fault check_matchable(uri_template const& of);

// Whether every URI that the template makes is absolute: its text begins with a scheme (RFC 3986 §3.1).
constexpr bool begins_with_scheme(uri_template const& of) {
  std::string_view const text = of.text();
  if (text.empty() || !is_ascii_alpha(text.front())) return false;
  for (char const c : text) {
    if (c == ':') return true;
    if (!is_ascii_alpha(c) && !is_ascii_digit(c) && c != '+' && c != '-' && c != '.') return false;
  }
  return false;
}

namespace detail {

// How an operator expands (RFC 6570, the table of appendix A).
struct uri_operator_style {
  std::string_view first{};      // before everything, if anything is defined
  std::string_view separator{};  // between variables, and between the items of an exploded one
  bool named = false;            // name=value
  std::string_view if_empty{};   // after the name of an empty value
  bool keeps_reserved = false;
};

constexpr uri_operator_style style_of(uri_template_operator op) {
  switch (op) {
    case uri_template_operator::simple: break;
    case uri_template_operator::reserved: return {"", ",", false, "", true};
    case uri_template_operator::fragment: return {"#", ",", false, "", true};
    case uri_template_operator::label: return {".", ".", false, "", false};
    case uri_template_operator::path: return {"/", "/", false, "", false};
    case uri_template_operator::parameter: return {";", ";", true, "", false};
    case uri_template_operator::query: return {"?", "&", true, "=", false};
    case uri_template_operator::continuation: return {"&", "&", true, "=", false};
  }
  return {"", ",", false, "", false};
}

// ucschar and iprivate of RFC 3987: no controls, no noncharacters, no specials.
constexpr bool is_iri_character(char32_t c) {
  if (c < 0x10000) return (c >= 0xa0 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfdcf) || (c >= 0xfdf0 && c <= 0xffef);
  return (c & 0xffff) < 0xfffe && (c < 0xe0000 || c > 0xe0fff);
}

}  // namespace detail

constexpr std::string_view to_string(uri_template_problem problem) {
  switch (problem) {
    case uri_template_problem::none: break;
    case uri_template_problem::invalid_utf8: return "the text is not valid UTF-8";
    case uri_template_problem::character_not_allowed: return "this character must be percent-encoded";
    case uri_template_problem::broken_percent_escape: return "two hexadecimal digits must follow '%'";
    case uri_template_problem::brace_not_opened: return "this '}' closes nothing";
    case uri_template_problem::brace_not_closed: return "this '{' is never closed";
    case uri_template_problem::operator_is_reserved: return "the operators '=', ',', '!', '@' and '|' are not in use";
    case uri_template_problem::variable_has_no_name: return "the name of a variable is missing";
    case uri_template_problem::invalid_variable_name:
      return "names are letters, digits, '_' and percent escapes, with single dots between them";
    case uri_template_problem::invalid_prefix_length: return "a number from 1 to 9999 must follow ':'";
    case uri_template_problem::junk_after_modifier: return "only ',' or '}' may follow a modifier";
    case uri_template_problem::template_too_long: return "more than 8192 bytes";
    case uri_template_problem::too_many_variables: return "more than 64 variables";
    case uri_template_problem::variable_repeated: return "a variable that is to be matched must not occur twice";
    case uri_template_problem::prefix_loses_text: return "a variable that is to be matched must not have a prefix";
    case uri_template_problem::expressions_touch: return "nothing shows where this variable begins";
  }
  return "no problem";
}

constexpr void uri_template::parse() {
  if (text_.size() > longest_uri_template) {
    fail(problem::template_too_long, longest_uri_template);
    return;
  }
  std::size_t start = 0;  // of the literal
  for (std::size_t at = 0; at < text_.size();) {
    if (text_[at] != '{') {
      if (!skip_literal_character(at)) return;
    } else {
      if (!parse_expression(at, text_.substr(start, at - start))) return;
      start = at;
    }
  }
  tail_ = text_.substr(start);
}

constexpr bool uri_template::skip_literal_character(std::size_t& at) {
  // Erratum 6937 gives the apostrophe back, which §2.1 as printed leaves out.
  constexpr std::string_view refused_marks = "\"<>\\^`|";
  char const c = text_[at];
  if (c == '}') return fail(problem::brace_not_opened, at);
  if (c == '%') {
    if (!is_percent_triplet(text_, at)) return fail(problem::broken_percent_escape, at);
    at += 3;
    return true;
  }
  code_point const next = decode_utf8(text_.substr(at));
  if (!next.valid) return fail(problem::invalid_utf8, at);
  bool const good =
      next.length == 1 ? is_ascii_visible(c) && !contains(refused_marks, c) : detail::is_iri_character(next.value);
  if (!good) return fail(problem::character_not_allowed, at);
  at += next.length;
  return true;
}

constexpr bool uri_template::parse_expression(std::size_t& at, std::string_view literal) {
  std::size_t const open = at++;
  if (!contains(text_.substr(at), '}')) return fail(problem::brace_not_closed, open);
  constexpr std::string_view operators = "+#./;?&";
  constexpr std::string_view reserved_operators = "=,!@|";
  uri_template_expression found{literal, uri_template_operator::simple, variable_count_, 0, open};
  if (contains(reserved_operators, text_[at])) return fail(problem::operator_is_reserved, at);
  if (contains(operators, text_[at])) found.op = static_cast<uri_template_operator>(text_[at++]);
  while (true) {
    if (!parse_variable(at)) return false;
    if (text_[at++] == '}') break;
  }
  found.count = variable_count_ - found.first;
  expressions_[expression_count_++] = found;
  return true;
}

// There is a '}' ahead, so reading one more character is always allowed here. Stops at ',' or '}'.
constexpr bool uri_template::parse_variable(std::size_t& at) {
  if (variable_count_ == variables_.size()) return fail(problem::too_many_variables, at);
  uri_template_variable found{};
  found.at = at;
  if (!parse_name(at)) return false;
  found.name = text_.substr(found.at, at - found.at);
  bool const modified = text_[at] == '*' || text_[at] == ':';
  if (text_[at] == '*') {
    found.explode = true;
    ++at;
  } else if (text_[at] == ':') {
    if (!parse_prefix(++at, found.prefix)) return false;
  }
  if (text_[at] != ',' && text_[at] != '}') {
    return fail(modified ? problem::junk_after_modifier : problem::invalid_variable_name, at);
  }
  variables_[variable_count_++] = found;
  return true;
}

constexpr bool uri_template::parse_name(std::size_t& at) {
  std::size_t const start = at;
  while (true) {
    char const c = text_[at];
    bool const after_dot = at == start || text_[at - 1] == '.';
    if (is_ascii_alpha(c) || is_ascii_digit(c) || c == '_') {
      ++at;
    } else if (c == '%') {
      if (!is_percent_triplet(text_, at)) return fail(problem::broken_percent_escape, at);
      at += 3;
    } else if (c == '.' && !after_dot) {
      ++at;
    } else if (!after_dot) {
      return true;
    } else {
      bool const missing = at == start && (c == '}' || c == ',' || c == ':' || c == '*');
      return fail(missing ? problem::variable_has_no_name : problem::invalid_variable_name, at);
    }
  }
}

constexpr bool uri_template::parse_prefix(std::size_t& at, std::size_t& length) {
  std::size_t const start = at;
  for (; is_ascii_digit(text_[at]) && at - start < 4; ++at)
    length = length * 10 + static_cast<std::size_t>(text_[at] - '0');
  if (at == start || text_[start] == '0' || is_ascii_digit(text_[at])) {
    return fail(problem::invalid_prefix_length, start);
  }
  return true;
}

constexpr uri_template_fault check_matchable(uri_template const& of) {
  if (of.fault()) return of.fault();
  std::size_t end = 0;  // of the expression before
  for (auto const& expression : of.expressions()) {
    bool const marked = !detail::style_of(expression.op).first.empty();
    if (end != 0 && expression.literal.empty() && !marked) {
      return {uri_template_problem::expressions_touch, expression.at};
    }
    end = expression.at + 1;
    for (auto const& variable : of.variables(expression)) {
      if (variable.prefix != 0) return {uri_template_problem::prefix_loses_text, variable.at};
      for (auto const& before : of.variables()) {
        if (before.at == variable.at) break;
        if (before.name == variable.name) return {uri_template_problem::variable_repeated, variable.at};
      }
    }
  }
  return {};
}

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <string>

namespace parley {

PARLEY_DECL failure explain(uri_template_fault fault) {
  return {"uri_template", "at byte " + std::to_string(fault.at) + ": " + std::string(to_string(fault.problem))};
}

}  // namespace parley

#endif
