// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/wire/http_request.hpp>

#include <string_view>

namespace parley {

// What a client is ready to read.
struct accepted_types {
  bool json = false;          // application/json
  bool event_stream = false;  // text/event-stream

  friend bool operator==(accepted_types, accepted_types) = default;
};

// Reads all Accept headers as one list (RFC 9110 §12.5.1): wildcards, weights, parameters, any letter case; the most
// specific range that matches decides, and weight 0 means no. No Accept header at all means that anything will do.
// What is not a media range is passed over.
PARLEY_DECL accepted_types read_accept(http_request_view const& request);

// Whether a Content-Type value names JSON in UTF-8: `application/json` in any case, and no `charset` parameter other
// than utf-8. Other parameters are ignored.
PARLEY_DECL bool is_json_content_type(std::string_view value);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>

#include <cstddef>
#include <string>

namespace parley {
namespace detail {

// Takes the part of a header value up to `separator` off its front; separators inside quotes do not count.
PARLEY_DECL std::string_view take_part(std::string_view& rest, char separator) {
  bool quoted = false;
  std::size_t at = 0;
  for (; at < rest.size(); ++at) {
    char const c = rest[at];
    if (c == '"') quoted = !quoted;
    if (c == '\\' && quoted) ++at;
    if (c == separator && !quoted) break;
  }
  auto const part = rest.substr(0, at);
  rest.remove_prefix(at < rest.size() ? at + 1 : rest.size());
  return trim(part);
}

// The next parameter of a media type, name and value; an empty name at the end.
struct media_parameter {
  std::string_view name;
  std::string value;  // without quotes and backslashes
};

PARLEY_DECL media_parameter take_parameter(std::string_view& rest) {
  std::string_view part;
  while (part.empty()) {
    if (rest.empty()) return {};
    part = take_part(rest, ';');
  }
  std::string_view value = part;
  media_parameter parameter{take_part(value, '='), {}};
  value = trim(value);
  if (value.size() < 2 || !value.starts_with('"') || !value.ends_with('"')) {
    parameter.value = value;
    return parameter;
  }
  value = value.substr(1, value.size() - 2);
  for (std::size_t at = 0; at < value.size(); ++at) {
    if (value[at] == '\\' && at + 1 < value.size()) ++at;
    parameter.value += value[at];
  }
  return parameter;
}

// "0", "0." and "0.000" are the ways to write the weight zero.
PARLEY_DECL bool is_zero_weight(std::string_view weight) {
  if (!weight.starts_with('0')) return false;
  weight.remove_prefix(1);
  return weight.empty() || (weight.front() == '.' && weight.find_first_not_of('0', 1) == std::string_view::npos);
}

// What is known about one type while the list is read.
struct accept_verdict {
  int specificity = -1;  // 0 for */*, 1 for type/*, 2 for the type itself
  bool wanted = false;

  void hear(int how_specific, bool yes) {
    if (how_specific < specificity) return;
    wanted = yes || (how_specific == specificity && wanted);  // of two equally specific ranges one yes is enough
    specificity = how_specific;
  }
};

}  // namespace detail

PARLEY_DECL accepted_types read_accept(http_request_view const& request) {
  detail::accept_verdict for_json, for_stream;
  bool present = false;
  for (auto const& [name, value] : request.headers) {
    if (!equals_ignoring_case(name, "Accept")) continue;
    present = true;
    std::string_view list = value;
    while (!list.empty()) {
      std::string_view rest = detail::take_part(list, ',');
      auto const range = detail::take_part(rest, ';');
      bool wanted = true;
      while (!rest.empty()) {
        auto const parameter = detail::take_parameter(rest);
        if (equals_ignoring_case(parameter.name, "q")) wanted = !detail::is_zero_weight(parameter.value);
      }
      if (range == "*/*") {
        for_json.hear(0, wanted);
        for_stream.hear(0, wanted);
      } else if (equals_ignoring_case(range, "application/*")) {
        for_json.hear(1, wanted);
      } else if (equals_ignoring_case(range, "text/*")) {
        for_stream.hear(1, wanted);
      } else if (equals_ignoring_case(range, "application/json")) {
        for_json.hear(2, wanted);
      } else if (equals_ignoring_case(range, "text/event-stream")) {
        for_stream.hear(2, wanted);
      }
    }
  }
  if (!present) return {true, true};
  return {for_json.wanted, for_stream.wanted};
}

PARLEY_DECL bool is_json_content_type(std::string_view value) {
  if (!equals_ignoring_case(detail::take_part(value, ';'), "application/json")) return false;
  while (!value.empty()) {
    auto const parameter = detail::take_parameter(value);
    if (equals_ignoring_case(parameter.name, "charset") && !equals_ignoring_case(parameter.value, "utf-8"))
      return false;
  }
  return true;
}

}  // namespace parley

#endif
