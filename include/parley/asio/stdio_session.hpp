// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/drive.hpp>
#include <parley/asio/line_writer.hpp>
#include <parley/asio/pool.hpp>
#include <parley/asio/stdio_call.hpp>
#include <parley/asio/wake_gate.hpp>
#include <parley/core/config.hpp>
#include <parley/protocol/message.hpp>
#include <parley/server/caller.hpp>
#include <parley/wire/lines.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace parley {
class Server;
}

namespace parley::detail {

// One client on a pair of byte streams, one message a line (basic/transports/stdio). Requests run at the same time.
//
// The session ends when the input does, or when it is told to: it then takes nothing in any more and gives the calls
// under way `finish_within` to be answered, cancels them, and after `unwind_within` gives them up. When the reader of
// the output has gone, they are cancelled at once.
class stdio_session : public std::enable_shared_from_this<stdio_session> {
 public:
  struct limits {
    std::size_t line_bytes;
    std::size_t backlog_bytes;
    std::chrono::milliseconds finish_within;
    std::chrono::milliseconds unwind_within;
    bool handshake;
  };

  // Takes over both descriptors. `strand` must run one handler at a time; `server` must outlive the session.
  PARLEY_DECL stdio_session(boost::asio::any_io_executor strand, Server& server, pool_options calls, int input,
                            int output, limits within);

  // On the strand. `ended` is called once, on the strand, when nothing more will be read or written.
  PARLEY_DECL void start(std::function<void()> ended);
  // On the strand: as if the input had ended.
  void stop() { close_input(); }
  // On the strand: cancels and gives up at once.
  PARLEY_DECL void abort();
  // From any thread: asks all handlers to stop, and lets no stream wake the session any more.
  void end_calls() {
    end_calls_.request_stop();
    wakes_->shut();
  }

  boost::asio::any_io_executor const& strand() const { return strand_; }
  pool& threads() { return threads_; }

 private:
  PARLEY_DECL void read();
  PARLEY_DECL void received(bool failed, std::size_t bytes);
  PARLEY_DECL void take_lines();
  PARLEY_DECL void take_line(std::string_view line);
  PARLEY_DECL void take(result<incoming, reply> message, std::shared_ptr<stdio_batch> const& within);
  PARLEY_DECL void refuse(rpc_error const& why);
  PARLEY_DECL void tell_changes();
  using call_list = std::list<std::pair<request_id, std::shared_ptr<stdio_call>>>;

  PARLEY_DECL void begin(incoming request, std::shared_ptr<stdio_batch> within);
  PARLEY_DECL void listen(std::shared_ptr<stdio_call> const& call, std::shared_ptr<subscription> stream);
  PARLEY_DECL void send_changes(std::shared_ptr<stdio_call> const& call);
  PARLEY_DECL call_list::iterator cancel(call_list::iterator which);
  PARLEY_DECL void cancel(request_id const& id);
  PARLEY_DECL void output_changed();
  PARLEY_DECL void close_input();
  PARLEY_DECL void cancel_calls();
  PARLEY_DECL void give_up();
  PARLEY_DECL void end_when_done();
  PARLEY_DECL void end();
  PARLEY_DECL void after(std::chrono::milliseconds time, void (stdio_session::*then)());

  enum class phase : std::uint8_t { serving, finishing, unwinding, ended };

