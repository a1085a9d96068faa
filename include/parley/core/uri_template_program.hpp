// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/uri_template.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace parley::detail {

// How a template is matched; uri_template_match.hpp says what it means. The work is bounded by the product of the two
// lengths, however a URI is made: there is no way back to a place that has been decided.

// A character of a URI: a byte, and whether it was encoded. Unreserved characters mean the same either way, so they
// count as not encoded (RFC 3986 §6.2.2.2); the case of hexadecimal digits is lost.
using uri_unit = std::uint16_t;
inline constexpr uri_unit encoded_unit = 0x100;
inline constexpr uri_unit any_case_unit = 0x200;  // only in literals

// Appends `text`; false if it holds what no URI may.
PARLEY_DECL bool append_uri_units(std::vector<uri_unit>& out, std::string_view text);

struct uri_step {
  enum class kind : std::uint8_t { literal, value_character, any_character, either, open, close, end };
  kind what = kind::end;
  std::size_t next = 0;
  std::size_t other = 0;     // either: where to go if `next` leads nowhere
  std::size_t first = 0;     // literal: where its units are
  std::size_t count = 0;     // literal: how many
  std::size_t variable = 0;  // open, close
};

struct uri_capture {
  std::size_t variable = 0;
  std::size_t first = 0;
  std::size_t count = 0;
};

// A template as a small program: a finite automaton whose steps prefer one way to another.
struct uri_program {
  std::vector<uri_step> steps{};
  std::vector<uri_unit> literals{};

  // Fills `captures` from left to right. Adds to `work` what was done: one for each step and each compared unit, at
  // most (input.size() + 1) * (steps.size() + literals.size()) and one walk through the input.
  bool run(std::span<uri_unit const> input, std::vector<uri_capture>& captures, std::size_t& work) const;
};

// Precondition: check_matchable finds nothing.
PARLEY_DECL uri_program compile_uri_template(uri_template const& of);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/core/percent.hpp>

#include <string>
#include <utility>

namespace parley::detail {

PARLEY_DECL bool append_uri_units(std::vector<uri_unit>& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    bool const triplet = is_percent_triplet(text, at);
    if (triplet) {
      c = percent_triplet_byte(text, at);
      at += 2;
    } else if (!is_uri_unreserved(c) && !is_uri_reserved(c)) {
      return false;
    }
    auto const byte = static_cast<unsigned char>(c);
    out.push_back(triplet && !is_uri_unreserved(c) ? static_cast<uri_unit>(byte | encoded_unit) : byte);
  }
  return true;
}

PARLEY_DECL bool is_value_unit(uri_unit unit) {
  constexpr std::string_view marks = "!'()*";
  auto const c = static_cast<char>(unit);
  return unit >= encoded_unit || is_uri_unreserved(c) || marks.find(c) != marks.npos;
}

PARLEY_DECL bool same_uri_unit(uri_unit literal, uri_unit unit) {
  if ((literal & any_case_unit) == 0 || unit >= encoded_unit) return literal == unit;
  return ascii_lower(static_cast<char>(literal)) == ascii_lower(static_cast<char>(unit));
}

