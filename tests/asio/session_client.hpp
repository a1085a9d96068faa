// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "asio/handshaking.hpp"
#include "asio/raw_client.hpp"
#include "asio/served.hpp"

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

// What the tests of sessions over HTTP share: a client that has one, and what it reads of streams.
namespace parley::testing {

// The data of one chunk; empty for the last one, and when the connection ends.
inline std::string next_chunk(raw_stream& from) {
  auto const size = std::strtoul(from.read_until("\r\n").c_str(), nullptr, 16);
  auto const data = from.read_exactly(size);
  from.read_exactly(2);
  return data;
}

// One event, or the end of the stream.
struct stream_event {
  std::string id{};
  std::string data{};
  std::string retry{};
  std::string text{};  // all of it, empty at the end

  bool is_end() const { return text.empty(); }
  std::string number() const { return id.substr(id.find('_') + 1); }
  std::string stream() const { return id.substr(0, id.find('_')); }
};
inline stream_event next_event(raw_stream& from) {
  stream_event got;
  got.text = next_chunk(from);
  auto const field = [&](std::string const& name) {
    auto const at = ("\n" + got.text).find("\n" + name + ": ");
    if (at == std::string::npos) return std::string("(none)");
    auto const begin = at + name.size() + 2;
    return got.text.substr(begin, got.text.find('\n', begin) - begin);
  };
  got.id = field("id");
  got.data = field("data");
  got.retry = field("retry");
  return got;
}

inline std::string const older_fields =
    "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";

// A client of an older revision, with a session.
struct session_client {
  explicit session_client(served& with, std::string const& version = "2025-11-25", std::string more = {})
      : server(with), more_fields(std::move(more)) {
    hello = server.ask(parley::testing::post(initialize(version), older_fields + more_fields));
    id = hello.field("Mcp-Session-Id");
    post(initialized);
  }

  std::string fields() const { return "Mcp-Session-Id: " + id + "\r\n" + more_fields; }

  // A POST on a connection of its own, and all that comes back.
  raw_response post(std::string const& body, std::string const& more = {}) const {
    return server.ask(posted(body, more));
  }
  std::string posted(std::string const& body, std::string const& more = {}) const {
    return parley::testing::post(body, older_fields + fields() + more);
  }
  // A POST of which nothing has been read.
  raw_stream begin(std::string const& body) const {
    auto stream = server.connect();
    stream.write(posted(body));
    return stream;
  }
  // A POST whose stream has begun: with its priming event, where there is one.
  raw_stream stream_of(std::string const& body) const {
    auto stream = begin(body);
    stream.read_until("\r\n\r\n");
    return stream;
  }

  // A request without a body, and all that comes back.
  raw_response ask(std::string const& method, std::string const& more = {}) const {
    return server.ask(bodiless(method, more));
  }
  std::string bodiless(std::string const& method, std::string const& more = {}) const {
    return method + " /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n" + fields() + more + "\r\n";
  }
  // A GET for what belongs to no request, or follows an event; its head has been read.
  std::pair<raw_stream, std::string> get(std::string const& last_event = {}) const {
    auto stream = server.connect();
    stream.write(bodiless("GET", last_event.empty() ? "" : "Last-Event-ID: " + last_event + "\r\n"));
    auto head = stream.read_until("\r\n\r\n");
    return {std::move(stream), std::move(head)};
  }

  served& server;
  std::string more_fields;
  raw_response hello{};
  std::string id{};
};

inline std::string cancelled(std::string const& id) {
  return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + "}}";
}
inline std::string progress_of(std::string const& id, std::string const& tool) {
  return bare(id, "tools/call", R"({"name":")" + tool + R"(","arguments":{},"_meta":{"progressToken":"p"}})");
}

}  // namespace parley::testing
