// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/bearer_tokens.hpp>
#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/server/session_options.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

// What the command line of parley::run says. Pure: nothing is opened or checked against the machine here.
struct run_options {
  enum class action : std::uint8_t { serve_stdio, serve_http, show_help, show_version };

  action what = action::serve_stdio;
  std::string host{};                          // serve_http: a name or an address, IPv6 without its brackets
  std::uint16_t port = 0;                      // serve_http: 0 lets the system choose
  std::vector<std::string> allowed_hosts{};    // serve_http: values of Host beside the loopback names
  std::vector<std::string> allowed_origins{};  // serve_http: values of Origin beside those of loopback
  std::vector<named_token> tokens{};           // serve_http: empty lets everybody in, anonymously
  std::string ledger{};                        // "none", "memory" or a file; empty: not given
  std::string tls_certificate{};               // serve_http: files; both or neither
  std::string tls_key{};
  std::optional<std::chrono::milliseconds> state_ttl{};
  std::vector<std::string> state_keys{};  // hexadecimal; the first one seals
  // Clients of older revisions; absent: `sessions`. `stateless` is of serve_http.
  std::optional<session_mode> handshake{};
};

// Reads the arguments after the program's name. Both `--option VALUE` and `--option=VALUE` are taken.
// The failure's `detail` is one sentence for the person at the keyboard; it never quotes a token or a key.
PARLEY_DECL result<run_options> parse_run_options(std::span<char const* const> arguments);

// What --help prints.
PARLEY_DECL std::string run_usage(std::string_view program);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/uri.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace parley {
namespace detail {

inline refused<failure> bad_usage(std::string sentence) { return refused{failure{"usage", std::move(sentence)}}; }

// "127.0.0.1:8080", "localhost:0", "[::1]:8080".
PARLEY_DECL bool read_address(std::string_view text, run_options& into) {
  auto const colon = text.rfind(':');
  if (colon == std::string_view::npos) return false;
  auto host = text.substr(0, colon);
  auto const port = text.substr(colon + 1);
  if (host.starts_with('[')) {
    if (!host.ends_with(']')) return false;
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return false;  // an IPv6 address without brackets: where it ends is a guess
  }
  auto const [end, error] = std::from_chars(port.data(), port.data() + port.size(), into.port);
  if (host.empty() || port.empty() || error != std::errc{} || end != port.data() + port.size()) return false;
  into.host = host;
  return true;
}

PARLEY_DECL std::optional<std::chrono::milliseconds> read_seconds(std::string_view text) {
  double seconds = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds, std::chars_format::fixed);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(seconds) || seconds < 0.001 || seconds > 1e9) return std::nullopt;
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

PARLEY_DECL std::optional<session_mode> read_session_mode(std::string_view word) {
  if (word == "sessions") return session_mode::sessions;
  if (word == "stateless") return session_mode::stateless;
  if (word == "none") return session_mode::off;
  return std::nullopt;
}

PARLEY_DECL result<void> take_token(std::string_view text, run_options& into) {
  auto const equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) return bad_usage("--token wants NAME=VALUE");
  std::string const name(text.substr(0, equals));
  auto const value = text.substr(equals + 1);
  if (!is_bearer_token(value)) {
    return bad_usage("the value of --token " + name + " is empty or holds a character that no bearer token may hold");
  }
  for (auto const& other : into.tokens) {
    if (other.value == value) return bad_usage("--token " + name + " has the same value as --token " + other.name);
  }
  into.tokens.push_back({name, std::string(value)});
  return {};
}

PARLEY_DECL result<void> take_option(std::string_view name, std::string_view value, run_options& into) {
  auto once = [&](std::string& member) -> result<void> {
    if (!member.empty()) return bad_usage(std::string(name) + " is given twice");
    if (value.empty()) return bad_usage(std::string(name) + " wants a value");
    member = value;
    return {};
  };
  if (name == "--http") {
    if (!into.host.empty()) return bad_usage("--http is given twice");
    if (!read_address(value, into)) return bad_usage("--http wants HOST:PORT, such as 127.0.0.1:8080 or [::1]:0");
    into.what = run_options::action::serve_http;
  } else if (name == "--token") {
    return take_token(value, into);
  } else if (name == "--allow-host" || name == "--allow-origin") {
    if (value.empty()) return bad_usage(std::string(name) + " wants a value");
    (name == "--allow-host" ? into.allowed_hosts : into.allowed_origins).emplace_back(value);
  } else if (name == "--handshake") {
    if (into.handshake) return bad_usage("--handshake is given twice");
    into.handshake = read_session_mode(value);
    if (!into.handshake) return bad_usage("--handshake wants sessions, stateless or none");
  } else if (name == "--state-ttl") {
    if (into.state_ttl) return bad_usage("--state-ttl is given twice");
    into.state_ttl = read_seconds(value);
    if (!into.state_ttl)
      return bad_usage("--state-ttl wants a number of seconds of at least 0.001, such as 600 or 2.5");
  } else if (name == "--state-key") {
    into.state_keys.emplace_back(value);
  } else if (name == "--ledger") {
    return once(into.ledger);
  } else if (name == "--tls-cert") {
    return once(into.tls_certificate);
  } else {
    return once(into.tls_key);
  }
  return {};
}

