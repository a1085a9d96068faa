// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>
#include <parley/json/writer.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parley {

// The id of a request, or a progress token: a string or an integer of up to 64 bits, which goes back exactly as it came
// (basic/index; PRG-06). "7" and 7 are two ids. An empty one stands for "none": a notification, or an id that could not
// be read.
class request_id {
 public:
  request_id() = default;
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) static request_id integer(Integer value) {
    return {form::integer, std::to_string(value)};
  }
  static request_id string(std::string value) { return {form::string, std::move(value)}; }

  // Nothing when the value is neither a string nor an integer. 1.0 is not taken for 1: it could not be echoed as it
  // came.
  PARLEY_DECL static std::optional<request_id> from_json(json const& value);

  bool has_value() const { return form_ != form::none; }
  // A string's characters, or an integer's digits.
  std::string_view text() const { return text_; }

  // As one JSON value. Precondition: has_value().
  PARLEY_DECL void write(json_writer& out) const;

  bool operator==(request_id const&) const = default;
  std::size_t hash() const { return std::hash<std::string>{}(text_) + static_cast<std::size_t>(form_); }

 private:
  enum class form : std::uint8_t { none, integer, string };
  request_id(form which, std::string text) : form_(which), text_(std::move(text)) {}

  form form_ = form::none;
  std::string text_{};
};

}  // namespace parley

template <>
struct std::hash<parley::request_id> {
  std::size_t operator()(parley::request_id const& id) const noexcept { return id.hash(); }
};

#if PARLEY_DEFINITIONS

namespace parley {

PARLEY_DECL std::optional<request_id> request_id::from_json(json const& value) {
  if (value.is_string()) return string(value.get_ref<std::string const&>());
  if (value.is_number_unsigned()) return integer(value.get<std::uint64_t>());
  if (value.is_number_integer()) return integer(value.get<std::int64_t>());
  return std::nullopt;
}

PARLEY_DECL void request_id::write(json_writer& out) const {
  form_ == form::string ? out.string(text_) : out.raw(text_);
}

}  // namespace parley

#endif
