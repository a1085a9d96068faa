// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/path_risk.hpp>
#include <parley/core/result.hpp>
#include <parley/core/uri_template.hpp>
#include <parley/core/uri_template_program.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

inline constexpr std::size_t longest_matched_uri = 8192;  // bytes

// What a variable held.
struct uri_match_variable {
  std::string name;
  // Decoded once, and valid UTF-8. One text; for an exploded variable ({x*}) one or more.
  std::vector<std::string> values{};
  bool exploded = false;
  // The first risk that one of the values carries: check_relative_path for {+x} and {#x}, which may hold '/', none for
  // {?x} and {&x}, which are no path, and check_path_name for all others, including each value of {/x*}.
  path_risk risk = path_risk::none;
};

// The variables that the URI holds, in the order of the template; those that it leaves out are missing.
struct uri_match {
  std::vector<uri_match_variable> variables{};

  uri_match_variable const* find(std::string_view name) const {
    for (auto const& variable : variables) {
      if (variable.name == name) return &variable;
    }
    return nullptr;
  }
  // The first variable that must not be made part of a path: the URI fits, but is to be refused.
  uri_match_variable const* unsafe() const {
    for (auto const& variable : variables) {
      if (variable.risk != path_risk::none) return &variable;
    }
    return nullptr;
  }
};

// Finds the values again that expand() put into a URI.
//
// - The whole URI has to fit. It may hold at most 8192 bytes, only characters of URIs (RFC 3986 §2), and only values
//   that decode to valid UTF-8; otherwise it does not match. Whether it is a good URI beyond that is parse_uri's.
// - A value without a name, as of {x}, {+x}, {/x}, is at least one character long. The template "notes://{id}" so does
//   not fit "notes://", where an empty note and no note would look the same. With a name it may be empty: {?x}, {;x}.
// - Values hold unreserved and encoded characters, and the five marks ! ' ( ) * which JavaScript's encodeURIComponent
//   does not encode. Those of {+x} and {#x} hold any character.
// - From left to right, each variable takes as little as the rest permits. So {name}{.type} splits "a.tar.gz" after
//   "a", and {+path}/end takes all but the last "/end".
// - {x}, {x,y} and {+x} have to be there. An expression with a mark of its own may be missing, as a whole or from one
//   of its variables on: {/x,y} takes "", "/1" and "/1/2".
// - Variables with names, {?x,y} {&x,y} {;x,y}, may come in any order, and each may be missing. Names that the
//   template does not have, and a name that comes twice without being exploded, do not match.
// - An exploded variable takes a list. Lists that are not exploded, and maps, are not told from texts, and a comma
//   that belongs to a text is written as %2C.
// - Literal text is compared after normalisation (RFC 3986 §6.2.2): "%7e" is "~", and "%c3" is "%C3". The scheme and
//   the host ignore case, in schemes of our own too, because URL classes of other languages turn both into lower case
//   before a client sends them.
//
// Holds copies of all it needs. Immutable; any thread.
class uri_matcher {
 public:
  // Fails, with the reason "uri_template", on what check_matchable finds. A template without expressions gives a
  // matcher for one URI.
  static result<uri_matcher> make(uri_template const& of);

  // Takes time and memory proportional to the length of the URI times that of the template, whatever they hold.
  std::optional<uri_match> match(std::string_view uri) const;

 private:
  struct variable {
    std::string name;
    bool exploded = false;
    bool holds_slashes = false;
    bool is_query = false;
  };

  uri_matcher() = default;

  detail::uri_program program_{};
  std::vector<variable> variables_{};
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/utf8.hpp>

#include <utility>

namespace parley {

PARLEY_DECL result<uri_matcher> uri_matcher::make(uri_template const& of) {
  if (auto const fault = check_matchable(of)) return refused{explain(fault)};
  uri_matcher made;
  made.program_ = detail::compile_uri_template(of);
  for (auto const& expression : of.expressions()) {
    bool const slashes = detail::style_of(expression.op).keeps_reserved;
    bool const query =
        expression.op == uri_template_operator::query || expression.op == uri_template_operator::continuation;
    for (auto const& each : of.variables(expression)) {
      made.variables_.push_back({std::string(each.name), each.explode, slashes, query});
    }
  }
  return made;
}

PARLEY_DECL std::optional<uri_match> uri_matcher::match(std::string_view uri) const {
  std::vector<detail::uri_unit> units;
  if (uri.size() > longest_matched_uri || !detail::append_uri_units(units, uri)) return std::nullopt;
  std::vector<detail::uri_capture> captures;
  std::size_t work = 0;
  if (!program_.run(units, captures, work)) return std::nullopt;

  std::vector<std::vector<std::string>> values(variables_.size());
  for (auto const& capture : captures) {
    // The low byte of a unit is the character it stands for, so this decodes.
    std::string text;
    for (std::size_t i = 0; i < capture.count; ++i) text += static_cast<char>(units[capture.first + i]);
    auto& of = values[capture.variable];
    if (!valid_utf8(text) || (!of.empty() && !variables_[capture.variable].exploded)) return std::nullopt;
    of.push_back(std::move(text));
  }
  uri_match found;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (values[i].empty()) continue;
    auto const& known = variables_[i];
    path_risk risk = path_risk::none;
    for (auto const& text : values[i]) {
      if (known.is_query || risk != path_risk::none) break;
      risk = known.holds_slashes ? check_relative_path(text) : check_path_name(text);
    }
    found.variables.push_back({known.name, std::move(values[i]), known.exploded, risk});
  }
  return found;
}

}  // namespace parley

#endif
