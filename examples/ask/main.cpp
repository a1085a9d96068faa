// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// A host in the terminal for MCP revision 2026-07-28, and for servers that know none but older ones: it calls one tool,
// gets one prompt or reads one resource, puts the server's questions to the person, and prints the result. options.cpp
// has the command line, session.cpp the handshake and the rounds, person.cpp the questions.

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string_view>

#include "options.hpp"
#include "print.hpp"
#include "session.hpp"

namespace {

enum exit_status { done = 0, tool_failed = 1, wrong_usage = 2, refused = 3, unreachable = 4 };

ask::json const& choose_tool(ask::json const& tools, std::string const& name) {
  if (name.empty() && tools.size() == 1) return tools.front();
  auto const found =
      std::find_if(tools.begin(), tools.end(), [&](ask::json const& tool) { return tool.value("name", "") == name; });
  if (found == tools.end()) {
    throw ask::usage_error(name.empty() ? "the server has several tools: choose one with --tool, see them with --list"
                                        : "the server has no tool " + name + "; see what it has with --list");
  }
  return *found;
}

void list(ask::session& session) {
  auto const able = session.discover().value("capabilities", ask::json::object());
  auto const print_all = [&](std::string const& kind, void (*print)(ask::json const&)) {
    for (auto const& entry : session.list(kind)) print(entry);
  };
  if (able.contains("tools")) print_all("tools", ask::print_tool);
  if (able.contains("prompts")) print_all("prompts", ask::print_prompt);
  if (!able.contains("resources")) return;
  print_all("resources", ask::print_resource);
  print_all("resources/templates", ask::print_resource);
}

ask::json use(ask::session& session, ask::options const& options) {
  if (!options.resource.empty()) return session.read_resource(options.resource);
  if (!options.prompt.empty()) return session.get_prompt(options.prompt, options.arguments);
  auto const tools = session.list("tools");
  auto const& tool = choose_tool(tools, options.tool);
  return session.call_tool(tool, ask::typed_arguments(options.arguments, tool));
}

int run(ask::options const& options) {
  auto const server = options.command.empty() ? ask::connect_http(options.url, options.headers, options.limit)
                                              : ask::start_child(options.command, options.limit);
  bool const at_terminal = options.answers.empty() && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  auto const person = at_terminal ? ask::at_terminal() : ask::scripted(options.answers);
  ask::session session(*server, *person, {.elicitation = options.elicitation, .roots = options.roots},
                       options.revision);
  session.begin();

  if (options.list) {
    list(session);
    return done;
  }
  auto const result = use(session, options);
  std::cout << "\n";
  ask::print_result(result);
  return result.value("isError", false) ? tool_failed : done;
}

}  // namespace

int main(int argc, char** argv) {
  if (std::any_of(argv + 1, argv + argc, [](std::string_view word) { return word == "--help"; })) {
    std::cout << ask::usage;
    return done;
  }
  try {
    return run(ask::read_options(argc, argv));
  } catch (ask::usage_error const& error) {
    std::cerr << "ask: " << error.what() << "\nask --help says more\n";
    return wrong_usage;
  } catch (ask::refusal const& refusal) {
    ask::print_error(refusal.error);
    return refused;
  } catch (ask::transport_error const& error) {
    std::cerr << "ask: " << error.what() << "\n";
    return unreachable;
  } catch (ask::json::exception const&) {
    std::cerr << "ask: the server sent a message of another shape than the specification has\n";
    return unreachable;
  }
}
