// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/protocol/encode.hpp>
#include <parley/protocol/error.hpp>
#include <parley/protocol/reply.hpp>
#include <parley/protocol/request_id.hpp>
#include <parley/protocol/subscriptions.hpp>
#include <parley/server/caller.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley::detail {

struct subscription_stream;
struct subscription_streams;

// One open stream of subscriptions/listen, as the driver that serves it holds it. Changes that happen from open() on
// are on it, whenever it is first looked at (SUB-11). What waits on it is a set and takes no more space for being left
// there (pending_changes.hpp), so a driver should take() only what it can send.
//
// end(), close() and the destructor may be called from any thread; the others by one at a time.
class subscription {
 public:
  // What is to be sent now, in this order.
  struct delivery {
    std::vector<std::string> lines{};  // notifications; the very first is the acknowledgement (SUB-02)
    std::optional<reply> last{};       // the stream has ended: the answer to its request, after which nothing comes
  };

  // Made by subscription_hub::open.
  subscription(std::shared_ptr<subscription_streams> home, std::shared_ptr<subscription_stream> stream)
      : home_(std::move(home)), stream_(std::move(stream)) {}
  subscription(subscription const&) = delete;
  subscription& operator=(subscription const&) = delete;
  ~subscription() { close(); }

  // The id of its request.
  PARLEY_DECL request_id const& id() const noexcept;
  // What is delivered on it.
  PARLEY_DECL subscription_filter const& filter() const noexcept;

  // `waker` is called when there is something to take() and, as far as take() knows, was nothing before; at once, when
  // there is something now. It is called by whoever brings the change, on that thread, with none of the locks that
  // publishing, taking and opening need. It must be short and must not throw. It may call take(), end() and close() of
  // its own stream, but nothing else here. It may be called once too often, and finds nothing then.
  PARLEY_DECL void set_waker(std::function<void()> waker);

  // Everything that waits. Throws only for want of memory; then changes may be lost and the stream must be closed.
  PARLEY_DECL delivery take();

  // The server ends this stream: what waits is still delivered, then its last reply.
  PARLEY_DECL void end();

  // The client has gone, or has been given the last reply: nothing is delivered any more, and the stream does not
  // count. When it returns, the waker is not running, unless it is the caller, and will not be called again; it is gone
  // with all that it holds. Therefore not with a lock held that the waker takes.
  PARLEY_DECL void close() noexcept;

 private:
  std::shared_ptr<subscription_streams> const home_;
  std::shared_ptr<subscription_stream> const stream_;
};

// For those who cannot wait for changes: the stream is acknowledged to `sink` and ends at once. Returns its last reply.
PARLEY_DECL reply end_stream(subscription& stream, notification_sink& sink);

// All open streams of a server, and the place where changes are told. All members may be called from several threads at
// once. Streams may outlive the hub.
class subscription_hub {
 public:
  // `identity` goes into the results of streams, as into other results. `limit`: streams at once.
  PARLEY_DECL explicit subscription_hub(server_identity identity, std::size_t limit = 1024);
  subscription_hub(subscription_hub const&) = delete;
  subscription_hub& operator=(subscription_hub const&) = delete;
  // Ends all streams.
  PARLEY_DECL ~subscription_hub();

  // Opens a stream for what the server agrees to, which may be nothing at all (SUB-15). -32603 when as many are open as
  // may be (SUB-14).
  PARLEY_DECL result<std::shared_ptr<subscription>, rpc_error> open(request_id id, subscription_filter honoured);

  // Opens one for a client of an older revision, which is told without having listened: nothing is acknowledged,
  // nothing ends it with a reply, and its notifications carry no tag. It does not count: sessions have limits of their
  // own.
  PARLEY_DECL std::shared_ptr<subscription> open_untold(subscription_filter what);

  // Tell of a change: each stream that wants to know gets it once, however often it is told before it is taken. A URI
  // must be written as in the subscription. The time it takes grows with the streams that get it: those of a URI are
  // found without looking at others. They throw only for want of memory, and have told nobody then.
  PARLEY_DECL void list_changed(list_kind which);
  PARLEY_DECL void resource_updated(std::string_view uri);

  // Ends all streams, each with its last reply. Those that are opened later are acknowledged and end at once.
  PARLEY_DECL void end_all();

  // Streams that are open: not closed yet, ended or not.
  PARLEY_DECL std::size_t count() const;

 private:
  std::shared_ptr<subscription_streams> const streams_;
};

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/server/pending_changes.hpp>

#include <iterator>
#include <mutex>
#include <set>
#include <unordered_set>

namespace parley::detail {

struct subscription_stream : std::enable_shared_from_this<subscription_stream> {
  subscription_stream(request_id of, subscription_filter honoured) : id(std::move(of)), changes(std::move(honoured)) {}

