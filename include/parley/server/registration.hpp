// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/uri_template_match.hpp>
#include <parley/protocol/cache_hint.hpp>
#include <parley/server/feature_table.hpp>
#include <parley/server/handler_table.hpp>
#include <parley/server/mirrored_arguments.hpp>
#include <parley/server/service.hpp>
#include <parley/state/digest.hpp>
#include <parley/state/primitives.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley::detail {

// What can be registered: one list for each.
enum class feature : std::uint8_t { tool, prompt, resource, resource_template };
inline constexpr std::size_t feature_count = 4;

// How messages call one: "tool", "resource template".
PARLEY_DECL std::string_view to_string(feature what);

// A handler, what its states are bound to, and the services that it was connected to.
struct bound_handler {
  handler_table table{};
  digest128 definition{};             // definition.hpp
  std::vector<void*> services{};      // for frame::services; null where nobody has provided one
  std::vector<service_entry> kept{};  // what `services` points into
};

// What is suggested for one argument of a prompt, or one variable of a template.
struct suggestion_source {
  std::string argument{};
  type_table const* choices = nullptr;  // an enumeration; null: none
  std::optional<bound_handler> by{};    // a completer; goes before the choices
};

// The one of that argument; null: there is none. `sources` is a list of them, const or not.
template <class Sources>
auto* find_source(Sources& sources, std::string_view argument) {
  for (auto& each : sources) {
    if (each.argument == argument) return &each;
  }
  return static_cast<decltype(&sources.front())>(nullptr);
}

// Something that is registered, with all that can be worked out before it is called.
struct registration {
  feature what = feature::tool;
  bound_handler handler{};
  std::string key{};         // by which it is found: its name; of a resource the address, normal_uri
  std::string listed{};      // its entry in the list, JSON text
  std::uint64_t number = 0;  // rises with each registration; the place in lists

  std::vector<mirrored_argument> mirrored{};     // tool: arguments that HTTP headers repeat
  std::string mime_type{};                       // resource, template: of contents that name none
  cache_hint cache{};                            // the same: of what is read
  std::optional<uri_matcher> address{};          // template
  std::vector<suggestion_source> suggestions{};  // prompt, template: all its arguments, in order
};

// The table, checked and put into the form in which it goes out. Throws std::logic_error with a sentence for the author
// when it cannot be taken: a name, a URI or an option is no good, or a completer suggests for no argument.
PARLEY_DECL registration make_registration(tool_table table, primitives const& crypto);
PARLEY_DECL registration make_registration(prompt_table table, primitives const& crypto);
PARLEY_DECL registration make_registration(resource_table table, primitives const& crypto);

// The exception that says why something cannot be registered.
[[noreturn]] PARLEY_DECL void refuse_registration(feature what, std::string_view name, std::string_view why);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/uri.hpp>
#include <parley/core/uri_normal.hpp>
#include <parley/json/defaults.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/schema.hpp>
#include <parley/protocol/meta_key.hpp>
#include <parley/protocol/prompt.hpp>
#include <parley/protocol/resource.hpp>
#include <parley/protocol/tool.hpp>
#include <parley/server/definition.hpp>
#include <parley/server/input_schema.hpp>

#include <span>
#include <stdexcept>
#include <utility>

