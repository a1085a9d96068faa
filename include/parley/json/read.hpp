// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// From JSON to C++ values, with everything checked on the way that the type's schema says.

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/check.hpp>
#include <parley/json/type_table.hpp>
#include <parley/json/value.hpp>

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace parley {

struct read_options {
  formats strictness = formats::noted;
  // Objects with members that the type does not have are refused, at every level; otherwise such members are ignored.
  bool refuse_unknown = false;
  // Put in front of each violation's path, such as "/arguments".
  std::string_view path{};
};

// Reads a value into an object of the table's type. Returns what is wrong with it, at most `max_violations`; empty:
// nothing, and the object holds the value. Otherwise the object is still valid, but which parts were set is open.
//
// - Any spelling of a whole number is an integer: 10, 10.0, 1e1, -0. Fractions, values that the type cannot hold, and
//   numbers in quotes are refused. From 2^53 on an integer must be written without fraction or exponent, because the
//   parser may have rounded what the sender wrote.
// - A std::optional is emptied by null. A member that is absent keeps the value it has in the object, which must be the
//   one in T{}; a violation if it is required (json/defaults.hpp).
//
// Messages hold nothing that the sender wrote. Precondition: `object` points to a value-initialised object of the type.
// Does not throw, except for lack of memory.
PARLEY_DECL std::vector<violation> read(type_table const& type, notes const& on, json const& value, void* object,
                                        read_options const& options = {});

// Reads the members of one JSON object into objects that belong to no common class, `objects[i]` for `members[i]`: the
// arguments of a tool that are declared one by one. All are required but the std::optional ones, as in
// object_schema_text. Otherwise like read.
PARLEY_DECL std::vector<violation> read_members(std::span<field_table const> members, std::span<void* const> objects,
                                                json const& value, read_options const& options = {});

// The same for a type that is known here.
template <described T>
result<T, std::vector<violation>> from_json(json const& value, read_options const& options = {}) {
  T object{};
  std::vector<violation> violations = read(table_of<T>, no_notes, value, &object, options);
  if (!violations.empty()) return refused{std::move(violations)};
  return object;
}

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/time.hpp>
#include <parley/json/defaults.hpp>
#include <parley/json/number.hpp>
#include <parley/json/scalar.hpp>

#include <cmath>
#include <limits>
#include <string>

namespace parley {
namespace detail {

class reader {
 public:
  explicit reader(read_options const& options) : options_(options) {}

  // Each returns whether all went well, and notes what did not.
  PARLEY_DECL bool value(type_table const& type, notes const& on, json const& from, void* into, place const& at);
  // `initial`: whether the objects hold what they hold in a T{}, and not just some value.
  template <class Objects>
  bool members(std::span<field_table const> fields, Objects const& objects, bool initial, json const& from,
               place const& at);

  std::vector<violation> take() { return std::move(found_); }

 private:
  PARLEY_DECL bool contents(type_table const& type, notes const& on, json const& from, void* into, place const& at);
  PARLEY_DECL bool integer(type_table const& type, json const& from, void* into, place const& at);
  PARLEY_DECL bool number(type_table const& type, notes const& on, json const& from, void* into, place const& at);
  PARLEY_DECL bool choice(type_table const& type, std::string_view name, void* into, place const& at);
  PARLEY_DECL bool list(type_table const& type, notes const& on, json const& from, void* into, place const& at);
  PARLEY_DECL bool map(type_table const& type, json const& from, void* into, place const& at);
  PARLEY_DECL bool any(type_table const& type, json const& from, void* into, place const& at);

  bool full() const { return found_.size() >= max_violations; }
  bool refuse(place const& at, std::string message) {
    if (!full()) found_.push_back({path_to(at), std::move(message)});
    return false;
  }

  read_options const& options_;
  std::vector<violation> found_;
};

PARLEY_DECL bool reader::value(type_table const& type, notes const& on, json const& from, void* into, place const& at) {
  if (type.optional != nullptr) {
    if (!from.is_null()) return value(*type.inner, on, from, type.optional->emplace(into), at);
    type.optional->reset(into);
    return true;
  }
  if (!contents(type, on, from, into, at)) return false;
  std::string broken = broken_promise(type, on, into, options_.strictness);
  return broken.empty() || refuse(at, std::move(broken));
}

PARLEY_DECL bool reader::contents(type_table const& type, notes const& on, json const& from, void* into,
                                  place const& at) {
  switch (type.kind) {
    case kind::boolean:
      if (!from.is_boolean()) return refuse(at, "must be true or false");
      *static_cast<bool*>(into) = from.get<bool>();
      return true;
    case kind::integer: return integer(type, from, into, at);
    case kind::number: return number(type, on, from, into, at);
    case kind::list: return list(type, on, from, into, at);
    case kind::map: return map(type, from, into, at);
    case kind::any: return any(type, from, into, at);
    case kind::object: {
      fields_at const fields(*type.record, into);
      return members(type.record->fields, fields, true, from, at);
    }
    case kind::string:
    case kind::date:
    case kind::date_time:
    case kind::choice: break;
  }
  if (!from.is_string()) return refuse(at, "must be a string");
  auto const& text = from.get_ref<std::string const&>();
  if (type.kind == kind::choice) return choice(type, text, into, at);
  if (type.kind == kind::date) {
    auto const day = parse_date(text);
    if (!day) return refuse(at, broken_format(format::date, text));
    *static_cast<date*>(into) = *day;
  } else if (type.kind == kind::date_time) {
    auto const moment = parse_date_time(text);
    if (!moment) return refuse(at, broken_format(format::date_time, text));
    *static_cast<date_time*>(into) = *moment;
  } else {
    *static_cast<std::string*>(into) = text;
  }
  return true;
}

PARLEY_DECL bool reader::integer(type_table const& type, json const& from, void* into, place const& at) {
  bool stored = false;
  if (from.is_number_unsigned()) {
    stored = store_integer(type, into, from.get<std::uint64_t>());
  } else if (from.is_number_integer()) {
    stored = store_integer(type, into, from.get<std::int64_t>());
  } else if (from.is_number_float()) {
    constexpr double first_shared = 9007199254740992.0;  // 2^53: also what 2^53 + 1 is rounded to
    double const number = from.get<double>();
    if (number != std::trunc(number)) return refuse(at, "must be an integer, without a fraction");
    if (std::fabs(number) < first_shared)
      stored = store_integer(type, into, static_cast<std::int64_t>(number));
    else if (type.width == sizeof(std::int64_t))
      return refuse(at, "must be an integer of its type's range, written without fraction or exponent");
  } else {
    return refuse(at, "must be an integer");
  }
  if (stored) return true;
  return with_integer_type(type, [&]<class T>(T) {
    using limits = std::numeric_limits<T>;
    return refuse(at,
                  "must be an integer from " + std::to_string(limits::min()) + " to " + std::to_string(limits::max()));
  });
}

// The range is that of the number as it was written: what it is rounded to may lie on the other side of a bound.
PARLEY_DECL bool reader::number(type_table const& type, notes const& on, json const& from, void* into,
                                place const& at) {
  if (!from.is_number()) return refuse(at, "must be a number");
  std::string broken = broken_range(on, [&](double bound) { return compare_numbers(from, bound); });
  if (!broken.empty()) return refuse(at, std::move(broken));
  double const number = from.get<double>();
  if (type.width == sizeof(double)) {
    *static_cast<double*>(into) = number;
    return true;
  }
  if (std::fabs(number) > static_cast<double>(std::numeric_limits<float>::max()))
    return refuse(at, "must be a number of at most 3.4e38 in size");
  *static_cast<float*>(into) = static_cast<float>(number);
  return true;
}

PARLEY_DECL bool reader::choice(type_table const& type, std::string_view name, void* into, place const& at) {
  choice_table const& choices = *type.choices;
  for (std::size_t i = 0; i < choices.names.size(); ++i) {
    if (choices.names[i] != name) continue;
    with_integer_type(type, [&]<class T>(T) {
      T const value = static_cast<T>(choices.values[i]);
      std::memcpy(into, &value, sizeof value);
    });
    return true;
  }
  std::string message = "must be one of ";
  for (std::size_t i = 0; i < choices.names.size(); ++i) {
    if (i != 0) message += ", ";
    message += choices.names[i];
  }
  return refuse(at, std::move(message));
}

PARLEY_DECL bool reader::list(type_table const& type, notes const& on, json const& from, void* into, place const& at) {
  sequence_table const& sequence = *type.sequence;
  if (!from.is_array()) return refuse(at, "must be a list");
  if (sequence.fixed_size != 0 && from.size() != sequence.fixed_size)
    return refuse(at, "must have " + std::to_string(sequence.fixed_size) + " items");
  // Before the elements are read: there may be a million of them.
  if (std::string broken = broken_size(on, from.size()); !broken.empty()) return refuse(at, std::move(broken));
  sequence.clear(into);
  bool good = true;
  for (std::size_t i = 0; i < from.size() && !full(); ++i)
    good = value(*type.inner, no_notes, from[i], sequence.place(into, i), place{&at, {}, i}) && good;
  return good;
}

PARLEY_DECL bool reader::map(type_table const& type, json const& from, void* into, place const& at) {
  if (!from.is_object()) return refuse(at, "must be an object");
  type.mapping->clear(into);
  bool good = true;
  for (auto member = from.begin(); member != from.end() && !full(); ++member)
    good = value(*type.inner, no_notes, *member, type.mapping->place(into, member.key()), place{&at, "*"}) && good;
  return good;
}

PARLEY_DECL bool reader::any(type_table const& type, json const& from, void* into, place const& at) {
  if (type.converter == nullptr) {
    *static_cast<json*>(into) = from;
    return true;
  }
  try {
    type.converter->read(from, into);
    return true;
  } catch (...) {  // whatever the user's function throws, it means that the value does not fit
    return refuse(at, "does not have the expected shape");
  }
}

template <class Objects>
bool reader::members(std::span<field_table const> fields, Objects const& objects, bool initial, json const& from,
                     place const& at) {
  if (!from.is_object()) return refuse(at, "must be an object");
  bool good = true;
  std::size_t known = 0;
  for (std::size_t i = 0; i < fields.size() && !full(); ++i) {
    field_table const& field = fields[i];
    place const here{&at, field.name};
    auto const member = from.find(field.name);
    if (member != from.end()) {
      ++known;
      good = value(*field.type, *field.notes, *member, objects[i], here) && good;
    } else if (is_required(field, initial ? objects[i] : nullptr)) {
      good = refuse(here, "is required");
    }
  }
  if (options_.refuse_unknown && known != from.size()) return refuse(at, "has members that it must not have");
  return good;
}

}  // namespace detail

PARLEY_DECL std::vector<violation> read(type_table const& type, notes const& on, json const& value, void* object,
                                        read_options const& options) {
  detail::reader reader(options);
  reader.value(type, on, value, object, {.name = options.path});
  return reader.take();
}

PARLEY_DECL std::vector<violation> read_members(std::span<field_table const> members, std::span<void* const> objects,
                                                json const& value, read_options const& options) {
  detail::reader reader(options);
  reader.members(members, objects, false, value, {.name = options.path});
  return reader.take();
}

}  // namespace parley

#endif