  request_id const id;

  // Guarded by subscription_streams::mutex, but for what never changes in `changes`.
  pending_changes changes;
  bool const is_tagged = id.has_value();  // it answers a request (subscriptions/listen)
  bool acknowledgement_due = is_tagged;
  bool result_due = false;
  bool ended = false;  // nothing more comes onto it
  bool closed = false;

  bool idle() const { return !acknowledgement_due && !result_due && changes.empty(); }

  // Held while the waker runs, so that close() waits for it; and recursive, because the waker may call close(). Is
  // locked before subscription_streams::mutex when both are.
  std::recursive_mutex waking{};
  std::shared_ptr<std::function<void()> const> waker{};  // shared with its call that is under way

  void wake() noexcept {
    std::lock_guard lock(waking);
    // A copy, since the waker may close() its stream. It is gone before the lock is, so that what it holds is never let
    // go on this thread after close() has returned on another.
    auto const call = waker;
    if (call != nullptr) (*call)();
  }
};

// A stream that wants to know of a resource.
struct resource_listener {
  std::string_view uri{};  // in the stream's filter
  std::size_t place = 0;   // there
  subscription_stream* stream = nullptr;
};

// Sorted rather than hashed: clients choose the URIs.
struct by_uri {
  using is_transparent = void;
  bool operator()(resource_listener const& a, resource_listener const& b) const {
    return a.uri != b.uri ? a.uri < b.uri : std::less<>{}(a.stream, b.stream);
  }
  bool operator()(resource_listener const& a, std::string_view uri) const { return a.uri < uri; }
  bool operator()(std::string_view uri, resource_listener const& b) const { return uri < b.uri; }
};

// What the hub and its subscriptions share.
struct subscription_streams {
  subscription_streams(server_identity who, std::size_t most) : identity(std::move(who)), limit(most) {}

  server_identity const identity;
  std::size_t const limit;

  // Guards what follows, and the streams. Nothing is called and nothing is written while it is held.
  mutable std::mutex mutex{};
  std::unordered_set<std::shared_ptr<subscription_stream>> open{};
  std::size_t tagged = 0;  // of these, that answer a request
  std::set<resource_listener, by_uri> listeners{};
  std::unordered_set<subscription_stream*> list_listeners{};  // of these, that want to know of a list
  bool ended = false;

  using sleepers = std::vector<std::shared_ptr<subscription_stream>>;

  // Changes a stream, and notes it when it has to be woken; with the mutex held, and room in `woken`.
  template <class Change>
  static void change(subscription_stream& stream, sleepers& woken, Change what) noexcept {
    if (stream.ended || stream.closed) return;
    bool const slept = stream.idle();
    what(stream);
    if (slept && !stream.idle()) woken.push_back(stream.shared_from_this());
  }
  static void finish(subscription_stream& stream) noexcept {
    stream.ended = true;
    stream.result_due = stream.is_tagged;
  }

  static void wake(sleepers const& woken) noexcept {
    for (auto const& stream : woken) stream->wake();
  }