// Goes backwards through the input and notes from which steps its rest can be matched; then walks forwards, where at
// every fork the preferred way is known to lead on or not. So nothing is ever tried twice.
PARLEY_DECL bool uri_program::run(std::span<uri_unit const> input, std::vector<uri_capture>& captures,
                                  std::size_t& work) const {
  using kind = uri_step::kind;
  auto begins_with = [&](uri_step const& step, std::size_t at) {
    if (input.size() - at < step.count) return false;
    for (std::size_t i = 0; i < step.count; ++i) {
      ++work;
      if (!same_uri_unit(literals[step.first + i], input[at + i])) return false;
    }
    return true;
  };
  // Most URIs belong to another template, which shows at the start.
  if (steps.front().what == kind::literal && !begins_with(steps.front(), 0)) return false;

  std::vector<bool> leads_on(steps.size() * (input.size() + 1));
  auto fits = [&](std::size_t step, std::size_t at) { return leads_on[at * steps.size() + step]; };
  auto note = [&](std::size_t step, std::size_t at, bool yes) { leads_on[at * steps.size() + step] = yes; };
  for (std::size_t at = input.size() + 1; at-- > 0;) {
    work += steps.size();
    // Steps that take something need only what is known of later places.
    for (std::size_t i = 0; i < steps.size(); ++i) {
      auto const& step = steps[i];
      if (step.what == kind::literal) {
        std::size_t const end = at + step.count;
        note(i, at, end <= input.size() && fits(step.next, end) && begins_with(step, at));
      } else if (step.what == kind::value_character || step.what == kind::any_character) {
        note(i, at,
             at < input.size() && fits(step.next, at + 1) &&
                 (step.what == kind::any_character || is_value_unit(input[at])));
      }
    }
    // The others lead to one that takes something, or to a later one, which is done first here.
    for (std::size_t i = steps.size(); i-- > 0;) {
      auto const& step = steps[i];
      if (step.what == kind::end) {
        note(i, at, at == input.size());
      } else if (step.what == kind::either) {
        note(i, at, fits(step.next, at) || fits(step.other, at));
      } else if (step.what == kind::open || step.what == kind::close) {
        note(i, at, fits(step.next, at));
      }
    }
  }
  if (!fits(0, 0)) return false;

  std::size_t at = 0;
  for (std::size_t i = 0; steps[i].what != kind::end;) {
    ++work;
    auto const& step = steps[i];
    i = step.next;
    switch (step.what) {
      case kind::literal: at += step.count; break;
      case kind::value_character:
      case kind::any_character: ++at; break;
      case kind::either:
        if (!fits(step.next, at)) i = step.other;
        break;
      case kind::open: captures.push_back({step.variable, at, 0}); break;
      case kind::close: captures.back().count = at - captures.back().first; break;
      case kind::end: break;
    }
  }
  return true;
}

class uri_template_compiler {
 public:
  explicit uri_template_compiler(uri_template const& of) : template_(of) {}

  uri_program compile() {
    for (auto const& expression : template_.expressions()) {
      if (!expression.literal.empty()) template_literal(expression.literal);
      leave_part(expression.op);
      auto const style = style_of(expression.op);
      if (style.named) {
        named(expression, style);
      } else {
        unnamed(expression, style);
      }
    }
    if (!template_.tail().empty()) template_literal(template_.tail());
    add(kind::end);
    return std::move(program_);
  }

 private:
  using kind = uri_step::kind;
  enum class part { scheme, first_slash, second_slash, authority, rest };

  std::size_t here() const { return program_.steps.size(); }

  std::size_t add(kind what) {
    std::size_t const at = here();
    program_.steps.push_back({what, at + 1, 0, 0, 0, 0});
    return at;
  }
  void add(kind what, std::size_t variable) { program_.steps[add(what)].variable = variable; }
  void either(std::size_t next, std::size_t other) {
    auto& step = program_.steps[add(kind::either)];
    step.next = next;
    step.other = other;
  }

  std::size_t literal(std::string_view text) {
    std::string uri;
    append_uri_text(uri, text);
    std::size_t const at = add(kind::literal);
    auto& step = program_.steps[at];
    step.first = program_.literals.size();
    append_uri_units(program_.literals, uri);
    step.count = program_.literals.size() - step.first;
    return at;
  }

  void template_literal(std::string_view text) {
    std::size_t const at = literal(text);
    for (std::size_t i = program_.steps[at].first; i < program_.literals.size() && part_ != part::rest; ++i) enter(i);
  }

