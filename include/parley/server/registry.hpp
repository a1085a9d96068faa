// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/uri_template_match.hpp>
#include <parley/protocol/encode.hpp>
#include <parley/protocol/version.hpp>
#include <parley/server/listing.hpp>
#include <parley/server/options.hpp>
#include <parley/server/registration.hpp>
#include <parley/server/service.hpp>
#include <parley/state/primitives.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace parley::detail {

// What the registry must know of its server in order to write lists.
struct registry_style {
  server_options const* options = nullptr;  // outlives the registry
  server_identity identity{};               // server/discover
  server_identity usual_identity{};         // other results; empty when they do not identify
  std::shared_ptr<primitives const> crypto{};

  PARLEY_DECL list_style of(feature what) const;
};

// All registrations of one feature.
class feature_list {
 public:
  std::vector<std::shared_ptr<registration const>> const& items() const { return items_; }  // by number
  // Null: none of that key (registration::key).
  PARLEY_DECL std::shared_ptr<registration const> find(std::string_view key) const;
  // Whether the feature is one of this server's: something was registered once (TOOL-01).
  bool is_served() const { return is_served_; }

  // The complete result of its list method, written when it is first asked for, and what the pages that follow are made
  // of.
  PARLEY_DECL std::string const& first_page() const;
  std::span<list_entry const> listed() const { return listed_; }

  // The same for a client of a revision with a handshake, and the complete result for the page after the entry of that
  // number. The entries are put into its words when the first such client asks.
  PARLEY_DECL std::string const& first_page(revision as) const;
  PARLEY_DECL std::string page_after(std::uint64_t number, revision as) const;

 private:
  friend class registry;

  // The list as some revisions have it.
  struct older_list {
    std::once_flag asked{};
    std::vector<std::string> texts{};
    std::vector<list_entry> entries{};  // of these
    std::string first_page{};
  };

  PARLEY_DECL older_list const& as_of(revision as) const;

  std::vector<std::shared_ptr<registration const>> items_{};
  std::vector<list_entry> listed_{};
  std::unordered_map<std::string_view, std::size_t> by_key_{};
  bool is_served_ = false;
  registry_style const* style_ = nullptr;
  feature what_ = feature::tool;
  mutable std::once_flag first_asked_{};
  mutable std::string first_page_{};
  mutable older_list with_output_{};     // 2025-06-18 and later, in which tools have output schemas
  mutable older_list without_output_{};  // before that
};

// What resources/read finds.
struct found_resource {
  std::shared_ptr<registration const> target{};  // null: nothing
  uri_match match{};                             // of a template
  // The template fits, but what it would read might lead out of its place: then there is no target, and this one is
  // the variable.
  std::optional<uri_match_variable> unsafe{};
};

// Everything that is registered at one moment. Never changed once it is published, so a request that holds one sees
// the same features from beginning to end.
class registry_snapshot {
 public:
  feature_list const& of(feature what) const { return *lists_[static_cast<std::size_t>(what)]; }
  // A resource with that address goes before templates, and of these the one that was registered first. When that one
  // would read what might lead out of its place, there is nothing (RES-07, RES-12).
  //
  // Spellings that mean the same find the same (normal_uri). Precondition: parse_uri takes `uri`. The time it takes is
  // the length of `uri` times that of all templates.
  PARLEY_DECL found_resource find_resource(std::string_view uri) const;
  served_features const& serves() const { return serves_; }
  std::string const& discover() const { return discover_; }  // a complete result

 private:
  friend class registry;

  std::array<std::shared_ptr<feature_list const>, feature_count> lists_{};
  served_features serves_{};
  std::string discover_{};
};

// The features and services of a server. Copy on write: who changes it pays, in proportion to what there is, and who
// reads takes a pointer and does not wait for that. All members may be called from several threads at once.
class registry {
 public:
  // `changed` is called after each change of a list, with no lock held.
  PARLEY_DECL explicit registry(registry_style style, std::function<void(feature)> changed = nullptr);

  // Throws std::logic_error with a sentence for the author when there is one of that name, or a service is missing.
  PARLEY_DECL void add(registration made);
  PARLEY_DECL bool remove(feature what, std::string_view key);
  // Throws std::logic_error when there is a service of that type already.
  PARLEY_DECL void provide(service_entry entry);
  // Throws std::logic_error when a handler lacks a service. From here on add() does, too.
  PARLEY_DECL void check();

  PARLEY_DECL std::shared_ptr<registry_snapshot const> snapshot() const;

