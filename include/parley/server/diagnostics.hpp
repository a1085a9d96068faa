// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What the compiler says about a signature that parley cannot use.
//
// Each rule is a class template whose `check` does not compile: its static_assert has the sentence for the reader, and
// its template arguments, which compilers print beside it, have the names. A rule is instantiated only where it is
// broken, and what would come after it is left out there, so that the sentence stands first. The rules on messages are
// in message.hpp, those on forms in json/form.hpp and approve.hpp.

#include <parley/core/fixed_string.hpp>

namespace parley::diagnostics {

// `static_assert(checked<Ok, Rule>)` instantiates the rule unless `Ok`, so that the rule's own sentence comes out and
// no other.
template <bool Ok, class Rule>
inline constexpr bool checked = true;
template <class Rule>
inline constexpr bool checked<false, Rule> = Rule::check();

// False, but not before a rule is instantiated.
template <class...>
inline constexpr bool holds = false;

// What stands for a function, and for a tool, an argument and a resolver of that name, in the types below.
template <auto Function>
struct function {};
template <class Name>
struct tool {};
template <class Name>
struct argument {};
template <class Name>
struct resolver {};

// ---- one parameter -------------------------------------------------------------------------------------------------

template <class Function, class Parameter>
struct parameter_is_known {
  static constexpr bool check() {
    static_assert(holds<Function, Parameter>,
                  "parley: this parameter is of no known kind; a handler takes Arg<\"name\", T>, Input<T>, "
                  "Resolve<resolver>, Resolve<resolver, ElicitationResult<T>>, Service<T>& and Context&");
    return true;
  }
};

template <class Function, class Parameter>
struct parameter_is_taken_by_value {
  static constexpr bool check() {
    static_assert(holds<Function, Parameter>,
                  "parley: take Arg, Input and Resolve by value; they are references already, and a coroutine would "
                  "outlive a reference to them");
    return true;
  }
};

template <class Argument, class T>
struct argument_has_a_shape_in_json {
  static constexpr bool check() {
    static_assert(
        holds<Argument, T>,
        "parley: the type of this argument has no shape in JSON; use bool, numbers, std::string, parley::date, "
        "enum class, parley::json, a plain aggregate, or std::optional, std::vector, std::map of these");
    return true;
  }
};

template <class Argument>
struct argument_has_a_name {
  static constexpr bool check() {
    static_assert(holds<Argument>, "parley: an argument needs a name, Arg<\"name\", T>");
    return true;
  }
};

template <class T>
struct input_is_an_aggregate {
  static constexpr bool check() {
    static_assert(holds<T>, "parley: Input<T> takes a plain aggregate, whose fields are the arguments");
    return true;
  }
};

template <class Resolver>
struct resolver_is_a_function {
  static constexpr bool check() {
    static_assert(holds<Resolver>,
                  "parley: Resolve takes the name of a function or &Class::member; the name becomes the key of its "
                  "question, so lambdas have none to give");
    return true;
  }
};

template <class Resolver, class Taken, class Resolved>
struct resolver_yields_what_is_taken {
  static constexpr bool check() {
    static_assert(holds<Resolver, Taken, Resolved>,
                  "parley: this resolver resolves to another type; take Resolve<resolver>, or "
                  "Resolve<resolver, ElicitationResult<T>> with the T that it asks for");
    return true;
  }
};

template <class Resolver>
struct resolver_may_ask {
  static constexpr bool check() {
    static_assert(holds<Resolver>,
                  "parley: ElicitationResult is taken from a resolver that never asks; take Resolve<resolver>");
    return true;
  }
};

// ---- what a handler returns ----------------------------------------------------------------------------------------

template <class Resolver>
struct resolver_returns_a_value {
  static constexpr bool check() {
    static_assert(holds<Resolver>, "parley: a resolver returns a value, or a question for one; this one returns void");
    return true;
  }
};

template <class Function, class Result>
struct tool_returns_what_a_model_can_read {
  static constexpr bool check() {
    static_assert(
        holds<Function, Result>,
        "parley: a tool returns text, a described type, content blocks, CallToolResult, InputRequired or void; "
        "questions are returned by resolvers");
    return true;
  }
};

template <class Function, class Result>
struct prompt_returns_messages {
  static constexpr bool check() {
    static_assert(holds<Function, Result>,
                  "parley: a prompt returns text, a content block, PromptMessage, std::vector<PromptMessage>, "
                  "GetPromptResult or InputRequired");
    return true;
  }
};

template <class Function, class Result>
struct resource_returns_contents {
  static constexpr bool check() {
    static_assert(holds<Function, Result>,
                  "parley: a resource returns text, a described type, ResourceContents, "
                  "std::vector<ResourceContents>, ReadResourceResult or InputRequired");
    return true;
  }
};

template <class Function, class Result>
struct completer_returns_values {
  static constexpr bool check() {
    static_assert(holds<Function, Result>, "parley: a completer returns std::vector<std::string> or Completion");
    return true;
  }
};

// ---- prompts, resources and completers -----------------------------------------------------------------------------

template <class Function, class Argument>
struct argument_is_told_by_text {
  static constexpr bool check() {
    static_assert(holds<Function, Argument>,
                  "parley: the arguments of prompts, resource templates and completers come as text; use std::string, "
                  "bool, numbers, dates, enum class, or std::optional of these");
    return true;
  }
};

template <class Uri>
struct address_is_a_uri_or_template {
  static constexpr bool check() {
    static_assert(holds<Uri>,
                  "parley: the address of a resource is an absolute URI, or a URI template of RFC 6570 such as "
                  "\"notes://{id}\"");
    return true;
  }
};

template <class Function, class Argument>
struct argument_is_a_variable_of_the_template {
  static constexpr bool check() {
    static_assert(holds<Function, Argument>,
                  "parley: this argument is no variable of the resource's address; \"notes://{id}\" has Arg<\"id\">");
    return true;
  }
};

template <class Function>
struct completer_takes_what_may_be_missing {
  static constexpr bool check() {
    static_assert(holds<Function>,
                  "parley: a completer takes the argument that it completes as std::string, and others, which may not "
                  "be filled in yet, as std::optional");
    return true;
  }
};

template <class Function>
struct completer_asks_nobody {
  static constexpr bool check() {
    static_assert(holds<Function>, "parley: a completer asks nobody, so it takes no Resolve");
    return true;
  }
};

// ---- a handler as a whole ------------------------------------------------------------------------------------------

template <class Tool>
struct handler_has_one_signature {
  static constexpr bool check() {
    static_assert(
        holds<Tool>,
        "parley: a handler is a function, a member function, or a lambda whose parameter types are written out "
        "(no auto), so that its signature can be read");
    return true;
  }
};

template <class Tool>
struct lambda_is_not_mutable {
  static constexpr bool check() {
    static_assert(
        holds<Tool>,
        "parley: calls run at the same time, so a handler cannot be mutable; capture a reference to something "
        "that is safe to share");
    return true;
  }
};

template <class Tool>
struct object_may_be_changed {
  static constexpr bool check() {
    static_assert(holds<Tool>, "parley: this member function is not const, and the object it is to run on is");
    return true;
  }
};

template <class Tool>
struct tool_name_is_allowed {
  static constexpr bool check() {
    static_assert(holds<Tool>, "parley: the name of a tool is 1 to 128 of the characters A-Z a-z 0-9 _ - .");
    return true;
  }
};

// ---- the resolvers of a tool together ------------------------------------------------------------------------------

template <class Tool, class Argument>
struct arguments_have_distinct_names {
  static constexpr bool check() {
    static_assert(holds<Tool, Argument>, "parley: two arguments of this tool have the same name");
    return true;
  }
};

template <class Tool>
struct tool_has_one_input {
  static constexpr bool check() {
    static_assert(holds<Tool>, "parley: a tool takes at most one Input; put all fields into one aggregate");
    return true;
  }
};

template <class Tool, class Resolver, class Argument>
struct tool_takes_the_argument {
  static constexpr bool check() {
    static_assert(
        holds<Tool, Resolver, Argument>,
        "parley: this resolver takes an argument that the tool does not take; give the tool an Arg of that name "
        "and type");
    return true;
  }
};

template <class Tool, class Resolver, class Argument>
struct argument_has_one_type {
  static constexpr bool check() {
    static_assert(holds<Tool, Resolver, Argument>,
                  "parley: this argument is taken with another type elsewhere in the tool");
    return true;
  }
};

template <class Tool, class Resolver>
struct tool_takes_the_input {
  static constexpr bool check() {
    static_assert(holds<Tool, Resolver>, "parley: this resolver takes an Input that the tool does not take");
    return true;
  }
};

template <class Tool, class Resolver>
struct resolvers_have_distinct_names {
  static constexpr bool check() {
    static_assert(holds<Tool, Resolver>,
                  "parley: two different resolvers of this tool have the same name, which would be the key of two "
                  "questions");
    return true;
  }
};

template <class Tool, class Resolver, class Through>
struct resolvers_form_no_cycle {
  static constexpr bool check() {
    static_assert(holds<Tool, Resolver, Through>,
                  "parley: these resolvers need one another, so that none could be the first to run");
    return true;
  }
};

template <class Tool, class Resolver>
struct resolver_has_an_object {
  static constexpr bool check() {
    static_assert(holds<Tool, Resolver>,
                  "parley: a member function is a resolver only for tools that are member functions of the same class, "
                  "and runs on the same object");
    return true;
  }
};

template <class Tool, class Function>
struct tool_is_small_enough {
  static constexpr bool check() {
    static_assert(holds<Tool, Function>,
                  "parley: a function takes at most 32 parameters, and a tool at most 64 arguments and resolvers");
    return true;
  }
};

}  // namespace parley::diagnostics
