// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/fixed_string.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/message.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/server/caller.hpp>
#include <parley/server/exchange.hpp>
#include <parley/server/feature_table.hpp>
#include <parley/server/options.hpp>
#include <parley/server/service.hpp>
#include <parley/state/primitives.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace parley {

struct ToolDefinition;
struct PromptDefinition;
struct ResourceDefinition;

namespace detail {
class engine;
}

// An MCP server: tools, prompts and resources, and the engine that answers messages. It waits for nothing and owns no
// thread; transports (asio/) bring messages and carry answers, and `handle` serves programs that have messages of their
// own.
//
// All of these may be added and removed at any time from any thread, while calls run: a call that has found its handler
// keeps it, and clients that listen for it are told (subscriptions/listen).
// Everything that is wrong with a registration is thrown by that registration. All members may be called from several
// threads at once. A Server stays where it is, since drivers refer to it.
class Server {
 public:
  // A server with the primitives of crypto/openssl.hpp, which <parley/parley.hpp> includes. `name` and `version` are
  // what clients are told (Implementation) and must not be empty. Throws std::invalid_argument when an option is out of
  // its range or a key is no good; the sentence says which.
  template <class Late = void>
  Server(std::string name, std::string version, server_options options = {})
      : Server(default_primitives<Late>::get(), std::move(name), std::move(version), std::move(options)) {}

  // The same with primitives of the program's own, which must not be null.
  PARLEY_DECL Server(std::shared_ptr<primitives const> crypto, std::string name, std::string version,
                     server_options options = {});

  Server(Server const&) = delete;
  Server& operator=(Server const&) = delete;
  PARLEY_DECL ~Server();

  // Adds a tool: a function, a member function of `object`, or a lambda under a name. The signature says what the model
  // supplies, what the person is asked and what the tool gives back (server/parameters.hpp). Throws std::logic_error
  // when the name is taken or is not 1 to 128 of A-Z a-z 0-9 _ - . (TOOL-04), or an option is no good.
  template <auto Handler>
  requires(!std::is_member_function_pointer_v<decltype(Handler)>) void tool(std::string description,
                                                                            tool_options options = {});
  template <auto Member, class Object>
  requires std::is_member_function_pointer_v<decltype(Member)>
  void tool(Object& object, std::string description, tool_options options = {});
  template <fixed_string Name, class Handler>
  void tool(std::string description, Handler handler, tool_options options = {});

  // Adds a prompt in the same three ways. Its arguments are strings on the wire, so their types are those that one text
  // can tell (server/textual.hpp); what it may return is in server/feature_result.hpp. Throws std::logic_error when the
  // name is taken or is not 1 to 128 bytes without control characters, or an option is no good.
  template <auto Handler>
  requires(!std::is_member_function_pointer_v<decltype(Handler)>) void prompt(std::string description,
                                                                              prompt_options options = {});
  template <auto Member, class Object>
  requires std::is_member_function_pointer_v<decltype(Member)>
  void prompt(Object& object, std::string description, prompt_options options = {});
  template <fixed_string Name, class Handler>
  void prompt(std::string description, Handler handler, prompt_options options = {});

  // Adds a resource at `Address`, an absolute URI, or a template of resources when the address is a URI template with
  // variables (RFC 6570; core/uri_template.hpp): each Arg of the handler is one of them. A resource goes before the
  // templates that fit its URI, and of two templates the one that was added first. A URI whose variables, once decoded,
  // hold what could lead elsewhere ("..", a slash where none belongs) is not found (RES-07); variables of a query
  // (`{?q}`) may hold anything. Spellings of one URI that mean the same by RFC 3986 §6.2.2 are the same. A request
  // tries the templates one after the other, so hundreds of them cost each read. Throws std::logic_error when the
  // address is taken or an option is no good.
  template <fixed_string Address, auto Handler>
  requires(!std::is_member_function_pointer_v<decltype(Handler)>) void resource(std::string description,
                                                                                resource_options options = {});
  template <fixed_string Address, auto Member, class Object>
  requires std::is_member_function_pointer_v<decltype(Member)>
  void resource(Object& object, std::string description, resource_options options = {});
  template <fixed_string Address, class Handler>
  void resource(std::string description, Handler handler, resource_options options = {});

