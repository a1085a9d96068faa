// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// A program of somebody who uses the library; each folder beside this file builds it in another way.
#include <parley/parley.hpp>

#include <string>

struct Confirm {
  bool ok;
};

parley::Elicit<Confirm> confirm(parley::Arg<"service"> service) { return {parley::message("Restart {}?", service)}; }

std::string restart(parley::Arg<"service"> service, parley::Resolve<confirm> sure) {
  return sure->ok ? "restarted " + *service : *service + " left alone";
}

int main(int argc, char** argv) {
  parley::Server server{"consumer", PARLEY_VERSION};
  server.tool<restart>("Restart a service after the user confirms.");
  return parley::run(server, argc, argv);
}
