// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Whether a value keeps what its type and notes promise.
//
// The check looks at the C++ value, not at JSON, so one piece of code serves three uses: what was just read from a
// client, the defaults that a type declares, and what a handler returns under an output schema.

#include <parley/core/config.hpp>
#include <parley/json/type_table.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

// One thing that is wrong with a value.
struct violation {
  // Where, as a JSON pointer: "/guests", "/extras/0"; empty for the value itself. A member of a map is "*", because its
  // name is the sender's text.
  std::string path;
  // What is expected, in our own words and never in the sender's: "must be at most 8".
  std::string message;
};

// How much `email` and `uri` mean on a plain string, and `date` and `date_time` as a note on one. A field of type
// parley::date or parley::date_time is always checked.
enum class formats : std::uint8_t {
  noted,   // they inform the reader of the schema, as JSON Schema 2020-12 has it
  checked  // they are duties, as for the answer to a form
};

// More violations than these are not collected.
inline constexpr std::size_t max_violations = 8;

// Everything that is wrong with a value of the table's type, at most `max_violations`, fields in declared order. Empty:
// nothing. `path` is put in front of each path. Precondition: `object` points to a live object of the type.
PARLEY_DECL std::vector<violation> check(type_table const& type, notes const& on, void const* object,
                                         formats strictness = formats::checked, std::string_view path = {});

// The violations as one line of text for a model or a person: "guests must be at most 8; email is required".
PARLEY_DECL std::string to_text(std::span<violation const> violations);

namespace detail {

// What the value itself breaks, without a look at the fields, elements or members inside it; empty: nothing.
PARLEY_DECL std::string broken_promise(type_table const& type, notes const& on, void const* object, formats strictness);

// Where a walk through a value stands: a chain of steps on the walker's stack, from which a path is made only when
// there is something to say.
struct place {
  place const* above = nullptr;  // null: the root, whose name is the path to it
  std::string_view name{};       // empty: an element of a list
  std::size_t index = 0;         // of that element
};

PARLEY_DECL std::string path_to(place const& at);

// What a list of that size breaks; empty: nothing.
PARLEY_DECL std::string broken_size(notes const& on, std::size_t size);

// What a string must be to have the format: "must be an e-mail address"; empty: it is. See `formats`.
PARLEY_DECL std::string broken_format(parley::format expected, std::string_view text);

}  // namespace detail
}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/time.hpp>
#include <parley/core/uri.hpp>
#include <parley/core/utf8.hpp>
#include <parley/json/scalar.hpp>

#include <charconv>
#include <cmath>
#include <compare>
#include <limits>

namespace parley {
namespace detail {

PARLEY_DECL std::string path_to(place const& at) {
  if (at.above == nullptr) return std::string(at.name);
  std::string path = path_to(*at.above);
  path += '/';
  path += at.name.empty() ? std::to_string(at.index) : std::string(at.name);
  return path;
}

// A bound as an author would write it: "8", "0.5".
PARLEY_DECL std::string bound_text(double bound) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, bound).ptr);
}

PARLEY_DECL std::string count_text(std::string_view before, std::size_t count, std::string_view unit) {
  std::string out(before);
  out += std::to_string(count);
  out += unit;
  if (count != 1) out += 's';
  return out;
}

// As browsers check <input type="email">, but for the local part, where anything but spaces and brackets is left to the
// mail system: addresses beyond ASCII exist.
PARLEY_DECL bool is_email(std::string_view text) {
  std::size_t const at = text.rfind('@');
  if (at == std::string_view::npos || at == 0 || at > 64 || text.size() > 254) return false;
  for (char c : text.substr(0, at))
    if (static_cast<unsigned char>(c) <= ' ' || c == '@' || c == '<' || c == '>' || c == ',' || c == 0x7f) return false;
  std::string_view domain = text.substr(at + 1);
  while (true) {
    std::string_view const label = domain.substr(0, domain.find('.'));
    if (label.empty() || label.size() > 63 || label.front() == '-' || label.back() == '-') return false;
    for (char c : label)
      if (!is_identifier_character(c) && c != '-') return false;
    if (label.size() == domain.size()) return true;
    domain.remove_prefix(label.size() + 1);
  }
}

PARLEY_DECL std::string broken_format(parley::format expected, std::string_view text) {
  switch (expected) {
    case format::none: return {};
    case format::email: return is_email(text) ? "" : "must be an e-mail address";
    case format::uri: return parse_uri(text) ? "" : "must be an absolute URI";
    case format::date: return parse_date(text) ? "" : "must be a date such as 2026-07-28";
    case format::date_time: return parse_date_time(text) ? "" : "must be a date and time such as 2026-07-28T09:30:00Z";
  }
  return {};
}

PARLEY_DECL std::string broken_length(notes const& on, std::string_view text) {
  if (!on.min_length && !on.max_length) return {};
  std::size_t const length = count_code_points(text);
  if (on.min_length && length < *on.min_length) return count_text("must have at least ", *on.min_length, " character");
  if (on.max_length && length > *on.max_length) return count_text("must have at most ", *on.max_length, " character");
  return {};
}

