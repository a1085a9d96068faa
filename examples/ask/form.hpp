// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/result.hpp>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "transport.hpp"

namespace ask {

enum class field_kind { text, integer, number, boolean, choice, choices };

// What is sent, and what the person reads in its place.
struct option {
  std::string value;
  std::string title;
};

// One field of a form. `least` and `most` bound a number's value, a text's characters, or how many choices are taken.
struct field {
  std::string name;
  std::string title{};
  std::string description{};
  field_kind kind = field_kind::text;
  std::string format{};  // of a text: email, uri, date, date-time, or empty
  std::vector<option> options{};
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool required = false;
  json preset{};  // the default; null if there is none
};

// Reads a `requestedSchema`: the flat subset of JSON Schema that an elicitation may use. Throws transport_error when
// the server sent something else.
std::vector<field> read_form(json const& schema);

// What a field takes, in a few words: "whole number, 1 to 8".
std::string describe(field const& what);

// How a value of the field reads for a person: titles in place of values, yes and no.
std::string shown_value(field const& what, json const& value);

// A field's value, or what is wrong with what was typed: "must be 1 to 8".
using answer = parley::result<json, std::string>;

// Turns what a person typed into an answer.
answer read_answer(field const& what, std::string_view typed);

}  // namespace ask
