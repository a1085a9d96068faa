// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/message.hpp>
#include <parley/server/alarm.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace parley::detail {

// Questions that went together, as requests of the server's, to a client of an older revision, and what has become of
// them. Shared by the exchange that waits and the session that the answers come to.
//
// They are settled when each has been answered, when one of them cannot be answered any more, or when the session has
// ended. All members may be called from several threads at once.
class pushed_questions {
 public:
  struct question {
    std::string id{};                      // of the request: nobody can guess it (once-18)
    std::string key{};                     // of the question in its round
    std::shared_ptr<json const> answer{};  // the result that the client gave; null: none yet
  };

  explicit pushed_questions(std::vector<question> asked) : asked_(std::move(asked)) {}

  // Is called once, from whatever thread settles them; at once when they are settled already, or wake() was called
  // since the last look(). It must not throw. A second one takes the place of the first.
  PARLEY_DECL void set_waker(std::function<void()> waker);
  // Calls the waker, settled or not: somebody wants the one who waits to look.
  void wake() noexcept { bell_.ring(); }
  // The one who waits looks now.
  void look() { bell_.reset(); }

  // For the session. A response to the request of that id, which counts the first time alone.
  PARLEY_DECL void take(std::string_view id, incoming const& response);
  // The session has ended.
  PARLEY_DECL void lose();

  PARLEY_DECL bool settled() const;
  PARLEY_DECL bool lost() const;
  // The key of a question that the client answered with an error; empty: none.
  PARLEY_DECL std::string failed() const;
  PARLEY_DECL std::vector<question> questions() const;

 private:
  PARLEY_DECL bool is_settled() const;  // with mutex_ held

  mutable std::mutex mutex_{};
  std::vector<question> asked_;
  std::string failed_{};
  bool lost_ = false;
  alarm bell_{};  // rings when they are settled, or wake() is called
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <algorithm>
#include <utility>

namespace parley::detail {

PARLEY_DECL bool pushed_questions::is_settled() const {
  return lost_ || !failed_.empty() ||
         std::all_of(asked_.begin(), asked_.end(), [](question const& one) { return one.answer != nullptr; });
}

PARLEY_DECL bool pushed_questions::settled() const {
  std::lock_guard lock(mutex_);
  return is_settled();
}

PARLEY_DECL bool pushed_questions::lost() const {
  std::lock_guard lock(mutex_);
  return lost_;
}

PARLEY_DECL std::string pushed_questions::failed() const {
  std::lock_guard lock(mutex_);
  return failed_;
}

PARLEY_DECL std::vector<pushed_questions::question> pushed_questions::questions() const {
  std::lock_guard lock(mutex_);
  return asked_;
}

PARLEY_DECL void pushed_questions::set_waker(std::function<void()> waker) {
  bell_.set_waker(std::move(waker));
  if (settled()) wake();
}

PARLEY_DECL void pushed_questions::take(std::string_view id, incoming const& response) {
  {
    std::lock_guard lock(mutex_);
    auto const found = std::find_if(asked_.begin(), asked_.end(), [&](question const& one) { return one.id == id; });
    if (found == asked_.end() || found->answer != nullptr) return;
    if (response.result != nullptr) {
      found->answer = response.result;
    } else {
      failed_ = found->key;
    }
    if (!is_settled()) return;
  }
  wake();
}

PARLEY_DECL void pushed_questions::lose() {
  {
    std::lock_guard lock(mutex_);
    lost_ = true;
  }
  wake();
}

}  // namespace parley::detail

#endif