PARLEY_DECL std::string broken_size(notes const& on, std::size_t size) {
  if (on.min_items && size < *on.min_items) return count_text("must have at least ", *on.min_items, " item");
  if (on.max_items && size > *on.max_items) return count_text("must have at most ", *on.max_items, " item");
  return {};
}

// Whether RFC 3339 has a spelling for the day.
PARLEY_DECL bool is_written_date(date day) {
  return day.ok() && day.year() >= std::chrono::year{0} && day.year() <= std::chrono::year{9999};
}

// `compared_to` tells how the value stands to a bound.
template <class CompareTo>
std::string broken_range(notes const& on, CompareTo compared_to) {
  if (on.min && std::is_lt(compared_to(*on.min))) return "must be at least " + bound_text(*on.min);
  if (on.max && std::is_gt(compared_to(*on.max))) return "must be at most " + bound_text(*on.max);
  return {};
}

PARLEY_DECL std::string broken_promise(type_table const& type, notes const& on, void const* object,
                                       formats strictness) {
  if (type.optional != nullptr) {
    void const* const inside = type.optional->get(object);
    return inside == nullptr ? std::string() : broken_promise(*type.inner, on, inside, strictness);
  }
  switch (type.kind) {
    case kind::integer:
      return broken_range(on, [&](double bound) {
        return with_integer(type, object, [bound](auto value) { return compare(value, bound) <=> 0; });
      });
    case kind::number: {
      double const value = load_number(type, object);
      if (!std::isfinite(value)) return "must be a finite number";
      // 0.1 as a float is above 0.1 as a double.
      auto const rounded = [&](double bound) {
        bool const fits = std::fabs(bound) <= static_cast<double>(std::numeric_limits<float>::max());
        return type.width == sizeof(float) && fits ? static_cast<double>(static_cast<float>(bound)) : bound;
      };
      return broken_range(on, [&](double bound) { return value <=> rounded(bound); });
    }
    case kind::string: {
      auto const& text = *static_cast<std::string const*>(object);
      std::string broken = broken_length(on, text);
      if (broken.empty() && strictness == formats::checked) broken = broken_format(on.format, text);
      return broken;
    }
    case kind::date:
      return is_written_date(*static_cast<date const*>(object)) ? "" : "must be a day of the years 0 to 9999";
    case kind::date_time:
      return is_written_date(std::chrono::floor<std::chrono::days>(load<date_time>(object)))
                 ? ""
                 : "must be a moment of the years 0 to 9999";
    case kind::choice:
      return choice_index(type, object) < type.choices->names.size() ? "" : "must be one of the choices offered";
    case kind::list: return broken_size(on, type.sequence->size(object));
    case kind::boolean:
    case kind::map:
    case kind::object:
    case kind::any: return {};
  }
  return {};
}

class checker {
 public:
  explicit checker(formats strictness) : strictness_(strictness) {}

  PARLEY_DECL void value(type_table const& type, notes const& on, void const* object, place const& at);
  std::vector<violation> take() { return std::move(found_); }

 private:
  PARLEY_DECL void inside(type_table const& type, void const* object, place const& at);

  formats strictness_;
  std::vector<violation> found_;
};

PARLEY_DECL void checker::value(type_table const& type, notes const& on, void const* object, place const& at) {
  if (found_.size() >= max_violations) return;
  if (std::string broken = broken_promise(type, on, object, strictness_); broken.empty())
    inside(type, object, at);
  else
    found_.push_back({path_to(at), std::move(broken)});
}

PARLEY_DECL void checker::inside(type_table const& type, void const* object, place const& at) {
  if (type.optional != nullptr) {
    if (void const* const contained = type.optional->get(object)) inside(*type.inner, contained, at);
  } else if (type.kind == kind::list) {
    for (std::size_t i = 0, size = type.sequence->size(object); i < size; ++i)
      value(*type.inner, no_notes, type.sequence->at(object, i), place{&at, {}, i});
  } else if (type.kind == kind::map) {
    auto each = [&](void const* member) { value(*type.inner, no_notes, member, place{&at, "*"}); };
    type.mapping->visit(
        object, [](void* call, std::string_view, void const* member) { (*static_cast<decltype(each)*>(call))(member); },
        &each);
  } else if (type.kind == kind::object) {
    fields_at const fields(*type.record, object);
    for (std::size_t i = 0; i < type.record->fields.size(); ++i) {
      field_table const& field = type.record->fields[i];
      value(*field.type, *field.notes, fields[i], place{&at, field.name});
    }
  }
}

}  // namespace detail

PARLEY_DECL std::vector<violation> check(type_table const& type, notes const& on, void const* object,
                                         formats strictness, std::string_view path) {
  detail::checker checker(strictness);
  checker.value(type, on, object, {.name = path});
  return checker.take();
}

PARLEY_DECL std::string to_text(std::span<violation const> violations) {
  std::string text;
  for (violation const& each : violations) {
    if (!text.empty()) text += "; ";
    std::string_view const path = each.path;
    text += path.empty() ? std::string_view("the value") : path.substr(1);
    text += ' ';
    text += each.message;
  }
  return text;
}

}  // namespace parley

#endif
