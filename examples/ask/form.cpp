// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include "form.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace ask {
namespace {

std::vector<option> read_options(json const& schema) {
  std::vector<option> options;
  for (char const* titled : {"oneOf", "anyOf"}) {
    for (auto const& one : schema.value(titled, json::array())) {
      options.push_back({one.at("const").get<std::string>(), one.value("title", one.at("const").get<std::string>())});
    }
  }
  auto const names = schema.value("enumNames", json::array());
  for (auto const& value : schema.value("enum", json::array())) {
    auto const index = options.size();
    options.push_back({value.get<std::string>(), (index < names.size() ? names[index] : value).get<std::string>()});
  }
  return options;
}

field read_field(std::string const& name, json const& schema) {
  field made{.name = name, .title = schema.value("title", ""), .description = schema.value("description", "")};
  auto const bounds = [&](char const* least, char const* most) {
    made.least = schema.value(least, made.least);
    made.most = schema.value(most, made.most);
  };
  auto const type = schema.value("type", "");
  if (type == "boolean") {
    made.kind = field_kind::boolean;
  } else if (type == "integer" || type == "number") {
    made.kind = type == "integer" ? field_kind::integer : field_kind::number;
    bounds("minimum", "maximum");
  } else if (type == "array") {
    made.kind = field_kind::choices;
    made.options = read_options(schema.at("items"));
    bounds("minItems", "maxItems");
  } else if (type == "string") {
    made.options = read_options(schema);
    if (!made.options.empty()) made.kind = field_kind::choice;
    made.format = schema.value("format", "");
    bounds("minLength", "maxLength");
  } else {
    throw transport_error("the form's field " + name + " has a type that a form may not have");
  }
  made.preset = schema.value("default", json());
  return made;
}

// "1 to 8 ", "at least 1 ", "at most 8 ", or nothing.
std::string range(double least, double most) {
  auto const number = [](double value) {
    std::array<char, 32> text{};
    return std::string(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
  };
  if (std::isfinite(least) && std::isfinite(most)) return number(least) + " to " + number(most);
  if (std::isfinite(least)) return "at least " + number(least);
  if (std::isfinite(most)) return "at most " + number(most);
  return "";
}

std::string lowered(std::string_view text) {
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return low;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// The option that is meant by its number in the list, its value or its title.
option const* find_option(field const& what, std::string_view typed) {
  std::size_t number = 0;
  auto const [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), number);
  if (error == std::errc() && end == typed.data() + typed.size() && number >= 1 && number <= what.options.size()) {
    return &what.options[number - 1];
  }
  auto const found = std::find_if(what.options.begin(), what.options.end(), [&](option const& one) {
    return one.value == typed || lowered(one.title) == lowered(typed);
  });
  return found == what.options.end() ? nullptr : &*found;
}

template <class Number>
std::optional<Number> read_number(std::string_view typed) {
  Number value{};
  auto const [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), value);
  if (error != std::errc() || end != typed.data() + typed.size()) return std::nullopt;
  return value;
}

// A first look, so that a slip is found before it travels; the server decides.
bool looks_like(std::string const& format, std::string_view text) {
  auto const matches = [&](std::string_view pattern) {
    return text.size() >= pattern.size() &&
           std::equal(pattern.begin(), pattern.end(), text.begin(),
                      [](char want, char have) { return want == '0' ? have >= '0' && have <= '9' : want == have; });
  };
  if (format == "email") {
    auto const at = text.find('@');
    return at != std::string_view::npos && at > 0 && at + 1 < text.size() && text.find(' ') == std::string_view::npos;
  }
  if (format == "uri") return text.find(':') != std::string_view::npos && text.find(' ') == std::string_view::npos;
  if (format == "date") return text.size() == 10 && matches("0000-00-00");
  if (format == "date-time") return matches("0000-00-00T00:00:00");
  return true;
}

answer read_text(field const& what, std::string_view typed) {
  auto const characters = static_cast<double>(
      std::count_if(typed.begin(), typed.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  if (characters < what.least || characters > what.most) {
    return parley::refused{"needs " + range(what.least, what.most) + " characters"};
  }
  if (!looks_like(what.format, typed))
    return parley::refused{"does not look like a value of the format " + what.format};
  return json(typed);
}

answer read_choices(field const& what, std::string_view typed) {
  json taken = json::array();
  while (!typed.empty()) {
    auto const comma = std::min(typed.find(','), typed.size());
    auto const* one = find_option(what, trimmed(typed.substr(0, comma)));
    if (one == nullptr)
      return parley::refused{"is not one of the choices: " + std::string(trimmed(typed.substr(0, comma)))};
    if (std::find(taken.begin(), taken.end(), one->value) == taken.end()) taken.push_back(one->value);
    typed.remove_prefix(std::min(comma + 1, typed.size()));
  }
  auto const count = static_cast<double>(taken.size());
  if (count < what.least || count > what.most)
    return parley::refused{"needs " + range(what.least, what.most) + " of the choices"};
  return taken;
}

template <class Number>
answer read_bounded(field const& what, std::string_view typed, char const* otherwise) {
  auto const value = read_number<Number>(typed);
  if (!value) return parley::refused{otherwise};
  if (static_cast<double>(*value) < what.least || static_cast<double>(*value) > what.most) {
    return parley::refused{"must be " + range(what.least, what.most)};
  }
  return json(*value);
}

}  // namespace

std::vector<field> read_form(json const& schema) {
  std::vector<field> fields;
  try {
    auto const required = schema.value("required", json::array());
    for (auto const& [name, property] : schema.at("properties").items()) {
      fields.push_back(read_field(name, property));
      fields.back().required = std::find(required.begin(), required.end(), name) != required.end();
    }
  } catch (json::exception const&) {
    throw transport_error("the server sent a form that is not one");
  }
  return fields;
}

std::string describe(field const& what) {
  auto text = [&]() -> std::string {
    switch (what.kind) {
      case field_kind::boolean: return "yes or no";
      case field_kind::integer: return "whole number";
      case field_kind::number: return "number";
      case field_kind::choice: return "one of the choices";
      case field_kind::choices: return "choices, with commas between";
      case field_kind::text: return what.format.empty() ? "text" : what.format;
    }
    return "";
  }();
  if (auto const bounds = range(what.least, what.most); !bounds.empty()) {
    text += ", " + bounds + (what.kind == field_kind::text ? " characters" : "");
  }
  if (!what.preset.is_null()) {
    text += ", usually " + shown_value(what, what.preset);
  } else if (!what.required) {
    text += ", may be left out";
  }
  return text;
}

std::string shown_value(field const& what, json const& value) {
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_array()) {
    std::string list;
    for (auto const& one : value) list += (list.empty() ? "" : ", ") + shown_value(what, one);
    return list;
  }
  if (!value.is_string()) return value.dump();
  auto const found = std::find_if(what.options.begin(), what.options.end(),
                                  [&](option const& one) { return one.value == value.get<std::string>(); });
  return found == what.options.end() ? value.get<std::string>() : found->title;
}

answer read_answer(field const& what, std::string_view typed) {
  switch (what.kind) {
    case field_kind::boolean: {
      auto const low = lowered(trimmed(typed));
      for (char const* yes : {"yes", "y", "true", "1"}) {
        if (low == yes) return json(true);
      }
      for (char const* no : {"no", "n", "false", "0"}) {
        if (low == no) return json(false);
      }
      return parley::refused{"must be yes or no"};
    }
    case field_kind::integer: return read_bounded<long long>(what, trimmed(typed), "must be a whole number");
    case field_kind::number: return read_bounded<double>(what, trimmed(typed), "must be a number");
    case field_kind::choice: {
      auto const* one = find_option(what, trimmed(typed));
      if (one == nullptr) return parley::refused{"is not one of the choices"};
      return json(one->value);
    }
    case field_kind::choices: return read_choices(what, typed);
    case field_kind::text: break;
  }
  return read_text(what, typed);
}

}  // namespace ask
