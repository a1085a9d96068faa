// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/protocol/request_id.hpp>
#include <parley/protocol/subscriptions.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace parley::detail {

// What has changed for one subscription and its client has not been told yet.
//
// This is a set, and not a queue of messages: what is pending already is not added again, since "it has changed" says
// no more when it is said twice (SUB-16). So it never holds more than three lists and the URIs of its filter. A client
// that reads slowly, or not at all, costs no more than one that reads, and no backlog can overflow (SUB-14). The space
// is taken at the beginning: telling of a change cannot fail.
//
// Not safe for several threads, but for filter() and encode(), which read what never changes.
class pending_changes {
 public:
  // One of the things that can change: a list_kind, or 3 plus the place of a URI in the filter.
  using change = std::uint32_t;

  PARLEY_DECL explicit pending_changes(subscription_filter honoured);

  subscription_filter const& filter() const { return filter_; }
  bool empty() const { return order_.empty(); }

  // A list that the filter does not want is ignored.
  PARLEY_DECL void list_changed(list_kind which) noexcept;
  // Precondition: `place` is one in the filter's `resource_subscriptions`.
  PARLEY_DECL void resource_updated(std::size_t place) noexcept;

  // What is pending, by the time of its first change; afterwards nothing is. Nothing has happened when it throws, which
  // is for want of memory.
  PARLEY_DECL std::vector<change> take();
  // The notification that tells of it.
  PARLEY_DECL std::string encode(request_id const& id, change what) const;

 private:
  static constexpr std::size_t lists = 3;
  PARLEY_DECL void add(std::size_t what) noexcept;

  subscription_filter const filter_;
  std::vector<bool> pending_;    // by change
  std::vector<change> order_{};  // of those that are pending
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <utility>

namespace parley::detail {

PARLEY_DECL pending_changes::pending_changes(subscription_filter honoured)
    : filter_(std::move(honoured)), pending_(lists + filter_.resource_subscriptions.size()) {
  order_.reserve(pending_.size());
}

PARLEY_DECL void pending_changes::add(std::size_t what) noexcept {
  if (pending_[what]) return;
  pending_[what] = true;
  order_.push_back(static_cast<change>(what));
}

PARLEY_DECL void pending_changes::list_changed(list_kind which) noexcept {
  if (filter_.wants(which)) add(static_cast<std::size_t>(which));
}

PARLEY_DECL void pending_changes::resource_updated(std::size_t place) noexcept { add(lists + place); }

PARLEY_DECL std::vector<pending_changes::change> pending_changes::take() {
  auto taken = order_;
  for (auto const what : taken) pending_[what] = false;
  order_.clear();
  return taken;
}

PARLEY_DECL std::string pending_changes::encode(request_id const& id, change what) const {
  if (what < lists) return encode_list_changed(id, static_cast<list_kind>(what));
  return encode_resource_updated(id, filter_.resource_subscriptions[what - lists]);
}

}  // namespace parley::detail

#endif
