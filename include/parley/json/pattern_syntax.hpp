// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Regular expressions as JSON Schema has them (ECMA-262 §22.2.1, Unicode mode), put into a spelling that leaves the
// engine behind pattern.hpp nothing to interpret: what a Perl-like engine would read in another way, or would accept
// though ECMA-262 does not have it, is spelled out here or refused.

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>

#include <string>
#include <string_view>

namespace parley::detail {

// In the translated text a character of the pattern's own stands at its code point plus this, and so does each
// character of the text that is searched. No such character is one of the engine's signs, or its NUL, line break or
// part of a word.
inline constexpr char32_t pattern_offset = 0x200000;

// Groups inside each other that a pattern may have; the engine's parser calls itself for each.
inline constexpr int max_pattern_groups = 50;

// The pattern in the engine's spelling: groups without capture, sets as ranges, greedy repeats, \A, \z. Whether there
// is a match stays the same; where it ends does not. A failure has the reason "pattern" and as detail what is wrong, in
// words that follow "the pattern": "has a ')' too many". Refused, though ECMA-262 has them: references back to a group
// (\1, \k<name>), \p{…} and \P{…}, modifiers (?i:…), and counts above 10 000. Taken, though ECMA-262 does not have it:
// a backslash before any ASCII sign. Pure; costs about the length of the text.
PARLEY_DECL result<std::u32string> translate_pattern(std::string_view utf8);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/core/utf8.hpp>
#include <parley/json/code_points.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace parley::detail {

class pattern_translator {
 public:
  explicit pattern_translator(std::u32string_view text) : rest_(text) {}
  PARLEY_DECL result<std::u32string> translate();

 private:
  using step = result<void>;
  static refused<failure> no(std::string why) { return refused{failure{"pattern", std::move(why)}}; }

  PARLEY_DECL step term();
  PARLEY_DECL step open_group();
  PARLEY_DECL step close_group();
  PARLEY_DECL step group_name();
  PARLEY_DECL step repeat(std::u32string_view sign);
  PARLEY_DECL step count();
  PARLEY_DECL step escape();
  PARLEY_DECL step set();
  PARLEY_DECL step set_member(code_points& into, std::optional<char32_t>& single);
  // The one character that an escape stands for, after the backslash.
  PARLEY_DECL result<char32_t> character_escape();
  PARLEY_DECL result<char32_t> unicode_escape();
  PARLEY_DECL std::optional<char32_t> hexadecimal(std::size_t digits);
  PARLEY_DECL std::optional<unsigned> number();