  // Add features whose schemas are written by hand, for programs that learn at run time what they serve; the handlers
  // take JSON (server/hand_written.hpp). Throw std::logic_error as the others do, and when a schema cannot be used.
  template <class Handler>
  void add_tool(ToolDefinition what, Handler handler, tool_options options = {});
  template <class Handler>
  void add_prompt(PromptDefinition what, Handler handler, prompt_options options = {});
  template <class Handler>
  void add_resource(ResourceDefinition what, Handler handler, resource_options options = {});

  // Adds what is already a table. What all of the above end in.
  PARLEY_DECL void add(detail::tool_table tool);
  PARLEY_DECL void add(detail::prompt_table prompt);
  PARLEY_DECL void add(detail::resource_table resource);

  // Removes what was added under that name or address; calls that run go on. False: there is none.
  PARLEY_DECL bool remove_tool(std::string_view name);
  PARLEY_DECL bool remove_prompt(std::string_view name);
  PARLEY_DECL bool remove_resource(std::string_view address);

  // Gives the object that `Service<T>&` parameters refer to. It must outlive the server and be safe to use from several
  // threads. Throws std::logic_error when there is one of that type already.
  template <class T>
  void provide(T& object) {
    provide(detail::make_service(object));
  }

  // Tells the clients that watch the resource at `uri`, written as they wrote it, that it has changed
  // (notifications/resources/updated). Costs nothing when nobody does. Changes of the lists are told by themselves.
  PARLEY_DECL void resource_updated(std::string_view uri);

  // Takes other keys and limits for states than the options have, for programs that learn them after the server was
  // made: parley::run has them from the command line. Not from several threads at once. Throws std::invalid_argument as
  // the constructor does, and std::logic_error once the server is in use.
  PARLEY_DECL void seal_states(key_options const& keys, state_limits const& limits);

  // Takes another ledger than the options have. Not null. Throws as seal_states().
  PARLEY_DECL void keep_flows(std::shared_ptr<ledger> book);

  // Throws std::logic_error when a handler needs a service that nobody has provided, and names both. Transports call it
  // when they start; from then on everything that is added is checked.
  PARLEY_DECL void check();

  // The engine itself: one message in, the answer out, plain handlers run on this thread. Total: whatever the text, it
  // returns and does not throw. The body of the reply is empty when there is nothing to send: notifications,
  // responses, and requests whose `stop` was requested before the answer was ready. A tool with asynchronous
  // handlers needs asio/; here it is answered -32603, and the log says why. subscriptions/listen is acknowledged and
  // ended at once: whoever wants to wait for changes drives an exchange. A client of an older revision
  // (caller::session) has its questions handed to `sink`, and must have answered them, by another handle() or
  // client_session::answer, before notification_sink::deliver returns. Batches of 2025-03-26 are for read_batch().
  PARLEY_DECL reply handle(std::string_view message, caller const& from, notification_sink& sink,
                           std::stop_token stop = {}) noexcept;

  // The parts of `handle`, for drivers. read() gives the message, or the reply that it gets at once: an error, or an
  // empty one for messages that ask for nothing (responses, where there is no session). begin() takes a request. take()
  // takes what is none: notifications, and responses to questions; a notification may want the driver's attention as
  // well (cancelled_request in protocol/message.hpp).
  PARLEY_DECL result<incoming, reply> read(std::string_view message, caller const& from);
  // The same for a text that may be a batch, which one of the older revisions has: each message of it, or the reply
  // that it gets; or the reply to a batch that is not taken at all. Nothing: it is none, or this client may send none;
  // read() it.
  using batch = std::vector<result<incoming, reply>>;
  PARLEY_DECL std::optional<result<batch, reply>> read_batch(std::string_view message, caller const& from);
  // Whether what was read is to be answered: a request, or a reply that is not empty.
  static bool wants_answer(result<incoming, reply> const& read) {
    return read ? read->kind == message_kind::request : !read.error().body.empty();
  }
  PARLEY_DECL void take(incoming const& message, caller const& from);
  PARLEY_DECL exchange begin(incoming request, caller from, notification_sink& sink, std::stop_token stop = {});

