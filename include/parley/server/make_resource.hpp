// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// From an address and a signature to the table of a resource, or of a template when the address has variables. Those
// come as strings and are read as what the signature has.

#include <parley/core/config.hpp>
#include <parley/core/fixed_string.hpp>
#include <parley/core/uri.hpp>
#include <parley/core/uri_template.hpp>
#include <parley/server/feature_result.hpp>
#include <parley/server/feature_table.hpp>
#include <parley/server/make_handler.hpp>
#include <parley/server/textual.hpp>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace parley::detail {

// The address of a resource, looked at while compiling.
template <fixed_string Address>
struct address_of {
  static constexpr uri_template parsed{Address.view()};
  static constexpr bool is_good = !parsed.fault() && !check_matchable(parsed) && begins_with_scheme(parsed);

  static constexpr bool has_variable(std::string_view name) {
    for (uri_template_variable const& one : parsed.variables()) {
      if (one.name == name) return true;
    }
    return false;
  }
  // A variable is one text, or a list of texts when the template has {x*}.
  static constexpr bool can_be(std::string_view name, type_table const& type) {
    for (uri_template_variable const& one : parsed.variables()) {
      if (one.name != name || !one.explode) continue;
      type_table const& inner = type.is_optional ? *type.inner : type;
      return inner.kind == kind::list && is_textual(*inner.inner);
    }
    return is_textual(type);
  }
};

template <fixed_string Address>
struct addressed : resource_role {
  using address = address_of<Address>;

  template <function_shape const& Shape>
  static constexpr std::string_view first_stranger =
      first_argument_but(Shape, [](std::string_view name, type_table const&) { return address::has_variable(name); });
  template <function_shape const& Shape>
  static constexpr std::string_view first_untold = first_argument_but(Shape, &address::can_be);

  template <function_shape const& Shape, class Spelled>
  static void check() {
    static_assert(
        diagnostics::checked<address::is_good, diagnostics::address_is_a_uri_or_template<diagnostics::spell<Address>>>);
    constexpr bool known = !address::is_good || first_stranger<Shape>.empty();
    using stranger = diagnostics::argument<diagnostics::spell_text<first_stranger<Shape>>>;
    static_assert(diagnostics::checked<known, diagnostics::argument_is_a_variable_of_the_template<Spelled, stranger>>);
    constexpr bool told = first_untold<Shape>.empty();
    using untold = diagnostics::argument<diagnostics::spell_text<first_untold<Shape>>>;
    static_assert(diagnostics::checked<told, diagnostics::argument_is_told_by_text<Spelled, untold>>);
  }
};

PARLEY_DECL resource_table as_resource(std::string_view address, handler_table handler, std::string description,
                                       resource_options options);

template <fixed_string Address, auto Function>
requires(!std::is_member_function_pointer_v<decltype(Function)>) resource_table
    make_resource(std::string description, resource_options options = {}) {
  return as_resource(Address.view(), make_handler<addressed<Address>, Function>(), std::move(description),
                     std::move(options));
}

template <fixed_string Address, auto Member, class Object>
requires std::is_member_function_pointer_v<decltype(Member)> resource_table
make_resource(Object& object, std::string description, resource_options options = {}) {
  return as_resource(Address.view(), make_handler<addressed<Address>, Member>(object), std::move(description),
                     std::move(options));
}

template <fixed_string Address, class Object>
resource_table make_resource(std::string description, Object object, resource_options options = {}) {
  return as_resource(Address.view(), make_handler<addressed<Address>, Address>(std::move(object)),
                     std::move(description), std::move(options));
}

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

namespace parley::detail {

PARLEY_DECL resource_table as_resource(std::string_view address, handler_table handler, std::string description,
                                       resource_options options) {
  resource_table resource;
  // The name of a function names its resource; that of a lambda is the address already.
  if (options.name.empty()) options.name = handler.name;
  static_cast<handler_table&>(resource) = std::move(handler);
  resource.name = address;
  resource.rules = rules_of(options);
  resource.rules.textual_arguments = true;
  resource.description = std::move(description);
  resource.options = std::move(options);
  return resource;
}

}  // namespace parley::detail

#endif
