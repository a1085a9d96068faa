// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Arguments that HTTP headers repeat, so that proxies can route calls without reading their bodies (server/tools,
// "x-mcp-header"; basic/transports/streamable-http, "Custom Headers from Tool Parameters"; HDR-09 … HDR-28).

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/header_mirror.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace parley::detail {

enum class mirrored_type : std::uint8_t { string, integer, boolean };

// An argument that the header `Mcp-Param-<name>` repeats.
struct mirrored_argument {
  std::vector<std::string> path{};  // names of members that lead to it from the arguments object; at least one
  std::string name{};               // as annotated: an HTTP token
  mirrored_type type = mirrored_type::string;
};

// The arguments that a tool's input schema annotates with `x-mcp-header`, at most max_param_headers; worked out once,
// at registration. Clients hide a tool whose annotations break a rule, so it must not be registered (HDR-18). Fails
// with "x_mcp_header" and a `detail` that goes on after `tool "…" `, for the author, when an annotation
//
// - is no HTTP token, or one that another annotation has, whatever the case (HDR-15);
// - stands on a property without `"type": "string"`, `"integer"` or `"boolean"` (HDR-16). A list such as
//   `["string", "null"]` is refused too: the specification names three types, null is not among them, and the clients
//   we know hide a tool with a list. An argument may be null all the same, and has no header then;
// - stands anywhere but on a property that `properties` alone lead to (HDR-17). What is under `const`, `default`,
//   `enum` and `examples` is data and no annotation; under a keyword that is unknown here it is one.
//
// Recurses as deeply as the schema is nested (parse_limits). Pure.
PARLEY_DECL result<std::vector<mirrored_argument>> mirrored_arguments(json const& input_schema);

// Whether the headers of a call say what its arguments say. -32020 with the name of the first header that does not:
//
// - it is missing and there is a value, or it is there and the value is not, or null (HDR-21);
// - it cannot be decoded (HDR-12), or came twice;
// - its text is another string, no integer of the same value, or another one of `true` and `false` (HDR-09). Integers
//   compare exactly and in any spelling of JSON's; beyond ±(2^53 − 1) none is taken (HDR-22);
// - it is there, and the value is of another type than the schema says. Without a header such a value passes, since
//   reading the arguments will say what is wrong (HDR-28).
//
// Headers that the tool does not ask for are not looked at (HDR-24); but when so many came that some were dropped, a
// tool with mirrored arguments refuses the call, as it cannot tell what was among them.
//
// `arguments` may be null: there are none. Only for calls that came with headers, of tools that exist (HDR-27). Pure.
PARLEY_DECL result<void, rpc_error> check_mirrored(std::span<mirrored_argument const> mirrored, json const* arguments,
                                                   header_mirror const& mirror);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/core/decimal.hpp>
#include <parley/json/schema_keyword_kinds.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace parley::detail {

// A walk through all of a schema. Stops at the first fault.
class annotation_search {
 public:
  // `reachable`: only `properties` led here.
  PARLEY_DECL bool schema(json const& node, bool reachable);

  std::vector<mirrored_argument> take() { return std::move(found_); }
  failure fault() { return {"x_mcp_header", std::move(fault_)}; }

 private:
  PARLEY_DECL bool keyword(std::string const& name, json const& value, bool reachable);
  PARLEY_DECL bool annotation(json const& on, json const& name, bool reachable);

  // Goes one step down and up again.
  template <class Inside>
  bool at(std::string_view step, Inside inside) {
    std::size_t const length = pointer_.size();
    pointer_ += '/';
    for (char const c : step) {
      if (c == '~' || c == '/') {
        pointer_ += c == '~' ? "~0" : "~1";
      } else {
        pointer_ += c;
      }
    }
    bool const good = inside();
    pointer_.resize(length);
    return good;
  }

  bool refuse(std::string_view why) {
    fault_ = "has an x-mcp-header at " + (pointer_.empty() ? std::string("the root of its schema") : pointer_);
    fault_ += why;
    return false;
  }

  std::vector<mirrored_argument> found_{};
  std::vector<std::string> path_{};  // of the property, while `reachable`
  std::string pointer_{};            // into the schema (RFC 6901)
  std::string fault_{};
};

PARLEY_DECL bool annotation_search::schema(json const& node, bool reachable) {
  if (node.is_array()) {
    for (std::size_t i = 0; i < node.size(); ++i) {
      if (!at(std::to_string(i), [&] { return schema(node[i], false); })) return false;
    }
  }
  if (!node.is_object()) return true;
  if (json const* const name = find_member(node, "x-mcp-header")) {
    if (!annotation(node, *name, reachable)) return false;
  }
  for (auto each = node.begin(); each != node.end(); ++each) {
    if (each.key() == "x-mcp-header" || holds_data(each.key())) continue;
    if (!at(each.key(), [&] { return keyword(each.key(), *each, reachable); })) return false;
  }
  return true;
}

PARLEY_DECL bool annotation_search::keyword(std::string const& name, json const& value, bool reachable) {
  if (!value.is_object() || !holds_named_schemas(name)) return schema(value, false);
  bool const inside_reachable = reachable && name == "properties";
  for (auto each = value.begin(); each != value.end(); ++each) {
    if (inside_reachable) path_.push_back(each.key());
    if (!at(each.key(), [&] { return schema(*each, inside_reachable); })) return false;
    if (inside_reachable) path_.pop_back();
  }
  return true;
}

PARLEY_DECL bool annotation_search::annotation(json const& on, json const& name, bool reachable) {
  if (!reachable || path_.empty()) return refuse(", which only a property that `properties` alone lead to may have");
  if (!name.is_string() || !is_http_token(name.get_ref<std::string const&>())) {
    return refuse(" that is no name of a header: use letters, digits, - and _");
  }
  mirrored_argument made{path_, name.get<std::string>(), {}};
  json const* const type = find_member(on, "type");
  if (type != nullptr && *type == "string") {
    made.type = mirrored_type::string;
  } else if (type != nullptr && *type == "integer") {
    made.type = mirrored_type::integer;
  } else if (type != nullptr && *type == "boolean") {
    made.type = mirrored_type::boolean;
  } else {
    return refuse(R"(, where the type must be one of "string", "integer" and "boolean" alone)");
  }
  auto const same = [&](mirrored_argument const& other) { return equals_ignoring_case(other.name, made.name); };
  if (std::any_of(found_.begin(), found_.end(), same)) {
    return refuse(" that another property has; upper and lower case are the same");
  }
  if (found_.size() == max_param_headers) {
    return refuse(" beyond the " + std::to_string(max_param_headers) + " that one tool may have");
  }
  found_.push_back(std::move(made));
  return true;
}

PARLEY_DECL result<std::vector<mirrored_argument>> mirrored_arguments(json const& input_schema) {
  annotation_search search;
  if (!search.schema(input_schema, true)) return refused{search.fault()};
  return search.take();
}

// What stands at the path; null when nothing does. A JSON null is of no mirrored type, and so counts as absent.
PARLEY_DECL json const* mirrored_value(mirrored_argument const& of, json const* arguments) {
  json const* value = arguments;
  for (std::string const& step : of.path) {
    if (value == nullptr) return nullptr;
    value = find_member(*value, step);
  }
  return value;
}

// A number without a fraction is an integer however it was written, as for json/read.hpp.
PARLEY_DECL bool is_of_type(mirrored_type type, json const& value) {
  switch (type) {
    case mirrored_type::string: return value.is_string();
    case mirrored_type::boolean: return value.is_boolean();
    case mirrored_type::integer: break;
  }
  if (!value.is_number_float()) return value.is_number_integer();
  double const number = value.get<double>();
  return !(std::trunc(number) < number || std::trunc(number) > number);
}

// The integer that the handler will be given. The parser may have rounded what had a fraction or an exponent, but no
// integer from beyond the limit to one within it.
// Precondition: of type integer.
PARLEY_DECL std::optional<std::int64_t> safe_integer_of(json const& value) {
  if (value.is_number_unsigned()) {
    auto const number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(max_safe_integer)) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) {
    auto const number = value.get<std::int64_t>();
    if (number < -max_safe_integer || number > max_safe_integer) return std::nullopt;
    return number;
  }
  double const number = value.get<double>();
  if (!(std::fabs(number) <= static_cast<double>(max_safe_integer))) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

PARLEY_DECL bool header_says(std::string const& text, mirrored_type type, json const& value) {
  if (!is_of_type(type, value)) return false;
  switch (type) {
    case mirrored_type::string: return text == value.get_ref<std::string const&>();
    case mirrored_type::boolean: return text == (value.get<bool>() ? "true" : "false");
    case mirrored_type::integer: {
      auto const expected = safe_integer_of(value);
      return expected && parse_safe_integer(text) == expected;
    }
  }
  return false;
}

PARLEY_DECL bool header_agrees(mirrored_argument const& of, json const* arguments, header_mirror const& mirror) {
  json const* const value = mirrored_value(of, arguments);
  auto const header = std::find_if(mirror.params.begin(), mirror.params.end(),
                                   [&](param_header const& one) { return equals_ignoring_case(one.name, of.name); });
  if (header == mirror.params.end()) return value == nullptr || !is_of_type(of.type, *value);
  return value != nullptr && !header->undecodable && !header->duplicated && header_says(header->value, of.type, *value);
}

PARLEY_DECL result<void, rpc_error> check_mirrored(std::span<mirrored_argument const> mirrored, json const* arguments,
                                                   header_mirror const& mirror) {
  if (mirrored.empty()) return {};
  if (mirror.params_cut_off) return refused{header_mismatch("too many Mcp-Param headers")};
  for (mirrored_argument const& each : mirrored) {
    if (!header_agrees(each, arguments, mirror)) return refused{header_mismatch("Mcp-Param-" + each.name)};
  }
  return {};
}

}  // namespace parley::detail

#endif
