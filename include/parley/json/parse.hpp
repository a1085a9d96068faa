// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/value.hpp>

#include <cstddef>
#include <string_view>

namespace parley {

// What one JSON text may cost. The length in bytes is limited where bytes come in (line or body), not here.
struct parse_limits {
  // Levels of arrays and objects inside each other; `[]` has one, `[[]]` two. 0 allows only scalars. A text that is
  // deeper is refused as "too_deep". Code that walks a parsed value may recurse up to this depth.
  std::size_t max_depth = 128;
  // Values of every kind in the whole text, the outermost included; member names do not count. One value takes about
  // 16 bytes in an array and 80 in an object. A text with more is refused as "too_many_values".
  std::size_t max_values = 1'000'000;
};

// Reads one JSON text (RFC 8259) that somebody else wrote. Stricter than the JSON library where leniency would let
// two readers of the same bytes disagree:
//
//   reason of the failure   what was wrong
//   "syntax"                not JSON, not UTF-8, half a surrogate pair, text after the value, a NUL byte anywhere
//   "duplicate_key"         two members of one name in one object
//   "too_deep"              see parse_limits
//   "too_many_values"       see parse_limits
//   "number_range"          an integer outside −2^63 … 2^64−1, or a number that no double can hold
//   "out_of_memory"
//
// Integers keep their exact value; `-0` is the integer 0; a number with a fraction or an exponent is a double. A
// byte-order mark at the front is skipped, as RFC 8259 §8.1 allows. Never throws; costs O(n log k) for objects of k
// members. May be called from any thread. `detail` of a failure is safe to log: it is short and holds no control
// characters.
PARLEY_DECL result<json> parse(std::string_view text, parse_limits const& limits = {});

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace parley {
namespace detail {

// Builds a value from the events of the library's parser, and stops it at the first thing that is not allowed.
class json_builder {
 public:
  explicit json_builder(parse_limits const& limits) : limits_(limits) { open_.reserve(8); }

  json& root() { return root_; }
  failure& why() { return why_; }

  // What the library's parser calls: its SAX interface. Each returns whether to go on.
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(json::number_integer_t value) { return add(value); }
  bool number_unsigned(json::number_unsigned_t value) { return add(value); }
  bool number_float(json::number_float_t value, std::string const& token) {
    // The library turns integers beyond 64 bits into doubles, and so into other numbers, without a word.
    if (token.find_first_of(".eE") == std::string::npos) return refuse("number_range", "integer beyond 64 bits");
    return add(value);
  }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(json::binary_t&) { return refuse("syntax", "binary value"); }  // JSON text has none

  bool start_object(std::size_t) { return open(json::value_t::object); }
  bool start_array(std::size_t) { return open(json::value_t::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    auto& members = open_.back()->get_ref<json::object_t&>();
    auto const [member, fresh] = members.try_emplace(std::move(name));
    if (!fresh) return refuse("duplicate_key", printable(member->first));
    member_ = &member->second;
    return true;
  }
  bool parse_error(std::size_t position, std::string const&, json::exception const& error) {
    constexpr int number_overflow = 406;
    return refuse(error.id == number_overflow ? "number_range" : "syntax", "at byte " + std::to_string(position));
  }

 private:
  bool refuse(char const* reason, std::string detail) {
    why_ = {reason, std::move(detail)};
    return false;
  }

  template <class Value>
  json* put(Value&& value) {
    if (++values_ > limits_.max_values) {
      refuse("too_many_values", "limit " + std::to_string(limits_.max_values));
      return nullptr;
    }
    json* place = &root_;
    if (!open_.empty()) {
      if (open_.back()->is_array()) {
        return &open_.back()->get_ref<json::array_t&>().emplace_back(std::forward<Value>(value));
      }
      place = member_;
    }
    *place = std::forward<Value>(value);
    return place;
  }

  template <class Value>
  bool add(Value&& value) {
    return put(std::forward<Value>(value)) != nullptr;
  }

  bool open(json::value_t kind) {
    if (open_.size() >= limits_.max_depth) return refuse("too_deep", "limit " + std::to_string(limits_.max_depth));
    json* const container = put(kind);
    if (container == nullptr) return false;
    open_.push_back(container);
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  // A member name for the log: at most 64 bytes, everything but printable ASCII as '?'.
  static std::string printable(std::string_view name) {
    std::string text(name.substr(0, 64));
    for (char& c : text) {
      if (c < ' ' || c > '~') c = '?';
    }
    return text;
  }

  parse_limits const& limits_;
  json root_;
  std::vector<json*> open_;  // the containers around the next value, outermost first
  json* member_ = nullptr;   // where the value of the last key goes
  std::size_t values_ = 0;
  failure why_{"syntax"};
};

}  // namespace detail

PARLEY_DECL result<json> parse(std::string_view text, parse_limits const& limits) {
  try {
    // The library takes a NUL byte between tokens for the end of the text and would ignore what follows it.
    if (text.find('\0') != std::string_view::npos) return refused{failure{"syntax", "NUL byte"}};
    detail::json_builder builder(limits);
    if (json::sax_parse(text.data(), text.data() + text.size(), &builder)) return std::move(builder.root());
    return refused{std::move(builder.why())};
  } catch (std::exception const&) {  // bad_alloc, or length_error, which is the same in other words
    return refused{failure{"out_of_memory"}};
  }
}

}  // namespace parley

#endif
