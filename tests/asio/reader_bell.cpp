// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/asio/reader_bell.hpp>

#include "support/catch.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <memory>

using parley::detail::http_connection;
using parley::detail::reader_bell;
using parley::detail::wake_gate;

namespace {

std::shared_ptr<http_connection> connection(boost::asio::io_context& io) {
  return std::make_shared<http_connection>(boost::asio::ip::tcp::socket(io), nullptr, std::chrono::seconds(1));
}
// How many wake-ups are waiting.
std::size_t woken(boost::asio::io_context& io) {
  io.restart();
  return io.run();
}

}  // namespace

TEST_CASE("a reader is woken once until it looks", "[http][reader_bell]") {
  boost::asio::io_context io;
  reader_bell bell(std::make_shared<wake_gate>());
  bell.ring();
  CHECK(woken(io) == 0);
  bell.give_to(connection(io));
  bell.ring();
  bell.ring();
  CHECK(woken(io) == 1);
  bell.ring();
  CHECK(woken(io) == 0);
  bell.heard();
  bell.ring();
  CHECK(woken(io) == 1);
}

TEST_CASE("whoever loses the bell hears it once more, and whoever has it hears what follows", "[http][reader_bell]") {
  boost::asio::io_context io;
  reader_bell bell(std::make_shared<wake_gate>());
  auto const first = connection(io);
  bell.give_to(first);
  bell.ring();
  bell.give_to(connection(io));
  CHECK(woken(io) == 2);
  CHECK(first.use_count() == 1);
  bell.ring();
  CHECK(woken(io) == 1);
  bell.give_to(nullptr);
  woken(io);
  bell.ring();
  CHECK(woken(io) == 0);
}

TEST_CASE("a bell is silent when its gate is shut", "[http][reader_bell]") {
  boost::asio::io_context io;
  auto const gate = std::make_shared<wake_gate>();
  reader_bell bell(gate);
  bell.give_to(connection(io));
  gate->shut();
  bell.ring();
  CHECK(woken(io) == 0);
}
