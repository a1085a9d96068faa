// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// From a signature to the table of a tool.

#include <parley/core/fixed_string.hpp>
#include <parley/protocol/tool.hpp>
#include <parley/server/diagnostics.hpp>
#include <parley/server/feature_table.hpp>
#include <parley/server/function_shape.hpp>
#include <parley/server/make_handler.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace parley::detail {

// What more is asked of the bodies of tools: their name.
struct named_tool : tool_role {
  template <function_shape const& Shape, class Spelled>
  static void check() {
    static_assert(diagnostics::checked<is_tool_name(Shape.name), diagnostics::tool_name_is_allowed<Spelled>>);
  }
};

PARLEY_DECL tool_table as_tool(handler_table handler, std::string description, tool_options options);

template <auto Function>
requires(!std::is_member_function_pointer_v<decltype(Function)>) tool_table
    make_tool(std::string description, tool_options options = {}) {
  return as_tool(make_handler<named_tool, Function>(), std::move(description), std::move(options));
}

template <auto Member, class Object>
requires std::is_member_function_pointer_v<decltype(Member)> tool_table make_tool(Object& object,
                                                                                  std::string description,
                                                                                  tool_options options = {}) {
  return as_tool(make_handler<named_tool, Member>(object), std::move(description), std::move(options));
}

template <fixed_string Name, class Object>
tool_table make_tool(std::string description, Object object, tool_options options = {}) {
  return as_tool(make_handler<named_tool, Name>(std::move(object)), std::move(description), std::move(options));
}

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

namespace parley::detail {

PARLEY_DECL tool_table as_tool(handler_table handler, std::string description, tool_options options) {
  tool_table tool;
  static_cast<handler_table&>(tool) = std::move(handler);
  tool.rules = rules_of(options);
  tool.rules.strict_arguments = options.strict_arguments;
  tool.rules.marks_commit = options.marks_commit;
  tool.description = std::move(description);
  tool.options = std::move(options);
  return tool;
}

}  // namespace parley::detail

#endif
