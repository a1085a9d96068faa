// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

namespace parley::detail {

// Descriptors of our own for the two ends of a conversation, and a guard around the standard streams while it lasts:
// what else the process writes to standard output lands on standard error, and standard input reads as empty.
class standard_streams {
 public:
  // `guard` has an effect on descriptors 0 and 1 only. Throws std::system_error when a descriptor is not open.
  PARLEY_DECL standard_streams(int input, int output, bool guard);
  standard_streams(standard_streams const&) = delete;
  standard_streams& operator=(standard_streams const&) = delete;
  // Puts back what was changed: the standard streams, and the status flags, which duplicates share.
  PARLEY_DECL ~standard_streams();

  // Descriptors that child processes do not inherit, 3 or higher. The caller closes them.
  int input() const { return input_.own; }
  int output() const { return output_.own; }

 private:
  struct end {
    int given = -1;
    int flags = 0;   // of `given`, as they were
    int own = -1;    // for the caller
    int saved = -1;  // `given` as it was, while something else stands there
  };
  PARLEY_DECL static end look_at(int descriptor);
  PARLEY_DECL static void open_own(end& of, int mode);
  PARLEY_DECL static void replace(end& of, int with);
  PARLEY_DECL static void put_back(end& of);

  end input_;
  end output_;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace parley::detail {

PARLEY_DECL standard_streams::standard_streams(int input, int output, bool guard)
    : input_(look_at(input)), output_(look_at(output)) {
  open_own(input_, O_RDONLY);
  open_own(output_, O_WRONLY);
  if (guard && input == STDIN_FILENO) {
    int const nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    replace(input_, nothing);
    ::close(nothing);
  }
  if (guard && output == STDOUT_FILENO) replace(output_, STDERR_FILENO);
}

PARLEY_DECL standard_streams::~standard_streams() {
  // What is still in the buffer was written while standard error stood there, and belongs there.
  if (output_.saved != -1) std::fflush(stdout);
  put_back(input_);
  put_back(output_);
}

PARLEY_DECL standard_streams::end standard_streams::look_at(int descriptor) {
  end found;
  found.given = descriptor;
  found.flags = ::fcntl(descriptor, F_GETFL);
  if (found.flags == -1) {
    throw std::system_error(errno, std::generic_category(), "parley: descriptor " + std::to_string(descriptor));
  }
  return found;
}

PARLEY_DECL void standard_streams::open_own(end& of, int mode) {
  // A duplicate shares O_NONBLOCK, which Asio sets, with everybody who has the same stream: a terminal or log that is
  // standard error too would begin to lose lines. Pipes and terminals can be opened anew on Linux, and then share
  // nothing. Not files: they would be read from their beginning.
  struct stat about {};
  if (::fstat(of.given, &about) == 0 && (S_ISFIFO(about.st_mode) || S_ISCHR(about.st_mode))) {
    auto const path = "/proc/self/fd/" + std::to_string(of.given);
    of.own = ::open(path.c_str(), mode | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  }
  if (of.own == -1) of.own = ::fcntl(of.given, F_DUPFD_CLOEXEC, 3);
  if (of.own == -1) throw std::system_error(errno, std::generic_category(), "parley: cannot duplicate a descriptor");
}

PARLEY_DECL void standard_streams::replace(end& of, int with) {
  of.saved = ::fcntl(of.given, F_DUPFD_CLOEXEC, 3);
  if (of.saved != -1) ::dup2(with, of.given);
}

PARLEY_DECL void standard_streams::put_back(end& of) {
  if (of.saved != -1) {
    ::dup2(of.saved, of.given);
    ::close(of.saved);
  }
  ::fcntl(of.given, F_SETFL, of.flags);
}

}  // namespace parley::detail

#endif