namespace parley::detail {

PARLEY_DECL std::string_view to_string(feature what) {
  switch (what) {
    case feature::tool: return "tool";
    case feature::prompt: return "prompt";
    case feature::resource: return "resource";
    case feature::resource_template: break;
  }
  return "resource template";
}

[[noreturn]] PARLEY_DECL void refuse_registration(feature what, std::string_view name, std::string_view why) {
  throw std::logic_error("parley: " + std::string(to_string(what)) + " \"" + std::string(name) + "\" " +
                         std::string(why));
}

// What all features say of themselves in the same words: icons, and `_meta`, which becomes one line.
PARLEY_DECL void check_said(feature what, std::string_view name, std::span<icon const> icons, std::string& meta) {
  for (icon const& one : icons) {
    if (auto fit = check_icon(one); !fit) {
      refuse_registration(what, name, "has an icon that clients refuse: " + fit.error().detail);
    }
  }
  if (auto fit = fit_meta(meta); !fit) refuse_registration(what, name, "has a `meta` " + fit.error().detail);
}

PARLEY_DECL std::string listed_tool(tool_table const& tool, std::string const& input) {
  std::string const output = tool.output != nullptr ? schema_text(*tool.output) : tool.output_schema;
  std::string text;
  json_writer out(text);
  write(out, tool_description{.name = tool.name,
                              .title = tool.options.title,
                              .description = tool.description,
                              .icons = tool.options.icons,
                              .input_schema = input,
                              .output_schema = output,
                              .read_only = tool.options.read_only,
                              .destructive = tool.options.destructive,
                              .idempotent = tool.options.idempotent,
                              .open_world = tool.options.open_world,
                              .meta = tool.options.meta});
  return text;
}

// The arguments that headers repeat.
PARLEY_DECL std::vector<mirrored_argument> mirrored_by(std::string_view tool, std::string const& input_schema) {
  // A hand-written one may spell the word in other ways.
  if (input_schema.find("mcp-header") == std::string::npos && input_schema.find("\\u") == std::string::npos) return {};
  auto mirrored = mirrored_arguments(parse(input_schema).value());
  if (!mirrored) refuse_registration(feature::tool, tool, mirrored.error().detail);
  return *std::move(mirrored);
}

PARLEY_DECL registration make_registration(tool_table table, primitives const& crypto) {
  if (!parley::is_tool_name(table.name)) {
    throw std::logic_error("parley: a tool's name is 1 to 128 characters of A-Z a-z 0-9 _ - .");
  }
  check_said(feature::tool, table.name, table.options.icons, table.options.meta);
  std::string const input = table.input_schema.empty() ? input_schema(table) : table.input_schema;
  registration made;
  made.listed = listed_tool(table, input);
  made.mirrored = mirrored_by(table.name, input);
  made.handler.definition =
      table.input_schema.empty() ? definition_digest(table, crypto) : definition_digest(table, made.listed, crypto);
  made.key = table.name;
  made.handler.table = std::move(table);
  return made;
}

// One argument of a prompt or template, by itself or as a field of an Input.
PARLEY_DECL void add_argument(std::vector<prompt_argument>& arguments, std::vector<suggestion_source>& sources,
                              field_table const& field, void const* initial) {
  arguments.push_back({.name = std::string(field.name),
                       .title = std::string(field.notes->title),
                       .description = std::string(field.notes->description),
                       .required = is_required(field, initial)});
  type_table const& type = field.type->optional != nullptr ? *field.type->inner : *field.type;
  sources.push_back({std::string(field.name), type.kind == kind::choice ? &type : nullptr, std::nullopt});
}

PARLEY_DECL std::vector<prompt_argument> arguments_of(handler_table const& handler,
                                                      std::vector<suggestion_source>& sources) {
  std::vector<prompt_argument> arguments;
  for (node const& one : handler.nodes) {
    if (one.role == node_role::argument) {
      add_argument(arguments, sources, {one.name, one.type, one.note != nullptr ? one.note : &no_notes}, nullptr);
    } else if (one.role == node_role::input && one.type->record != nullptr) {
      record_table const& record = *one.type->record;
      fields_at const initial(record, record.prototype());
      for (std::size_t i = 0; i < record.fields.size(); ++i) {
        add_argument(arguments, sources, record.fields[i], initial[i]);
      }
    }
  }
  return arguments;
}

PARLEY_DECL void take_completers(registration& into, std::vector<Completer> const& completers,
                                 primitives const& crypto) {
  std::string_view const key = into.handler.table.name;
  for (Completer const& one : completers) {
    auto* const source = find_source(into.suggestions, one.argument);
    if (source == nullptr) {
      refuse_registration(into.what, key, "has a completer for an argument that it does not take: " + one.argument);
    }
    if (source->by) refuse_registration(into.what, key, "has two completers for the argument " + one.argument);
    for (node const& each : one.handler->nodes) {
      if (each.role == node_role::argument && find_source(into.suggestions, each.name) == nullptr) {
        refuse_registration(into.what, key,
                            "has a completer that reads another argument than it takes: " + std::string(each.name));
      }
    }
    source->by = bound_handler{*one.handler, definition_digest(*one.handler, {}, crypto), {}, {}};
  }
}

PARLEY_DECL registration make_registration(prompt_table table, primitives const& crypto) {
  if (!is_prompt_name(table.name)) {
    throw std::logic_error("parley: a prompt's name is 1 to 128 bytes of text without control characters");
  }
  check_said(feature::prompt, table.name, table.options.icons, table.options.meta);
  registration made{.what = feature::prompt};
  made.key = table.name;
  auto arguments = arguments_of(table, made.suggestions);
  for (prompt_argument& one : table.arguments) {
    made.suggestions.push_back({one.name, nullptr, std::nullopt});
    arguments.push_back(std::move(one));
  }
  json_writer out(made.listed);
  write(out, prompt_description{.name = table.name,
                                .title = table.options.title,
                                .description = table.description,
                                .icons = table.options.icons,
                                .arguments = arguments,
                                .meta = table.options.meta});
  made.handler.definition = definition_digest(table, made.listed, crypto);
  auto const completers = std::move(table.options.completers);
  made.handler.table = std::move(table);
  take_completers(made, completers, crypto);
  return made;
}

PARLEY_DECL registration make_registration(resource_table table, primitives const& crypto) {
  uri_template const address(table.name);
  auto matcher = uri_matcher::make(address);
  if (!matcher) throw std::logic_error("parley: the address of a resource is no good: " + matcher.error().detail);
  bool const is_template = address.has_expressions();
  feature const what = is_template ? feature::resource_template : feature::resource;
  if (is_template ? !begins_with_scheme(address) : !parse_uri(table.name)) {
    throw std::logic_error("parley: the address of a resource must be an absolute URI, or a template of such");
  }
  if (table.name.size() > longest_matched_uri) throw std::logic_error("parley: the address of a resource is too long");
  check_said(what, table.name, table.options.icons, table.options.meta);
  if (is_template && table.options.size) refuse_registration(what, table.name, "has a size, as only a resource can");
  registration made{.what = what};
  made.key = is_template ? table.name : normal_uri(table.name);
  arguments_of(table, made.suggestions);
  for (uri_template_variable const& one : address.variables()) {
    // Those that the handler does not read have nothing to suggest, but exist.
    if (find_source(made.suggestions, one.name) == nullptr) {
      made.suggestions.push_back({std::string(one.name), nullptr, std::nullopt});
    }
  }
  json_writer out(made.listed);
  write(out, resource_description{.uri = table.name,
                                  .is_template = is_template,
                                  .name = table.options.name,
                                  .title = table.options.title,
                                  .description = table.description,
                                  .mime_type = table.options.mime_type,
                                  .size = table.options.size,
                                  .icons = table.options.icons,
                                  .annotations = table.options.annotations,
                                  .meta = table.options.meta});
  made.mime_type = table.options.mime_type;
  made.cache = table.options.cache;
  made.handler.definition = definition_digest(table, made.listed, crypto);
  if (is_template) made.address = *std::move(matcher);
  auto const completers = std::move(table.options.completers);
  made.handler.table = std::move(table);
  take_completers(made, completers, crypto);
  return made;
}

}  // namespace parley::detail

#endif
