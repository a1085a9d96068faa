// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>

#include <string>

namespace parley {

// The one text that stands for a value, for digests: two values get the same text exactly when they are equal as JSON,
// however they were spelled. It follows RFC 8785 (JSON Canonicalization Scheme) except in two places:
//
//  - Integers, and doubles without a fraction inside the same range (−2^63 … 2^64−1), are exact decimals: `1.0` and
//    `1e0` equal `1`, `-0` and `-0.0` equal `0`, and 9007199254740993 does not fall together with 9007199254740992,
//    as it does in RFC 8785, where every number is a double.
//  - Members are sorted by the bytes of their names in UTF-8, which is the order of code points; RFC 8785 sorts by
//    UTF-16 code units.
//
// It is made for digests, not for reading back: as in RFC 8785, a double between 2^64 and 10^21 looks like an integer,
// and parley::parse refuses integers of that size.
//
// Precondition: the strings are UTF-8 and the numbers finite, which holds for everything parley::parse returns. Pure;
// does not recurse; may be called from any thread.
PARLEY_DECL std::string canonical(json const& value);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/json/writer.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parley {
namespace detail {

// A finite double other than zero as ECMAScript's Number::toString lays it out (ECMA-262 §6.1.6.1.20), which RFC 8785
// refers to. The shortest digits and the exponent come from std::to_chars.
PARLEY_DECL std::string ecmascript_number(double value) {
  char scientific[32];
  auto const end =
      std::to_chars(scientific, scientific + sizeof scientific, std::fabs(value), std::chars_format::scientific);
  std::string_view const text(scientific, static_cast<std::size_t>(end.ptr - scientific));
  std::size_t const mark = text.find('e');
  std::string digits;
  for (char c : text.substr(0, mark)) {
    if (c != '.') digits += c;
  }
  std::string_view exponent = text.substr(mark + 1);
  if (exponent.front() == '+') exponent.remove_prefix(1);
  int power = 0;
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);

  std::string out = value < 0 ? "-" : "";
  int const count = static_cast<int>(digits.size());
  int const point = power + 1;  // digits before the decimal point
  if (count <= point && point <= 21) {
    out += digits;
    out.append(static_cast<std::size_t>(point - count), '0');
  } else if (0 < point && point <= 21) {
    out += digits.substr(0, static_cast<std::size_t>(point)) + '.' + digits.substr(static_cast<std::size_t>(point));
  } else if (-6 < point && point <= 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-point), '0');
    out += digits;
  } else {
    out += digits.front();
    if (count > 1) out += '.' + digits.substr(1);
    out += power < 0 ? "e-" : "e+";
    out += std::to_string(power < 0 ? -power : power);
  }
  return out;
}

PARLEY_DECL void write_canonical_number(json_writer& out, double value) {
  constexpr double two_to_63 = 9223372036854775808.0;
  constexpr double two_to_64 = 18446744073709551616.0;
  if (std::trunc(value) == value && value >= -two_to_63 && value < two_to_64) {
    if (value < 0) {
      out.integer(static_cast<std::int64_t>(value));
    } else {
      out.integer(static_cast<std::uint64_t>(value));
    }
  } else if (std::isfinite(value)) {
    out.raw(ecmascript_number(value));
  } else {
    out.null();
  }
}

}  // namespace detail

PARLEY_DECL std::string canonical(json const& value) {
  std::string text;
  json_writer out(text);
  detail::write_tree(out, value, &detail::write_canonical_number);
  return text;
}

}  // namespace parley

#endif
