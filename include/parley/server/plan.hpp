// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Puts the resolvers of a tool into an order in which each runs after what it needs, while compiling.

#include <parley/server/function_shape.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parley::detail {

inline constexpr std::size_t max_parameters = 32;  // node::takes_outcome has a bit for each
inline constexpr std::size_t max_nodes = 64;       // arguments and resolvers of a tool
inline constexpr std::size_t max_links = 256;      // parameters of all of a tool's functions together

// What is wrong with a tool's resolvers and arguments. The sentences are in diagnostics.hpp.
enum class plan_fault : std::uint8_t {
  none,
  too_large,
  duplicate_argument,
  two_inputs,
  argument_not_taken,
  argument_of_another_type,
  input_not_taken,
  duplicate_resolver,
  cycle,
  no_object,
};

// A part of one of the plan's two lists.
struct plan_links {
  std::uint16_t begin = 0;
  std::uint16_t size = 0;
};

struct planned_function {
  function_shape const* shape = nullptr;
  plan_links from{};  // in plan::from and plan::fields
  plan_links uses{};  // in plan::uses
  std::uint32_t takes_outcome = 0;
};

// A tool's functions in order. A slot's number is that of its node: the arguments come first, as the body takes them,
// then the resolvers.
struct plan {
  plan_fault fault = plan_fault::none;
  std::string_view at{};     // the function in which the fault is
  std::string_view about{};  // the argument or the other function that it is about; may be empty

  std::array<parameter_shape const*, max_nodes> arguments{};
  std::size_t argument_count = 0;
  std::array<planned_function, max_nodes> resolvers{};
  std::size_t resolver_count = 0;
  planned_function body{};
  type_table const* input = nullptr;

  std::array<std::uint16_t, max_links> from{};
  std::array<std::uint16_t, max_links> fields{};
  std::size_t from_count = 0;
  std::array<std::uint16_t, max_links> uses{};
  std::size_t uses_count = 0;
  std::array<service_need, max_nodes> services{};
  std::size_t service_count = 0;
};

// Addresses tell types, functions and services apart. While compiling they are compared only where they should be
// equal: g++ with -fsanitize=undefined takes the comparison of two that differ, or of one with null, for no constant.
// So names are compared first, which nearly always differ as well.
class planner {
 public:
  static constexpr plan make(function_shape const& body) {
    planner work{body};
    if (work.take_arguments(body) && work.visit_needs(body)) work.link_all(body);
    return work.plan_;
  }

 private:
  constexpr explicit planner(function_shape const& body) : owner_(body.owner), is_member_(body.is_member) {}

  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  constexpr bool fail(plan_fault fault, function_shape const& at, std::string_view about = {}) {
    plan_.fault = fault;
    plan_.at = at.name;
    plan_.about = about;
    return false;
  }

  // The body decides which arguments and which input there are.
  constexpr bool take_arguments(function_shape const& body) {
    for (parameter_shape const* parameter : body.parameters) {
      if (parameter->kind != parameter_kind::input) continue;
      if (has_input_) return fail(plan_fault::two_inputs, body);
      has_input_ = true;
      plan_.input = parameter->type;
    }
    std::string_view names[max_parameters]{};
    std::size_t named = 0;
    if (body.parameters.size() > max_parameters) return fail(plan_fault::too_large, body);
    for (parameter_shape const* parameter : body.parameters) {
      bool const is_argument = parameter->kind == parameter_kind::argument;
      if (!is_argument && parameter->kind != parameter_kind::input) continue;
      if (is_argument) {
        for (std::size_t i = 0; i < named; ++i) {
          if (names[i] == parameter->name) return fail(plan_fault::duplicate_argument, body, parameter->name);
        }
        names[named++] = parameter->name;
        if (field_of_input(parameter->name) != nowhere) continue;
      }
      plan_.arguments[plan_.argument_count++] = parameter;
    }
    return true;
  }

