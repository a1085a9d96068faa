// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

// JSON pointers (RFC 6901). All functions are pure.

// Appends one step: "/a~1b" for the name "a/b".
PARLEY_DECL void append_to_pointer(std::string& pointer, std::string_view name);

// The steps of a pointer, with their escapes undone; empty for the empty pointer, nothing for a text that is no
// pointer.
PARLEY_DECL std::optional<std::vector<std::string>> split_pointer(std::string_view pointer);

// The member of that name, or the element of that index; null when `value` has none.
PARLEY_DECL json const* pointer_step(json const& value, std::string_view name);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <charconv>
#include <cstddef>
#include <utility>

namespace parley {

PARLEY_DECL void append_to_pointer(std::string& pointer, std::string_view name) {
  pointer += '/';
  for (char const c : name) {
    if (c == '~')
      pointer += "~0";
    else if (c == '/')
      pointer += "~1";
    else
      pointer += c;
  }
}

PARLEY_DECL std::optional<std::vector<std::string>> split_pointer(std::string_view pointer) {
  std::vector<std::string> steps;
  if (!pointer.empty() && pointer.front() != '/') return std::nullopt;
  for (std::size_t at = 0; at < pointer.size(); ++at) {
    if (pointer[at] == '/') {
      steps.emplace_back();
    } else if (pointer[at] != '~') {
      steps.back() += pointer[at];
    } else {
      ++at;
      if (at == pointer.size() || (pointer[at] != '0' && pointer[at] != '1')) return std::nullopt;
      steps.back() += pointer[at] == '0' ? '~' : '/';
    }
  }
  return steps;
}

PARLEY_DECL json const* pointer_step(json const& value, std::string_view name) {
  if (value.is_object()) return find_member(value, name);
  if (!value.is_array() || name.empty() || (name.size() > 1 && name.front() == '0')) return nullptr;
  std::size_t index = 0;
  auto const [stop, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (error != std::errc{} || stop != name.data() + name.size() || index >= value.size()) return nullptr;
  return &value[index];
}

}  // namespace parley

#endif
