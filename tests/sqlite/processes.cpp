// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/sqlite/ledger.hpp>

#include "server/ledger_contract.hpp"
#include "sqlite/scratch.hpp"
#include "support/catch.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

using namespace parley;
using namespace parley::testing;

// Processes of one machine on one file. The others are this program, started anew for its hidden test case with the
// name of what it has to do and of the file in its environment; they write lines to a pipe.

namespace {

constexpr std::size_t flows = 500, threads = 4;

// The clocks of this machine, which can be put ahead.
struct real_world {
  std::atomic<std::chrono::milliseconds> ahead{std::chrono::milliseconds(0)};

  environment view() const {
    environment made = system_environment();
    made.wall_clock = [this] { return std::chrono::system_clock::now() + ahead.load(); };
    made.steady_clock = [this] { return std::chrono::steady_clock::now() + ahead.load(); };
    return made;
  }
};

ledger_claim real_flow(std::size_t number) {
  auto const now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  return {.key = {.flow = sixteen(number)},
          .answers = sixteen(77),
          .who = sixteen(1),
          .until = now + std::chrono::hours(1)};
}

class other_process {
 public:
  other_process(char const* task, std::filesystem::path const& file) {
    int from[2], to[2];
    if (::pipe2(from, O_CLOEXEC) != 0 || ::pipe2(to, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    from_ = from[0];
    to_ = to[1];
    auto const place = "PARLEY_LEDGER=" + file.string();
    auto const work = std::string("PARLEY_TASK=") + task;
    std::vector<char*> world;
    for (char** each = environ; *each; ++each) world.push_back(*each);
    for (auto const* each : {&place, &work}) world.push_back(const_cast<char*>(each->c_str()));
    world.push_back(nullptr);
    child_ = ::fork();
    if (child_ == 0) {
      // Only what may be called between fork and exec. The reporter of the tests writes to nowhere.
      ::dup2(to[0], 0);
      ::dup2(from[1], 1);
      char program[] = "/proc/self/exe", name[] = "[other_process]", option[] = "-o", nowhere[] = "/dev/null";
      char* arguments[] = {program, name, option, nowhere, nullptr};
      ::execve(program, arguments, world.data());
      ::_exit(127);
    }
    ::close(from[1]);
    ::close(to[0]);
    if (child_ < 0) throw std::runtime_error("no process");
  }
  other_process(other_process const&) = delete;
  other_process& operator=(other_process const&) = delete;
  ~other_process() {
    if (child_ > 0) kill();
    ::close(from_);
    if (to_ >= 0) ::close(to_);
  }

  // Lets it go on.
  void go() {
    ::close(to_);
    to_ = -1;
  }
  // One line; empty at the end.
  std::string line() {
    std::string text;
    char c = 0;
    while (::read(from_, &c, 1) == 1 && c != '\n') text += c;
    return text;
  }
  void kill() {
    ::kill(child_, SIGKILL);
    ended();
  }
  // Whether it ended well by itself.
  bool ended() {
    int how = -1;
    ::waitpid(std::exchange(child_, -1), &how, 0);
    return WIFEXITED(how) && WEXITSTATUS(how) == 0;
  }

 private:
  ::pid_t child_ = -1;
  int from_ = -1, to_ = -1;
};

void say(std::string text) {
  text += '\n';
  if (::write(1, text.data(), text.size()) != static_cast<::ssize_t>(text.size())) ::_exit(3);
}

void wait_until_told() {
  char c = 0;
  while (::read(0, &c, 1) == 1) {
  }
}

// Claims all flows from several threads and finishes what it gets; says the numbers of those.
void claim_all(ledger& with) {
  say("ready");
  wait_until_told();
  std::vector<std::thread> all;
  for (std::size_t n = 0; n != threads; ++n) {
    all.emplace_back([&with, n] {
      // From both ends, and one by one, so that many claim the same at once.
      for (std::size_t i = 0; i != flows; ++i) {
        auto const number = n % 2 == 0 ? i : flows - 1 - i;
        auto const flow = real_flow(number);
        if (with.claim(flow).verdict != ledger_verdict::mine) continue;
        with.finish(flow.key, std::to_string(::getpid()));
        say(std::to_string(number));
      }
    });
  }
  for (auto& each : all) each.join();
}

// Says what it got, and is killed while it runs.
void claim_and_stay(ledger& with) {
  say(with.claim(real_flow(1)).verdict == ledger_verdict::mine ? "mine" : "not mine");
  wait_until_told();
}

// As on a disk that is full.
void claim_without_room(ledger& with) {
  ::signal(SIGXFSZ, SIG_IGN);
  ::rlimit const none{.rlim_cur = 0, .rlim_max = RLIM_INFINITY};
  ::setrlimit(RLIMIT_FSIZE, &none);
  std::string said = "claimed";
  try {
    with.claim(real_flow(1));
  } catch (ledger_unreachable const&) {
    said = "unreachable";
  }
  say(said);
}

}  // namespace

TEST_CASE("the other process of the tests beside it", "[.][other_process]") {
  char const* const file = std::getenv("PARLEY_LEDGER");
  char const* const task = std::getenv("PARLEY_TASK");
  if (!file || !task) return;
  sqlite_ledger with(file, {.lease = std::chrono::minutes(2), .patience = std::chrono::minutes(1)});
  std::map<std::string, void (*)(ledger&)> const tasks{
      {"claim_all", claim_all}, {"claim_and_stay", claim_and_stay}, {"claim_without_room", claim_without_room}};
  tasks.at(task)(with);
}

TEST_CASE("of all threads of two processes, one gets each flow", "[sqlite][once-04]") {
  scratch folder;
  other_process first("claim_all", folder / "ledger"), second("claim_all", folder / "ledger");
  std::vector<other_process*> const both{&first, &second};
  for (auto* each : both) REQUIRE(each->line() == "ready");
  for (auto* each : both) each->go();
  std::vector<std::size_t> mine(flows);
  std::vector<std::size_t> share;
  for (auto* each : both) {
    share.push_back(0);
    for (auto said = each->line(); !said.empty(); said = each->line()) {
      ++mine.at(std::stoul(said));
      ++share.back();
    }
  }
  for (auto* each : both) CHECK(each->ended());
  CHECK(mine == std::vector<std::size_t>(flows, 1));
  INFO("of " << share[0] << " and " << share[1]);
  CHECK(share[0] + share[1] == flows);

  sqlite_ledger with(folder / "ledger");
  for (std::size_t i = 0; i != flows; ++i) {
    auto const again = with.claim(real_flow(i));
    if (again.verdict != ledger_verdict::done || again.outcome.empty()) FAIL("flow " << i << " is not done");
  }
}

TEST_CASE("what a process had that was killed is never run again", "[sqlite][once-04][once-05]") {
  scratch folder;
  real_world world;
  other_process other("claim_and_stay", folder / "ledger");
  REQUIRE(other.line() == "mine");
  sqlite_ledger with(folder / "ledger", {}, world.view());
  CHECK(claimed(with, real_flow(1)) == ledger_verdict::running);
  other.kill();
  CHECK(claimed(with, real_flow(1)) == ledger_verdict::running);
  world.ahead = std::chrono::minutes(2);
  CHECK(claimed(with, real_flow(1)) == ledger_verdict::lost);
  CHECK(found(with, real_flow(1)) == ledger_verdict::lost);
  CHECK(claimed(with, real_flow(2)) == ledger_verdict::mine);
}

TEST_CASE("a disk that is full runs nothing", "[sqlite][once-07]") {
  scratch folder;
  {
    other_process other("claim_without_room", folder / "ledger");
    CHECK(other.line() == "unreachable");
    CHECK(other.ended());
  }
  sqlite_ledger with(folder / "ledger");
  CHECK(claimed(with, real_flow(1)) == ledger_verdict::mine);
}
