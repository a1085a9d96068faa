// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_response.hpp>
#include <parley/core/config.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/wire/media_type.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace parley::detail {

// How one POST is answered: as one JSON body or as a stream of events (basic/transports/streamable-http). The choice
// is made late, by whatever comes first: the answer makes it JSON with a status of its own, a notification or a long
// silence make it a stream, whose status is 200 whatever follows. Pure: events go in, bytes come out.
class http_exchange {
 public:
  // `takes`: what the client accepts; at least one of the two.
  http_exchange(accepted_types takes, http_frame frame) : takes_(takes), frame_(std::move(frame)) {}

  // Progress or a log line. Dropped when the client takes no stream, or the answer has been given.
  PARLEY_DECL void notify(std::string_view line);
  // Nothing happened for the keep-alive time: begins the stream, or shows that it lives.
  PARLEY_DECL void keep_alive();
  // The answer; nothing comes after it. `status` is what it has when it goes out as a body of its own. When that is
  // not 200, it goes so even to a client that asked for a stream alone, as a stream would hide the status. `fields` are
  // further header lines for that case.
  PARLEY_DECL void answer(reply what, unsigned status, std::string_view fields = {});

  // For streams that are more than the answer to one request: begins one, adds an event that is written already, and
  // ends it without an answer. Precondition: the client takes a stream.
  PARLEY_DECL void begin();
  PARLEY_DECL void event(std::string_view text);
  PARLEY_DECL void end();

  // Whether the client takes a stream of events.
  bool can_stream() const { return takes_.event_stream; }
  bool has_begun() const { return state_ != state::open; }
  // What is to be written now.
  bool has_bytes() const { return !out_.head.empty(); }
  http_bytes take() { return std::exchange(out_, {}); }
  bool answered() const { return state_ == state::answered; }
  // Whether another request may follow on the connection; final once it is answered.
  bool keeps_connection() const { return frame_.keep_alive; }

 private:
  enum class state { open, streaming, answered };
  PARLEY_DECL void begin_stream();
  PARLEY_DECL void append_chunk(std::string_view bytes);

  accepted_types takes_;
  http_frame frame_;
  state state_ = state::open;
  http_bytes out_{};
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/wire/sse.hpp>

#include <cstddef>
#include <cstdio>
#include <optional>

namespace parley::detail {

PARLEY_DECL void http_exchange::notify(std::string_view line) {
  if (state_ == state::answered || !takes_.event_stream) return;
  if (state_ == state::open) begin_stream();
  append_chunk(sse_event(line));
}

PARLEY_DECL void http_exchange::keep_alive() {
  if (state_ == state::answered || !takes_.event_stream) return;
  if (state_ == state::open) begin_stream();
  append_chunk(sse_comment());
}

PARLEY_DECL void http_exchange::answer(reply what, unsigned status, std::string_view fields) {
  if (state_ == state::open && !takes_.json && status == 200) begin_stream();
  if (state_ == state::streaming) {
    append_chunk(sse_event(what.body));
    return end();
  }
  frame_.fields += fields;
  auto const type = what.body.empty() ? std::string_view{} : std::string_view("application/json");
  out_.head = http_head(frame_, status, what.body.size(), type);
  out_.body = std::move(what.body);
  state_ = state::answered;
}

PARLEY_DECL void http_exchange::begin() {
  if (state_ == state::open) begin_stream();
}

PARLEY_DECL void http_exchange::event(std::string_view text) {
  begin();
  if (state_ == state::streaming) append_chunk(text);
}

PARLEY_DECL void http_exchange::end() {
  begin();
  if (state_ == state::streaming && !frame_.http_1_0) out_.head += "0\r\n\r\n";
  state_ = state::answered;
}

PARLEY_DECL void http_exchange::begin_stream() {
  state_ = state::streaming;
  for (auto const& [name, value] : sse_headers) append_field(frame_.fields, name, value);
  if (frame_.http_1_0) {
    frame_.keep_alive = false;  // HTTP/1.0 has no chunks: the end of the connection ends the stream
  } else {
    frame_.fields += "Transfer-Encoding: chunked\r\n";
  }
  out_.head += http_head(frame_, 200, std::nullopt, {});
}

PARLEY_DECL void http_exchange::append_chunk(std::string_view bytes) {
  if (frame_.http_1_0) {
    out_.head += bytes;
    return;
  }
  char size[24];
  auto const digits = std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
  out_.head.append(size, static_cast<std::size_t>(digits)).append(bytes).append("\r\n");
}

}  // namespace parley::detail

#endif