  // As given, with its defaults filled in.
  PARLEY_DECL server_options const& options() const noexcept;
  PARLEY_DECL std::string const& name() const noexcept;
  PARLEY_DECL std::string const& version() const noexcept;

  // How often a requestState was refused for that reason since the start.
  PARLEY_DECL std::uint64_t refused_states(state_fault why) const noexcept;

 private:
  PARLEY_DECL reply refuse(refused_message const& what, caller const& from) const;
  PARLEY_DECL void provide(detail::service_entry entry);
  PARLEY_DECL void add(ToolDefinition what, detail::handler_table handler, tool_options options);
  PARLEY_DECL void add(PromptDefinition what, detail::handler_table handler, prompt_options options);
  PARLEY_DECL void add(ResourceDefinition what, detail::handler_table handler, resource_options options);

  std::unique_ptr<detail::engine> engine_;
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/uri_normal.hpp>
#include <parley/protocol/encode.hpp>
#include <parley/protocol/encode_handshake.hpp>
#include <parley/protocol/envelope.hpp>
#include <parley/server/client_session.hpp>
#include <parley/server/engine.hpp>
#include <parley/server/era.hpp>
#include <parley/server/handshake_methods.hpp>
#include <parley/server/subscription_hub.hpp>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

namespace parley {

namespace detail {

// Waits on this thread until another request has come to its end, or it is worth looking again.
PARLEY_DECL exchange::action wait_here(exchange& one) {
  struct bell {
    std::mutex mutex{};
    std::condition_variable rings{};
    bool has_rung = false;
  };
  auto const rung = std::make_shared<bell>();
  one.set_waker([rung] {
    std::lock_guard lock(rung->mutex);
    rung->has_rung = true;
    rung->rings.notify_one();
  });
  {
    std::unique_lock lock(rung->mutex);
    rung->rings.wait_for(lock, one.patience(), [&] { return rung->has_rung; });
  }
  return one.answered();
}

}  // namespace detail

PARLEY_DECL Server::Server(std::shared_ptr<primitives const> crypto, std::string name, std::string version,
                           server_options options)
    : engine_(std::make_unique<detail::engine>(std::move(crypto), std::move(name), std::move(version),
                                               std::move(options))) {}

PARLEY_DECL Server::~Server() = default;

PARLEY_DECL void Server::add(detail::tool_table tool) {
  engine_->features.add(detail::make_registration(std::move(tool), *engine_->crypto));
}
PARLEY_DECL void Server::add(detail::prompt_table prompt) {
  engine_->features.add(detail::make_registration(std::move(prompt), *engine_->crypto));
}
PARLEY_DECL void Server::add(detail::resource_table resource) {
  engine_->features.add(detail::make_registration(std::move(resource), *engine_->crypto));
}
PARLEY_DECL bool Server::remove_tool(std::string_view name) {
  return engine_->features.remove(detail::feature::tool, name);
}
PARLEY_DECL bool Server::remove_prompt(std::string_view name) {
  return engine_->features.remove(detail::feature::prompt, name);
}
PARLEY_DECL bool Server::remove_resource(std::string_view address) {
  return engine_->features.remove(detail::feature::resource, normal_uri(address)) ||
         engine_->features.remove(detail::feature::resource_template, address);
}
PARLEY_DECL void Server::provide(detail::service_entry entry) { engine_->features.provide(std::move(entry)); }
PARLEY_DECL void Server::resource_updated(std::string_view uri) { engine_->subscriptions.resource_updated(uri); }
PARLEY_DECL void Server::seal_states(key_options const& keys, state_limits const& limits) {
  engine_->seal_states(keys, limits);
}
PARLEY_DECL void Server::keep_flows(std::shared_ptr<ledger> book) { engine_->keep_flows(std::move(book)); }
PARLEY_DECL void Server::check() {
  engine_->features.check();
  engine_->states();
}

PARLEY_DECL server_options const& Server::options() const noexcept { return engine_->options; }
PARLEY_DECL std::string const& Server::name() const noexcept { return engine_->name; }
PARLEY_DECL std::string const& Server::version() const noexcept { return engine_->version; }

PARLEY_DECL std::uint64_t Server::refused_states(state_fault why) const noexcept {
  return engine_->refused_states(why);
}

PARLEY_DECL reply Server::refuse(refused_message const& what, caller const& from) const {
  engine_->log(severity::info, "message_refused", what.why.reason + ' ' + what.why.detail);
  return encode_error(what.id, what.error, detail::era_of(from));
}

PARLEY_DECL result<incoming, reply> Server::read(std::string_view message, caller const& from) {
  if (message.size() > engine_->options.max_message_size) {
    return refused{
        refuse({invalid_request("The message is too large"), {}, {"too_large", std::to_string(message.size())}}, from)};
  }
  auto read = parse_message(message, engine_->options.limits);
  if (!read) return refused{refuse(read.error(), from)};
  if (read->kind == message_kind::response && from.session == nullptr) {
    // A POST carries a request or a notification; on a pipe a stray response is skipped (HTTP-01, STDIO-04).
    if (from.over == transport::stdio) return refused{reply{}};
    return refused{refuse({invalid_request("A response is not expected here"), {}, {"response", {}}}, from)};
  }
  return *std::move(read);
}

PARLEY_DECL std::optional<result<Server::batch, reply>> Server::read_batch(std::string_view message,
                                                                           caller const& from) {
  bool const may = from.session != nullptr && from.session->is_open() &&
                   from.session->spoken() == revision::v2025_03_26 &&
                   message.size() <= engine_->options.max_message_size;
  auto const first = message.find_first_not_of(" \t\r\n");
  if (!may || first == std::string_view::npos || message[first] != '[') return std::nullopt;
  auto read = parse_batch(message, engine_->options.limits);
  if (!read) return result<batch, reply>(refused{refuse(read.error(), from)});
  bool const is_mixed = std::any_of(read->begin(), read->end(), [](auto const& one) {
    return one && one->kind == message_kind::request && has_envelope(one->params.get());
  });
  if (is_mixed) {
    auto const why = "A request of 2026-07-28 does not belong into a batch";
    return result<batch, reply>(refused{refuse({invalid_request(why), {}, {"invalid_request", why}}, from)});
  }
  batch messages;
  for (auto& one : *read) {
    if (one) {
      messages.emplace_back(*std::move(one));
    } else {
      messages.emplace_back(refused{refuse(one.error(), from)});
    }
  }
  return result<batch, reply>(std::move(messages));
}

PARLEY_DECL void Server::take(incoming const& message, caller const& from) {
  if (from.session == nullptr || message.kind == message_kind::request) return;
  detail::take_from_session(message, from, *engine_->features.snapshot(), engine_->subscriptions);
}

PARLEY_DECL exchange Server::begin(incoming request, caller from, notification_sink& sink, std::stop_token stop) {
  return exchange(
      std::make_unique<exchange::state>(*engine_, std::move(request), std::move(from), sink, std::move(stop)));
}

PARLEY_DECL reply Server::handle(std::string_view message, caller const& from, notification_sink& sink,
                                 std::stop_token stop) noexcept {
  try {
    auto read = this->read(message, from);
    if (!read) return std::move(read).error();
    if (read->kind != message_kind::request) {
      take(*read, from);
      return {};
    }
    exchange one = begin(*std::move(read), from, sink, std::move(stop));
    for (auto next = one.start(); next != exchange::action::done;) {
      if (next == exchange::action::run) {
        next = one.perform();
        continue;
      }
      if (next == exchange::action::listen) {
        return detail::end_stream(*one.stream(), sink);
      }
      if (next == exchange::action::ask) {
        next = one.carries_answers() ? detail::wait_here(one) : one.answered(!one.is_answered());
        continue;
      }
      engine_->log(severity::error, "asynchronous_tool", "handle() cannot wait; use the functions of asio/");
      one.refuse(internal_error());
      break;
    }
    for (auto& line : one.take_withdrawn()) sink.deliver(std::move(line));
    return one.take_reply();
  } catch (...) {  // out of memory: there may not even be room for the words
    return {};
  }
}

}  // namespace parley

#endif
