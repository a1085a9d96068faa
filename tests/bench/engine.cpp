// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// What a message costs the engine, without a transport: Server::handle from text to text, on one thread.
//
//   engine_bench                            CPU nanoseconds per message, the best of several runs
//   engine_bench --instructions             instructions per message, counted by valgrind (slow, exact)
//   engine_bench --only NAME --times N      one case, N times (used by the above, and for profilers)
//
// "parse" is the same text through parley::parse alone, so that what the engine adds can be told from what JSON costs.
#include <parley/crypto/openssl.hpp>
#include <parley/json/parse.hpp>
#include <parley/server/register.hpp>
#include <parley/server/server.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct Yes {
  bool ok;
};
parley::Elicit<Yes> confirm(parley::Arg<"service"> service) { return {parley::message("Restart {}?", service)}; }
std::string restart(parley::Arg<"service"> service, parley::Resolve<confirm> yes) {
  return (yes->ok ? "restarted " : "left alone: ") + *service;
}
std::string echo(parley::Arg<"text"> text) { return *text; }

struct silence : parley::notification_sink {
  void notify(std::string) override {}
};

std::string request(std::string const& method, std::string const& members) {
  return R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":{)" + members +
         R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}}}}}})";
}

// A message, and what its answer must hold.
struct scenario {
  std::string name;
  std::string text;
  std::string expected;
};

// Without a ledger, since the same answer is sent again and again, and is to be worked for each time.
class bench {
 public:
  bench() {
    server_.tool<echo>("Returns its text.");
    server_.tool<restart>("Restarts a service.");
    std::string const restart_call = R"("name":"restart","arguments":{"service":"nginx"},)";
    auto const asked = nlohmann::json::parse(answer(request("tools/call", restart_call)));
    auto const state = asked.at("result").at("requestState").get<std::string>();
    scenarios_ = {
        {"echo", request("tools/call", R"("name":"echo","arguments":{"text":"the quick brown fox"},)"), "quick brown"},
        {"question", request("tools/call", restart_call), "input_required"},
        {"answer",
         request("tools/call", restart_call +
                                   R"("inputResponses":{"confirm":{"action":"accept","content":{"ok":true}}},)" +
                                   R"("requestState":")" + state + "\","),
         "restarted nginx"},
        {"list", request("tools/list", ""), "inputSchema"},
    };
    for (auto const& [name, text, expected] : scenarios_) {
      if (answer(text).find(expected) == std::string::npos) throw std::runtime_error(name + ": " + answer(text));
    }
  }

  std::vector<scenario> const& scenarios() const { return scenarios_; }

  void handle(scenario const& one, int times) {
    for (int i = 0; i < times; ++i) total_ += answer(one.text).size();
  }
  void parse(scenario const& one, int times) {
    for (int i = 0; i < times; ++i) total_ += parley::parse(one.text)->size();
  }

 private:
  std::string answer(std::string const& text) { return server_.handle(text, {}, sink_).body; }

  parley::Server server_{"bench",
                         "1.0.0",
                         {.keys = {.keys = {{.secret = parley::secret_bytes(std::string(32, 'k'))}}},
                          .ledger = std::make_shared<parley::no_ledger>()}};
  silence sink_;
  std::vector<scenario> scenarios_;
  std::size_t total_ = 0;  // keeps the optimiser from dropping work whose result nobody reads
};

template <class Work>
double nanoseconds(Work work) {
  constexpr int rounds = 9, times = 10'000;
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    auto const start = std::clock();
    work(times);
    best = std::min(best, static_cast<double>(std::clock() - start) * (1e9 / CLOCKS_PER_SEC) / times);
  }
  return best;
}

int measure_time() {
  bench on;
  std::printf("CPU nanoseconds per message\n\n%-10s %8s %8s %8s\n", "message", "handle", "parse", "beyond");
  for (auto const& one : on.scenarios()) {
    double const handle = nanoseconds([&](int times) { on.handle(one, times); });
    double const parse = nanoseconds([&](int times) { on.parse(one, times); });
    std::printf("%-10s %8.0f %8.0f %8.0f\n", one.name.c_str(), handle, parse, handle - parse);
  }
  return 0;
}

// One case, `times` times; "parse NAME" only parses.
int run(std::string_view name, int times) {
  bench on;
  for (auto const& one : on.scenarios()) {
    if (name == one.name) return on.handle(one, times), 0;
    if (name == "parse " + one.name) return on.parse(one, times), 0;
  }
  throw std::runtime_error("no such case");
}

// Instructions of a whole process that runs a case that often, as valgrind counts them.
double instructions(std::string const& self, std::string const& name, int times) {
  std::string const command = "valgrind --tool=callgrind --callgrind-out-file=/dev/null '" + self + "' --only '" +
                              name + "' --times " + std::to_string(times) + " 2>&1";
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> const output(popen(command.c_str(), "r"), &pclose);
  double count = -1;
  for (char line[256]; output && std::fgets(line, sizeof line, output.get()) != nullptr;) {
    std::string_view const text = line;
    if (auto const at = text.find("Collected :"); at != text.npos) count = std::atof(line + at + 11);
  }
  if (count < 0) throw std::runtime_error("valgrind counted nothing; is it installed?");
  return count;
}

int measure_instructions(std::string const& self) {
  constexpr int few = 100, many = 600;
  auto each = [&](std::string const& name) {
    return (instructions(self, name, many) - instructions(self, name, few)) / (many - few);
  };
  std::printf("instructions per message; the difference of %d and %d messages\n\n", many, few);
  std::printf("%-10s %8s %8s %8s\n", "message", "handle", "parse", "beyond");
  bench const on;
  for (auto const& one : on.scenarios()) {
    double const handle = each(one.name), parse = each("parse " + one.name);
    std::printf("%-10s %8.0f %8.0f %8.0f\n", one.name.c_str(), handle, parse, handle - parse);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string_view> const options(argv + 1, argv + argc);
  try {
    if (options.empty()) return measure_time();
    if (options.size() == 1 && options[0] == "--instructions") return measure_instructions(argv[0]);
    if (options.size() == 4 && options[0] == "--only" && options[2] == "--times") {
      return run(options[1], std::atoi(argv[4]));
    }
    throw std::runtime_error("unknown option");
  } catch (std::exception const& error) {
    std::fprintf(stderr, "engine_bench: %s\n", error.what());
    return 1;
  }
}
