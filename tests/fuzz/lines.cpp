// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// The lines of a stream do not depend on how its bytes were cut when they were read.

#include <parley/wire/lines.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::size_t max_line = 40;

void take(parley::line_reader& reader, std::vector<std::string>& lines) {
  for (auto item = reader.next(); item.kind != parley::line_reader::none; item = reader.next()) {
    lines.push_back(item.kind == parley::line_reader::line ? std::string(item.text) : "too long");
  }
}

std::vector<std::string> cut(std::string_view bytes, std::size_t piece) {
  std::vector<std::string> lines;
  parley::line_reader reader(max_line);
  while (!bytes.empty()) {
    reader.feed(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    take(reader, lines);
  }
  reader.finish();
  take(reader, lines);
  return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const bytes(reinterpret_cast<char const*>(data), size);
  auto const whole = cut(bytes, size == 0 ? 1 : size);
  for (std::size_t const piece : {1u, 2u, 7u}) {
    if (cut(bytes, piece) != whole) std::abort();
  }
  for (auto const& line : whole) {
    if (line.size() > max_line || line.find('\n') != std::string::npos) std::abort();
  }
  return 0;
}
