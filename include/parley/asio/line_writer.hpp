// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace parley::detail {

// Writes whole lines to one descriptor, in the order in which they were handed over. Lines from several threads never
// mix, and what gathers while one write is under way goes out together in the next (STDIO-01, STDIO-03).
class line_writer : public std::enable_shared_from_this<line_writer> {
 public:
  // Takes over `descriptor`. `strand` must run one handler at a time. `limit` is the number of bytes that may wait
  // before lines that can be missed are dropped.
  PARLEY_DECL line_writer(boost::asio::any_io_executor strand, int descriptor, std::size_t limit);

  // Before the first line: what is to be called, on the strand, whenever lines have been written or the reader has
  // gone. It must not own the writer.
  void watch(std::function<void()> changed) { changed_ = std::move(changed); }

  // Takes a line without its line feed. From any thread. Once the reader has gone, lines vanish.
  PARLEY_DECL void send(std::string line);
  // The same for a line that may be missed: false, and it is dropped, when `limit` bytes are waiting already.
  PARLEY_DECL bool try_send(std::string line);

  // From any thread. Nothing waits, or never will.
  PARLEY_DECL bool idle() const;
  PARLEY_DECL bool congested() const;
  // The reader has gone (EPIPE), or another error ended the stream.
  PARLEY_DECL bool broken() const;

  // On the strand: ends a write under way and lets nothing more out.
  PARLEY_DECL void abandon();

 private:
  PARLEY_DECL bool enqueue(std::string line, bool may_drop);
  PARLEY_DECL void flush();
  PARLEY_DECL void written(bool failed);

  boost::asio::any_io_executor strand_;
  boost::asio::posix::stream_descriptor out_;
  std::size_t const limit_;
  std::function<void()> changed_{};  // strand only, as is the next
  std::vector<std::string> writing_{};

  mutable std::mutex mutex_;
  std::vector<std::string> waiting_;
  std::size_t bytes_ = 0;  // in `waiting_` and `writing_` together
  bool busy_ = false;      // a flush is posted or a write is under way
  bool broken_ = false;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/wire/lines.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

namespace parley::detail {

PARLEY_DECL line_writer::line_writer(boost::asio::any_io_executor strand, int descriptor, std::size_t limit)
    : strand_(strand), out_(strand, descriptor), limit_(limit) {}

PARLEY_DECL void line_writer::send(std::string line) { enqueue(std::move(line), false); }

PARLEY_DECL bool line_writer::try_send(std::string line) { return enqueue(std::move(line), true); }

PARLEY_DECL bool line_writer::enqueue(std::string line, bool may_drop) {
  if (line.find_first_of("\r\n") == std::string::npos) {
    line += '\n';
  } else {  // a value that the program gave as text may be formatted
    std::string one_line;
    append_line(one_line, line);
    line = std::move(one_line);
  }
  {
    std::lock_guard lock(mutex_);
    if (may_drop && bytes_ + line.size() > limit_) return false;
    if (broken_) return true;
    bytes_ += line.size();
    waiting_.push_back(std::move(line));
    if (std::exchange(busy_, true)) return true;
  }
  boost::asio::post(strand_, [self = shared_from_this()] { self->flush(); });
  return true;
}

PARLEY_DECL void line_writer::flush() {
  {
    std::lock_guard lock(mutex_);
    if (waiting_.empty() || broken_) {
      busy_ = false;
      return;
    }
    writing_.swap(waiting_);
  }
  std::vector<boost::asio::const_buffer> lines;
  lines.reserve(writing_.size());
  for (auto const& line : writing_) lines.push_back(boost::asio::buffer(line));
  boost::asio::async_write(out_, lines, [self = shared_from_this()](boost::system::error_code error, std::size_t) {
    self->written(bool(error));
  });
}

PARLEY_DECL void line_writer::written(bool failed) {
  {
    std::lock_guard lock(mutex_);
    for (auto const& line : writing_) bytes_ -= line.size();
    if (failed) {
      broken_ = true;
      waiting_.clear();
      bytes_ = 0;
    }
  }
  writing_.clear();
  flush();
  if (changed_) changed_();
}

PARLEY_DECL void line_writer::abandon() {
  {
    std::lock_guard lock(mutex_);
    broken_ = true;
    waiting_.clear();
  }
  boost::system::error_code ignored;
  out_.close(ignored);
}

PARLEY_DECL bool line_writer::idle() const {
  std::lock_guard lock(mutex_);
  return broken_ || bytes_ == 0;
}

PARLEY_DECL bool line_writer::congested() const {
  std::lock_guard lock(mutex_);
  return !broken_ && bytes_ > limit_;
}

PARLEY_DECL bool line_writer::broken() const {
  std::lock_guard lock(mutex_);
  return broken_;
}

}  // namespace parley::detail

#endif
