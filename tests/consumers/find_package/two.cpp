// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/parley.hpp>

#include <string>

namespace {

struct Confirm {
  bool ok;
};

parley::Elicit<Confirm> confirm(parley::Arg<"text"> text) { return {parley::message("Say {}?", text)}; }

std::string echo(parley::Arg<"text"> text, parley::Resolve<confirm> sure) { return sure->ok ? *text : "nothing"; }

}  // namespace

std::string serve_two(int argc, char** argv) {
  parley::Server server{"two", "1.0.0"};
  server.tool<echo>("Says it again after a question.");
  return parley::run(server, argc, argv) == 0 ? "two" : "";
}