  bool take(char32_t sign) {
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  char32_t take_any() {
    char32_t const c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }
  void ascii(std::string_view text) { out_.append(text.begin(), text.end()); }
  void one_of(code_points const& set) {
    ascii(set.ranges.empty() ? "[^" : "[");
    for (auto const each : set.ranges.empty() ? code_points{}.complement().ranges : set.ranges) {
      out_ += each.first + pattern_offset;
      out_ += U'-';
      out_ += each.last + pattern_offset;
    }
    ascii("]");
    repeatable_ = true;
  }
  void literal(char32_t c) {
    out_ += c + pattern_offset;
    repeatable_ = true;
  }

  std::u32string_view rest_;
  std::u32string out_;
  std::vector<bool> groups_;  // the open ones; true: looks around, and cannot be repeated
  bool repeatable_ = false;   // whether what was written last is something that a quantifier may follow
};

PARLEY_DECL result<std::u32string> pattern_translator::translate() {
  while (!rest_.empty()) {
    if (step done = term(); !done) return refused{std::move(done.error())};
  }
  if (!groups_.empty()) return no("has a '(' that is not closed");
  return std::move(out_);
}

PARLEY_DECL result<void> pattern_translator::term() {
  char32_t const c = take_any();
  switch (c) {
    case U'^':
    case U'$':
      ascii(c == U'^' ? "\\A" : "\\z");
      repeatable_ = false;
      return {};
    case U'|':
      ascii("|");
      repeatable_ = false;
      return {};
    case U'.': one_of(any_but_line_ends()); return {};
    case U'(': return open_group();
    case U')': return close_group();
    case U'*': return repeat(U"*");
    case U'+': return repeat(U"+");
    case U'?': return repeat(U"?");
    case U'{': return count();
    case U'[': return set();
    case U'\\': return escape();
    case U']': return no("has a ']' that closes nothing; the character itself is written \\]");
    case U'}': return no("has a '}' that closes nothing; the character itself is written \\}");
    default: literal(c); return {};
  }
}

PARLEY_DECL result<void> pattern_translator::open_group() {
  if (groups_.size() >= static_cast<std::size_t>(max_pattern_groups))
    return no("has more than " + std::to_string(max_pattern_groups) + " groups inside each other");
  repeatable_ = false;
  bool around = false;
  std::string_view spelling = "(?:";
  if (take(U'?') && !take(U':')) {
    around = true;
    if (take(U'=')) {
      spelling = "(?=";
    } else if (take(U'!')) {
      spelling = "(?!";
    } else if (rest_.starts_with(U"<=") || rest_.starts_with(U"<!")) {
      spelling = rest_[1] == U'=' ? "(?<=" : "(?<!";
      rest_.remove_prefix(2);
    } else if (take(U'<')) {
      around = false;
      if (step named = group_name(); !named) return named;
    } else {
      return no(
          "has a group of a kind that is not supported; those are (…), (?:…), (?<name>…), (?=…), (?!…), (?<=…) "
          "and (?<!…)");
    }
  }
  ascii(spelling);
  groups_.push_back(around);
  return {};
}

PARLEY_DECL result<void> pattern_translator::close_group() {
  if (groups_.empty()) return no("has a ')' that closes nothing; the character itself is written \\)");
  ascii(")");
  repeatable_ = !groups_.back();
  groups_.pop_back();
  return {};
}

PARLEY_DECL result<void> pattern_translator::group_name() {
  std::size_t const end = rest_.find(U'>');
  if (end == rest_.npos || end == 0) return no("has a named group without a name");
  for (char32_t const c : rest_.substr(0, end)) {
    bool const good = c >= 0x80 || c == U'$' || c == U'_' || is_ascii_alpha(static_cast<char>(c)) ||
                      is_ascii_digit(static_cast<char>(c));
    if (!good) return no("has a group whose name is not made of letters, digits, '$' and '_'");
  }
  rest_.remove_prefix(end + 1);
  return {};
}

// A lazy repeat matches whenever the greedy one does.
PARLEY_DECL result<void> pattern_translator::repeat(std::u32string_view sign) {
  if (!repeatable_)
    return no("repeats what cannot be repeated; the signs themselves are written \\*, \\+, \\? and \\{");
  out_ += sign;
  take(U'?');
  repeatable_ = false;
  return {};
}

PARLEY_DECL result<void> pattern_translator::count() {
  constexpr unsigned most = 10'000;
  auto const least = number();
  if (!least) return no("has a '{' that opens no count; the character itself is written \\{");
  std::u32string sign = U"{";
  auto write = [&sign](unsigned value) {
    for (char const c : std::to_string(value)) sign += static_cast<char32_t>(c);
  };
  write(*least);
  unsigned greatest = *least;
  if (take(U',')) {
    sign += U',';
    if (auto const upper = number()) {
      greatest = *upper;
      write(greatest);
    }
  }
  if (!take(U'}')) return no("has a '{' that opens no count; the character itself is written \\{");
  if (greatest < *least) return no("has a count whose ends are in the wrong order");
  if (greatest > most) return no("has a count above " + std::to_string(most));
  sign += U'}';
  return repeat(sign);
}

PARLEY_DECL std::optional<unsigned> pattern_translator::number() {
  constexpr unsigned enough = 1'000'000;
  if (rest_.empty() || rest_.front() < U'0' || rest_.front() > U'9') return std::nullopt;
  unsigned value = 0;
  while (!rest_.empty() && rest_.front() >= U'0' && rest_.front() <= U'9')
    value = std::min(enough, value * 10 + static_cast<unsigned>(take_any() - U'0'));
  return value;
}

PARLEY_DECL result<void> pattern_translator::escape() {
  if (rest_.empty()) return no("ends with a backslash");
  char32_t const c = rest_.front();
  if (auto const many = class_escape(c)) {
    take_any();
    one_of(*many);
    return {};
  }
  if (c == U'b' || c == U'B') {
    take_any();
    std::u32string_view const signs[] = {U"(?<=", U")(?!", U")|(?<!", U")(?=", U"))"};
    std::u32string_view const opposite[] = {U"(?<=", U")(?=", U")|(?<!", U")(?!", U"))"};
    ascii("(?:");
    auto const word = class_escape(U'w').value();
    for (std::size_t i = 0; i < 5; ++i) {
      out_ += c == U'b' ? signs[i] : opposite[i];
      if (i < 4) one_of(word);
    }
    repeatable_ = false;
    return {};
  }
  if ((c >= U'1' && c <= U'9') || c == U'k') return no("refers back to a group, which is not supported");
  auto const single = character_escape();
  if (!single) return refused{single.error()};
  literal(*single);
  return {};
}

PARLEY_DECL result<char32_t> pattern_translator::character_escape() {
  if (rest_.empty()) return no("ends with a backslash");
  char32_t const c = take_any();
  switch (c) {
    case U't': return U'\t';
    case U'n': return U'\n';
    case U'v': return U'\v';
    case U'f': return U'\f';
    case U'r': return U'\r';
    case U'0':
      if (number()) return no("has an octal escape; write \\xHH");
      return char32_t{0};
    case U'c':
      if (rest_.empty() || rest_.front() >= 0x80 || !is_ascii_alpha(static_cast<char>(rest_.front())))
        return no("has a \\c without a letter");
      return take_any() % 32;
    case U'x':
      if (auto const value = hexadecimal(2)) return *value;
      return no("has a \\x without two hexadecimal digits");
    case U'u': return unicode_escape();
    case U'p':
    case U'P': return no("uses \\p{…} or \\P{…}, which are not supported; ranges such as [a-z\\u00e0-\\u00ff] are");
    default: break;
  }
  if (c > U' ' && c < 0x7f && c != U'_' && !is_ascii_alpha(static_cast<char>(c)) &&
      !is_ascii_digit(static_cast<char>(c)))
    return c;
  return no("has a backslash before a character that needs none and has no meaning of its own with one");
}

PARLEY_DECL result<char32_t> pattern_translator::unicode_escape() {
  if (take(U'{')) {
    std::size_t const end = rest_.find(U'}');
    auto const value = end == rest_.npos || end == 0 || end > 6 ? std::nullopt : hexadecimal(end);
    if (!value || *value > code_points::greatest) return no("has a \\u{…} that is no code point");
    take(U'}');
    return *value;
  }
  auto const value = hexadecimal(4);
  if (!value) return no("has a \\u without four hexadecimal digits");
  bool const first_half = *value >= 0xd800 && *value <= 0xdbff;
  if (!first_half || !rest_.starts_with(U"\\u")) return *value;
  auto const before = rest_;
  rest_.remove_prefix(2);
  auto const second = hexadecimal(4);
  if (second && *second >= 0xdc00 && *second <= 0xdfff) return 0x10000 + ((*value - 0xd800) << 10) + (*second - 0xdc00);
  rest_ = before;
  return *value;
}

PARLEY_DECL std::optional<char32_t> pattern_translator::hexadecimal(std::size_t digits) {
  if (rest_.size() < digits) return std::nullopt;
  char32_t value = 0;
  for (char32_t const c : rest_.substr(0, digits)) {
    if (c >= 0x80 || !is_ascii_hex(static_cast<char>(c))) return std::nullopt;
    value = value * 16 + (c <= U'9' ? c - U'0' : (c | 0x20) - U'a' + 10);
  }
  rest_.remove_prefix(digits);
  return value;
}

PARLEY_DECL result<void> pattern_translator::set() {
  bool const inverted = take(U'^');
  code_points members;
  while (!take(U']')) {
    std::optional<char32_t> first;
    if (step done = set_member(members, first); !done) return done;
    if (rest_.size() < 2 || rest_[0] != U'-' || rest_[1] == U']') {
      if (first) members.add(*first, *first);
      continue;
    }
    take_any();
    std::optional<char32_t> last;
    if (step done = set_member(members, last); !done) return done;
    if (!first || !last) return no("has a range in […] with a class such as \\d at an end");
    if (*last < *first) return no("has a range in […] whose ends are in the wrong order");
    members.add(*first, *last);
  }
  one_of(inverted ? members.complement() : members);
  return {};
}

PARLEY_DECL result<void> pattern_translator::set_member(code_points& into, std::optional<char32_t>& single) {
  if (rest_.empty()) return no("has a '[' that is not closed");
  char32_t const c = take_any();
  single = c;
  if (c != U'\\') return {};
  if (auto const many = rest_.empty() ? std::nullopt : class_escape(rest_.front())) {
    take_any();
    single.reset();
    into.add(*many);
    return {};
  }
  if (take(U'b')) {
    single = U'\b';
    return {};
  }
  auto const escaped = character_escape();
  if (!escaped) return refused{escaped.error()};
  single = *escaped;
  return {};
}

PARLEY_DECL result<std::u32string> translate_pattern(std::string_view utf8) {
  std::u32string text;
  for (; !utf8.empty(); utf8.remove_prefix(decode_utf8(utf8).length)) text += decode_utf8(utf8).value;
  return pattern_translator(text).translate();
}

}  // namespace parley::detail

#endif
