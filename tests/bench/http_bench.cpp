// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// What a request costs the server, beside a bare Beast server that parses and builds the same JSON.
//
//   http_bench [--requests N] [--rounds N]     CPU and wall microseconds per request, and the ratio to the bare server
//   http_bench --instructions                  instructions per request, counted by valgrind (slow, exact)
//   http_bench --serve bare|parley|pool        (used by the two above)
//
// Each server is a process of its own with one I/O thread; its CPU time is read before and after each block of
// requests, and the servers take turns block by block, so that a machine that slows down slows them all.

#include "bare_server.hpp"

#include <parley/parley.hpp>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

extern char** environ;

namespace {

using namespace std::chrono_literals;

// ---- the server under test ---------------------------------------------------------------------------------------

struct Yes {
  bool ok;
};
parley::Elicit<Yes> confirm(parley::Arg<"service"> service) { return {parley::message("Restart {}?", service)}; }
std::string restart(parley::Arg<"service"> service, parley::Resolve<confirm> yes) {
  return (yes->ok ? "restarted " : "left alone: ") + *service;
}
std::string echo(parley::Arg<"text"> text) { return *text; }

long long process_cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

// Prints its port, then its CPU time for each line that it reads, until its input ends.
template <class MakeServer>
int serve(MakeServer make) {
  boost::asio::io_context io(1);
  auto server = make(io);
  std::cout << server->port() << std::endl;
  std::thread control([&io] {
    for (std::string line; std::getline(std::cin, line);) std::cout << process_cpu_ns() << std::endl;
    io.stop();
  });
  io.run();
  control.join();
  return 0;
}

int serve(std::string_view which) {
  if (which == "bare") return serve([](auto& io) { return std::make_unique<bench::bare_server>(io); });
  parley::Server server{"bench",
                        "1.0.0",
                        {.keys = {.keys = {{.secret = parley::secret_bytes(std::string(32, 'k'))}}},
                         .ledger = std::make_shared<parley::no_ledger>()}};
  bool const on_pool = which == "pool";
  server.tool<echo>("Returns its text.", {.inline_handler = !on_pool});
  server.tool<restart>("Restarts a service.", {.inline_handler = !on_pool});
  return serve([&](auto& io) {
    auto made = std::make_unique<parley::http_server>(io, server, parley::http_options{});
    made->start();
    return made;
  });
}

// ---- the client --------------------------------------------------------------------------------------------------

class child {
 public:
  explicit child(std::vector<std::string> command) {
    int to[2], from[2];
    // Closed in children: one that held another's input open would keep it from ending.
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], 0);
    posix_spawn_file_actions_adddup2(&actions, from[1], 1);
    std::vector<char*> arguments;
    for (auto& each : command) arguments.push_back(each.data());
    arguments.push_back(nullptr);
    int const error = posix_spawnp(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    if (error != 0) throw std::runtime_error("cannot start " + command[0]);
    in_ = to[1];
    out_ = fdopen(from[0], "r");
    port_ = static_cast<std::uint16_t>(number());
  }
  child(child const&) = delete;
  child& operator=(child const&) = delete;
  ~child() {
    close(in_);
    waitpid(pid_, nullptr, 0);
    std::fclose(out_);
  }
  std::uint16_t port() const { return port_; }
  long long cpu_ns() {
    if (write(in_, "\n", 1) != 1) throw std::runtime_error("the server is gone");
    return number();
  }

 private:
  long long number() {
    char line[64];
    if (std::fgets(line, sizeof line, out_) == nullptr) throw std::runtime_error("the server said nothing");
    return std::atoll(line);
  }
  pid_t pid_ = 0;
  int in_ = -1;
  std::FILE* out_ = nullptr;
  std::uint16_t port_ = 0;
};

class connection {
 public:
  explicit connection(std::uint16_t port) : socket_(io_) {
    socket_.connect({boost::asio::ip::address_v4::loopback(), port});
    socket_.set_option(boost::asio::ip::tcp::no_delay(true));
  }
  // Sends one request and returns the body of the answer.
  std::string_view exchange(std::string const& request) {
    boost::asio::write(socket_, boost::asio::buffer(request));
    buffer_.clear();
    std::size_t head = 0, length = 0;
    while (true) {
      std::size_t const had = buffer_.size();
      buffer_.resize(had + 4096);
      buffer_.resize(had + socket_.read_some(boost::asio::buffer(buffer_.data() + had, 4096)));
      if (head == 0) {
        auto const end = buffer_.find("\r\n\r\n");
        if (end == std::string::npos) continue;
        head = end + 4;
        auto const at = buffer_.find("Content-Length: ");
        if (at == std::string::npos || at > end) throw std::runtime_error("no Content-Length: " + buffer_);
        length = std::strtoul(buffer_.c_str() + at + 16, nullptr, 10);
      }
      if (buffer_.size() >= head + length) return std::string_view(buffer_).substr(head, length);
    }
  }

 private:
  boost::asio::io_context io_;
  boost::asio::ip::tcp::socket socket_;
  std::string buffer_;
};

std::string post(std::string_view tool, std::string const& params) {
  std::string const meta =
      R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}}}})";
  std::string const body = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + std::string(tool) +
                           "\"," + params + "," + meta + "}}";
  return "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
         "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
         "Mcp-Method: tools/call\r\nMcp-Name: " +
         std::string(tool) + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

struct scenario {
  std::string name;
  std::string request;
  std::string expected;  // stands in each answer
};

