// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "person.hpp"
#include "transport.hpp"

namespace ask {

// The command line cannot be understood; the text says why.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What the command line says.
struct options {
  std::vector<std::string> command{};  // the server to start; or
  std::string url{};                   // where it is
  header_list headers{};               // for HTTP: sent with every request
  std::chrono::seconds limit{300};     // for one answer of the server, or between two events of a stream

  bool list = false;
  std::string tool{};
  std::string prompt{};                            // or
  std::string resource{};                          // its URI
  std::map<std::string, std::string> arguments{};  // as typed

  std::string revision = "2026-07-28";
  bool elicitation = true;
  std::vector<std::string> roots{};
  script answers{};
};

// Reads the command line; throws usage_error.
options read_options(int argc, char const* const* argv);

// The page that --help prints.
extern char const* const usage;

// The arguments of a call: each as the tool's schema has it. What is typed for a string is the string; anything else is
// read as JSON, and as a string if it is not JSON.
json typed_arguments(std::map<std::string, std::string> const& typed, json const& tool);

}  // namespace ask
