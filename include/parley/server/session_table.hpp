// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/base64.hpp>
#include <parley/core/environment.hpp>
#include <parley/state/principal.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace parley::detail {

// The sessions of a server, under ids that nobody can guess, each for the principal that began it and for nobody else
// (LEG-23, LEG-39, LEG-40, SEC-06). An id is no authentication: whoever asks has been identified before.
//
// `Session` has `bool is_busy() const noexcept`: whether something is under way in it. It is called with the table's
// lock held and must not use the table. Sessions that leave the table are given to the caller, who ends them.
//
// All members may be called from several threads at once. They throw only for want of memory.
template <class Session>
class session_table {
 public:
  using sessions = std::vector<std::shared_ptr<Session>>;

  // `most`: sessions at once, 1 or more. `idle`: see take_idle(). `world`: its steady clock and its randomness.
  session_table(std::size_t most, std::chrono::milliseconds idle, environment world)
      : most_(most), idle_(idle), world_(std::move(world)) {}

  struct added {
    std::string id{};                      // 192 bits, as 32 characters of A-Z a-z 0-9 - _
    std::shared_ptr<Session> displaced{};  // had to make room; null: nobody had
  };
  // Nothing when there is no room. A session that is not busy makes room: the least recently used one of the principal
  // that holds most; but never one of a principal that holds less than the newcomer would, so that whoever begins many
  // sessions pushes out its own.
  std::optional<added> add(principal who, std::shared_ptr<Session> session) {
    auto id = draw_id();
    std::lock_guard lock(mutex_);
    added made;
    if (by_id_.size() >= most_) {
      auto const victim = find_victim(who);
      if (victim == by_use_.end()) return std::nullopt;
      made.displaced = erase(victim);
    }
    by_use_.push_back({id, std::move(who), std::move(session), world_.steady_clock()});
    by_id_.emplace(by_use_.back().id, std::prev(by_use_.end()));
    made.id = std::move(id);
    return made;
  }

  // The session, which counts as used now. Null when there is none of that id, its time is over, or it is not that
  // principal's: the three cannot be told apart.
  std::shared_ptr<Session> find(std::string_view id, principal const& who) {
    std::lock_guard lock(mutex_);
    auto const found = look_up(id, who);
    if (found == by_use_.end()) return nullptr;
    found->used = world_.steady_clock();
    by_use_.splice(by_use_.end(), by_use_, found);
    return found->session;
  }

  // The same, and the session leaves.
  std::shared_ptr<Session> take(std::string_view id, principal const& who) {
    std::lock_guard lock(mutex_);
    auto const found = look_up(id, who);
    return found == by_use_.end() ? nullptr : erase(found);
  }

  // The sessions that were not used, nor found busy here, for the idle time leave. To be called several times within
  // it: what is busy is only known to be in use when it is looked at.
  sessions take_idle() {
    sessions gone;
    std::lock_guard lock(mutex_);
    auto const now = world_.steady_clock();
    for (auto next = by_use_.begin(); next != by_use_.end();) {
      auto const each = next++;
      if (each->session->is_busy()) {
        each->used = now;
      } else if (is_over(*each, now)) {
        gone.push_back(each->session);
        erase(each);
      }
    }
    return gone;
  }

  // All leave.
  sessions take_all() {
    sessions gone;
    std::lock_guard lock(mutex_);
    gone.reserve(by_use_.size());
    for (auto& each : by_use_) gone.push_back(std::move(each.session));
    by_id_.clear();
    by_use_.clear();
    return gone;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return by_id_.size();
  }

 private:
  struct entry {
    std::string id;
    principal who;
    std::shared_ptr<Session> session;
    std::chrono::steady_clock::time_point used;
  };
  using entry_list = std::list<entry>;
  using place = typename entry_list::iterator;

  std::string draw_id() const {
    std::array<std::byte, 24> bytes;
    world_.random(bytes);
    return base64url_encode(bytes);
  }

  bool is_over(entry const& one, std::chrono::steady_clock::time_point now) const { return now - one.used >= idle_; }

  place look_up(std::string_view id, principal const& who) {
    auto const found = by_id_.find(id);
    if (found == by_id_.end() || found->second->who != who) return by_use_.end();
    auto const& one = *found->second;
    return is_over(one, world_.steady_clock()) && !one.session->is_busy() ? by_use_.end() : found->second;
  }

  std::shared_ptr<Session> erase(place which) {
    auto session = std::move(which->session);
    by_id_.erase(which->id);
    by_use_.erase(which);
    return session;
  }

  place find_victim(principal const& newcomer) {
    struct holding {
      std::size_t count = 0;
      place oldest{};
      bool has_oldest = false;
    };
    std::map<std::string, holding> held;
    for (auto each = by_use_.begin(); each != by_use_.end(); ++each) {
      auto& of = held[each->who.encoded()];
      ++of.count;
      if (!of.has_oldest && !each->session->is_busy()) {
        of.oldest = each;
        of.has_oldest = true;
      }
    }
    auto const own = newcomer.encoded();
    auto const mine = held.find(own);
    std::size_t const least = mine == held.end() ? 1 : mine->second.count + 1;
    holding const* worst = nullptr;
    for (auto const& [who, of] : held) {
      if (!of.has_oldest || (of.count < least && who != own)) continue;
      bool const is_worse = worst == nullptr || of.count > worst->count ||
                            (of.count == worst->count && of.oldest->used < worst->oldest->used);
      if (is_worse) worst = &of;
    }
    return worst == nullptr ? by_use_.end() : worst->oldest;
  }

  std::size_t const most_;
  std::chrono::milliseconds const idle_;
  environment const world_;

  mutable std::mutex mutex_{};
  entry_list by_use_{};  // the least recently used first
  // The ids are ours, so nobody chooses what is hashed here. They stand in the list.
  std::unordered_map<std::string_view, place> by_id_{};
};

}  // namespace parley::detail
