// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <memory>

namespace bench {

// The yardstick: a Beast server on one thread that parses the same requests and builds the same answers as the parley
// server beside it, with the same JSON library, and does nothing else. No checks, no limits, no seal.
class bare_server {
 public:
  explicit bare_server(boost::asio::io_context& io);
  ~bare_server();
  std::uint16_t port() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace bench
