// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// The first program of the README: a tool that runs only after the person's yes.

// [doc:first-program]
#include <parley/parley.hpp>
using namespace parley;

struct Confirm {
  bool ok;
};

Elicit<Confirm> confirm_restart(Arg<"service"> service) {
  return {message("Restart {}? Requests in flight are dropped.", service)};
}

std::string restart_service(Arg<"service", std::string, "Name of the unit"> service, Resolve<confirm_restart> confirm) {
  return confirm->ok ? "restarted " + *service : *service + " left alone";
}

int main(int argc, char** argv) {
  Server server{"ops", "1.0.0"};
  server.tool<restart_service>("Restart a service after the user confirms.");
  return run(server, argc, argv);  // --stdio (default) or --http 127.0.0.1:8080
}
// [/doc:first-program]
