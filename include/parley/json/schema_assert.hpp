// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// The keywords of a compiled schema that look at a value itself and apply no other schema: the vocabulary of
// validation.

#include <parley/core/config.hpp>
#include <parley/json/check.hpp>
#include <parley/json/schema_program.hpp>
#include <parley/json/schema_words.hpp>
#include <parley/json/value.hpp>

#if PARLEY_DEFINITIONS

#include <parley/core/utf8.hpp>
#include <parley/json/canonical.hpp>
#include <parley/json/number.hpp>
#include <parley/json/schema_keywords.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley::detail {

// What one check of one value has found and may still spend, and the assertions, which find and spend.
class schema_assertions {
 public:
  explicit schema_assertions(schema_program const& program)
      : program_(program), steps_(program.limits.max_steps), looks_(program.limits.max_pattern_looks) {}

 protected:
  // Leaves the check when a limit is reached; what was found so far is then worth nothing.
  struct stop {
    char const* why;
  };

  // Whether the value keeps to an instruction that applies no schema. Notes it if not.
  PARLEY_DECL bool assertion(schema_instruction const& what, json const& value, value_place const& at);

  PARLEY_DECL bool matches(std::uint32_t which, std::string_view text);

  void step(std::size_t count = 1) {
    if (steps_ < count) throw stop{"it takes more steps than the schema's limits allow"};
    steps_ -= count;
  }
  // `words` makes the message; it is called only if there is someone to read it. Returns false.
  template <class Words>
  bool refuse(value_place const& at, Words words) {
    if (quiet_ == 0 && !full()) found_.push_back({pointer_to(at), std::string(words())});
    return false;
  }
  bool full() const { return found_.size() >= program_.limits.max_violations; }

  schema_program const& program_;
  std::vector<violation> found_;
  std::size_t quiet_ = 0;  // not 0: only whether the value is good is asked for

 private:
  PARLEY_DECL bool type(unsigned wanted, json const& value, value_place const& at);
  PARLEY_DECL bool constant(json const& wanted, json const& value, value_place const& at);
  PARLEY_DECL bool choice(json const& choices, json const& value, value_place const& at);
  PARLEY_DECL bool numeric(schema_instruction const& what, json const& value, value_place const& at);
  PARLEY_DECL bool sized(std::uint64_t size, std::string_view unit, std::uint32_t counts, value_place const& at);
  PARLEY_DECL bool required(std::vector<std::string> const& names, json const& value, value_place const& at,
                            std::string const* because);
  PARLEY_DECL bool unique(json const& list, value_place const& at);
  PARLEY_DECL bool equal(json const& a, json const& b);

  std::size_t steps_;
  std::size_t looks_;
};

PARLEY_DECL bool schema_assertions::assertion(schema_instruction const& what, json const& value,
                                              value_place const& at) {
  auto const text = [&value]() -> std::string const& { return value.get_ref<std::string const&>(); };
  switch (what.op) {
    case schema_op::never: return refuse(at, [] { return "must not be there"; });
    case schema_op::type: return type(what.a, value, at);
    case schema_op::constant: return constant(program_.values[what.a], value, at);
    case schema_op::choice: return choice(program_.values[what.a], value, at);
    case schema_op::length: return !value.is_string() || sized(count_code_points(text()), " character", what.a, at);
    case schema_op::pattern:
      return !value.is_string() || matches(what.a, text()) ||
             refuse(at, [] { return "must match the pattern of the schema"; });
    case schema_op::item_count: return !value.is_array() || sized(value.size(), " item", what.a, at);
    case schema_op::property_count: return !value.is_object() || sized(value.size(), " member", what.a, at);
    case schema_op::unique_items: return !value.is_array() || unique(value, at);
    case schema_op::required: return required(program_.name_lists[what.a], value, at, nullptr);
    case schema_op::dependent_required: {
      std::string const& name = program_.names[what.a];
      return find_member(value, name) == nullptr || required(program_.name_lists[what.b], value, at, &name);
    }
    case schema_op::is_schema:
      return is_schema(value, what.a, [this] { step(); }) ||
             refuse(at, [] { return "must be a valid JSON Schema (2020-12)"; });
    default: return !value.is_number() || numeric(what, value, at);
  }
}

