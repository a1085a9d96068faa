// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace parley {

// Appends compact JSON to a string: one line, no white space, members in the order in which they are written. Sets
// the commas itself. What it writes is valid UTF-8 whatever it is given, and everything that parley::parse accepts
// comes back equal.
//
//   std::string text;
//   json_writer out(text);
//   out.begin_object();
//   out.key("id").integer(7);
//   out.key("ok").boolean(true);
//   out.end_object();                      // {"id":7,"ok":true}
//
// Precondition of all calls: they come in an order that makes JSON (a key before each member's value, begin and end
// in pairs); this is not checked. One writer belongs to one thread at a time; the string must outlive it.
class json_writer {
 public:
  explicit json_writer(std::string& out) : out_(&out) {}

  json_writer& begin_object() { return open('{'); }
  json_writer& end_object() { return close('}'); }
  json_writer& begin_array() { return open('['); }
  json_writer& end_array() { return close(']'); }

  // The name of the next member. Escaped like a string.
  json_writer& key(std::string_view name) {
    separate();
    quote(name);
    *out_ += ':';
    comma_ = false;
    return *this;
  }

  // Quotes, backslashes and control characters are escaped; everything else, U+2028 and U+2029 included, goes out as
  // it is. Each piece that is not UTF-8 becomes U+FFFD.
  json_writer& string(std::string_view text) {
    separate();
    quote(text);
    return *this;
  }

  // Exact, at any width.
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) json_writer& integer(Integer value) {
    separate();
    if constexpr (std::signed_integral<Integer>) {
      write_signed(value);
    } else {
      write_unsigned(value);
    }
    return *this;
  }

  // The shortest text that reads back as the same double; without a fraction when there is none. Infinities and NaN,
  // for which JSON has no words, become null.
  PARLEY_DECL json_writer& number(double value);

  json_writer& boolean(bool value) { return raw(value ? "true" : "false"); }
  json_writer& null() { return raw("null"); }

  // One value that already is JSON, copied as it is. Precondition: `text` is one complete, valid JSON value on one
  // line.
  json_writer& raw(std::string_view text) {
    separate();
    *out_ += text;
    return *this;
  }

  // A whole tree, without recursion. Values that JSON text cannot hold (binary, discarded) become null.
  PARLEY_DECL json_writer& value(json const& tree);

  // Whether all that was written can be read back as it was: no piece became U+FFFD, and no value null that was none.
  // Texts that are exact and equal stand for equal values.
  bool is_exact() const { return is_exact_; }

 private:
  // A comma if a value precedes in the same container; afterwards one does.
  void separate() {
    if (comma_) *out_ += ',';
    comma_ = true;
  }
  json_writer& open(char bracket) {
    separate();
    *out_ += bracket;
    comma_ = false;
    return *this;
  }
  json_writer& close(char bracket) {
    *out_ += bracket;
    comma_ = true;
    return *this;
  }

  PARLEY_DECL void quote(std::string_view text);
  PARLEY_DECL void write_signed(std::int64_t value);
  PARLEY_DECL void write_unsigned(std::uint64_t value);

  std::string* out_;
  // Whether a comma goes before what comes next. One flag is enough: after a closing bracket there always is a value
  // before, after an opening one or a key there never is.
  bool comma_ = false;
  bool is_exact_ = true;
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/utf8.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

