// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// With two.cpp: two translation units that include everything make one program, and their servers work side by side.
#include <parley/parley.hpp>

#include <cstdio>
#include <string>

std::string serve_two(int argc, char** argv);

namespace {

std::string echo(parley::Arg<"text"> text) { return *text; }

}  // namespace

int main(int argc, char** argv) {
  parley::Server server{"one", "1.0.0"};
  server.tool<echo>("Says it again.");
  return parley::run(server, argc, argv) == 0 && serve_two(argc, argv) == "two" ? 0 : 1;
}
