// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// From a signature to the table of a prompt. Its arguments come as strings and are read as what the signature has.

#include <parley/core/config.hpp>
#include <parley/core/fixed_string.hpp>
#include <parley/server/feature_result.hpp>
#include <parley/server/feature_table.hpp>
#include <parley/server/make_handler.hpp>
#include <parley/server/textual.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace parley::detail {

struct textual_prompt : prompt_role {
  template <function_shape const& Shape, class Spelled>
  static void check() {
    check_textual<Shape, Spelled>();
  }
};

PARLEY_DECL prompt_table as_prompt(handler_table handler, std::string description, prompt_options options);

template <auto Function>
requires(!std::is_member_function_pointer_v<decltype(Function)>) prompt_table
    make_prompt(std::string description, prompt_options options = {}) {
  return as_prompt(make_handler<textual_prompt, Function>(), std::move(description), std::move(options));
}

template <auto Member, class Object>
requires std::is_member_function_pointer_v<decltype(Member)> prompt_table make_prompt(Object& object,
                                                                                      std::string description,
                                                                                      prompt_options options = {}) {
  return as_prompt(make_handler<textual_prompt, Member>(object), std::move(description), std::move(options));
}

template <fixed_string Name, class Object>
prompt_table make_prompt(std::string description, Object object, prompt_options options = {}) {
  return as_prompt(make_handler<textual_prompt, Name>(std::move(object)), std::move(description), std::move(options));
}

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

namespace parley::detail {

PARLEY_DECL prompt_table as_prompt(handler_table handler, std::string description, prompt_options options) {
  prompt_table prompt;
  static_cast<handler_table&>(prompt) = std::move(handler);
  prompt.rules = rules_of(options);
  prompt.rules.textual_arguments = true;
  prompt.description = std::move(description);
  prompt.options = std::move(options);
  return prompt;
}

}  // namespace parley::detail

#endif
