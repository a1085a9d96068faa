// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/encode.hpp>
#include <parley/server/listing.hpp>
#include <parley/server/options.hpp>
#include <parley/server/service.hpp>
#include <parley/server/tool_table.hpp>
#include <parley/state/digest.hpp>
#include <parley/state/primitives.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace parley::detail {

// A tool in the registry, with all that can be worked out before it is called.
struct registered_tool {
  tool_table table{};
  std::uint64_t number = 0;         // rises with each registration; the place in lists
  std::string listed{};             // its entry in tools/list, JSON text
  digest128 definition{};           // what states are bound to (definition.hpp)
  std::vector<void*> services{};    // for frame::services; null where nobody has provided one
  std::vector<service_entry> kept;  // what `services` points into
};

// Everything that is registered at one moment. Never changed once it is published, so a request that holds one sees
// the same tools from beginning to end.
class registry_snapshot {
 public:
  std::vector<std::shared_ptr<registered_tool const>> const& tools() const { return tools_; }
  // Null: no tool of that name.
  PARLEY_DECL std::shared_ptr<registered_tool const> find(std::string_view name) const;
  // Whether tools are a feature of this server: one was registered once (TOOL-01).
  bool has_tools() const { return has_tools_; }

  // Complete results, written when the snapshot was made.
  std::string const& discover() const { return discover_; }
  std::string const& first_tools_page() const { return first_tools_page_; }
  // For the pages that follow.
  std::span<list_entry const> listed_tools() const { return listed_tools_; }

 private:
  friend class registry;

  std::vector<std::shared_ptr<registered_tool const>> tools_{};  // by number
  std::vector<list_entry> listed_tools_{};
  std::unordered_map<std::string_view, std::size_t> by_name_{};
  bool has_tools_ = false;
  std::string discover_{};
  std::string first_tools_page_{};
};

// What the registry must know of its server in order to write lists.
struct registry_style {
  server_options const* options = nullptr;  // outlives the registry
  server_identity identity{};               // server/discover
  server_identity usual_identity{};         // other results; empty when they do not identify
  std::shared_ptr<primitives const> crypto{};

  list_style tools() const { return {"tools", options->tools_cache, options->page_size}; }
};

// The tools and services of a server. Copy on write: who changes it pays, who reads takes a pointer. All members may be
// called from several threads at once.
class registry {
 public:
  PARLEY_DECL explicit registry(registry_style style);

  // Throws std::logic_error with a sentence for the author when the tool cannot be taken; see Server::tool.
  PARLEY_DECL void add(tool_table tool);
  PARLEY_DECL bool remove(std::string_view name);
  // Throws std::logic_error when there is a service of that type already.
  PARLEY_DECL void provide(service_entry entry);
  // Throws std::logic_error when a tool lacks a service. From here on add() does, too.
  PARLEY_DECL void check();

  PARLEY_DECL std::shared_ptr<registry_snapshot const> snapshot() const;

 private:
  PARLEY_DECL void publish(std::vector<std::shared_ptr<registered_tool const>> tools);  // with mutex_ held
  PARLEY_DECL void connect(registered_tool& tool) const;                                // with mutex_ held