namespace parley {
namespace detail {

// The length of the part at the front that goes into a JSON string as it is: printable ASCII but '"' and '\\'.
PARLEY_DECL std::size_t plain_prefix(std::string_view text) {
  constexpr std::uint64_t ones = 0x0101010101010101u;
  constexpr std::uint64_t tops = 0x8080808080808080u;
  std::size_t at = 0;
  for (; text.size() - at >= 8; at += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, text.data() + at, 8);
    // `x - ones` borrows into the top bit of a byte that is zero; a byte that only follows such a byte may be marked
    // too, which costs a second look and nothing else.
    std::uint64_t const quote = eight ^ (ones * '"');
    std::uint64_t const backslash = eight ^ (ones * '\\');
    std::uint64_t const marks = (eight - ones * ' ') | (quote - ones) | (backslash - ones) | eight;
    if ((marks & tops) != 0) break;
  }
  for (; at < text.size(); ++at) {
    auto const c = static_cast<unsigned char>(text[at]);
    if (c < ' ' || c >= 0x80 || c == '"' || c == '\\') break;
  }
  return at;
}

PARLEY_DECL void append_escaped(std::string& out, char c) {
  constexpr std::string_view from = "\"\\\b\f\n\r\t";
  constexpr std::string_view to = "\"\\bfnrt";
  out += '\\';
  if (auto const at = from.find(c); at != std::string_view::npos) {
    out += to[at];
    return;
  }
  constexpr std::string_view digits = "0123456789abcdef";
  auto const code = static_cast<unsigned char>(c);
  out += "u00";
  out += digits[code >> 4];
  out += digits[code & 15];
}

// Walks a tree and writes it; `fraction` writes the numbers that are held as doubles. The walk keeps its own stack,
// so that a deep tree costs memory and not the thread's stack.
PARLEY_DECL void write_tree(json_writer& out, json const& tree, void (*fraction)(json_writer&, double)) {
  struct level {
    json::const_iterator next, end;
    bool object;
  };
  std::vector<level> open;
  auto write_one = [&](json const& value) {
    switch (value.type()) {
      case json::value_t::object:
        out.begin_object();
        open.push_back({value.cbegin(), value.cend(), true});
        break;
      case json::value_t::array:
        out.begin_array();
        open.push_back({value.cbegin(), value.cend(), false});
        break;
      case json::value_t::string: out.string(value.get_ref<std::string const&>()); break;
      case json::value_t::boolean: out.boolean(value.get<bool>()); break;
      case json::value_t::number_integer: out.integer(value.get<std::int64_t>()); break;
      case json::value_t::number_unsigned: out.integer(value.get<std::uint64_t>()); break;
      case json::value_t::number_float: fraction(out, value.get<double>()); break;
      case json::value_t::null: out.null(); break;
      case json::value_t::binary:
      case json::value_t::discarded: out.number(std::numeric_limits<double>::quiet_NaN()); break;
    }
  };
  write_one(tree);
  while (!open.empty()) {
    level& top = open.back();
    if (top.next == top.end) {
      top.object ? out.end_object() : out.end_array();
      open.pop_back();
      continue;
    }
    auto const item = top.next++;
    if (top.object) out.key(item.key());
    write_one(*item);
  }
}

PARLEY_DECL void write_shortest(json_writer& out, double value) { out.number(value); }

}  // namespace detail

PARLEY_DECL void json_writer::quote(std::string_view text) {
  *out_ += '"';
  while (true) {
    // Sequences beyond ASCII belong to the run, so that text in any script is copied in few pieces.
    std::size_t run = 0;
    code_point next{};
    while (run < text.size()) {
      if (static_cast<unsigned char>(text[run]) < 0x80) {
        std::size_t const plain = detail::plain_prefix(text.substr(run));
        if (plain == 0) break;
        run += plain;
      } else {
        next = decode_utf8(text.substr(run));
        if (!next.valid) break;
        run += next.length;
      }
    }
    out_->append(text.data(), run);
    text.remove_prefix(run);
    if (text.empty()) break;
    if (static_cast<unsigned char>(text.front()) < 0x80) {
      detail::append_escaped(*out_, text.front());
      text.remove_prefix(1);
    } else {
      append_utf8(*out_, 0xfffd);
      is_exact_ = false;
      text.remove_prefix(next.length);
    }
  }
  *out_ += '"';
}

PARLEY_DECL void json_writer::write_signed(std::int64_t value) {
  char digits[24];
  out_->append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

PARLEY_DECL void json_writer::write_unsigned(std::uint64_t value) {
  char digits[24];
  out_->append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

PARLEY_DECL json_writer& json_writer::number(double value) {
  if (!std::isfinite(value)) {
    is_exact_ = false;
    return null();
  }
  separate();
  char digits[32];
  // From 2^53 on always with an exponent: written out, such a number would look like an integer, and readers refuse
  // or round integers of that size.
  constexpr double first_inexact = 9007199254740992.0;
  auto const end = std::fabs(value) < first_inexact
                       ? std::to_chars(digits, digits + sizeof digits, value)
                       : std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific);
  out_->append(digits, end.ptr);
  return *this;
}

PARLEY_DECL json_writer& json_writer::value(json const& tree) {
  detail::write_tree(*this, tree, &detail::write_shortest);
  return *this;
}

}  // namespace parley

#endif
