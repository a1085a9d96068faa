// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Text that somebody else chose, made fit to stand in a question that a person answers.
//
// A file name, a title or a model's words can carry a line break that fakes a second sentence, a right-to-left override
// that turns "fdp.exe" around, or a link to click on. Here everything stays, and everything shows. What no code can
// tell is a letter that only looks like another one.

#include <parley/core/ascii.hpp>
#include <parley/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace parley {

// How many code points one value may take up in a message, counted as shown, quotes not included.
inline constexpr std::size_t shown_text_limit = 120;

struct shown_text {
  std::string text{};
  bool cut = false;  // something was left out of the middle
};

// `value` on one line between double quotes:
// - a quote and a backslash get a backslash in front; line feed, carriage return and tab become \n, \r, \t;
// - code points that are invisible, that format other text, or that mean nothing to anybody else (controls,
//   bidirectional marks, zero-width and unusual spaces, variation selectors, tags, private use) become \u{202e};
// - bytes that are not UTF-8 become \x{ff};
// - what a host would turn into a link is broken: https[:]//example.com, www[.]example.com, mailto[:]a@example.com,
//   and the parenthesis in [text](target); so are tags and character references, as some hosts render Markdown or
//   HTML: [<]b>, [&]#8238;
// - combining marks without a letter, or more than three on one, which would be drawn over their neighbours, become
//   \u{301} too;
// - past `limit` code points the middle gives way to "…". A limit of 0 shows only that.
PARLEY_DECL shown_text show_text(std::string_view value, std::size_t limit = shown_text_limit);

namespace detail {

// Whether a reader could not see a code point, or would see it act on its neighbours. The ranges are Unicode 15's
// general categories Cc, Cf, Co, Zl, Zp, Zs and its Default_Ignorable_Code_Point, without U+0020 and the ideographic
// space U+3000 (which is as visible as a space can be), with the blank letters and the noncharacters. Emoji joined by
// invisible code points come out in parts, which is the price of showing what hides in them.
constexpr bool is_hidden(char32_t code) {
  struct range {
    char32_t first, last;
  };
  constexpr range ranges[] = {
      {0x0000, 0x001f},   {0x007f, 0x00a0},   {0x00ad, 0x00ad},    {0x034f, 0x034f},   {0x0600, 0x0605},
      {0x061c, 0x061c},   {0x06dd, 0x06dd},   {0x070f, 0x070f},    {0x0890, 0x0891},   {0x08e2, 0x08e2},
      {0x115f, 0x1160},   {0x1680, 0x1680},   {0x17b4, 0x17b5},    {0x180b, 0x180f},   {0x2000, 0x200f},
      {0x2028, 0x202f},   {0x205f, 0x206f},   {0x2800, 0x2800},    {0x3164, 0x3164},   {0xd800, 0xf8ff},
      {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},    {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
      {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f},  {0x16fe4, 0x16fe4}, {0x1bca0, 0x1bca3},
      {0x1d159, 0x1d159}, {0x1d173, 0x1d17a}, {0x40000, 0x10ffff},
  };
  if ((code & 0xfffe) == 0xfffe) return true;
  auto const* after = std::upper_bound(std::begin(ranges), std::end(ranges), code,
                                       [](char32_t value, range const& one) { return value < one.first; });
  return after != std::begin(ranges) && code <= (after - 1)->last;
}

// Whether `word`, in lower case, stands right before position `end` and nothing of a longer word before it.
constexpr bool word_ends_at(std::string_view text, std::size_t end, std::string_view word) {
  if (end < word.size()) return false;
  std::size_t const begin = end - word.size();
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (ascii_lower(text[begin + i]) != word[i]) return false;
  }
  if (begin == 0) return true;
  char const before = text[begin - 1];
  return !is_ascii_alpha(before) && !is_ascii_digit(before) && before != '_';
}

// Whether the character at `at` is the one without which the text around it would not become a link: the colon of
// "https://" or "mailto:x", the dot of "www.x", the parenthesis of "[x](y)".
constexpr bool makes_link(std::string_view text, std::size_t at) {
  std::string_view const rest = text.substr(at);
  if (rest.front() == '(') return at != 0 && text[at - 1] == ']';
  if (rest.front() == '.') return word_ends_at(text, at, "www");
  if (rest.front() != ':') return false;
  if (rest.starts_with("://")) return true;
  if (rest.size() < 2 || rest[1] == ' ') return false;
  for (std::string_view scheme : {"mailto", "tel", "sms", "xmpp", "data", "javascript", "vbscript"}) {
    if (word_ends_at(text, at, scheme)) return true;
  }
  return false;
}

// Whether the character at `at` begins what HTML or Markdown would read as something else than text: a tag, a link in
// angle brackets, a character reference.
constexpr bool makes_markup(std::string_view text, std::size_t at) {
  std::string_view rest = text.substr(at + 1);
  if (text[at] == '<')
    return !rest.empty() &&
           (is_ascii_alpha(rest.front()) || rest.front() == '/' || rest.front() == '!' || rest.front() == '?');
  if (text[at] != '&') return false;
  if (rest.starts_with('#')) rest.remove_prefix(1);
  std::size_t length = 0;
  while (length < rest.size() && (is_ascii_alpha(rest[length]) || is_ascii_digit(rest[length]))) ++length;
  return length != 0 && length < rest.size() && rest[length] == ';';
}

// The marks that are made to stand on any letter: the combining blocks, not the vowel signs of a script.
constexpr bool is_mark(char32_t code) {
  return (code >= 0x0300 && code <= 0x036f) || (code >= 0x0483 && code <= 0x0489) ||
         (code >= 0x1ab0 && code <= 0x1aff) || (code >= 0x1dc0 && code <= 0x1dff) ||
         (code >= 0x20d0 && code <= 0x20ff) || (code >= 0xfe20 && code <= 0xfe2f);
}

constexpr bool contains_link(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (makes_link(text, at)) return true;
  }
  return false;
}

}  // namespace detail
}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/utf8.hpp>

