// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// Streams of sessions over HTTP: what goes on which, what a client that was away finds when it comes back, and how they
// end.

#include <parley/asio/stream_pump.hpp>

#include "asio/listening.hpp"
#include "asio/session_client.hpp"
#include "support/catch.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

using namespace parley;
using namespace parley::testing;
using namespace std::chrono_literals;

namespace {

std::string const half =
    R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1,"total":2,"message":"half"}})";
std::string const tools_changed = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{}})";

std::string away(Service<gate> at, Context& context) {
  context.release_stream();
  return at->pass(context.stop_token()) ? "back" : "cancelled";
}

// Tries until it has that status: that somebody has gone is noticed soon, but not at once.
template <class Ask>
bool comes_to(int status, Ask ask) {
  auto const until = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < until) {
    if (ask() == status) return true;
  }
  return false;
}

// A store that answers when it pleases, on a thread of its own.
class slow_store final : public event_store {
 public:
  slow_store() : thread_([this] { work(); }) {}
  ~slow_store() override {
    {
      std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  void append(std::string_view session, std::uint64_t stream, std::uint64_t number,
              std::string message) noexcept override {
    store_.append(session, stream, number, std::move(message));
  }
  void read(std::string_view session, std::uint64_t stream, std::uint64_t after, std::size_t most_bytes,
            std::function<void(std::vector<stored_event>)> done) noexcept override {
    std::lock_guard lock(mutex_);
    reads_.push_back([this, name = std::string(session), stream, after, most_bytes, done = std::move(done)] {
      store_.read(name, stream, after, most_bytes, done);
    });
    changed_.notify_all();
  }
  void forget_stream(std::string_view session, std::uint64_t stream) noexcept override {
    store_.forget_stream(session, stream);
  }
  void forget_session(std::string_view session) noexcept override { store_.forget_session(session); }
  std::size_t sessions() const { return store_.sessions(); }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return ended_ || !reads_.empty(); });
      if (reads_.empty()) return;
      auto const next = std::move(reads_.front());
      reads_.pop_front();
      lock.unlock();
      std::this_thread::yield();
      next();
      lock.lock();
    }
  }

  memory_event_store store_{};
  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::deque<std::function<void()>> reads_{};
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace

TEST_CASE("a person is asked on the stream of the call, and answers with a POST", "[http][LEG-22][LEG-33][LEG-50]") {
  served server;
  asking const made(server.edge.server);
  session_client client(server);
  auto stream = client.begin(bare_call("1", "act"));
  auto const head = stream.read_until("\r\n\r\n");
  CHECK(has(head, "HTTP/1.1 200 OK\r\n"));
  CHECK(has(head, "Content-Type: text/event-stream\r\n"));
  CHECK(next_event(stream).data.empty());
  auto const question = next_event(stream);
  CHECK(has(question.data, R"("method":"elicitation/create")"));
  auto const answer = client.post(yes_to(question.data));
  CHECK(answer.status == 202);
  CHECK(answer.body.empty());
  CHECK(next_event(stream).data == text_result("1", "acted"));
  CHECK(next_event(stream).is_end());
  CHECK(made.runs == 1);
  // The connection can be used again.
  stream.write(client.posted(bare("2", "ping")));
  CHECK(read_response(stream).body == R"({"jsonrpc":"2.0","id":2,"result":{}})");
}

TEST_CASE("an answer counts when it comes from the session that was asked", "[http][LEG-39][LEG-51][once-18]") {
  served server;
  asking const made(server.edge.server);
  session_client client(server);
  session_client other(server);
  auto stream = client.stream_of(bare_call("1", "act"));
  next_event(stream);
  auto const question = next_event(stream);
  CHECK(other.post(yes_to(question.data)).status == 202);
  CHECK(client.post(answer_to(question.data, R"({"action":"decline"})")).status == 202);
  CHECK(client.post(yes_to(question.data)).status == 202);
  CHECK_FALSE(has(next_event(stream).data, "acted"));
  CHECK(made.runs == 0);
}

