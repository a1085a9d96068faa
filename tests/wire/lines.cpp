// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/wire/lines.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace parley;
using namespace std::string_view_literals;

namespace {

// What has come so far; "<too long>" where a line was thrown away.
std::vector<std::string> drain(line_reader& reader) {
  std::vector<std::string> lines;
  for (auto item = reader.next(); item.kind != line_reader::none; item = reader.next()) {
    lines.emplace_back(item.kind == line_reader::line ? item.text : "<too long>"sv);
  }
  return lines;
}

using lines = std::vector<std::string>;

}  // namespace

TEST_CASE("lines end with LF or CR LF, and the last one with the stream", "[wire][lines][STDIO-01][C-31]") {
  line_reader reader;
  reader.feed("{\"a\":1}\r\n{\"b\":2}\n{\"c\":3}");
  CHECK(drain(reader) == lines{"{\"a\":1}", "{\"b\":2}"});
  reader.finish();
  CHECK(drain(reader) == lines{"{\"c\":3}"});
  CHECK(drain(reader).empty());
}

TEST_CASE("only one CR belongs to the end of a line", "[wire][lines][C-31]") {
  line_reader reader;
  reader.feed("a\r\r\nb\rc\n\rd\n");
  CHECK(drain(reader) == lines{"a\r", "b\rc", "\rd"});
}

TEST_CASE("blank lines are skipped", "[wire][lines][STDIO-01]") {
  line_reader reader;
  reader.feed("\n\r\n  \t\n \r\nx\n\n");
  CHECK(drain(reader) == lines{"x"});
  reader.finish();
  CHECK(drain(reader).empty());
}

TEST_CASE("where the reads are cut does not matter", "[wire][lines][C-29]") {
  std::string const stream = "{\"emoji\":\"\xf0\x9f\x98\x80\"}\r\n\nx\n0123456789 too long 0123456789 too long\nlast\r";
  lines const expected{"{\"emoji\":\"\xf0\x9f\x98\x80\"}", "x", "<too long>", "last"};
  for (std::size_t piece = 1; piece <= stream.size(); ++piece) {
    CAPTURE(piece);
    line_reader reader(20);
    lines seen;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      reader.feed(std::string_view(stream).substr(at, piece));
      for (auto& line : drain(reader)) seen.push_back(line);
    }
    reader.finish();
    for (auto& line : drain(reader)) seen.push_back(line);
    CHECK(seen == expected);
  }
}

TEST_CASE("a line may be as long as the limit and no longer", "[wire][lines][STDIO-09]") {
  line_reader reader(4);
  reader.feed("1234\n12345\n123\r\n1234\r\n12\n");
  CHECK(drain(reader) == lines{"1234", "<too long>", "123", "<too long>", "12"});
  reader.feed("12345");
  reader.finish();
  CHECK(drain(reader) == lines{"<too long>"});
  CHECK(drain(reader).empty());
}

TEST_CASE("a line without an end is reported once and takes no memory", "[wire][lines][STDIO-09][C-33]") {
  std::size_t const limit = 1 << 20;
  line_reader reader(limit);
  std::string const piece(65'536, 'x');
  int reports = 0;
  std::size_t most = 0;
  reader.feed("before\n");
  CHECK(drain(reader) == lines{"before"});
  for (int i = 0; i < 4'096; ++i) {  // 256 MiB
    reader.feed(piece);
    reports += static_cast<int>(drain(reader).size());
    most = std::max(most, reader.capacity());
  }
  CHECK(reports == 1);
  CHECK(most < 3 * limit);
  CHECK(reader.capacity() < limit / 2);
  reader.feed("tail\nafter\n");
  CHECK(drain(reader) == lines{"after"});
}

TEST_CASE("lines of several MiB come whole, and their memory is given back", "[wire][lines][C-33]") {
  line_reader reader;
  for (std::size_t size : {65'535u, 65'536u, 65'537u, 1u << 20, 5u << 20}) {
    std::string const line(size, 'y');
    reader.feed("small\n" + line + "\nsmall\n");
    CHECK(drain(reader) == lines{"small", line, "small"});
    CHECK(reader.capacity() < (std::size_t{256} << 10));
  }
}

TEST_CASE("a message goes out on one line whatever formatted it", "[wire][lines][STDIO-01]") {
  std::string out = "first\n";
  append_line(out, "{\r\n  \"a\": \"\\n\",\n  \"b\": 1\n}");
  CHECK(out == "first\n{    \"a\": \"\\n\",   \"b\": 1 }\n");
}