#include <charconv>
#include <vector>

namespace parley {
namespace detail {

// Appends \u{202e}.
PARLEY_DECL void append_escape(std::string& out, char letter, std::uint32_t value) {
  char digits[8];
  char* const end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
  ((out += '\\') += letter) += '{';
  out.append(digits, end) += '}';
}

// Whether the mark at `at` has no letter, or stands on one that has three already.
PARLEY_DECL bool is_stray_mark(std::string_view text, std::size_t at) {
  constexpr int most = 3;
  for (int marks = 0; marks < most; ++marks) {
    if (at == 0) return true;
    do --at;
    while (at != 0 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80);
    auto const before = decode_utf8(text.substr(at));
    if (!before.valid || !is_mark(before.value)) return !before.valid || is_hidden(before.value);
  }
  return true;
}

// Appends what stands for the code point at `at`, and returns how many bytes of `text` that was.
PARLEY_DECL std::size_t append_shown(std::string& out, std::string_view text, std::size_t at) {
  char const c = text[at];
  if (c == '"' || c == '\\') {
    (out += '\\') += c;
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\r') {
    out += "\\r";
  } else if (c == '\t') {
    out += "\\t";
  } else if (makes_link(text, at) || makes_markup(text, at)) {
    ((out += '[') += c) += ']';
  } else {
    auto const next = decode_utf8(text.substr(at));
    if (!next.valid) {
      for (std::size_t i = 0; i < next.length; ++i) append_escape(out, 'x', static_cast<unsigned char>(text[at + i]));
    } else if (is_hidden(next.value) || (is_mark(next.value) && is_stray_mark(text, at))) {
      append_escape(out, 'u', static_cast<std::uint32_t>(next.value));
    } else {
      out.append(text.substr(at, next.length));
    }
    return next.length;
  }
  return 1;
}

// The same text in steps that must not be split by a cut: an escape is shown whole or not at all.
struct shown_steps {
  std::string text{};
  struct step {
    std::size_t end;   // in `text`
    std::size_t size;  // in code points
  };
  std::vector<step> steps{};
  std::size_t size = 0;  // of all steps, in code points

  // Shows `whole` from `begin` on until `end`, or until more than `enough` code points came of it.
  void show(std::string_view whole, std::size_t begin, std::size_t end, std::size_t enough) {
    while (begin < end && size <= enough) {
      std::size_t const before = text.size();
      begin += append_shown(text, whole, begin);
      steps.push_back({text.size(), count_code_points(std::string_view(text).substr(before))});
      size += steps.back().size;
    }
  }
};

}  // namespace detail

PARLEY_DECL shown_text show_text(std::string_view value, std::size_t limit) {
  detail::shown_steps head;
  head.show(value, 0, value.size(), limit);
  if (head.size <= limit) return {'"' + head.text + '"', false};

  std::size_t const room = limit == 0 ? 0 : limit - 1;  // one for the ellipsis
  std::size_t const front = room - room / 2;
  while (head.size > front) {
    head.size -= head.steps.back().size;
    head.steps.pop_back();
  }
  head.text.resize(head.steps.empty() ? 0 : head.steps.back().end);

  // The end of a long value is found from behind: no code point has more than four bytes.
  std::size_t begin = value.size() - std::min(value.size(), 4 * (room / 2));
  for (int i = 0; i < 3 && begin < value.size() && (static_cast<unsigned char>(value[begin]) & 0xc0) == 0x80; ++i)
    ++begin;
  detail::shown_steps tail;
  tail.show(value, begin, value.size(), std::string_view::npos - 1);
  std::size_t skip = 0;
  std::size_t from = 0;
  while (tail.size > room / 2) {
    tail.size -= tail.steps[skip].size;
    from = tail.steps[skip++].end;
  }
  return {'"' + head.text + "…" + tail.text.substr(from) + '"', true};
}

}  // namespace parley

#endif