TEST_CASE("a stream begins with a place from which it can be resumed, for those who know such events",
          "[http][LEG-34][LEG-35]") {
  served server({.sessions = {.retry = 5s}});
  session_client client(server);
  auto first = client.stream_of(progress_of("1", "report"));
  auto const priming = next_event(first);
  CHECK(priming.text == "id: 1_0\nretry: 5000\ndata: \n\n");
  CHECK(next_event(first).text == "event: message\nid: 1_1\ndata: " + half + "\n\n");
  auto second = client.stream_of(progress_of("2", "report"));
  CHECK(next_event(second).id == "2_0");
  server.edge.at.open();
  CHECK(next_event(first).text == "event: message\nid: 1_2\ndata: " + text_result("1", "passed") + "\n\n");
  CHECK(next_event(first).is_end());

  auto const version = GENERATE(as<std::string>{}, "2025-06-18", "2025-03-26");
  session_client older(server, version);
  auto stream = older.stream_of(progress_of("1", "report"));
  CHECK(next_event(stream).text == "event: message\nid: 1_1\ndata: " + half + "\n\n");
}

TEST_CASE("a call goes on without its connection, and the rest is there when the client comes back",
          "[http][LEG-34][LEG-37]") {
  served server;
  session_client client(server);
  auto stream = client.stream_of(progress_of("1", "report"));
  next_event(stream);
  auto const seen = next_event(stream);
  SECTION("after a break") { stream.reset(); }
  SECTION("after an orderly end") { stream.close(); }
  SECTION("while the old connection is still there") {}

  auto [resumed, head] = client.get(seen.id);
  CHECK(has(head, "HTTP/1.1 200 OK\r\n"));
  CHECK(has(head, "Content-Type: text/event-stream\r\n"));
  server.edge.at.open();
  auto const result = next_event(resumed);
  CHECK(result.data == text_result("1", "passed"));
  CHECK(result.number() == "2");
  CHECK(next_event(resumed).is_end());

  // And once more, from the beginning, and from the end.
  auto again = client.get(seen.stream() + "_0").first;
  CHECK(next_event(again).data == half);
  CHECK(next_event(again).data == text_result("1", "passed"));
  CHECK(next_event(again).is_end());
  auto nothing = client.get(result.id).first;
  CHECK(next_event(nothing).is_end());
}

TEST_CASE("what was said while nobody was there is told later", "[http][LEG-34][LEG-37]") {
  served server;
  session_client client(server);
  auto stream = client.stream_of(progress_of("1", "report"));
  auto const seen = next_event(stream);
  next_event(stream);
  stream.reset();
  server.edge.at.open();
  auto resumed = client.get(seen.id).first;
  CHECK(next_event(resumed).data == half);
  CHECK(next_event(resumed).data == text_result("1", "passed"));
  CHECK(next_event(resumed).is_end());
}

TEST_CASE("a question waits for a client that is away", "[http][LEG-33][LEG-34][LEG-37]") {
  served server;
  asking const made(server.edge.server);
  session_client client(server);
  auto stream = client.stream_of(bare_call("1", "act"));
  auto const priming = next_event(stream);
  stream.reset();
  auto resumed = client.get(priming.id).first;
  auto const question = next_event(resumed);
  CHECK(has(question.data, R"("method":"elicitation/create")"));
  CHECK(client.post(yes_to(question.data)).status == 202);
  CHECK(next_event(resumed).data == text_result("1", "acted"));
  CHECK(made.runs == 1);
}

TEST_CASE("a call of which nothing was heard goes on as well", "[http][LEG-37]") {
  served server;
  session_client client(server);
  auto stream = client.begin(bare_call("1", "wait"));
  REQUIRE(server.edge.at.wait_arrived(1));
  stream.reset();
  // It runs until the session ends.
  CHECK(client.post(bare_call("2", "quick")).status == 200);
  CHECK(client.ask("GET", "Last-Event-ID: 1_0\r\n").status == 400);
  CHECK(client.ask("DELETE").status == 204);
  CHECK(server.edge.at.wait_cancelled(1));
}

TEST_CASE("an event that is not known cannot be gone on from", "[http][LEG-36][LEG-34]") {
  served server;
  session_client client(server);
  session_client other(server);
  auto stream = client.stream_of(progress_of("1", "report"));
  auto const seen = next_event(stream);
  for (auto const& id : {std::string("abc"), std::string("5"), seen.stream() + "_99", std::string("77_0"),
                         std::string("0_1"), seen.id + "x"}) {
    auto const got = client.ask("GET", "Last-Event-ID: " + id + "\r\n");
    CHECK(got.status == 400);
    CHECK(has(got.body, R"("code":-32600)"));
  }
  CHECK(other.ask("GET", "Last-Event-ID: " + seen.id + "\r\n").status == 400);
  CHECK(next_event(stream).data == half);
}

