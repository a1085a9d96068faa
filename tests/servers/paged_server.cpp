// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Lists of three, two on a page, for clients that must walk them.

#include <parley/parley.hpp>

using namespace parley;

namespace {

template <fixed_string Name, fixed_string Address, fixed_string Template>
void add(Server& server) {
  auto const nothing = [] { return std::string(); };
  server.tool<Name>("A tool.", nothing);
  server.prompt<Name>("A prompt.", nothing);
  server.resource<Address>("A resource.", nothing);
  server.resource<Template>("A template.", [](Arg<"x"> x) { return *x; });
}

}  // namespace

int main(int argc, char** argv) {
  Server server{"paged", "1.0.0", {.page_size = 2}};
  add<"one", "paged://one", "paged://one/{x}">(server);
  add<"two", "paged://two", "paged://two/{x}">(server);
  add<"three", "paged://three", "paged://three/{x}">(server);
  return run(server, argc, argv);
}