// What only makes sense together, or not together.
PARLEY_DECL result<void> check_combination(run_options const& options, bool stdio) {
  bool const http = !options.host.empty();
  if (stdio && http) return bad_usage("--stdio and --http exclude each other");
  if (!http && !options.tokens.empty()) return bad_usage("--token needs --http");
  if (!http && !(options.allowed_hosts.empty() && options.allowed_origins.empty())) {
    return bad_usage("--allow-host and --allow-origin need --http");
  }
  if (options.tls_certificate.empty() != options.tls_key.empty()) {
    return bad_usage("--tls-cert and --tls-key go together");
  }
  if (!http && !options.tls_key.empty()) return bad_usage("--tls-cert and --tls-key need --http");
  if (!http && options.handshake == session_mode::stateless) return bad_usage("--handshake stateless needs --http");
  if (http && options.allowed_hosts.empty() && !is_loopback_host(options.host)) {
    return bad_usage("--http on an address that is not loopback needs --allow-host with the name that clients use");
  }
  return {};
}

}  // namespace detail

PARLEY_DECL result<run_options> parse_run_options(std::span<char const* const> arguments) {
  constexpr std::string_view with_value[] = {"--http",      "--token",     "--allow-host", "--allow-origin",
                                             "--state-ttl", "--state-key", "--ledger",     "--tls-cert",
                                             "--tls-key",   "--handshake"};
  run_options options;
  bool stdio = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view const word = arguments[i];
    if (word == "--help" || word == "-h") {
      options.what = run_options::action::show_help;
      return options;
    }
    if (word == "--version") {
      options.what = run_options::action::show_version;
      return options;
    }
    if (word == "--stdio") {
      stdio = true;
      continue;
    }
    auto const equals = word.find('=');
    auto const name = word.substr(0, equals);
    // Only what is certainly a name is repeated: a word that is out of place may be a token.
    if (std::find(std::begin(with_value), std::end(with_value), name) == std::end(with_value)) {
      bool const is_option = name.substr(0, 2) == "--";
      return detail::bad_usage(is_option
                                   ? "unknown option " + std::string(name)
                                   : "only options are expected, but argument " + std::to_string(i + 1) + " is none");
    }
    std::string_view value;
    if (equals != std::string_view::npos) {
      value = word.substr(equals + 1);
    } else if (++i < arguments.size()) {
      value = arguments[i];
    } else {
      return detail::bad_usage(std::string(name) + " wants a value");
    }
    if (auto taken = detail::take_option(name, value, options); !taken) return refused{taken.error()};
  }
  if (auto sound = detail::check_combination(options, stdio); !sound) return refused{sound.error()};
  return options;
}

PARLEY_DECL std::string run_usage(std::string_view program) {
  return "usage: " + std::string(program) + R"( [--stdio | --http HOST:PORT] [options]

  --stdio                serve one client on standard input and output (default)
  --http HOST:PORT       serve Streamable HTTP at /mcp; port 0 lets the system choose
  --token NAME=VALUE     let in only clients with this bearer token; may be repeated
  --allow-host HOST      a value of the Host header to accept beside the loopback names; may be repeated
  --allow-origin ORIGIN  a value of the Origin header to accept beside loopback; may be repeated
  --tls-cert FILE        PEM certificate chain; with --tls-key
  --tls-key FILE         PEM private key; with --tls-cert
  --state-ttl SECONDS    how long a client may take to answer a question
  --state-key HEX        key of 32 bytes or more that seals requestState; may be repeated, the first one seals
  --ledger WHICH         where it is kept which calls have run: none, memory (default), or a file if the program has that
  --handshake HOW        clients of revisions before 2026-07-28: sessions (default), stateless (with --http: nothing is
                         remembered, and nobody can be asked), or none
  --help, --version
)";
}

}  // namespace parley

#endif
