// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/environment.hpp>
#include <parley/protocol/encode.hpp>
#include <parley/server/claim_waiters.hpp>
#include <parley/server/memory_ledger.hpp>
#include <parley/server/options.hpp>
#include <parley/server/registry.hpp>
#include <parley/server/subscription_hub.hpp>
#include <parley/state/guard.hpp>
#include <parley/state/primitives.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace parley::detail {

// What all requests of a server share. Once it is in use, immutable but for the registry, the subscriptions and the
// guard's counters.
class engine {
 public:
  // Throws std::invalid_argument when an option is out of its range.
  PARLEY_DECL engine(std::shared_ptr<primitives const> crypto, std::string name, std::string version,
                     server_options options);
  engine(engine const&) = delete;
  engine& operator=(engine const&) = delete;

  std::string const name;
  std::string const version;
  std::shared_ptr<primitives const> const crypto;
  server_options const options;
  registry_style const style;
  subscription_hub subscriptions;
  registry features;  // tells `subscriptions` of its changes

  // Seals and opens states. From the first call on the engine is in use: a key that nobody gave is drawn then, and not
  // before, since the command line may still bring one.
  PARLEY_DECL guard const& states();
  // Other keys and limits than those of the options. Throws as the constructor, and std::logic_error once in use.
  PARLEY_DECL void seal_states(key_options const& keys, state_limits const& limits);
  // How often a state was refused for that reason.
  std::uint64_t refused_states(state_fault why) const noexcept { return in_use_ ? states_->count(why) : 0; }

  // Requests that wait for one another.
  std::shared_ptr<claim_waiters> const waiters = std::make_shared<claim_waiters>();
  // Under which ledger the flows of a handler are kept. The engine is in use from then on.
  PARLEY_DECL ledger& ledger_of(handler_table const& handler);
  // Another ledger than that of the options. Throws std::logic_error once in use.
  PARLEY_DECL void keep_flows(std::shared_ptr<ledger> book);

  void log(severity level, std::string_view event, std::string_view detail) const noexcept {
    write_log(options.world, level, event, detail);
  }

 private:
  PARLEY_DECL std::unique_ptr<guard const> make_guard(key_options const& keys, state_limits const& limits) const;

  std::once_flag first_use_{};
  std::atomic<bool> in_use_{false};
  std::unique_ptr<guard const> states_{};
  std::shared_ptr<ledger> book_;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/compact.hpp>
#include <parley/protocol/meta_key.hpp>

#include <stdexcept>
#include <utility>

namespace parley::detail {

// The options, once they are known to be good.
PARLEY_DECL server_options checked_options(server_options options, std::string const& name,
                                           std::string const& version) {
  auto refuse = [](std::string const& why) { throw std::invalid_argument("parley: " + why); };
  if (name.empty() || version.empty()) refuse("a server needs a name and a version");
  auto const is_web_link = options.website_url.starts_with("https://") || options.website_url.starts_with("http://");
  if (!options.website_url.empty() && !is_web_link) refuse("website_url must be an https or http link");
  for (icon const& one : options.icons) {
    if (auto fit = check_icon(one); !fit) refuse(fit.error().detail);
  }
  if (options.max_message_size == 0) refuse("max_message_size must be at least 1 byte");
  if (options.max_subscriptions == 0) refuse("max_subscriptions must be at least 1");
  if (options.max_watched_resources == 0) refuse("max_watched_resources must be at least 1");
  for (auto& [identifier, settings] : options.extensions) {
    if (!is_extension_id(identifier)) refuse("an extension needs an identifier such as com.example/audit");
    if (!compact_object(settings)) refuse("the settings of extension " + identifier + " are not a JSON object");
  }
  if (options.audience.empty()) options.audience = name;
  environment const& world = options.world;
  if (!world.wall_clock || !world.steady_clock || !world.random || !world.log) {
    refuse("an environment needs all four of its functions");
  }
  check_state_limits(options.state);
  return options;
}

// The list whose change clients hear of: templates have none of their own (RES-14).
PARLEY_DECL list_kind list_of(feature what) {
  switch (what) {
    case feature::tool: return list_kind::tools;
    case feature::prompt: return list_kind::prompts;
    case feature::resource:
    case feature::resource_template: break;
  }
  return list_kind::resources;
}

PARLEY_DECL std::shared_ptr<primitives const> checked_primitives(std::shared_ptr<primitives const> crypto) {
  if (crypto == nullptr) throw std::invalid_argument("parley: a server needs primitives (crypto/openssl.hpp has some)");
  return crypto;
}

// Null stays null.
PARLEY_DECL std::shared_ptr<ledger> checked_ledger(std::shared_ptr<ledger> book) {
  bool const is_good = book == nullptr || (!book->id().empty() && book->id().size() <= 64);
  if (!is_good) throw std::invalid_argument("parley: the id of a ledger is 1 to 64 bytes long");
  return book;
}

PARLEY_DECL registry_style make_style(engine const& of) {
  auto identity = make_identity(
      {of.name, of.version, of.options.title, of.options.description, of.options.website_url, of.options.icons});
  auto usual = of.options.identify ? identity : server_identity{};
  return {&of.options, std::move(identity), std::move(usual), of.crypto};
}

PARLEY_DECL engine::engine(std::shared_ptr<primitives const> with, std::string called, std::string revision,
                           server_options given)
    : name(std::move(called)),
      version(std::move(revision)),
      crypto(checked_primitives(std::move(with))),
      options(checked_options(std::move(given), name, version)),
      style(make_style(*this)),
      subscriptions(style.usual_identity, options.max_subscriptions),
      features(style, [this](feature what) { subscriptions.list_changed(list_of(what)); }),
      book_(checked_ledger(options.ledger)) {
  bool const keys_given =
      !options.keys.keys.empty() || !options.keys.environment_variable.empty() || !options.keys.file.empty();
  if (keys_given) states_ = make_guard(options.keys, options.state);
}

PARLEY_DECL std::unique_ptr<guard const> engine::make_guard(key_options const& keys, state_limits const& limits) const {
  return std::make_unique<guard const>(key_ring(gather_keys(keys, *crypto, options.world), *crypto), limits, crypto,
                                       options.world);
}

PARLEY_DECL guard const& engine::states() {
  std::call_once(first_use_, [this] {
    if (states_ == nullptr) states_ = make_guard(options.keys, options.state);
    if (book_ == nullptr) book_ = std::make_shared<memory_ledger>(ledger_limits{}, options.world);
    in_use_ = true;
  });
  return *states_;
}

PARLEY_DECL void engine::seal_states(key_options const& keys, state_limits const& limits) {
  if (in_use_) throw std::logic_error("parley: the keys of a server cannot change once it is in use");
  check_state_limits(limits);
  states_ = make_guard(keys, limits);
}

PARLEY_DECL void engine::keep_flows(std::shared_ptr<ledger> book) {
  if (in_use_) throw std::logic_error("parley: the ledger of a server cannot change once it is in use");
  book_ = checked_ledger(std::move(book));
}

PARLEY_DECL ledger& engine::ledger_of(handler_table const& handler) {
  static no_ledger none;
  states();
  return handler.rules.ledger == ledger_use::none ? none : *book_;
}

}  // namespace parley::detail

#endif
