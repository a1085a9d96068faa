// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <functional>
#include <memory>
#include <string>

namespace parley {

class Server;
class ledger;

// The main function of a server program: reads the command line (run_options.hpp; `--help` lists it), serves until the
// client has gone or the process is told to end by SIGINT or SIGTERM, and returns what main should return: 0; 1 when
// the server cannot start, with the reason on standard error; 2 when the command line is wrong.
//
// On either signal calls under way are given some time to end (stdio_options, http_options); a second signal ends the
// process at once. A handler that does not return even after it has been cancelled does not hold the process up: it is
// ended, without destructors.
//
// `--ledger FILE` is there for programs that give a function to open one, such as open_sqlite_ledger
// (parley/sqlite/sqlite_ledger.hpp); what it throws is a reason not to start.
using ledger_opener = std::function<std::shared_ptr<ledger>(std::string const& file)>;
PARLEY_DECL int run(Server& server, int argc, char const* const* argv, ledger_opener const& open_ledger = {});

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/asio/bearer_tokens.hpp>
#include <parley/asio/http_server.hpp>
#include <parley/asio/run_options.hpp>
#include <parley/asio/stdio.hpp>
#include <parley/core/uri.hpp>
#include <parley/crypto/openssl.hpp>
#include <parley/server/memory_ledger.hpp>
#include <parley/server/server.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace parley {
namespace detail {

PARLEY_DECL void say(std::FILE* where, std::string const& text) {
  std::fwrite(text.data(), 1, text.size(), where);
  std::fflush(where);
}

// Serves until it is over, or until one of the signals has asked for the end and it has come.
template <class Transport>
void serve_until_signal(boost::asio::io_context& io, boost::asio::signal_set& signals, Server& server,
                        Transport& transport) {
  signals.async_wait([&](boost::system::error_code error, int) {
    if (error) return;
    transport.stop();
    signals.async_wait([](boost::system::error_code again, int number) {
      if (!again) std::_Exit(128 + number);
    });
  });
  transport.start([&] { signals.cancel(); });
  io.run();
  if (transport.join(std::chrono::milliseconds(500))) return;
  server.options().world.log(
      {severity::warning, "handlers_abandoned", "a handler did not return after it was cancelled"});
  std::_Exit(EXIT_SUCCESS);
}

// Keys and times from the command line take the place of those that the program gave. Throws as Server::seal_states.
PARLEY_DECL void apply_state_options(Server& server, run_options const& command) {
  if (command.state_keys.empty() && !command.state_ttl) return;
  auto keys = server.options().keys;
  if (!command.state_keys.empty()) {
    auto const algorithm = keys.algorithm;
    keys = {};
    for (auto const& digits : command.state_keys) keys.keys.push_back(state_key_from_hex(digits, algorithm));
  }
  auto limits = server.options().state;
  if (command.state_ttl) {
    limits.round_time = *command.state_ttl;
    limits.flow_time = std::max(limits.flow_time, limits.round_time);
  }
  server.seal_states(keys, limits);
}

PARLEY_DECL void apply_ledger(Server& server, run_options const& command, ledger_opener const& open) {
  if (command.ledger == "none") return server.keep_flows(std::make_shared<no_ledger>());
  if (command.ledger == "memory") {
    auto const& world = server.options().world;
    return server.keep_flows(std::make_shared<memory_ledger>(ledger_limits{}, world));
  }
  if (command.ledger.empty()) return;
  if (!open) throw std::invalid_argument("this program keeps no ledger in a file");
  server.keep_flows(open(command.ledger));
}

PARLEY_DECL http_options http_options_of(run_options const& command) {
  http_options options;
  options.host = command.host;
  options.port = command.port;
  options.access.hosts = command.allowed_hosts;
  options.access.origins = command.allowed_origins;
  if (command.handshake) options.sessions.mode = *command.handshake;
  if (!command.tokens.empty()) options.authenticate = bearer_tokens(command.tokens, default_primitives<>::get());
  if (!command.tls_key.empty()) {
    options.tls.emplace();
    options.tls->certificate_chain = command.tls_certificate;
    options.tls->private_key = command.tls_key;
  }
  return options;
}

PARLEY_DECL void serve(Server& server, run_options const& command) {
  server.check();
  boost::asio::io_context io(1);
  // Before anybody is told that the server is there, and so may tell it to end.
  boost::asio::signal_set signals(io, SIGINT, SIGTERM);
  if (command.what == run_options::action::serve_http) {
    http_server transport(io, server, http_options_of(command));
    if (command.tokens.empty() && !is_loopback_host(command.host)) {
      server.options().world.log({severity::warning, "everybody_let_in", "other machines can call without a token"});
    }
    say(stderr, "listening on " + transport.url() + "\n");
    serve_until_signal(io, signals, server, transport);
  } else {
    stdio_options options;
    options.handshake = command.handshake != session_mode::off;
    stdio_server transport(io, server, options);
    serve_until_signal(io, signals, server, transport);
  }
}

}  // namespace detail

PARLEY_DECL int run(Server& server, int argc, char const* const* argv, ledger_opener const& open_ledger) {
  std::string const program = argc > 0 ? argv[0] : server.name();
  std::span<char const* const> arguments;
  if (argc > 1) arguments = {argv + 1, static_cast<std::size_t>(argc - 1)};
  auto const command = parse_run_options(arguments);
  if (!command) {
    detail::say(stderr, program + ": " + command.error().detail + "\nTry " + program + " --help\n");
    return 2;
  }
  switch (command->what) {
    case run_options::action::show_help: detail::say(stdout, run_usage(program)); return EXIT_SUCCESS;
    case run_options::action::show_version:
      detail::say(stdout, server.name() + " " + server.version() + " (parley " PARLEY_VERSION ")\n");
      return EXIT_SUCCESS;
    default: break;
  }
  int otherwise = 2;  // while it is the command line that is at fault
  try {
    detail::apply_state_options(server, *command);
    otherwise = EXIT_FAILURE;
    detail::apply_ledger(server, *command, open_ledger);
    detail::serve(server, *command);
    return EXIT_SUCCESS;
  } catch (std::exception const& thrown) {
    detail::say(stderr, program + ": " + thrown.what() + "\n");
    return otherwise;
  }
}

}  // namespace parley

#endif