  boost::asio::any_io_executor strand_;
  Server& server_;
  pool threads_;
  boost::asio::posix::stream_descriptor in_;
  std::shared_ptr<line_writer> out_;
  limits within_;
  std::function<void()> ended_{};
  boost::asio::steady_timer timer_;
  line_reader lines_;
  std::array<char, 64 * 1024> chunk_;
  // An id that the client uses twice at once names both calls.
  call_list calls_;
  std::stop_source end_calls_{};
  std::shared_ptr<wake_gate> const wakes_ = std::make_shared<wake_gate>();
  caller client_{};  // with a session, unless nothing but 2026-07-28 is spoken
  bool reading_ = false;
  phase phase_ = phase::serving;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/protocol/encode.hpp>
#include <parley/protocol/encode_handshake.hpp>
#include <parley/server/client_session.hpp>
#include <parley/server/era.hpp>
#include <parley/server/server.hpp>
#include <parley/server/subscription_hub.hpp>

#include <boost/asio/buffer.hpp>

#include <algorithm>
#include <exception>
#include <iterator>

namespace parley::detail {

PARLEY_DECL stdio_session::stdio_session(boost::asio::any_io_executor strand, Server& server, pool_options calls,
                                         int input, int output, limits within)
    : strand_(strand),
      server_(server),
      threads_(calls),
      in_(strand, input),
      out_(std::make_shared<line_writer>(strand, output, within.backlog_bytes)),
      within_(within),
      timer_(strand),
      lines_(within.line_bytes) {}

PARLEY_DECL void stdio_session::start(std::function<void()> ended) {
  ended_ = std::move(ended);
  out_->watch([weak = weak_from_this()] {
    if (auto const self = weak.lock()) self->output_changed();
  });
  if (within_.handshake) {
    client_.session = std::make_shared<client_session>();
    client_.session->set_waker([weak = weak_from_this(), strand = strand_, wakes = wakes_] {
      wakes->post(strand, [weak] {
        if (auto const self = weak.lock()) self->tell_changes();
      });
    });
  }
  read();
}

PARLEY_DECL void stdio_session::abort() {
  if (phase_ == phase::ended) return;
  cancel_calls();
  give_up();
}

PARLEY_DECL void stdio_session::read() {
  // A client that does not read its answers is not read either.
  if (reading_ || phase_ != phase::serving || out_->congested()) return;
  reading_ = true;
  in_.async_read_some(boost::asio::buffer(chunk_),
                      [self = shared_from_this()](boost::system::error_code error, std::size_t bytes) {
                        self->reading_ = false;
                        self->received(bool(error), bytes);
                      });
}

PARLEY_DECL void stdio_session::received(bool failed, std::size_t bytes) {
  if (phase_ != phase::serving) return;
  lines_.feed(std::string_view(chunk_.data(), bytes));
  if (failed) lines_.finish();
  take_lines();
  if (failed) {
    close_input();
  } else {
    read();
  }
}

PARLEY_DECL void stdio_session::take_lines() {
  for (auto item = lines_.next(); item.kind != line_reader::none; item = lines_.next()) {
    if (item.kind == line_reader::line) {
      try {
        take_line(item.text);
      } catch (std::exception const& thrown) {  // out of memory, as far as anybody knows
        write_log(server_.options().world, severity::error, "message_failed", thrown.what());
        refuse(internal_error());
      }
    } else {
      refuse(invalid_request("The message is too long"));
    }
  }
}

// Of a message that nobody knows the id of.
PARLEY_DECL void stdio_session::refuse(rpc_error const& why) {
  out_->send(encode_error({}, why, era_of(client_)).body);
}

PARLEY_DECL void stdio_session::take_line(std::string_view line) {
  auto messages = server_.read_batch(line, client_);
  if (!messages) return take(server_.read(line, client_), nullptr);
  if (!*messages) return take(refused{std::move(*messages).error()}, nullptr);
  auto const answers = std::count_if((*messages)->begin(), (*messages)->end(), Server::wants_answer);
  auto const within = std::make_shared<stdio_batch>(out_, static_cast<std::size_t>(answers));
  for (auto& one : **messages) take(std::move(one), within);
}

PARLEY_DECL void stdio_session::take(result<incoming, reply> message, std::shared_ptr<stdio_batch> const& within) {
  if (!message) {
    auto& body = message.error().body;
    if (body.empty()) return;
    return within != nullptr ? within->put(std::move(body)) : out_->send(std::move(body));
  }
  if (message->kind == message_kind::request) return begin(*std::move(message), within);
  server_.take(*message, client_);
  if (auto const id = cancelled_request(*message)) cancel(*id);
}

PARLEY_DECL void stdio_session::tell_changes() {
  if (phase_ != phase::serving || out_->congested()) return;
  try {
    for (auto& line : client_.session->take_changes()) out_->send(std::move(line));
  } catch (std::exception const& thrown) {  // out of memory: better no more changes than some of them
    write_log(server_.options().world, severity::error, "stream_failed", thrown.what());
    client_.session->set_waker(nullptr);
  }
}

PARLEY_DECL void stdio_session::begin(incoming request, std::shared_ptr<stdio_batch> within) {
  auto const call = std::make_shared<stdio_call>(out_, end_calls_.get_token(), std::move(within));
  auto const place = calls_.emplace(calls_.end(), request.id, call);
  auto done = [self = shared_from_this(), place, call](driven_call::outcome what) {
    if (what.stream != nullptr) return self->listen(call, std::move(what.stream));
    for (auto& line : what.withdrawn) self->out_->send(std::move(line));
    call->answer(std::move(what.answer.body));
    self->calls_.erase(place);
    self->end_when_done();
  };
  auto begun = server_.begin(std::move(request), client_, *call, call->stop_token());
  auto const driver = std::make_shared<driven_call>(strand_, threads_, wakes_, std::move(begun), std::move(done));
  call->driver = driver;
  driver->start();
}

PARLEY_DECL void stdio_session::listen(std::shared_ptr<stdio_call> const& call, std::shared_ptr<subscription> stream) {
  call->listen(stream);
  if (call->stop_token().stop_requested() || phase_ == phase::ended) {
    // It came before there was a stream to close.
    cancel(std::find_if(calls_.begin(), calls_.end(), [&](auto const& each) { return each.second == call; }));
    return end_when_done();
  }
  if (phase_ != phase::serving) stream->end();
  stream->set_waker([weak = weak_from_this(), call = std::weak_ptr(call), strand = strand_, wakes = wakes_] {
    wakes->post(strand, [weak, call] {
      auto const self = weak.lock();
      auto const still = call.lock();
      if (self && still) self->send_changes(still);
    });
  });
}

PARLEY_DECL void stdio_session::send_changes(std::shared_ptr<stdio_call> const& call) {
  // What has changed waits with its stream until there is room, and takes no more space for it.
  if (phase_ == phase::ended || out_->congested()) return;
  try {
    if (!call->send_changes()) return;
  } catch (std::exception const& thrown) {  // out of memory, and changes may be lost: better no stream than that
    write_log(server_.options().world, severity::error, "stream_failed", thrown.what());
    call->cancel();
    call->stream()->close();
  }
  std::erase_if(calls_, [&](auto const& each) { return each.second == call; });
  end_when_done();
}

// Stops a call: one that runs is forgotten when its handler has returned, a stream at once.
PARLEY_DECL stdio_session::call_list::iterator stdio_session::cancel(call_list::iterator which) {
  auto const call = which->second;
  call->cancel();
  if (call->stream() == nullptr) return std::next(which);
  call->stream()->close();
  return calls_.erase(which);
}

PARLEY_DECL void stdio_session::cancel(request_id const& id) {
  for (auto each = calls_.begin(); each != calls_.end();) each = each->first == id ? cancel(each) : std::next(each);
}

PARLEY_DECL void stdio_session::output_changed() {
  if (phase_ == phase::ended) return;
  if (out_->broken()) cancel_calls();
  for (auto each = calls_.begin(); each != calls_.end();) {
    auto const call = (each++)->second;
    if (call->stream() != nullptr) send_changes(call);
  }
  if (client_.session != nullptr) tell_changes();
  read();
  end_when_done();
}

PARLEY_DECL void stdio_session::close_input() {
  if (phase_ != phase::serving) return;
  phase_ = phase::finishing;
  if (client_.session != nullptr) client_.session->close();  // no answer to a question can come any more
  boost::system::error_code ignored;
  in_.cancel(ignored);
  for (auto const& [id, call] : calls_) {
    if (call->stream() != nullptr) call->stream()->end();
  }
  after(within_.finish_within, &stdio_session::cancel_calls);
  end_when_done();
}

PARLEY_DECL void stdio_session::cancel_calls() {
  if (phase_ >= phase::unwinding) return;
  phase_ = phase::unwinding;
  boost::system::error_code ignored;
  in_.cancel(ignored);
  for (auto each = calls_.begin(); each != calls_.end();) each = cancel(each);
  after(within_.unwind_within, &stdio_session::give_up);
}

PARLEY_DECL void stdio_session::give_up() {
  for (auto const& [id, call] : calls_) {
    if (auto const driver = call->driver.lock()) driver->interrupt();
  }
  end();
}

PARLEY_DECL void stdio_session::end_when_done() {
  if (phase_ != phase::serving && phase_ != phase::ended && calls_.empty() && out_->idle()) end();
}

PARLEY_DECL void stdio_session::end() {
  phase_ = phase::ended;
  if (client_.session != nullptr) client_.session->close();
  timer_.cancel();
  boost::system::error_code ignored;
  in_.close(ignored);
  out_->abandon();
  if (ended_) ended_();
}

PARLEY_DECL void stdio_session::after(std::chrono::milliseconds time, void (stdio_session::*then)()) {
  timer_.expires_after(time);
  timer_.async_wait([self = shared_from_this(), then](boost::system::error_code error) {
    if (!error && self->phase_ != phase::ended) (self.get()->*then)();
  });
}

}  // namespace parley::detail

#endif
