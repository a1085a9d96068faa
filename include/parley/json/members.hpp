// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Looking into JSON without reading it into a tree, whose members would come back sorted: what an author wrote goes out
// in the order in which it was written.

#include <parley/core/config.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace parley {

// A member of an object. `value` is its text, and lives as long as the object's.
struct json_member {
  std::string name{};
  std::string_view value{};
};

// The members of an object, or the elements of an array, in the order of the text; empty for any other value. Both are
// pure, and take time in proportion to the text. Precondition: parse() takes `text`.
PARLEY_DECL std::vector<json_member> members_of(std::string_view text);
PARLEY_DECL std::vector<std::string_view> elements_of(std::string_view text);

// The text of the member of that name; empty: there is none, or `text` is no object. Precondition: as above.
PARLEY_DECL std::string_view member_text(std::string_view text, std::string_view name);

// The characters of a string; empty when `text` is another value. Precondition: as above.
PARLEY_DECL std::string string_in(std::string_view text);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>

#include <cstddef>

namespace parley {
namespace detail {

inline constexpr std::string_view json_spaces = " \t\n\r";

// From `at` on, where a string begins, to behind its end.
PARLEY_DECL std::size_t behind_string(std::string_view text, std::size_t at) {
  while (++at < text.size() && text[at] != '"') {
    if (text[at] == '\\') ++at;
  }
  return at + 1;
}

// The same for any value.
PARLEY_DECL std::size_t behind_value(std::string_view text, std::size_t at) {
  if (text[at] == '"') return behind_string(text, at);
  if (text[at] != '{' && text[at] != '[') return text.find_first_of(",]} \t\n\r", at);
  std::size_t open = 0;
  while (at < text.size()) {
    char const c = text[at];
    if (c == '"') {
      at = behind_string(text, at);
      continue;
    }
    ++at;
    if (c == '{' || c == '[') ++open;
    if ((c == '}' || c == ']') && --open == 0) break;
  }
  return at;
}

// Gives each value inside the brackets to `visit`, the names of members included.
template <class Visit>
void each_inside(std::string_view text, char bracket, Visit visit) {
  auto at = text.find_first_not_of(json_spaces);
  if (at == text.npos || text[at] != bracket) return;
  while ((at = text.find_first_not_of(" \t\n\r,:", at + 1)) != text.npos && text[at] != ']' && text[at] != '}') {
    auto const end = behind_value(text, at);
    visit(text.substr(at, end - at));
    at = end - 1;
  }
}

}  // namespace detail

PARLEY_DECL std::string string_in(std::string_view text) {
  if (!text.starts_with('"')) return {};
  if (text.find('\\') == text.npos) return std::string(text.substr(1, text.size() - 2));
  auto const tree = parse(text);
  return tree && tree->is_string() ? tree->get<std::string>() : std::string();
}

PARLEY_DECL std::vector<json_member> members_of(std::string_view text) {
  std::vector<json_member> members;
  bool is_name = true;
  detail::each_inside(text, '{', [&](std::string_view piece) {
    if (is_name)
      members.push_back({string_in(piece), {}});
    else
      members.back().value = piece;
    is_name = !is_name;
  });
  return members;
}

PARLEY_DECL std::vector<std::string_view> elements_of(std::string_view text) {
  std::vector<std::string_view> elements;
  detail::each_inside(text, '[', [&](std::string_view piece) { elements.push_back(piece); });
  return elements;
}

PARLEY_DECL std::string_view member_text(std::string_view text, std::string_view name) {
  for (auto const& each : members_of(text)) {
    if (each.name == name) return each.value;
  }
  return {};
}

}  // namespace parley

#endif