  constexpr std::size_t field_of_input(std::string_view name) const {
    if (!has_input_) return nowhere;
    auto const& fields = plan_.input->record->fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].name == name) return i;
    }
    return nowhere;
  }

  // Depth first: what a function needs is placed before it is.
  constexpr bool visit_needs(function_shape const& function) {
    for (parameter_shape const* parameter : function.parameters) {
      if (parameter->kind == parameter_kind::resolver && !visit(*parameter->resolver(), function)) return false;
    }
    return true;
  }

  constexpr bool visit(function_shape const& resolver, function_shape const& needed_by) {
    for (std::size_t i = 0; i < plan_.resolver_count; ++i) {
      function_shape const* placed = plan_.resolvers[i].shape;
      if (placed->name != resolver.name) continue;
      return placed == &resolver || fail(plan_fault::duplicate_resolver, needed_by, resolver.name);
    }
    for (std::size_t i = 0; i < depth_; ++i) {
      if (path_[i]->name != resolver.name) continue;
      bool const is_cycle = path_[i] == &resolver;
      return fail(is_cycle ? plan_fault::cycle : plan_fault::duplicate_resolver, needed_by, resolver.name);
    }
    if (resolver.is_member && !(is_member_ && resolver.owner == owner_)) return fail(plan_fault::no_object, resolver);
    if (resolver.parameters.size() > max_parameters) return fail(plan_fault::too_large, resolver);
    if (depth_ == max_nodes) return fail(plan_fault::too_large, resolver);
    path_[depth_++] = &resolver;
    if (!visit_needs(resolver)) return false;
    --depth_;
    if (plan_.argument_count + plan_.resolver_count == max_nodes) return fail(plan_fault::too_large, resolver);
    plan_.resolvers[plan_.resolver_count++].shape = &resolver;
    return true;
  }

  constexpr bool link_all(function_shape const& body) {
    for (std::size_t i = 0; i < plan_.resolver_count; ++i) {
      if (!link(plan_.resolvers[i])) return false;
    }
    plan_.body.shape = &body;
    return link(plan_.body);
  }

  // Says where each parameter of a function is read.
  constexpr bool link(planned_function& planned) {
    function_shape const& function = *planned.shape;
    planned.from.begin = static_cast<std::uint16_t>(plan_.from_count);
    planned.uses.begin = static_cast<std::uint16_t>(plan_.uses_count);
    for (parameter_shape const* parameter : function.parameters) {
      if (plan_.from_count == max_links || plan_.uses_count == max_links) return fail(plan_fault::too_large, function);
      switch (parameter->kind) {
        case parameter_kind::argument:
          if (!link_argument(planned, *parameter)) return false;
          break;
        case parameter_kind::input:
          if (!has_input_ || parameter->type != plan_.input) return fail(plan_fault::input_not_taken, function);
          read(planned, argument_slot(parameter->type), whole_value);
          break;
        case parameter_kind::resolver:
          if (parameter->takes_outcome) planned.takes_outcome |= std::uint32_t{1} << planned.from.size;
          read(planned, resolver_slot(parameter->resolver()), whole_value);
          break;
        case parameter_kind::service: {
          std::size_t const at = service_place(parameter->service);
          if (at == max_nodes) return fail(plan_fault::too_large, function);
          plan_.uses[plan_.uses_count++] = static_cast<std::uint16_t>(at);
          ++planned.uses.size;
          break;
        }
        case parameter_kind::context:
        case parameter_kind::unknown: break;
      }
    }
    return true;
  }

  constexpr bool link_argument(planned_function& planned, parameter_shape const& wanted) {
    type_table const* type = nullptr;
    bool is_taken = false;
    if (std::size_t const field = field_of_input(wanted.name); field != nowhere) {
      type = plan_.input->record->fields[field].type;
      is_taken = true;
      read(planned, argument_slot(plan_.input), static_cast<std::uint16_t>(field));
    } else {
      for (std::size_t i = 0; i < plan_.argument_count; ++i) {
        parameter_shape const& taken = *plan_.arguments[i];
        if (taken.kind != parameter_kind::argument || taken.name != wanted.name) continue;
        type = taken.type;
        is_taken = true;
        read(planned, i, whole_value);
      }
    }
    if (!is_taken) return fail(plan_fault::argument_not_taken, *planned.shape, wanted.name);
    if (type != wanted.type) return fail(plan_fault::argument_of_another_type, *planned.shape, wanted.name);
    return true;
  }

  constexpr void read(planned_function& planned, std::size_t slot, std::uint16_t field) {
    plan_.from[plan_.from_count] = static_cast<std::uint16_t>(slot);
    plan_.fields[plan_.from_count++] = field;
    ++planned.from.size;
  }

  constexpr std::size_t argument_slot(type_table const* input) const {
    std::size_t i = 0;
    while (plan_.arguments[i]->kind != parameter_kind::input || plan_.arguments[i]->type != input) ++i;
    return i;
  }

  constexpr std::size_t resolver_slot(function_shape const* resolver) const {
    std::size_t i = 0;
    while (plan_.resolvers[i].shape->name != resolver->name) ++i;
    return plan_.argument_count + i;
  }

  constexpr std::size_t service_place(service_need const& need) {
    std::size_t i = 0;
    auto const is_other = [&](service_need const& known) {
      return known.type_name != need.type_name || known.key != need.key;
    };
    while (i < plan_.service_count && is_other(plan_.services[i])) ++i;
    if (i == plan_.service_count && i < max_nodes) plan_.services[plan_.service_count++] = need;
    return i;
  }

  class_id owner_;
  bool is_member_;
  bool has_input_ = false;
  plan plan_{};
  std::array<function_shape const*, max_nodes> path_{};
  std::size_t depth_ = 0;
};

// The plan of the tool whose body is `body`. While compiling only its fault is looked at; the rest is made again, by
// the same code, when the tool is registered, so that no plan is kept in the program.
constexpr plan make_plan(function_shape const& body) { return planner::make(body); }

}  // namespace parley::detail