  // Null: as many streams are open as may be.
  PARLEY_DECL static std::shared_ptr<subscription> add(std::shared_ptr<subscription_streams> const& self,
                                                       std::shared_ptr<subscription_stream> const& stream);
};

PARLEY_DECL std::shared_ptr<subscription> subscription_streams::add(
    std::shared_ptr<subscription_streams> const& self, std::shared_ptr<subscription_stream> const& stream) {
  // Takes back what has been done when one of the insertions throws.
  auto made = std::make_shared<subscription>(self, stream);
  std::lock_guard lock(self->mutex);
  if (stream->is_tagged && self->tagged >= self->limit) return nullptr;
  self->open.insert(stream);
  if (stream->is_tagged) ++self->tagged;
  auto const& filter = stream->changes.filter();
  if (filter.tools_list_changed || filter.prompts_list_changed || filter.resources_list_changed) {
    self->list_listeners.insert(stream.get());
  }
  auto const& uris = stream->changes.filter().resource_subscriptions;
  for (std::size_t i = 0; i < uris.size(); ++i) self->listeners.insert({uris[i], i, stream.get()});
  if (self->ended) finish(*stream);
  return made;
}

PARLEY_DECL request_id const& subscription::id() const noexcept { return stream_->id; }

PARLEY_DECL subscription_filter const& subscription::filter() const noexcept { return stream_->changes.filter(); }

PARLEY_DECL void subscription::set_waker(std::function<void()> waker) {
  auto next = std::make_shared<std::function<void()> const>(std::move(waker));
  auto const stream = stream_;  // the waker may destroy this subscription
  bool waits = false;
  std::lock_guard lock(stream->waking);
  {
    std::lock_guard guard(home_->mutex);
    if (stream->closed) return;
    waits = !stream->idle();
  }
  stream->waker.swap(next);
  if (waits) stream->wake();
}

PARLEY_DECL subscription::delivery subscription::take() {
  delivery out;
  std::vector<pending_changes::change> changes;
  bool first = false;
  bool last = false;
  {
    std::lock_guard lock(home_->mutex);
    if (stream_->closed) return out;
    changes = stream_->changes.take();
    first = std::exchange(stream_->acknowledgement_due, false);
    last = std::exchange(stream_->result_due, false);
  }
  out.lines.reserve(changes.size() + 1);
  if (first) out.lines.push_back(encode_acknowledged(id(), filter()));
  for (auto const what : changes) out.lines.push_back(stream_->changes.encode(id(), what));
  if (last) out.last = reply{encode_listen_result(id(), home_->identity), reply_status::ok};
  return out;
}

PARLEY_DECL void subscription::end() {
  subscription_streams::sleepers woken;
  woken.reserve(1);
  {
    std::lock_guard lock(home_->mutex);
    subscription_streams::change(*stream_, woken, subscription_streams::finish);
  }
  subscription_streams::wake(woken);
}

PARLEY_DECL void subscription::close() noexcept {
  // Dropped when no lock is held, since it may own this very subscription.
  std::shared_ptr<std::function<void()> const> waker;
  std::lock_guard lock(stream_->waking);
  {
    std::lock_guard guard(home_->mutex);
    stream_->closed = true;
    if (home_->open.erase(stream_) != 0 && stream_->is_tagged) --home_->tagged;
    home_->list_listeners.erase(stream_.get());
    auto const& uris = filter().resource_subscriptions;
    for (std::size_t i = 0; i < uris.size(); ++i) home_->listeners.erase({uris[i], i, stream_.get()});
  }
  waker.swap(stream_->waker);
}

PARLEY_DECL subscription_hub::subscription_hub(server_identity identity, std::size_t limit)
    : streams_(std::make_shared<subscription_streams>(std::move(identity), limit)) {}

PARLEY_DECL subscription_hub::~subscription_hub() {
  try {
    end_all();
  } catch (...) {  // no memory: the streams stay open until their drivers close them
  }
}

PARLEY_DECL result<std::shared_ptr<subscription>, rpc_error> subscription_hub::open(request_id id,
                                                                                    subscription_filter honoured) {
  auto const stream = std::make_shared<subscription_stream>(std::move(id), std::move(honoured));
  if (auto made = streams_->add(streams_, stream)) return made;
  return refused{rpc_error{error_code::internal_error, "Subscription limit reached"}};
}

PARLEY_DECL std::shared_ptr<subscription> subscription_hub::open_untold(subscription_filter what) {
  return streams_->add(streams_, std::make_shared<subscription_stream>(request_id(), std::move(what)));
}

PARLEY_DECL reply end_stream(subscription& stream, notification_sink& sink) {
  stream.end();
  auto heard = stream.take();
  for (auto& line : heard.lines) sink.notify(std::move(line));
  return heard.last ? *std::move(heard.last) : reply{};
}

PARLEY_DECL void subscription_hub::list_changed(list_kind which) {
  subscription_streams::sleepers woken;
  {
    std::lock_guard lock(streams_->mutex);
    woken.reserve(streams_->list_listeners.size());
    for (auto* const one : streams_->list_listeners) {
      subscription_streams::change(*one, woken,
                                   [which](subscription_stream& stream) { stream.changes.list_changed(which); });
    }
  }
  subscription_streams::wake(woken);
}

PARLEY_DECL void subscription_hub::resource_updated(std::string_view uri) {
  subscription_streams::sleepers woken;
  {
    std::lock_guard lock(streams_->mutex);
    auto const [begin, end] = streams_->listeners.equal_range(uri);
    woken.reserve(static_cast<std::size_t>(std::distance(begin, end)));
    for (auto one = begin; one != end; ++one) {
      subscription_streams::change(*one->stream, woken, [place = one->place](subscription_stream& stream) {
        stream.changes.resource_updated(place);
      });
    }
  }
  subscription_streams::wake(woken);
}

PARLEY_DECL void subscription_hub::end_all() {
  subscription_streams::sleepers woken;
  {
    std::lock_guard lock(streams_->mutex);
    woken.reserve(streams_->open.size());
    streams_->ended = true;
    for (auto const& one : streams_->open) {
      subscription_streams::change(*one, woken, subscription_streams::finish);
    }
  }
  subscription_streams::wake(woken);
}

PARLEY_DECL std::size_t subscription_hub::count() const {
  std::lock_guard lock(streams_->mutex);
  return streams_->open.size();
}

}  // namespace parley::detail

#endif
