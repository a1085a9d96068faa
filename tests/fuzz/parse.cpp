// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Whatever the text, parse() returns; and what it takes survives being written and read again.

#include <parley/json/canonical.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/writer.hpp>

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  auto const value = parley::parse(text, {.max_depth = 32, .max_values = 10'000});
  if (!value) return 0;

  std::string written;
  parley::json_writer(written).value(*value);
  auto const again = parley::parse(written);
  if (!again || *again != *value) std::abort();

  // A canonical text need not be readable: a double between 2^64 and 10^21 stands there as an integer.
  auto const digest = parley::canonical(*value);
  if (parley::canonical(*again) != digest) std::abort();
  auto const reread = parley::parse(digest);
  if (reread && parley::canonical(*reread) != digest) std::abort();
  return 0;
}
