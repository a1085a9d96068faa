// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace parley::testing {

// One end of a byte stream, with nothing between the test and the bytes. Every wait has an end.
class raw_stream {
 public:
  explicit raw_stream(int descriptor) : descriptor_(descriptor) {}
  raw_stream(raw_stream&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), unread_(std::move(other.unread_)) {}
  ~raw_stream() { close(); }

  static raw_stream connect(std::uint16_t port) {
    int const made = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_port = htons(port);
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(made, reinterpret_cast<sockaddr const*>(&where), sizeof where) != 0) {
      throw std::runtime_error("cannot connect");
    }
    return raw_stream(made);
  }

  int descriptor() const { return descriptor_; }

  // False when the other side has gone.
  bool write(std::string_view bytes) {
    while (!bytes.empty()) {
      auto const sent = is_socket() ? ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL)
                                    : ::write(descriptor_, bytes.data(), bytes.size());
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  // Up to and with `end`; what came until the stream ended or time was up, if it never came.
  std::string read_until(std::string_view end) {
    std::size_t found = 0;
    while ((found = unread_.find(end)) == std::string::npos) {
      if (!read_some()) return std::exchange(unread_, {});
    }
    auto text = unread_.substr(0, found + end.size());
    unread_.erase(0, text.size());
    return text;
  }
  std::string read_exactly(std::size_t size) {
    while (unread_.size() < size && read_some()) {
    }
    auto text = unread_.substr(0, size);
    unread_.erase(0, text.size());
    return text;
  }
  std::string read_to_end() {
    while (read_some()) {
    }
    return std::exchange(unread_, {});
  }
  std::string read_line() {
    auto line = read_until("\n");
    if (!line.empty()) line.pop_back();
    return line;
  }
  // Whether bytes come within the time; for showing that nothing comes.
  bool readable_within(std::chrono::milliseconds time) {
    if (!unread_.empty()) return true;
    pollfd wanted{descriptor_, POLLIN, 0};
    return ::poll(&wanted, 1, static_cast<int>(time.count())) == 1;
  }

  void end_writing() { ::shutdown(descriptor_, SHUT_WR); }
  // Closes in a way that the other side notices at once.
  void reset() {
    linger const at_once{1, 0};
    ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close();
  }
  void close() {
    if (descriptor_ != -1) ::close(std::exchange(descriptor_, -1));
  }

 private:
  bool is_socket() const {
    int type = 0;
    socklen_t size = sizeof type;
    return ::getsockopt(descriptor_, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
  }
  bool read_some() {
    pollfd wanted{descriptor_, POLLIN, 0};
    if (::poll(&wanted, 1, 20'000) != 1) return false;
    char chunk[16 * 1024];
    auto const got = ::read(descriptor_, chunk, sizeof chunk);
    if (got <= 0) return false;
    unread_.append(chunk, static_cast<std::size_t>(got));
    return true;
  }

  int descriptor_;
  std::string unread_{};
};

inline bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// A response, taken apart no further than a test needs.
struct raw_response {
  int status = 0;
  std::string head{};
  std::string body{};

  // The value of a header, or "(none)".
  std::string field(std::string_view name) const {
    auto const at = head.find("\r\n" + std::string(name) + ": ");
    if (at == std::string::npos) return "(none)";
    auto const begin = at + name.size() + 4;
    return head.substr(begin, head.find("\r\n", begin) - begin);
  }
};

// Reads one response: head, and a body of the announced length or in chunks. `to_head`: a HEAD request's.
inline raw_response read_response(raw_stream& from, bool to_head = false) {
  raw_response got;
  got.head = from.read_until("\r\n\r\n");
  if (got.head.size() > 12) got.status = std::atoi(got.head.c_str() + 9);
  if (to_head) return got;
  if (got.field("Transfer-Encoding") == "chunked") {
    for (;;) {
      auto const size = std::strtoul(from.read_until("\r\n").c_str(), nullptr, 16);
      got.body += from.read_exactly(size);
      from.read_until("\r\n");
      if (size == 0) return got;
    }
  }
  auto const length = got.field("Content-Length");
  if (length != "(none)") got.body = from.read_exactly(std::strtoul(length.c_str(), nullptr, 10));
  return got;
}

}  // namespace parley::testing
