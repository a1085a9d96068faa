// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/core/uri_template.hpp>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace parley {

// A value to fill in (RFC 6570 §2.3): a text, a list of texts, or names with texts in the order in which they are to
// be written. Texts are UTF-8 and not encoded. An empty list is as good as no value; an empty text is a value.
using uri_template_list = std::vector<std::string>;
using uri_template_map = std::vector<std::pair<std::string, std::string>>;
using uri_template_value = std::variant<std::string, uri_template_list, uri_template_map>;

// By variable name, as spelled in the template. Variables without an entry are left out of the URI, and entries
// without a variable are ignored.
using uri_template_values = std::map<std::string, uri_template_value, std::less<>>;

// Fills a template in (RFC 6570 §3). Literal text that no URI may hold is encoded, as are values; {+x} and {#x} leave
// reserved characters and percent escapes in values as they are.
//
// A prefix counts code points, and in {+x:3} and {#x:3} an escape that already stands in the value as one, so that
// none is cut in two.
//
// Fails, with the reason "uri_template", if the template has a fault, if a value that is used is not valid UTF-8, or
// if a prefix meets a list or a map. Pure; any thread.
PARLEY_DECL result<std::string> expand(uri_template const& into, uri_template_values const& values);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/percent.hpp>
#include <parley/core/utf8.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace parley {
namespace detail {

// Writes one expression to the end of a URI.
class uri_expression_writer {
 public:
  uri_expression_writer(std::string& out, uri_operator_style const& style) : out_(out), style_(style) {}

  // Says what is wrong, or nothing.
  char const* write(uri_template_variable const& variable, uri_template_value const& value) {
    variable_ = variable;
    if (variable.prefix != 0 && value.index() != 0) return "a prefix is for texts, not for lists and maps";
    std::visit([&](auto const& kind) { write_kind(kind); }, value);
    return valid_ ? nullptr : "a value is not valid UTF-8";
  }

 private:
  void write_kind(std::string const& value) {
    begin_part();
    std::string_view const text =
        variable_.prefix == 0 ? value : std::string_view(value).substr(0, prefix_bytes(value, variable_.prefix));
    if (style_.named) name(variable_.name, text.empty());
    put(text);
  }

  void write_kind(uri_template_list const& items) {
    if (items.empty()) return;
    if (variable_.explode) {
      for (auto const& item : items) write_kind(item);
      return;
    }
    begin_part();
    if (style_.named) name(variable_.name, false);
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i != 0) out_ += ',';
      put(items[i]);
    }
  }

  void write_kind(uri_template_map const& items) {
    if (items.empty()) return;
    if (!variable_.explode) {
      begin_part();
      if (style_.named) name(variable_.name, false);
    }
    bool first = true;
    for (auto const& [key, value] : items) {
      if (variable_.explode) {
        begin_part();
      } else if (!first) {
        out_ += ',';
      }
      first = false;
      put(key);
      if (!variable_.explode) {
        out_ += ',';
      } else {
        out_ += style_.named && value.empty() ? style_.if_empty : "=";
      }
      put(value);
    }
  }

  void begin_part() {
    out_ += begun_ ? style_.separator : style_.first;
    begun_ = true;
  }

  // Names stand in the URI as they stand in the template, whose syntax lets nothing through that must be encoded.
  void name(std::string_view text, bool value_is_empty) {
    out_ += text;
    out_ += value_is_empty ? style_.if_empty : "=";
  }

  void put(std::string_view text) {
    valid_ = valid_ && valid_utf8(text);
    if (style_.keeps_reserved) {
      append_uri_text(out_, text);
    } else {
      append_percent_encoded(out_, text);
    }
  }

  // The length of the first `count` characters.
  std::size_t prefix_bytes(std::string_view text, std::size_t count) const {
    std::size_t at = 0;
    for (; count != 0 && at < text.size(); --count) {
      at += style_.keeps_reserved && is_percent_triplet(text, at) ? 3 : decode_utf8(text.substr(at)).length;
    }
    return at;
  }

  std::string& out_;
  uri_operator_style style_;
  uri_template_variable variable_{};
  bool begun_ = false;
  bool valid_ = true;
};

}  // namespace detail

PARLEY_DECL result<std::string> expand(uri_template const& into, uri_template_values const& values) {
  if (into.fault()) return refused{explain(into.fault())};
  std::string uri;
  for (auto const& expression : into.expressions()) {
    append_uri_text(uri, expression.literal);
    detail::uri_expression_writer writer(uri, detail::style_of(expression.op));
    for (auto const& variable : into.variables(expression)) {
      auto const found = values.find(variable.name);
      if (found == values.end()) continue;
      if (char const* const why = writer.write(variable, found->second)) return refused{failure{"uri_template", why}};
    }
  }
  append_uri_text(uri, into.tail());
  return uri;
}

}  // namespace parley

#endif
