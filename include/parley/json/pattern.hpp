// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// The keyword `pattern` of JSON Schema. The only file of parley that names Boost.Regex, of which it uses the headers
// alone.

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>

#include <cstddef>
#include <memory>
#include <string_view>

namespace parley {

// A regular expression of ECMA-262 in Unicode mode, as JSON Schema 2020-12 (core §6.4) asks for: not anchored, made of
// code points, with \d, \w and \s of ASCII and its kin. json/pattern_syntax.hpp says what is not supported; such a
// pattern is refused, never read in another way. A look behind must be of one length.
//
// Cheap to copy. Const calls may be made from several threads at once.
class pattern {
 public:
  // Reads a pattern. A failure has the reason "pattern"; its detail follows the words "the pattern", for the author:
  // "has a '(' that is not closed".
  static PARLEY_DECL result<pattern> compile(std::string_view utf8);

  enum class answer : unsigned char {
    no,
    yes,
    too_costly  // more looks at characters than there are left, or more than 4 MB to come back to
  };

  // Whether some part of the text matches. `looks` is how many more times a character may be looked at; it goes down by
  // at least the length of the text, and faster where the engine has to go back. What is not UTF-8 in the text is
  // U+FFFD. Does not throw, except for lack of memory.
  PARLEY_DECL answer search(std::string_view utf8, std::size_t& looks) const;

 private:
  struct program;
  explicit pattern(std::shared_ptr<program const> compiled) : program_(std::move(compiled)) {}

  std::shared_ptr<program const> program_;
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/utf8.hpp>
#include <parley/json/pattern_syntax.hpp>

#include <boost/regex.hpp>

#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string>

namespace parley {
namespace detail {

// What the engine has to know of characters. In a translated pattern it is asked for nothing but their order.
struct pattern_traits {
  using char_type = char32_t;
  using size_type = std::size_t;
  using string_type = std::u32string;
  using locale_type = int;
  using char_class_type = std::uint32_t;

  static size_type length(char_type const* text) { return std::char_traits<char_type>::length(text); }
  char_type translate(char_type c) const { return c; }
  char_type translate_nocase(char_type c) const { return c; }
  string_type transform(char_type const* first, char_type const* last) const { return {first, last}; }
  string_type transform_primary(char_type const* first, char_type const* last) const { return {first, last}; }
  // The engine insists that classes such as "w" exist.
  char_class_type lookup_classname(char_type const*, char_type const*) const { return 1; }
  string_type lookup_collatename(char_type const*, char_type const*) const { return {}; }
  bool isctype(char_type, char_class_type) const { return false; }
  int value(char_type c, int) const { return c >= U'0' && c <= U'9' ? static_cast<int>(c - U'0') : -1; }
  locale_type imbue(locale_type) { return 0; }
  locale_type getloc() const { return 0; }
};

// Thrown through the engine, which is safe, when a search has used up what it may.
struct pattern_too_costly {};

// Walks over the text that is searched and pays for each look.
class paid_iterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = char32_t;
  using difference_type = std::ptrdiff_t;
  using pointer = char32_t const*;
  using reference = char32_t;

  paid_iterator() = default;
  paid_iterator(char32_t const* at, std::size_t& looks) : at_(at), looks_(&looks) {}

  char32_t operator*() const { return look(at_); }
  char32_t operator[](difference_type offset) const { return look(at_ + offset); }
  paid_iterator& operator++() { return *this += 1; }
  paid_iterator& operator--() { return *this -= 1; }
  paid_iterator operator++(int) {
    auto const before = *this;
    ++at_;
    return before;
  }
  paid_iterator operator--(int) {
    auto const before = *this;
    --at_;
    return before;
  }
  paid_iterator& operator+=(difference_type offset) {
    at_ += offset;
    return *this;
  }
  paid_iterator& operator-=(difference_type offset) {
    at_ -= offset;
    return *this;
  }
  friend paid_iterator operator+(paid_iterator it, difference_type offset) { return it += offset; }
  friend paid_iterator operator-(paid_iterator it, difference_type offset) { return it -= offset; }
  friend difference_type operator-(paid_iterator a, paid_iterator b) { return a.at_ - b.at_; }
  friend bool operator==(paid_iterator a, paid_iterator b) { return a.at_ == b.at_; }
  friend bool operator!=(paid_iterator a, paid_iterator b) { return a.at_ != b.at_; }
  friend bool operator<(paid_iterator a, paid_iterator b) { return a.at_ < b.at_; }
  friend bool operator>(paid_iterator a, paid_iterator b) { return a.at_ > b.at_; }
  friend bool operator<=(paid_iterator a, paid_iterator b) { return a.at_ <= b.at_; }
  friend bool operator>=(paid_iterator a, paid_iterator b) { return a.at_ >= b.at_; }

 private:
  char32_t look(char32_t const* at) const {
    if (*looks_ == 0) throw pattern_too_costly{};
    --*looks_;
    return *at;
  }

  char32_t const* at_ = nullptr;
  std::size_t* looks_ = nullptr;
};

}  // namespace detail

struct pattern::program {
  boost::basic_regex<char32_t, detail::pattern_traits> regex;
};

PARLEY_DECL result<pattern> pattern::compile(std::string_view utf8) {
  auto translated = detail::translate_pattern(utf8);
  if (!translated) return refused{std::move(translated.error())};
  try {
    auto compiled = std::make_shared<program>();
    compiled->regex.assign(*translated, boost::regex_constants::perl | boost::regex_constants::nosubs);
    return pattern(std::move(compiled));
  } catch (std::runtime_error const&) {  // boost::regex_error is one
    return refused{
        failure{"pattern", "is not supported; a look behind that is not of one length is the likely reason"}};
  }
}

PARLEY_DECL pattern::answer pattern::search(std::string_view utf8, std::size_t& looks) const {
  if (utf8.size() > looks) return answer::too_costly;
  std::u32string text;
  text.reserve(utf8.size());
  for (code_point next; !utf8.empty(); utf8.remove_prefix(next.length)) {
    next = decode_utf8(utf8);
    text += next.value + detail::pattern_offset;
  }
  looks -= text.size();
  try {
    boost::match_results<detail::paid_iterator> found;
    detail::paid_iterator const first(text.data(), looks);
    bool const matches =
        boost::regex_search(first, first + static_cast<std::ptrdiff_t>(text.size()), found, program_->regex,
                            boost::regex_constants::match_any | boost::regex_constants::match_nosubs);
    return matches ? answer::yes : answer::no;
  } catch (detail::pattern_too_costly const&) {
    return answer::too_costly;
  } catch (std::runtime_error const&) {  // the engine's own limits
    return answer::too_costly;
  }
}

}  // namespace parley

#endif