// The requests for one server: the answer to a confirmation carries that server's own state.
std::vector<scenario> scenarios(connection& server) {
  std::string const arguments = R"("arguments":{"service":"nginx"})";
  std::string const ask = post("restart", arguments);
  auto const first = nlohmann::json::parse(server.exchange(ask));
  std::string const state = first.at("result").at("requestState").get<std::string>();
  return {
      {"echo", post("echo", R"("arguments":{"text":"the quick brown fox"})"), "quick brown"},
      {"confirmation, question", ask, "input_required"},
      {"confirmation, answer",
       post("restart",
            arguments + R"(,"inputResponses":{"confirm":{"action":"accept","content":{"ok":true}}},"requestState":")" +
                state + "\""),
       "restarted nginx"}};
}

void run(connection& over, scenario const& what, int times) {
  for (int i = 0; i < times; ++i) {
    if (over.exchange(what.request).find(what.expected) == std::string_view::npos) {
      throw std::runtime_error("unexpected answer in '" + what.name + "': " + std::string(over.exchange(what.request)));
    }
  }
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

std::vector<std::string> const servers{"bare", "parley", "pool"};

int measure_time(std::string const& self, int requests, int rounds) {
  struct subject {
    std::unique_ptr<child> process;
    std::unique_ptr<connection> client;
    std::vector<scenario> list;
  };
  std::vector<subject> subjects;
  for (auto const& name : servers) {
    subject made;
    made.process = std::make_unique<child>(std::vector<std::string>{self, "--serve", name});
    made.client = std::make_unique<connection>(made.process->port());
    made.list = scenarios(*made.client);
    subjects.push_back(std::move(made));
  }
  std::printf("%d requests in %d rounds, one connection, medians of the rounds\n\n", requests, rounds);
  std::printf("%-24s %-8s %12s %8s %12s\n", "request", "server", "CPU us", "ratio", "wall us");
  for (std::size_t s = 0; s < subjects[0].list.size(); ++s) {
    std::vector<std::vector<double>> cpu(servers.size()), ratio(servers.size()), wall(servers.size());
    for (int round = -1; round < rounds; ++round) {  // round -1 warms up
      for (std::size_t i = 0; i < servers.size(); ++i) {
        auto& [process, client, list] = subjects[i];
        long long const cpu_before = process->cpu_ns();
        auto const before = std::chrono::steady_clock::now();
        run(*client, list[s], requests / rounds);
        std::chrono::duration<double, std::micro> const passed = std::chrono::steady_clock::now() - before;
        double const each = requests / rounds;
        if (round < 0) continue;
        cpu[i].push_back(static_cast<double>(process->cpu_ns() - cpu_before) / 1000 / each);
        wall[i].push_back(passed.count() / each);
        ratio[i].push_back(cpu[i].back() / cpu[0].back());
      }
    }
    for (std::size_t i = 0; i < servers.size(); ++i) {
      std::printf("%-24s %-8s %12.2f %8.2f %12.2f\n", subjects[0].list[s].name.c_str(), servers[i].c_str(),
                  median(cpu[i]), median(ratio[i]), median(wall[i]));
    }
  }
  return 0;
}

// Instructions of a whole server process that answered `times` requests, as valgrind counts them.
long long instructions(std::string const& self, std::string const& server, std::size_t which, int times) {
  std::string const log = "http_bench.callgrind." + std::to_string(getpid()) + ".log";
  {
    child process({"valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=" + log, self,
                   "--serve", server});
    connection client(process.port());
    run(client, scenarios(client)[which], times);
  }
  std::FILE* const file = std::fopen(log.c_str(), "r");
  long long count = -1;
  for (char line[256]; file != nullptr && std::fgets(line, sizeof line, file) != nullptr;) {
    if (char const* at = std::strstr(line, "Collected :")) count = std::atoll(at + 11);
  }
  if (file != nullptr) std::fclose(file);
  std::remove(log.c_str());
  if (count < 0) throw std::runtime_error("valgrind counted nothing; is it installed?");
  return count;
}

int measure_instructions(std::string const& self) {
  constexpr int few = 100, many = 300;
  std::vector<std::string> const names{"echo", "confirmation, question", "confirmation, answer"};
  std::printf("instructions per request, user space, by valgrind; the difference of %d and %d requests\n\n", many, few);
  std::printf("%-24s %-8s %14s %8s\n", "request", "server", "instructions", "ratio");
  for (std::size_t s = 0; s < names.size(); ++s) {
    double bare = 0;
    for (auto const& server : servers) {
      auto const difference = instructions(self, server, s, many) - instructions(self, server, s, few);
      double const each = static_cast<double>(difference) / (many - few);
      if (server == "bare") bare = each;
      std::printf("%-24s %-8s %14.0f %8.2f\n", names[s].c_str(), server.c_str(), each, each / bare);
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  int requests = 20'000, rounds = 10;
  try {
    for (int i = 1; i < argc; ++i) {
      std::string_view const option = argv[i];
      bool const has_value = i + 1 < argc;
      if (option == "--serve" && has_value) return serve(std::string_view(argv[i + 1]));
      if (option == "--instructions") return measure_instructions(argv[0]);
      if (option == "--requests" && has_value)
        requests = std::atoi(argv[++i]);
      else if (option == "--rounds" && has_value)
        rounds = std::atoi(argv[++i]);
      else
        throw std::runtime_error("unknown option " + std::string(option));
    }
    if (rounds < 1 || requests < rounds) throw std::runtime_error("at least one request a round");
    return measure_time(argv[0], requests, rounds);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "http_bench: %s\n", error.what());
    return 1;
  }
}