  // Marks the literals of the scheme and the host, one by one, as having no case.
  void enter(std::size_t at) {
    auto& literals = program_.literals;
    char const c = literals[at] < encoded_unit ? static_cast<char>(literals[at]) : '\0';
    bool const letter = is_ascii_alpha(c);
    switch (part_) {
      case part::scheme:
        if (c == ':') {
          for (std::size_t i = 0; i < at; ++i) literals[i] |= any_case_unit;
          part_ = part::first_slash;
        } else if (!letter && !is_ascii_digit(c) && c != '+' && c != '-' && c != '.') {
          part_ = part::rest;
        }
        break;
      case part::first_slash: part_ = c == '/' ? part::second_slash : part::rest; break;
      case part::second_slash:
        part_ = c == '/' ? part::authority : part::rest;
        host_ = at + 1;
        break;
      case part::authority:
        if (c == '/' || c == '?' || c == '#') {
          part_ = part::rest;
        } else if (c == '@') {  // so that was no host: a user name has case
          for (std::size_t i = host_; i < at; ++i) literals[i] &= static_cast<uri_unit>(~any_case_unit);
        } else if (letter) {
          literals[at] |= any_case_unit;
        }
        break;
      case part::rest: break;
    }
  }

  void leave_part(uri_template_operator op) {
    bool const in_host =
        part_ == part::authority && (op == uri_template_operator::simple || op == uri_template_operator::label);
    if (!in_host) part_ = part::rest;
  }

  // One character of a value or more, as few as possible.
  void value(kind character, std::size_t variable) {
    add(kind::open, variable);
    std::size_t const taken = add(character);
    either(here() + 1, taken);
    add(kind::close, variable);
  }

  void unnamed(uri_template_expression const& expression, uri_operator_style const& style) {
    auto const character = style.keeps_reserved ? kind::any_character : kind::value_character;
    std::vector<std::size_t> ways_out;
    for (std::size_t i = expression.first; i < expression.first + expression.count; ++i) {
      auto const lead = i == expression.first ? style.first : style.separator;
      if (!style.first.empty()) {
        ways_out.push_back(here());
        either(here() + 1, 0);
      }
      if (!lead.empty()) literal(lead);
      std::size_t const item = here();
      value(character, i);
      if (template_.variables()[i].explode) {
        either(here() + 1, here() + 2);
        program_.steps[literal(style.separator)].next = item;
      }
    }
    for (std::size_t const way : ways_out) program_.steps[way].other = here();
  }

  void named(uri_template_expression const& expression, uri_operator_style const& style) {
    std::size_t const start = here();
    either(start + 1, 0);
    literal(style.first);
    std::size_t const names = here();
    std::vector<std::size_t> ends;  // of values
    for (std::size_t i = expression.first; i < expression.first + expression.count; ++i) {
      bool const last = i + 1 == expression.first + expression.count;
      std::size_t const fork = here();
      if (!last) either(fork + 1, 0);
      std::string name(template_.variables()[i].name);
      if (style.if_empty.empty()) {  // ";x" or ";x=1"
        literal(name);
        std::size_t const choice = here();
        either(choice + 1, 0);
        literal("=");
        value(kind::value_character, i);
        ends.push_back(here() - 1);
        program_.steps[choice].other = here();
        add(kind::open, i);
      } else {  // "x=" or "x=1"
        literal(name += '=');
        add(kind::open, i);
        std::size_t const more = here();
        either(more + 2, more + 1);
        program_.steps[add(kind::value_character)].next = more;
      }
      ends.push_back(here());
      add(kind::close, i);
      if (!last) program_.steps[fork].other = here();
    }
    for (std::size_t const end : ends) program_.steps[end].next = here();
    either(here() + 1, here() + 2);
    program_.steps[literal(style.separator)].next = names;
    program_.steps[start].other = here();
  }

  uri_template const& template_;
  uri_program program_{};
  part part_ = part::scheme;
  std::size_t host_ = 0;  // where the authority begins in the literals
};

PARLEY_DECL uri_program compile_uri_template(uri_template const& of) { return uri_template_compiler(of).compile(); }

}  // namespace parley::detail

#endif
