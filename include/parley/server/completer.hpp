// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Who suggests values for the arguments of prompts and the variables of resource templates
// (server/utilities/completion).
//
//     std::vector<std::string> complete_city(Arg<"city"> so_far, Arg<"country", std::optional<std::string>> country,
//                                            Service<Atlas>& atlas);
//     server.prompt<greet>("Greet.", {.completers = {completer<"city", complete_city>()}});
//
// The argument that is being filled in comes as the text so far. Others come with the values that they have already,
// and so are optional. Services and the Context are taken as in tools; nobody is asked. The best suggestion comes
// first; clients are shown no more than max_completion_values.

#include <parley/core/config.hpp>
#include <parley/core/fixed_string.hpp>
#include <parley/server/feature_result.hpp>
#include <parley/server/make_handler.hpp>
#include <parley/server/options.hpp>
#include <parley/server/textual.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace parley {
namespace detail {

template <fixed_string Name>
struct completer_of : completer_role {
  static constexpr bool asks(function_shape const& shape) {
    for (parameter_shape const* one : shape.parameters) {
      if (one->kind == parameter_kind::resolver) return true;
    }
    return false;
  }
  // The first argument that cannot be read while others are still missing.
  static constexpr std::string_view first_unfit(function_shape const& shape) {
    return first_argument_but(shape, [](std::string_view name, type_table const& type) {
      return name == Name.view() ? type.kind == kind::string && !type.is_optional : type.is_optional;
    });
  }

  template <function_shape const& Shape, class Spelled>
  static void check() {
    static_assert(diagnostics::checked<!asks(Shape), diagnostics::completer_asks_nobody<Spelled>>);
    check_textual<Shape, Spelled>();
    static_assert(
        diagnostics::checked<first_unfit(Shape).empty(), diagnostics::completer_takes_what_may_be_missing<Spelled>>);
  }
};

PARLEY_DECL Completer as_completer(std::string_view argument, handler_table handler);

}  // namespace detail

// A completer for the argument `Name`: a function, a member function of an object that outlives the server, or a
// lambda.
template <fixed_string Name, auto Function>
requires(!std::is_member_function_pointer_v<decltype(Function)>) Completer completer() {
  return detail::as_completer(Name.view(), detail::make_handler<detail::completer_of<Name>, Function>());
}

template <fixed_string Name, auto Member, class Object>
requires std::is_member_function_pointer_v<decltype(Member)> Completer completer(Object& object) {
  return detail::as_completer(Name.view(), detail::make_handler<detail::completer_of<Name>, Member>(object));
}

template <fixed_string Name, class Handler>
Completer completer(Handler handler) {
  return detail::as_completer(Name.view(), detail::make_handler<detail::completer_of<Name>, Name>(std::move(handler)));
}

}  // namespace parley

#if PARLEY_DEFINITIONS

namespace parley::detail {

PARLEY_DECL Completer as_completer(std::string_view argument, handler_table handler) {
  handler.rules.textual_arguments = true;
  handler.rules.ledger = ledger_use::none;
  return {std::string(argument), std::make_shared<handler_table const>(std::move(handler))};
}

}  // namespace parley::detail

#endif