  registry_style const style_;
  mutable std::mutex mutex_{};
  std::shared_ptr<registry_snapshot const> current_{};
  std::vector<service_entry> services_{};
  std::uint64_t next_number_ = 1;
  bool checked_ = false;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/parse.hpp>
#include <parley/json/schema.hpp>
#include <parley/protocol/tool.hpp>
#include <parley/server/definition.hpp>
#include <parley/server/input_schema.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace parley::detail {

[[noreturn]] PARLEY_DECL void refuse_tool(std::string_view name, std::string_view why) {
  throw std::logic_error("parley: tool \"" + std::string(name) + "\" " + std::string(why));
}

PARLEY_DECL std::string listed_tool(tool_table const& tool) {
  std::string const input = input_schema(tool);
  std::string const output = tool.output != nullptr ? schema_text(*tool.output) : std::string();
  std::string text;
  json_writer out(text);
  write(out, tool_description{.name = tool.name,
                              .title = tool.options.title,
                              .description = tool.description,
                              .icons = tool.options.icons,
                              .input_schema = input,
                              .output_schema = output,
                              .read_only = tool.options.read_only,
                              .destructive = tool.options.destructive,
                              .idempotent = tool.options.idempotent,
                              .open_world = tool.options.open_world,
                              .meta = tool.options.meta});
  return text;
}

// What a tool says of itself, checked and put into the form in which it goes out.
PARLEY_DECL void check_tool(tool_table& tool) {
  if (!parley::is_tool_name(tool.name)) {
    throw std::logic_error("parley: a tool's name is 1 to 128 characters of A-Z a-z 0-9 _ - .");
  }
  for (icon const& one : tool.options.icons) {
    if (auto fit = check_icon(one); !fit)
      refuse_tool(tool.name, "has an icon that clients refuse: " + fit.error().detail);
  }
  if (tool.options.meta.empty()) return;
  auto const meta = parse(tool.options.meta);
  if (!meta || !meta->is_object()) refuse_tool(tool.name, "has a `meta` that is not a JSON object");
  tool.options.meta.clear();
  json_writer(tool.options.meta).value(*meta);
}

PARLEY_DECL std::shared_ptr<registered_tool const> registry_snapshot::find(std::string_view name) const {
  auto const found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : tools_[found->second];
}

PARLEY_DECL registry::registry(registry_style style) : style_(std::move(style)) { publish({}); }

PARLEY_DECL void registry::publish(std::vector<std::shared_ptr<registered_tool const>> tools) {
  auto next = std::make_shared<registry_snapshot>();
  next->has_tools_ = !tools.empty() || (current_ != nullptr && current_->has_tools_);
  next->tools_ = std::move(tools);
  for (auto const& tool : next->tools_) {
    next->by_name_.emplace(tool->table.name, next->listed_tools_.size());
    next->listed_tools_.push_back({tool->number, tool->listed});
  }
  next->discover_ = discover_result(*style_.options, next->has_tools_, style_.identity);
  next->first_tools_page_ = list_page(style_.tools(), next->listed_tools_, 0, style_.usual_identity, *style_.crypto);
  current_ = std::move(next);
}

PARLEY_DECL void registry::connect(registered_tool& tool) const {
  tool.services.clear();
  tool.kept.clear();
  for (service_need const& need : tool.table.services) {
    auto const found = std::find_if(services_.begin(), services_.end(),
                                    [&](service_entry const& entry) { return entry.key == need.key; });
    if (found != services_.end()) {
      tool.kept.push_back(*found);
    } else if (checked_) {
      refuse_tool(tool.table.name, "needs a service that was not provided: " + std::string(need.type_name));
    }
    tool.services.push_back(found != services_.end() ? found->handle.get() : nullptr);
  }
}

PARLEY_DECL void registry::add(tool_table tool) {
  check_tool(tool);
  auto made = std::make_shared<registered_tool>();
  made->listed = listed_tool(tool);
  made->definition = definition_digest(tool, *style_.crypto);
  made->table = std::move(tool);

  std::lock_guard lock(mutex_);
  if (current_->find(made->table.name) != nullptr) refuse_tool(made->table.name, "is registered already");
  connect(*made);
  made->number = next_number_++;
  auto tools = current_->tools();
  tools.push_back(std::move(made));
  publish(std::move(tools));
}

PARLEY_DECL bool registry::remove(std::string_view name) {
  std::lock_guard lock(mutex_);
  auto tools = current_->tools();
  if (std::erase_if(tools, [&](auto const& tool) { return tool->table.name == name; }) == 0) return false;
  publish(std::move(tools));
  return true;
}

PARLEY_DECL void registry::provide(service_entry entry) {
  std::lock_guard lock(mutex_);
  if (std::any_of(services_.begin(), services_.end(), [&](auto const& one) { return one.key == entry.key; })) {
    throw std::logic_error("parley: there is a service of that type already");
  }
  services_.push_back(std::move(entry));
  // Tools that were registered before it are connected now.
  std::vector<std::shared_ptr<registered_tool const>> tools;
  for (auto const& tool : current_->tools()) {
    if (tool->kept.size() == tool->services.size()) {
      tools.push_back(tool);
      continue;
    }
    auto again = std::make_shared<registered_tool>(*tool);
    connect(*again);
    tools.push_back(std::move(again));
  }
  publish(std::move(tools));
}

PARLEY_DECL void registry::check() {
  std::lock_guard lock(mutex_);
  for (auto const& tool : current_->tools()) {
    for (std::size_t i = 0; i < tool->services.size(); ++i) {
      if (tool->services[i] != nullptr) continue;
      refuse_tool(tool->table.name,
                  "needs a service that was not provided: " + std::string(tool->table.services[i].type_name));
    }
  }
  checked_ = true;
}

PARLEY_DECL std::shared_ptr<registry_snapshot const> registry::snapshot() const {
  std::lock_guard lock(mutex_);
  return current_;
}

}  // namespace parley::detail

#endif
