// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// An awaitable handler: while it waits for others it holds no thread, it reports progress, and it stops when the
// client gives up. The resolver waits as well before it knows what to ask.

#include <parley/parley.hpp>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace asio = boost::asio;
using namespace parley;
using namespace std::chrono_literals;

// [doc:slow-survey]
struct Consent {
  bool share;
  static constexpr auto fields = parley::fields(field<&Consent::share>{.title = "Share my answers with the team"});
};

asio::awaitable<void> pause(std::chrono::milliseconds time) {
  asio::steady_timer timer(co_await asio::this_coro::executor, time);
  co_await timer.async_wait(asio::use_awaitable);
}

asio::awaitable<Elicit<Consent>> ask_consent(Arg<"topic"> topic) {
  co_await pause(5ms);  // stands for looking the topic up somewhere
  Elicit<Consent> question{message("Take part in the survey about {}?", topic)};
  co_return question;
}

asio::awaitable<std::string> run_survey(Arg<"topic", std::string, "What is asked about"> topic,
                                        Arg<"people", int, "How many are asked"> people, Resolve<ask_consent> consent,
                                        Context& context) {
  for (int i = 1; i <= *people; ++i) {
    if (context.cancelled()) co_return "";  // nobody reads the answer any more
    co_await pause(20ms);
    context.progress(i, *people, "answers received");
  }
  co_return std::to_string(*people) + " people answered about " + *topic +
      (consent->share ? "; shared with the team" : "");
}
// [/doc:slow-survey]

int main(int argc, char** argv) {
  Server server{"survey", "1.0.0"};
  server.tool<run_survey>("Ask people about a topic and count the answers.");
  return run(server, argc, argv);
}