 private:
  using items = std::vector<std::shared_ptr<registration const>>;

  // All with writing_ held.
  PARLEY_DECL void publish(feature what, items of);
  PARLEY_DECL void connect(bound_handler& handler, registration const& owner) const;
  PARLEY_DECL void connect_all(registration& made) const;

  registry_style const style_;
  std::function<void(feature)> const changed_;
  mutable std::mutex reading_{};                        // for the pointer alone, and never for long
  std::shared_ptr<registry_snapshot const> current_{};  // is replaced with both locks held
  std::mutex writing_{};                                // for all that follows
  std::vector<service_entry> services_{};
  std::uint64_t next_number_ = 1;
  bool checked_ = false;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/core/uri_normal.hpp>
#include <parley/protocol/structured_output.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace parley::detail {

PARLEY_DECL list_style registry_style::of(feature what) const {
  switch (what) {
    case feature::tool: return {"tools", options->tools_cache, options->page_size};
    case feature::prompt: return {"prompts", options->prompts_cache, options->page_size};
    case feature::resource: return {"resources", options->resources_cache, options->page_size};
    case feature::resource_template: break;
  }
  return {"resourceTemplates", options->resources_cache, options->page_size};
}

PARLEY_DECL std::shared_ptr<registration const> feature_list::find(std::string_view key) const {
  auto const found = by_key_.find(key);
  return found == by_key_.end() ? nullptr : items_[found->second];
}

PARLEY_DECL found_resource registry_snapshot::find_resource(std::string_view uri) const {
  if (auto exact = of(feature::resource).find(normal_uri(uri))) return {std::move(exact), {}, {}};
  for (auto const& one : of(feature::resource_template).items()) {
    auto match = one->address->match(uri);
    if (!match) continue;
    if (auto const* const unsafe = match->unsafe()) return {nullptr, {}, *unsafe};
    return {one, *std::move(match), {}};
  }
  return {};
}

PARLEY_DECL std::string const& feature_list::first_page() const {
  std::call_once(first_asked_, [this] {
    first_page_ = list_page(style_->of(what_), listed_, 0, style_->usual_identity, *style_->crypto);
  });
  return first_page_;
}

PARLEY_DECL feature_list::older_list const& feature_list::as_of(revision as) const {
  older_list& list = as < revision::v2025_06_18 ? without_output_ : with_output_;
  std::call_once(list.asked, [&] {
    std::vector<std::string> texts;
    std::vector<list_entry> entries = listed_;
    if (what_ == feature::tool) {
      texts.reserve(entries.size());  // the entries are views of what is in it
      for (list_entry& each : entries) each.text = texts.emplace_back(listed_tool_for(each.text, as));
    }
    list.first_page = handshake_list_page(style_->of(what_), entries, 0, *style_->crypto);
    list.texts = std::move(texts);
    list.entries = std::move(entries);
  });
  return list;
}

PARLEY_DECL std::string const& feature_list::first_page(revision as) const { return as_of(as).first_page; }

PARLEY_DECL std::string feature_list::page_after(std::uint64_t number, revision as) const {
  return handshake_list_page(style_->of(what_), as_of(as).entries, number, *style_->crypto);
}

// Every handler of a registration, its own first.
template <class Registration, class Visit>
void each_handler(Registration& made, Visit visit) {
  visit(made.handler);
  for (auto& source : made.suggestions) {
    if (source.by) visit(*source.by);
  }
}

// The type of a service that a handler lacks; empty: none.
PARLEY_DECL std::string_view lacking_service(bound_handler const& handler) {
  for (std::size_t i = 0; i < handler.services.size(); ++i) {
    if (handler.services[i] == nullptr) return handler.table.services[i].type_name;
  }
  return {};
}

[[noreturn]] PARLEY_DECL void refuse_lacking(registration const& owner, std::string_view type) {
  refuse_registration(owner.what, owner.handler.table.name,
                      "needs a service that was not provided: " + std::string(type));
}

PARLEY_DECL registry::registry(registry_style style, std::function<void(feature)> changed)
    : style_(std::move(style)), changed_(std::move(changed)) {
  for (std::size_t i = 0; i < feature_count; ++i) publish(static_cast<feature>(i), {});
}

PARLEY_DECL void registry::publish(feature what, items of) {
  auto const place = static_cast<std::size_t>(what);
  auto list = std::make_shared<feature_list>();
  auto next = std::make_shared<registry_snapshot>();
  if (current_ != nullptr) *next = *current_;
  auto const& before = next->lists_[place];
  list->is_served_ = !of.empty() || (before != nullptr && before->is_served_);
  list->items_ = std::move(of);
  list->style_ = &style_;
  list->what_ = what;
  for (auto const& item : list->items_) {
    list->by_key_.emplace(item->key, list->listed_.size());
    list->listed_.push_back({item->number, item->listed});
    for (auto const& source : item->suggestions) {
      if (source.by || source.choices != nullptr) next->serves_.completions = true;
    }
  }
  switch (what) {
    case feature::tool: next->serves_.tools |= list->is_served_; break;
    case feature::prompt: next->serves_.prompts |= list->is_served_; break;
    case feature::resource:
    case feature::resource_template: next->serves_.resources |= list->is_served_; break;
  }
  next->lists_[place] = std::move(list);
  if (current_ == nullptr || next->serves_ != current_->serves_ || next->discover_.empty()) {
    next->discover_ = discover_result(*style_.options, next->serves_, style_.identity);
  }
  std::lock_guard lock(reading_);
  current_ = std::move(next);
}

PARLEY_DECL void registry::connect(bound_handler& handler, registration const& owner) const {
  handler.services.clear();
  handler.kept.clear();
  for (service_need const& need : handler.table.services) {
    auto const found = std::find_if(services_.begin(), services_.end(),
                                    [&](service_entry const& entry) { return entry.key == need.key; });
    if (found != services_.end()) {
      handler.kept.push_back(*found);
    } else if (checked_) {
      refuse_lacking(owner, need.type_name);
    }
    handler.services.push_back(found != services_.end() ? found->handle.get() : nullptr);
  }
}

PARLEY_DECL void registry::connect_all(registration& made) const {
  each_handler(made, [&](bound_handler& handler) { connect(handler, made); });
}

PARLEY_DECL void registry::add(registration made) {
  if (made.cache.is_public && style_.options->may_read) {
    refuse_registration(made.what, made.handler.table.name,
                        "may be kept by anybody, but server_options::may_read lets only some read it");
  }
  auto added = std::make_shared<registration>(std::move(made));
  feature const what = added->what;
  {
    std::lock_guard lock(writing_);
    feature_list const& before = current_->of(what);
    if (before.find(added->key) != nullptr) {
      refuse_registration(what, added->handler.table.name, "is registered already");
    }
    connect_all(*added);
    added->number = next_number_++;
    auto all = before.items();
    all.push_back(std::move(added));
    publish(what, std::move(all));
  }
  if (changed_) changed_(what);
}

PARLEY_DECL bool registry::remove(feature what, std::string_view key) {
  {
    std::lock_guard lock(writing_);
    auto all = current_->of(what).items();
    if (std::erase_if(all, [&](auto const& item) { return item->key == key; }) == 0) return false;
    publish(what, std::move(all));
  }
  if (changed_) changed_(what);
  return true;
}

PARLEY_DECL void registry::provide(service_entry entry) {
  std::lock_guard lock(writing_);
  if (std::any_of(services_.begin(), services_.end(), [&](auto const& one) { return one.key == entry.key; })) {
    throw std::logic_error("parley: there is a service of that type already");
  }
  services_.push_back(std::move(entry));
  // What was registered before it is connected now.
  for (std::size_t i = 0; i < feature_count; ++i) {
    auto const what = static_cast<feature>(i);
    items all;
    bool any = false;
    for (auto const& item : current_->of(what).items()) {
      bool lacks = false;
      each_handler(*item, [&](bound_handler const& handler) { lacks |= !lacking_service(handler).empty(); });
      any |= lacks;
      if (!lacks) {
        all.push_back(item);
        continue;
      }
      auto again = std::make_shared<registration>(*item);
      connect_all(*again);
      all.push_back(std::move(again));
    }
    if (any) publish(what, std::move(all));
  }
}

PARLEY_DECL void registry::check() {
  std::lock_guard lock(writing_);
  for (auto const& list : current_->lists_) {
    for (auto const& item : list->items()) {
      each_handler(*item, [&](bound_handler const& handler) {
        if (auto const type = lacking_service(handler); !type.empty()) refuse_lacking(*item, type);
      });
    }
  }
  checked_ = true;
}

PARLEY_DECL std::shared_ptr<registry_snapshot const> registry::snapshot() const {
  std::lock_guard lock(reading_);
  return current_;
}

}  // namespace parley::detail

#endif
