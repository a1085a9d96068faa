// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What the fuzzers share. Where an input has several parts, each but the last is one line of it, so that seeds can be
// read and written by hand.

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

// Ends the run when something that was promised does not hold; libFuzzer then keeps the input.
inline void require(bool holds, char const* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%d: this was promised\n", file, line);
  std::abort();
}

class fuzz_input {
 public:
  fuzz_input(unsigned char const* data, std::size_t size) : rest_(reinterpret_cast<char const*>(data), size) {}

  std::string_view line() {
    auto const text = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(text.size() < rest_.size() ? text.size() + 1 : text.size());
    return text;
  }
  std::string_view rest() const { return rest_; }
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};
