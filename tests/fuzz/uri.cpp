// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// URIs and URI templates: whatever the texts, all functions return; a URI that was made from a template is found to fit
// it; and the values that were found make a URI with the same values.
//
// An input is a template, a URI, and the values of the variables in their order, a line each.

#include "input.hpp"

#include <parley/core/path_risk.hpp>
#include <parley/core/percent.hpp>
#include <parley/core/uri.hpp>
#include <parley/core/uri_normal.hpp>
#include <parley/core/uri_reference.hpp>
#include <parley/core/uri_template.hpp>
#include <parley/core/uri_template_expand.hpp>
#include <parley/core/uri_template_match.hpp>
#include <parley/core/utf8.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parley;

// The parts of a URI, put together.
std::string text_of(uri_view const& uri) {
  std::string text(uri.scheme);
  text += ':';
  if (uri.has_authority) text += "//";
  if (uri.has_userinfo) text.append(uri.userinfo) += '@';
  text += uri.host;
  // An empty port may have its ':' or not.
  if (!uri.port.empty()) text.append(":").append(uri.port);
  text += uri.path;
  if (uri.has_query) text.append("?").append(uri.query);
  if (uri.has_fragment) text.append("#").append(uri.fragment);
  return text;
}

void check_uri(std::string_view text, std::string_view reference) {
  auto const uri = parse_uri(text);
  if (uri) {
    bool const empty_port = uri->has_authority && uri->port.empty();
    require(text_of(*uri) == text || empty_port);
    auto const normal = normal_uri(text);
    require(parse_uri(normal) && normal_uri(normal) == normal);
  }
  require(!check_link(text) || uri);
  auto const joined = resolve_uri(text, reference);
  if (uri && uri->has_authority && parse_uri(reference)) require(parse_uri(joined).has_value());
  static_cast<void>(is_loopback_host(text));
  static_cast<void>(check_path_name(text));
  static_cast<void>(check_relative_path(text));
  auto const decoded = percent_decode(text);
  std::string encoded;
  append_percent_encoded(encoded, text);
  require(percent_decode(encoded) == text);
  require(percent_decode_fully(decoded ? *decoded : std::string(text)) == percent_decode_fully(text) || !decoded);
}

uri_template_values values_of(uri_match const& match) {
  uri_template_values values;
  for (auto const& one : match.variables) {
    if (one.exploded) {
      values[one.name] = one.values;
    } else {
      values[one.name] = one.values.front();
    }
  }
  return values;
}

// What {+x} and {#x} hold is written as it is, and so need not come back: "%41" is "A" the second time.
bool loses_nothing(uri_template const& of) {
  for (auto const& expression : of.expressions()) {
    if (detail::style_of(expression.op).keeps_reserved) return false;
  }
  return true;
}

void check_match(uri_template const& of, uri_matcher const& matcher, std::string_view uri) {
  auto const found = matcher.match(uri);
  if (parse_uri(uri)) {
    auto const normal = matcher.match(normal_uri(uri));
    require(found.has_value() == normal.has_value());
  }
  if (!found) return;
  for (auto const& one : found->variables) {
    require(!one.values.empty() && (one.exploded || one.values.size() == 1));
    for (auto const& value : one.values) require(valid_utf8(value));
  }
  if (!loses_nothing(of)) return;
  auto const made = expand(of, values_of(*found));
  require(made.has_value());
  auto const again = matcher.match(*made);
  // The encoded URI may be longer than what is matched.
  require(made->size() > longest_matched_uri || (again && values_of(*again) == values_of(*found)));
}

// A value that has to be found again. Where there is no name beside it, an empty one leaves nothing to be found; and
// what {+x} and {#x} leave as it is may look like the rest of the template.
bool is_found_again(std::string_view value, bool loses) {
  return !value.empty() && (!loses || std::all_of(value.begin(), value.end(), is_uri_unreserved));
}

void check_expansion(uri_template const& of, uri_matcher const* matcher, fuzz_input& input) {
  uri_template_values values;
  bool const loses = !loses_nothing(of);
  bool fits = matcher != nullptr;
  for (auto const& variable : of.variables()) {
    std::string const value(input.line());
    fits = fits && is_found_again(value, loses);
    if (variable.explode) {
      std::string const more(input.line());
      fits = fits && is_found_again(more, loses);
      values[std::string(variable.name)] = uri_template_list{value, more};
    } else {
      values[std::string(variable.name)] = value;
    }
  }
  auto const made = expand(of, values);
  if (!made) return;
  if (fits && made->size() <= longest_matched_uri) require(matcher->match(*made).has_value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  if (size > 2000) return 0;  // longer ones are only slower
  fuzz_input input(data, size);
  auto const text = input.line();
  auto const uri = input.line();
  check_uri(uri, text);

  static uri_template const usual_templates[] = {
      uri_template("notes://{id}"), uri_template("db://{table}/rows{?from,to}{&more*}"),
      uri_template("file:///srv{/path*}{.type}"), uri_template("x://h/{+path}/end{#part}{;a,b}")};
  static auto const usual_matchers = [] {
    std::vector<uri_matcher> made;
    for (auto const& each : usual_templates) made.push_back(uri_matcher::make(each).value());
    return made;
  }();
  for (std::size_t i = 0; i < usual_matchers.size(); ++i) check_match(usual_templates[i], usual_matchers[i], uri);

  uri_template const parsed(text);
  if (parsed.fault()) {
    require(parsed.fault().at <= text.size() && !parsed.has_expressions() && !explain(parsed.fault()).detail.empty());
    require(!uri_matcher::make(parsed) && !expand(parsed, {}));
    return 0;
  }
  auto const matcher = uri_matcher::make(parsed);
  require(matcher.has_value() == !check_matchable(parsed));
  if (matcher) check_match(parsed, *matcher, uri);
  check_expansion(parsed, matcher ? &*matcher : nullptr, input);
  return 0;
}