PARLEY_DECL bool schema_assertions::matches(std::uint32_t which, std::string_view text) {
  step();
  auto const answer = program_.patterns[which].search(text, looks_);
  if (answer == pattern::answer::too_costly) throw stop{"a text is too long or too intricate for a pattern"};
  return answer == pattern::answer::yes;
}

PARLEY_DECL bool schema_assertions::type(unsigned wanted, json const& value, value_place const& at) {
  unsigned bits = 0;
  if (value.is_null()) bits = type_bits::null;
  if (value.is_boolean()) bits = type_bits::boolean;
  if (value.is_object()) bits = type_bits::object;
  if (value.is_array()) bits = type_bits::array;
  if (value.is_string()) bits = type_bits::string;
  if (value.is_number()) bits = type_bits::number | (is_whole(value) ? type_bits::integer : 0);
  return (bits & wanted) != 0 || refuse(at, [wanted] { return type_words(wanted); });
}

PARLEY_DECL bool schema_assertions::constant(json const& wanted, json const& value, value_place const& at) {
  return equal(wanted, value) || refuse(at, [&] { return choice_words(json::array({wanted})); });
}

PARLEY_DECL bool schema_assertions::choice(json const& choices, json const& value, value_place const& at) {
  for (json const& each : choices) {
    if (equal(each, value)) return true;
  }
  return refuse(at, [&] { return choice_words(choices); });
}

PARLEY_DECL bool schema_assertions::numeric(schema_instruction const& what, json const& value, value_place const& at) {
  json const& bound = program_.values[what.a];
  auto const order = compare_numbers(value, bound);
  auto check = [&](bool good, std::string_view words) {
    return good || refuse(at, [&] { return number_words(words, bound); });
  };
  switch (what.op) {
    case schema_op::minimum: return check(std::is_gteq(order), "must be at least ");
    case schema_op::maximum: return check(std::is_lteq(order), "must be at most ");
    case schema_op::exclusive_minimum: return check(std::is_gt(order), "must be more than ");
    case schema_op::exclusive_maximum: return check(std::is_lt(order), "must be less than ");
    default: return check(is_multiple(value, bound), "must be a multiple of ");
  }
}

PARLEY_DECL bool schema_assertions::sized(std::uint64_t size, std::string_view unit, std::uint32_t counts,
                                          value_place const& at) {
  auto const& range = program_.counts[counts];
  return (size >= range.least && size <= range.most) ||
         refuse(at, [&] { return size_words(size, range.least, unit, range.most); });
}

PARLEY_DECL bool schema_assertions::required(std::vector<std::string> const& names, json const& value,
                                             value_place const& at, std::string const* because) {
  if (!value.is_object()) return true;
  bool good = true;
  for (std::string const& name : names) {
    step();
    if (find_member(value, name) != nullptr) continue;
    good = refuse({&at, &name}, [because] {
      return because == nullptr ? std::string("is required") : "is required together with " + *because;
    });
    if (quiet_ != 0) break;
  }
  return good;
}

// By the one text that equal values share. Sorted, because hashes can be made to collide.
PARLEY_DECL bool schema_assertions::unique(json const& list, value_place const& at) {
  std::vector<std::string> texts;
  for (json const& each : list) {
    texts.push_back(canonical(each));
    step(1 + texts.back().size() / 16);
  }
  std::sort(texts.begin(), texts.end());
  return std::adjacent_find(texts.begin(), texts.end()) == texts.end() ||
         refuse(at, [] { return "must not have the same item twice"; });
}

// Recursion is bounded by the depth of the schema, to which `a` belongs.
PARLEY_DECL bool schema_assertions::equal(json const& a, json const& b) {
  step();
  if (a.is_number()) return b.is_number() && std::is_eq(compare_numbers(a, b));
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (a.is_array()) {
    return std::equal(a.begin(), a.end(), b.begin(), [this](json const& x, json const& y) { return equal(x, y); });
  }
  if (!a.is_object()) return a == b;
  for (auto x = a.begin(), y = b.begin(); x != a.end(); ++x, ++y) {
    if (x.key() != y.key() || !equal(*x, *y)) return false;
  }
  return true;
}

}  // namespace parley::detail

#endif
