// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/standard_streams.hpp>

#include "asio/raw_client.hpp"
#include "support/catch.hpp"

#include <fcntl.h>
#include <sys/wait.h>

#include <cstdio>
#include <string>
#include <system_error>

using parley::detail::standard_streams;
using parley::testing::raw_stream;

// In a child process, so that the streams of the test program stay what they are.
TEST_CASE("while the standard streams are guarded, stray output lands on standard error", "[stdio][STDIO-02]") {
  int out[2];
  int error[2];
  REQUIRE(::pipe2(out, O_CLOEXEC) == 0);
  REQUIRE(::pipe2(error, O_CLOEXEC) == 0);
  std::fflush(stdout);  // or the child would write it a second time
  auto const child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::dup2(out[1], STDOUT_FILENO);
    ::dup2(error[1], STDERR_FILENO);
    {
      standard_streams const streams(STDIN_FILENO, STDOUT_FILENO, true);
      std::printf("stray\n");
      raw_stream(streams.output()).write("message\n");
      char byte = 0;
      if (::read(STDIN_FILENO, &byte, 1) != 0) ::_exit(1);
    }
    std::printf("after\n");
    std::fflush(stdout);
    ::_exit(0);
  }
  ::close(out[1]);
  ::close(error[1]);
  CHECK(raw_stream(out[0]).read_to_end() == "message\nafter\n");
  CHECK(raw_stream(error[0]).read_to_end() == "stray\n");
  int status = 1;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("pipes are opened anew, so that nobody else's descriptor stops blocking", "[stdio]") {
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  raw_stream const in(ends[0]);
  raw_stream const out(ends[1]);
  standard_streams const streams(in.descriptor(), out.descriptor(), true);
  raw_stream own_in(streams.input());
  raw_stream own_out(streams.output());
  ::fcntl(own_out.descriptor(), F_SETFL, O_NONBLOCK);
#if defined(__linux__)
  CHECK((::fcntl(out.descriptor(), F_GETFL) & O_NONBLOCK) == 0);
#endif
  own_out.write("x\n");
  CHECK(own_in.read_line() == "x");
}

TEST_CASE("a descriptor that is not open is an error", "[stdio]") {
  CHECK_THROWS_AS(standard_streams(9999, 1, false), std::system_error);
}
