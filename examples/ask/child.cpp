// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// The stdio transport: one JSON message a line, both ways. The server logs on its standard error, which the person
// sees.

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "transport.hpp"

namespace ask {
namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t longest_line = 16u << 20;  // bytes

// A file descriptor with an owner.
class descriptor {
 public:
  descriptor() = default;
  explicit descriptor(int number) : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~descriptor() { close(); }

  int get() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_ = -1;
};

struct pipe_ends {
  descriptor read, write;
};

pipe_ends make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw transport_error(std::string("no pipe: ") + std::strerror(errno));
  return {descriptor(ends[0]), descriptor(ends[1])};
}

class child final : public transport {
 public:
  child(std::vector<std::string> const& command, std::chrono::seconds limit) : limit_(limit) {
    ::signal(SIGPIPE, SIG_IGN);  // a server that has gone is an error of write(), not the end of this program
    auto input = make_pipe();
    auto output = make_pipe();

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input.read.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output.write.get(), STDOUT_FILENO);
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (auto const& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    int const error = ::posix_spawnp(&process_, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw transport_error(command.front() + ": " + std::strerror(error));

    to_ = std::move(input.write);
    from_ = std::move(output.read);
  }

  // The end that the specification asks for: close its input, give it time, then ask, then insist.
  ~child() override {
    to_.close();
    if (ended_within(std::chrono::seconds(2))) return;
    ::kill(process_, SIGTERM);
    if (ended_within(std::chrono::seconds(2))) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  child(child const&) = delete;
  child& operator=(child const&) = delete;

  json exchange(json const& request, header_list const&, listener const& heard) override {
    send(request.dump() + '\n');
    auto deadline = clock::now() + limit_;
    for (;;) {
      auto message = parse_message(next_line(deadline), "on the server's standard output");
      if (answers(message, request)) return message;
      auto const response = hear(message, heard);
      if (response.is_null()) continue;
      send(response.dump() + '\n');
      deadline = clock::now() + limit_;  // a person may have taken any time to answer
    }
  }

  void tell(json const& notification, header_list const&) override { send(notification.dump() + '\n'); }

 private:
  void send(std::string const& line) {
    for (std::size_t sent = 0; sent < line.size();) {
      auto const count = ::write(to_.get(), line.data() + sent, line.size() - sent);
      if (count < 0 && errno != EINTR) throw transport_error("the server does not read any more");
      if (count > 0) sent += static_cast<std::size_t>(count);
    }
  }

  std::string next_line(clock::time_point deadline) {
    for (;;) {
      if (auto const end = unread_.find('\n'); end != std::string::npos) {
        std::string line = unread_.substr(0, end);
        unread_.erase(0, end + 1);
        return line;
      }
      if (unread_.size() > longest_line) throw transport_error("a line of the server is too long");
      wait_readable(deadline);
      char part[4096];
      auto const count = ::read(from_.get(), part, sizeof part);
      if (count == 0) throw transport_error("the server ended without an answer");
      if (count < 0 && errno != EINTR) throw transport_error("cannot read from the server");
      if (count > 0) unread_.append(part, static_cast<std::size_t>(count));
    }
  }

  void wait_readable(clock::time_point deadline) {
    auto const left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock::now()).count();
    pollfd watched{from_.get(), POLLIN, 0};
    int const ready = left > 0 ? ::poll(&watched, 1, static_cast<int>(left)) : 0;
    if (ready == 0) throw transport_error("the server did not answer in time");
    if (ready < 0 && errno != EINTR) throw transport_error("cannot wait for the server");
  }

  bool ended_within(std::chrono::milliseconds limit) {
    for (auto const end = clock::now() + limit; clock::now() < end;) {
      if (::waitpid(process_, nullptr, WNOHANG) != 0) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  std::chrono::seconds limit_;
  pid_t process_ = -1;
  descriptor to_, from_;
  std::string unread_;
};

}  // namespace

std::unique_ptr<transport> start_child(std::vector<std::string> const& command, std::chrono::seconds limit) {
  return std::make_unique<child>(command, limit);
}

}  // namespace ask
