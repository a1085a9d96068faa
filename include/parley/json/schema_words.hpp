// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What a violation of a schema is called. The words are ours and the schema's author's, never the sender's.

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parley::detail {

// Where the check of a value stands: a chain of steps on the checker's stack, from which a path is made only when there
// is something to say.
struct value_place {
  value_place const* above = nullptr;  // null: the value itself
  std::string const* name = nullptr;   // of a member, if the schema has it; null: an element, see `index`
  std::size_t index = 0;
};

// The JSON pointer to there.
PARLEY_DECL std::string pointer_to(value_place const& at);

// "must be a string or null", for type_bits.
PARLEY_DECL std::string type_words(unsigned bits);

// "must be one of small, large"; shortened where the list is long.
PARLEY_DECL std::string choice_words(json const& choices);

// "must be at least 5", where `before` is all but the number.
PARLEY_DECL std::string number_words(std::string_view before, json const& number);

// "must have at least 2 items", for a size that is not from `least` to `most`. `unit` is in the singular.
PARLEY_DECL std::string size_words(std::uint64_t size, std::uint64_t least, std::string_view unit, std::uint64_t most);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/check.hpp>
#include <parley/json/pointer.hpp>

#include <vector>

namespace parley::detail {

PARLEY_DECL std::string pointer_to(value_place const& at) {
  std::vector<value_place const*> steps;
  for (auto const* each = &at; each->above != nullptr; each = each->above) steps.push_back(each);
  std::string pointer;
  for (; !steps.empty(); steps.pop_back()) {
    std::string const* const name = steps.back()->name;
    append_to_pointer(pointer, name == nullptr ? std::to_string(steps.back()->index) : *name);
  }
  return pointer;
}

PARLEY_DECL std::string type_words(unsigned bits) {
  // In the order of the bits but for null, which is said last.
  constexpr std::string_view words[] = {"null",     "true or false", "an object", "a list",
                                        "a number", "a string",      "an integer"};
  std::vector<std::string_view> parts;
  for (std::size_t i = 1; i < std::size(words); ++i) {
    if ((bits >> i & 1) != 0) parts.push_back(words[i]);
  }
  if ((bits & 1) != 0) parts.push_back(words[0]);
  std::string text = "must be ";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != 0) text += i + 1 == parts.size() ? " or " : ", ";
    text += parts[i];
  }
  return text;
}

// A number or a short string as it is in a sentence; empty for what is too long or has members.
PARLEY_DECL std::string value_words(json const& value) {
  constexpr std::size_t longest = 60;
  if (value.is_structured()) return {};
  if (value.is_number_float()) return bound_text(value.get<double>());
  if (!value.is_string()) return value.dump();
  auto const& text = value.get_ref<std::string const&>();
  return text.size() <= longest ? text : std::string();
}

PARLEY_DECL std::string choice_words(json const& choices) {
  constexpr std::size_t most = 20;
  std::string text;
  for (std::size_t i = 0; i < choices.size() && i < most; ++i) {
    std::string const words = value_words(choices[i]);
    if (words.empty()) return "must be one of the values that the schema has";
    text += (i == 0 ? "" : ", ") + words;
  }
  if (choices.empty()) return "must not be there";
  if (choices.size() > most) text += ", …";
  return (choices.size() == 1 ? "must be " : "must be one of ") + text;
}

PARLEY_DECL std::string number_words(std::string_view before, json const& number) {
  return std::string(before) + value_words(number);
}

PARLEY_DECL std::string size_words(std::uint64_t size, std::uint64_t least, std::string_view unit, std::uint64_t most) {
  return size < least ? count_text("must have at least ", least, unit) : count_text("must have at most ", most, unit);
}

}  // namespace parley::detail

#endif
