// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parley {

// The longest line that is taken when nobody says otherwise: room for a tool result or argument of several MiB.
inline constexpr std::size_t default_max_line = std::size_t{8} << 20;

// Cuts a stream of bytes into lines (basic/transports/stdio): one message each, ended by LF or CR LF. Lines that are
// empty or hold only spaces and tabs are skipped. It looks at bytes, so that a character cut by the edge of a read is
// whole again in its line.
//
//   reader.feed(bytes);
//   for (auto item = reader.next(); item.kind != line_reader::none; item = reader.next()) …
//
// Call next() until it says `none` before feeding again: that is also when memory is given back. One reader belongs
// to one thread at a time.
class line_reader {
 public:
  enum item_kind : std::uint8_t {
    none,      // no whole line yet
    line,      // `text` is one line without its end; valid until the next call of a member
    too_long,  // a line longer than the limit was thrown away; reading goes on behind its end
  };
  struct item {
    item_kind kind = none;
    std::string_view text{};
  };

  // `max_line`: bytes before the LF, a CR included; 0 lets nothing pass. At most this and one fed piece are kept. A
  // line that grows past it is reported once, when it does, not when its end comes.
  explicit line_reader(std::size_t max_line = default_max_line) : max_line_(max_line) {}

  PARLEY_DECL void feed(std::string_view bytes);

  // The stream has ended: what stands behind the last LF is a line too.
  void finish() { finished_ = true; }

  PARLEY_DECL item next();

  // Bytes of memory held, for those who watch it.
  std::size_t capacity() const { return buffer_.capacity(); }

 private:
  PARLEY_DECL void forget_consumed();

  std::size_t max_line_;
  std::string buffer_;
  std::size_t start_ = 0;     // of the line that is being read
  std::size_t searched_ = 0;  // no LF between start_ and here
  bool skipping_ = false;     // inside a line that was too long
  bool finished_ = false;
};

// Appends one message and the LF that ends it. Line breaks inside, which in JSON can only be white space between
// tokens, become spaces, so that a value that somebody else has formatted cannot break the framing.
// Precondition: `message` is JSON.
PARLEY_DECL void append_line(std::string& out, std::string_view message);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <algorithm>

namespace parley {

PARLEY_DECL void line_reader::feed(std::string_view bytes) {
  if (skipping_) {  // keep nothing of a line that is thrown away
    std::size_t const end = bytes.find('\n');
    if (end == std::string_view::npos) return;
    skipping_ = false;
    bytes.remove_prefix(end + 1);
  }
  buffer_.append(bytes);
}

PARLEY_DECL line_reader::item line_reader::next() {
  while (true) {
    std::size_t end = buffer_.find('\n', searched_);
    bool const ended = end != std::string::npos;
    if (!ended) end = buffer_.size();
    std::string_view text(buffer_.data() + start_, end - start_);

    if (text.size() > max_line_) {
      start_ = searched_ = ended ? end + 1 : end;
      skipping_ = !ended;
      if (skipping_) forget_consumed();
      return {too_long, {}};
    }
    if (!ended && (!finished_ || text.empty())) {
      searched_ = end;
      forget_consumed();
      return {};
    }
    start_ = searched_ = ended ? end + 1 : end;
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.find_first_not_of(" \t") != std::string_view::npos) return {line, text};
  }
}

PARLEY_DECL void line_reader::forget_consumed() {
  buffer_.erase(0, start_);
  searched_ -= start_;
  start_ = 0;
  // One long line must not hold its memory for the rest of the connection's life.
  constexpr std::size_t kept = std::size_t{128} << 10;
  if (buffer_.capacity() > kept && buffer_.size() < kept / 2) buffer_.shrink_to_fit();
}

PARLEY_DECL void append_line(std::string& out, std::string_view message) {
  std::size_t const start = out.size();
  out += message;
  auto const breaks = [](char c) { return c == '\n' || c == '\r'; };
  std::replace_if(out.begin() + static_cast<std::ptrdiff_t>(start), out.end(), breaks, ' ');
  out += '\n';
}

}  // namespace parley

#endif
