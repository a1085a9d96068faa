// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/environment.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/schema_validator.hpp>
#include <parley/protocol/annotations.hpp>
#include <parley/protocol/cache_hint.hpp>
#include <parley/protocol/capabilities.hpp>
#include <parley/protocol/icon.hpp>
#include <parley/server/ledger.hpp>
#include <parley/state/guard.hpp>
#include <parley/state/key_ring.hpp>
#include <parley/state/principal.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

namespace detail {
struct handler_table;
}

// What happens when a resolver must ask and the client did not declare that it can be asked in that way.
enum class when_unaskable : std::uint8_t {
  refuse,   // default: JSON-RPC error -32021, `data.requiredCapabilities` names all that is missing (basic/index)
  explain,  // a tool result with isError that says that confirmation is needed and that nothing was done
};

// Whether a tool's flows are kept in the server's ledger, so that one yes runs one action, once.
enum class ledger_use : std::uint8_t {
  by_default,  // kept in the server's ledger
  none,        // never: the author knows that running twice is harmless
};

// What a tool says of itself beside its signature. Every member has a default; use designated initialisers.
struct tool_options {
  std::string title{};              // for people; empty: the name is shown
  std::vector<icon> icons{};        // TYPE-03
  std::optional<bool> read_only{};  // readOnlyHint and its kin: absent means the specification's default
  std::optional<bool> destructive{};
  std::optional<bool> idempotent{};
  std::optional<bool> open_world{};
  // Runs a plain handler on the thread that reads the network, for work of microseconds. Default: on the pool.
  bool inline_handler = false;
  // Refuses arguments that the signature does not name; the schema then says `additionalProperties: false`.
  bool strict_arguments = false;
  when_unaskable unaskable = when_unaskable::refuse;
  // Client capabilities without which the tool cannot run at all: checked before anything else runs (META-10).
  client_capabilities required{};
  ledger_use ledger = ledger_use::by_default;
  // The body says with Context::committed() from where on it has done something. When it throws before, the same
  // answers may be sent again (once-06). Default: a body that throws anything but not_started may have done it.
  bool marks_commit = false;
  std::string meta{};  // `_meta` of the tool in tools/list: a JSON object as text, or empty
};

// Suggests values for one argument of a prompt, or one variable of a resource template: made by completer<…>()
// (server/completer.hpp).
struct Completer {
  std::string argument{};
  std::shared_ptr<detail::handler_table const> handler{};
};

// What a prompt says of itself beside its signature (server/prompts).
struct prompt_options {
  std::string title{};
  std::vector<icon> icons{};
  bool inline_handler = false;
  when_unaskable unaskable = when_unaskable::refuse;  // `explain`: -32603 that says it
  client_capabilities required{};
  ledger_use ledger = ledger_use::by_default;
  // Who suggests values for arguments: `{completer<"city", complete_city>()}` (server/completer.hpp). Arguments that
  // are enumerations suggest theirs by themselves.
  std::vector<Completer> completers{};
  std::string meta{};  // `_meta` of the prompt in prompts/list: a JSON object as text, or empty
};

// What a resource, or a template of resources, says of itself beside its signature (server/resources).
struct resource_options {
  std::string name{};       // empty: that of the function; of a lambda: the URI
  std::string title{};      // for people; empty: the name is shown
  std::string mime_type{};  // of contents that do not say; empty: text/plain for text, or what a described type has
  std::optional<std::uint64_t> size{};  // bytes, raw, if known; not of a template
  std::vector<icon> icons{};
  parley::annotations annotations{};
  cache_hint cache{};  // of what is read; default: not to be kept
  bool inline_handler = false;
  when_unaskable unaskable = when_unaskable::refuse;
  client_capabilities required{};
  ledger_use ledger = ledger_use::by_default;
  std::vector<Completer> completers{};  // of a template's variables
  std::string meta{};
};

// What a server says and how it behaves. Every member has a default; use designated initialisers.
struct server_options {
  // What people read of the server (Implementation); empty or none: left out.
  std::string title{};
  std::string description{};
  std::string website_url{};  // https or http
  std::vector<icon> icons{};
  // How a model should use the server, in a few sentences (DiscoverResult); empty: left out.
  std::string instructions{};
  // Whether results carry the server's name and version in `_meta` (META-08). server/discover always does.
  bool identify = true;

  // The keys that seal requestState. Default: one drawn at start, so that states end with the process.
  key_options keys{};
  // How long a state lives, how many rounds a flow may take, how large it may grow.
  state_limits state{};
  // Names the service inside states: only servers of one audience open each other's. Empty: the server's name. Give
  // replicas the same, and two services that share keys different ones.
  std::string audience{};
  // Remembers which flows have run, so that one yes runs one action, once. Null, the default: a memory_ledger of this
  // server's own, so that after a restart, and on another process, clients start over. To do without:
  // std::make_shared<no_ledger>().
  std::shared_ptr<parley::ledger> ledger{};

  cache_hint discover_cache{};
  cache_hint tools_cache{};
  cache_hint prompts_cache{};
  cache_hint resources_cache{};  // resources/list and resources/templates/list; each resource has a hint of its own
  // Entries on one page of a list. 0, the default: all of them, since every page costs the client a round trip.
  std::size_t page_size = 0;

  // Whether a caller may make this request now, for limits on rates (SEC-14): asked for tools/call, prompts/get,
  // resources/read, completion/complete and subscriptions/listen, before anything is looked up, with the name or URI
  // that the request is for, as the client wrote it: in a completion that of `ref`; empty where there is none. When
  // not, it is answered -32603 "Too many requests; try again later". Called on threads that read the network, several
  // at once, and must be quick. Empty, the default: always.
  std::function<bool(principal const&, std::string_view method, std::string_view target)> admit{};
  // Which resources a caller may read and subscribe to; the others are answered as if they were not there (RES-11,
  // SUB-17). `uri` is the one spelling of its address: as the resource was registered, or as the template writes its
  // values. Called on threads that read the network, several at once, before any handler, and for each resource that a
  // stream wants to watch. Empty, the default: all. They are listed all the same.
  std::function<bool(principal const&, std::string_view uri)> may_read{};
  // Streams of subscriptions/listen that are open at the same time, 1 or more; one too many is refused. Over HTTP each
  // holds a connection, so this should stay well below http_options::max_connections.
  std::size_t max_subscriptions = 512;
  // Resources that one such stream may watch, 1 or more.
  std::size_t max_watched_resources = 1024;
  // Extensions that the program brings: identifier, such as "com.example/audit", and its settings as a JSON object
  // (basic/index, "Extensions"; META-12, META-14). Off unless they stand here.
  std::map<std::string, std::string> extensions{};

  // Bytes of one message, 1 or more; default 8 MiB (stdio: a line; HTTP: a body). A longer one is refused unread.
  std::size_t max_message_size = std::size_t{8} << 20;
  // What one message may cost once it is read.
  parse_limits limits{};

  // Makes the validators of hand-written schemas (server/hand_written.hpp). Empty, the default: compile_schema of
  // json/schema_validator.hpp.
  schema_compiler schemas{};

  // Clocks, randomness, and the operator's log.
  environment world = system_environment();
};

}  // namespace parley