TEST_CASE("events that are not kept any more cannot be asked for", "[http][LEG-34][LEG-36]") {
  served server({.sessions = {.kept = {.sent_events = 1}}});
  session_client client(server);
  server.edge.at.open();
  auto stream = client.stream_of(progress_of("1", "report"));
  auto const priming = next_event(stream);
  auto const first = next_event(stream);
  next_event(stream);
  CHECK(next_event(stream).is_end());
  auto known = client.get(first.id).first;
  CHECK(next_event(known).data == text_result("1", "passed"));
  next_event(known);
  auto const gone = client.ask("GET", "Last-Event-ID: " + priming.id + "\r\n");
  CHECK(gone.status == 400);
  CHECK(has(gone.body, "not there any more"));
}

TEST_CASE("what belongs to no request is told on the stream of a GET, and there alone",
          "[http][LEG-31][LEG-32][LEG-53][LEG-54]") {
  served server;
  add_notes(server.edge.server);
  session_client client(server);
  auto [stream, head] = client.get();
  CHECK(has(head, "HTTP/1.1 200 OK\r\n"));
  CHECK(has(head, "Content-Type: text/event-stream\r\n"));
  CHECK(next_event(stream).text == "id: 0_0\nretry: 1000\ndata: \n\n");
  auto call = client.stream_of(progress_of("1", "report"));
  next_event(call);
  next_event(call);
  CHECK(client.post(bare("2", "resources/subscribe", R"({"uri":"notes://all"})")).status == 200);

  change_tools(server.edge.server);
  CHECK(next_event(stream).data == tools_changed);
  server.edge.server.resource_updated("notes://all");
  auto const updated_one = next_event(stream);
  CHECK(updated_one.data ==
        R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"notes://all"}})");
  CHECK(updated_one.id == "0_2");
  server.edge.at.open();
  CHECK(next_event(call).data == text_result("1", "passed"));
  CHECK(next_event(call).is_end());
}

TEST_CASE("changes wait for a client that is away, each told once", "[http][LEG-34][LEG-54]") {
  served server;
  session_client client(server);
  for (int i = 0; i < 10; ++i) change_tools(server.edge.server);
  auto stream = client.get().first;
  next_event(stream);
  auto const first = next_event(stream);
  CHECK(first.data == tools_changed);
  stream.reset();
  auto resumed = client.get(first.id).first;
  change_tools(server.edge.server);
  auto const second = next_event(resumed);
  CHECK(second.data == tools_changed);
  CHECK(second.id == "0_2");
  resumed.reset();
  auto again = client.get(first.id).first;
  CHECK(next_event(again).id == "0_2");
}

TEST_CASE("a session has one stream for what belongs to no request", "[http][LEG-30]") {
  served server;
  session_client client(server);
  auto stream = client.get().first;
  next_event(stream);
  auto const second = client.ask("GET");
  CHECK(second.status == 409);
  CHECK(has(second.body, R"("code":-32600)"));
  SECTION("until it is closed") {
    stream.reset();
    CHECK(comes_to(200, [&] { return has(client.get().second, "200 OK") ? 200 : 409; }));
  }
  SECTION("or the client comes back for it") {
    auto [resumed, head] = client.get("0_0");
    CHECK(has(head, "200 OK"));
    CHECK(next_event(stream).is_end());
    change_tools(server.edge.server);
    CHECK(next_event(resumed).data == tools_changed);
  }
  SECTION("and another session has its own") { CHECK(has(session_client(server).get().second, "200 OK")); }
}

TEST_CASE("a stream goes to who takes one", "[http][LEG-29]") {
  served server;
  session_client client(server);
  auto const got =
      server.ask("GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n" + client.fields() + "\r\n");
  CHECK(got.status == 406);
  CHECK(server.ask("GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n").status == 400);
}

TEST_CASE("a call that is cancelled is not answered, and its stream ends", "[http][LEG-56][CAN-09]") {
  served server;
  asking const made(server.edge.server);
  session_client client(server);
  SECTION("while it runs") {
    auto stream = client.stream_of(progress_of("1", "report"));
    next_event(stream);
    next_event(stream);
    CHECK(client.post(cancelled("1")).status == 202);
    CHECK(server.edge.at.wait_cancelled(1));
    CHECK(next_event(stream).is_end());
  }
  SECTION("before anything was said") {
    auto stream = client.begin(bare_call("1", "wait"));
    REQUIRE(server.edge.at.wait_arrived(1));
    CHECK(client.post(cancelled("1")).status == 202);
    CHECK(has(stream.read_until("\r\n\r\n"), "Content-Type: text/event-stream\r\n"));
    CHECK(next_event(stream).is_end());
  }
  SECTION("while a person is asked, who then need not answer") {
    auto stream = client.stream_of(bare_call("1", "act"));
    next_event(stream);
    auto const question = next_event(stream);
    CHECK(client.post(cancelled("1")).status == 202);
    auto const withdrawn = next_event(stream);
    CHECK(has(withdrawn.data, R"("method":"notifications/cancelled")"));
    CHECK(has(withdrawn.data, id_in(question.data)));
    CHECK(next_event(stream).is_end());
    CHECK(client.post(yes_to(question.data)).status == 202);
    CHECK(made.runs == 0);
  }
  CHECK(client.post(bare_call("2", "quick")).status == 200);
}

TEST_CASE("only calls of the session can be cancelled", "[http][CAN-09][LEG-39]") {
  served server;
  session_client client(server);
  auto stream = client.stream_of(progress_of("1", "report"));
  next_event(stream);
  CHECK(session_client(server).post(cancelled("1")).status == 202);
  CHECK(client.post(cancelled(R"("1")")).status == 202);
  next_event(stream);
  server.edge.at.open();
  CHECK(next_event(stream).data == text_result("1", "passed"));
}

TEST_CASE("a call that will be long lets its client go, who comes back for the answer", "[http][LEG-35]") {
  served server({.sessions = {.retry = 10ms}});
  server.edge.server.tool<away>("Goes away.");
  session_client client(server);
  auto stream = client.stream_of(bare_call("1", "away"));
  auto const priming = next_event(stream);
  CHECK(priming.retry == "10");
  CHECK(next_event(stream).is_end());
  auto [resumed, head] = client.get(priming.id);
  CHECK(has(head, "200 OK"));
  server.edge.at.open();
  CHECK(next_event(resumed).data == text_result("1", "back"));
  CHECK(next_event(resumed).is_end());

  session_client older(server, "2025-06-18");
  CHECK(older.post(bare_call("1", "away")).body == text_result("1", "back"));
}

TEST_CASE("a batch whose parts have something to say is answered on one stream", "[http][LEG-61]") {
  served server;
  session_client client(server, "2025-03-26");
  auto stream = client.stream_of("[" + bare("1", "ping") + "," + progress_of("2", "report") + "]");
  std::string all = next_event(stream).data;
  all += next_event(stream).data;
  CHECK(has(all, R"({"jsonrpc":"2.0","id":1,"result":{}})"));
  CHECK(has(all, half));
  server.edge.at.open();
  CHECK(next_event(stream).data == text_result("2", "passed"));
  CHECK(next_event(stream).is_end());
}

TEST_CASE("a client that is away does not hold much progress back, but all of its answer", "[http][LEG-37][PRG-06]") {
  served server({.backlog = 20'000});
  session_client client(server);
  auto stream = client.stream_of(progress_of("1", "flood"));
  auto const priming = next_event(stream);
  stream.reset();
  REQUIRE(server.edge.at.wait_arrived(1));
  server.edge.at.open();
  auto resumed = client.get(priming.id).first;
  int lines = 0;
  auto event = next_event(resumed);
  for (; has(event.data, "notifications/progress"); event = next_event(resumed)) ++lines;
  CHECK(event.data == text_result("1", "passed"));
  CHECK(lines < 2000);
}

TEST_CASE("a silent call becomes a stream, and a stream is kept alive", "[http][LEG-22][LEG-35]") {
  served server({.keep_alive = 20ms});
  session_client client(server);
  auto stream = client.stream_of(bare_call("1", "wait"));
  CHECK(next_event(stream).id == "1_0");
  CHECK(next_chunk(stream) == ": ping\n\n");
  auto changes = client.get().first;
  CHECK(next_event(changes).id == "0_0");
  CHECK(next_chunk(changes) == ": ping\n\n");
}

TEST_CASE("the end of a session ends its calls and its streams", "[http][LEG-26][LEG-40]") {
  served server;
  asking const made(server.edge.server);
  session_client client(server);
  auto changes = client.get().first;
  next_event(changes);
  auto report = client.stream_of(progress_of("1", "report"));
  next_event(report);
  auto waiting = client.begin(bare_call("2", "wait"));
  auto asked = client.stream_of(bare_call("3", "act"));
  next_event(asked);
  auto const question = next_event(asked);
  REQUIRE(server.edge.at.wait_arrived(2));
  CHECK(client.ask("DELETE").status == 204);
  CHECK(server.edge.at.wait_cancelled(2));
  CHECK(next_event(changes).is_end());
  for (auto event = next_event(report); !event.is_end();) event = next_event(report);
  CHECK(next_event(asked).is_end());
  CHECK(read_response(waiting).status == 404);
  CHECK(client.post(yes_to(question.data)).status == 404);
  CHECK(made.runs == 0);
}

TEST_CASE("a session with a connection that waits is in use", "[http][LEG-40]") {
  std::atomic<std::chrono::steady_clock::time_point> now{std::chrono::steady_clock::time_point{}};
  server_options behind;
  behind.world.steady_clock = [&now] { return now.load(); };
  served server({}, std::move(behind));
  session_client client(server);
  session_client unused(server);
  auto stream = client.get().first;
  next_event(stream);
  now = now.load() + 31min;
  CHECK(unused.ask("GET").status == 404);
  CHECK(client.post(bare("1", "ping")).status == 200);
  stream.reset();
  CHECK(comes_to(404, [&] {
    now = now.load() + 31min;
    return client.post(bare("1", "ping")).status;
  }));
}

TEST_CASE("of a session whose time is over nothing is kept", "[http][LEG-40]") {
  auto const store = std::make_shared<memory_event_store>();
  std::atomic<std::chrono::steady_clock::time_point> now{std::chrono::steady_clock::time_point{}};
  server_options behind;
  behind.world.steady_clock = [&now] { return now.load(); };
  served server({.sessions = {.idle = 1ms, .events = store}}, std::move(behind));
  session_client client(server);
  auto stream = client.stream_of(progress_of("1", "report"));
  next_event(stream);
  next_event(stream);
  CHECK(store->sessions() == 1);
  server.edge.at.open();
  CHECK(next_event(stream).data == text_result("1", "passed"));
  CHECK(next_event(stream).is_end());
  CHECK(store->sessions() == 1);
  // A connection that has come to its end may be in use for a moment longer, and time goes on.
  CHECK(comes_to(0, [&] {
    now = now.load() + 1ms;
    return static_cast<int>(store->sessions());
  }));
}

TEST_CASE("those who wait hold no thread and take no call's place", "[http][HTTP-22][LEG-30][once-16]") {
  served server({.calls = {.max_calls = 1}});
  asking const made(server.edge.server);
  std::vector<raw_stream> streams;
  for (int i = 0; i < 20; ++i) {
    session_client client(server);
    streams.push_back(client.get().first);
    next_event(streams.back());
    streams.push_back(client.stream_of(bare_call("1", "act")));
    next_event(streams.back());
    CHECK(has(next_event(streams.back()).data, "elicitation/create"));
  }
  CHECK(session_client(server).post(bare_call("1", "pooled", R"({"text":"through"})")).body ==
        text_result("1", "through"));
}

TEST_CASE("messages may be kept elsewhere, and come when they come", "[http][LEG-34]") {
  auto const store = std::make_shared<slow_store>();
  {
    served server({.sessions = {.events = store}});
    asking const made(server.edge.server);
    session_client client(server);
    auto stream = client.stream_of(bare_call("1", "act"));
    auto const priming = next_event(stream);
    auto const question = next_event(stream);
    stream.reset();
    client.post(yes_to(question.data));
    auto resumed = client.get(priming.id).first;
    CHECK(next_event(resumed).data == question.data);
    CHECK(next_event(resumed).data == text_result("1", "acted"));
    CHECK(next_event(resumed).is_end());
    CHECK(store->sessions() == 1);
    CHECK(client.ask("DELETE").status == 204);
    CHECK(store->sessions() == 0);
    // One that is still being read when all ends.
    session_client left(server);
    auto last = left.stream_of(progress_of("1", "report"));
    next_event(last);
  }
  CHECK(store->sessions() == 0);
}

TEST_CASE("a server that stops ends what waits, and what nobody can come back for", "[http][LEG-40][HTTP-06]") {
  served server({.finish_within = std::chrono::hours{1}});
  session_client client(server);
  auto changes = client.get().first;
  next_event(changes);
  auto report = client.stream_of(progress_of("1", "report"));
  next_event(report);
  next_event(report);
  auto lost = client.stream_of(progress_of("2", "report"));
  next_event(lost);
  lost.reset();
  REQUIRE(server.edge.at.wait_arrived(2));
  server.http->stop();
  CHECK(next_event(changes).is_end());
  changes.close();
  report.reset();
  CHECK(server.edge.at.wait_cancelled(2));
  CHECK(server.ends());
}

TEST_CASE("a server that stops lets calls come to their end", "[http][LEG-40]") {
  served server({.finish_within = std::chrono::hours{1}});
  session_client client(server);
  auto report = client.stream_of(progress_of("1", "report"));
  next_event(report);
  next_event(report);
  server.http->stop();
  server.edge.at.open();
  CHECK(next_event(report).data == text_result("1", "passed"));
  CHECK(next_event(report).is_end());
  report.close();
  CHECK(server.ends());
}

TEST_CASE("a server whose time is over waits for nobody", "[http][LEG-40]") {
  served server({.finish_within = 0ms});
  asking const made(server.edge.server);
  session_client client(server);
  auto asked = client.stream_of(bare_call("1", "act"));
  next_event(asked);
  next_event(asked);
  auto nap = client.begin(bare_call("2", "nap", R"({"ms":3600000})"));
  auto lost = client.stream_of(progress_of("3", "report"));
  next_event(lost);
  lost.reset();
  REQUIRE(server.edge.at.wait_arrived(1));
  server.http->stop();
  CHECK(server.ends());
  CHECK(server.edge.at.wait_cancelled(1));
}

TEST_CASE("a server may be destroyed while sessions do all that they do", "[http][LEG-40][C-49]") {
  for (int i = 0; i < 20; ++i) {
    served server({.keep_alive = 5ms});
    asking const made(server.edge.server);
    add_notes(server.edge.server);
    std::vector<raw_stream> streams;
    for (int each = 0; each < 3; ++each) {
      session_client client(server, each == 1 ? "2025-03-26" : "2025-11-25");
      client.post(bare("1", "resources/subscribe", R"({"uri":"notes://all"})"));
      streams.push_back(client.get().first);
      for (auto const* tool : {"act", "wait", "flood"}) {
        streams.push_back(client.begin(progress_of("2", tool)));
        if (each == 2) streams.back().reset();
      }
      streams.push_back(client.begin(bare_call("3", "nap", R"({"ms":100})")));
      if (each == 0) streams.push_back(client.get("1_0").first);
    }
    server.edge.server.resource_updated("notes://all");
    if (i % 3 == 0) server.http->stop();
    change_tools(server.edge.server);
  }
}

TEST_CASE("clients that break off at any point leave a server that serves", "[http][LEG-37][C-49]") {
  served server({.sessions = {.max_sessions = 4, .max_streams = 4}, .max_connections = 16});
  asking const made(server.edge.server);
  session_client client(server);
  auto const requests = {client.posted(bare_call("1", "act")),
                         client.posted(progress_of("2", "nothing")),
                         client.bodiless("GET"),
                         client.posted(initialize()),
                         client.posted(cancelled("1")),
                         client.bodiless("GET", "Last-Event-ID: 1_0\r\n")};
  std::size_t i = 0;
  for (int round = 0; round < 30; ++round) {
    for (auto const& request : requests) {
      auto stream = server.connect();
      stream.write(i % 4 == 0 ? request.substr(0, 1 + i * 7 % request.size()) : request);
      if (i % 3 == 0) stream.readable_within(1ms);
      i % 2 == 0 ? stream.reset() : stream.close();
      ++i;
    }
  }
  CHECK(comes_to(200, [&] { return client.post(bare("1", "ping")).status; }));
}
