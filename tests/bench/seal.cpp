// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

// What sealing and opening a state cost: CPU time of this process, the best of several runs.
#include <parley/crypto/openssl.hpp>
#include <parley/state/guard.hpp>
#include <parley/state/token.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>

using namespace parley;
using namespace parley::detail;

namespace {

template <class Work>
void measure(char const* name, Work&& work) {
  constexpr int rounds = 7, times = 40'000;
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    auto const start = std::clock();
    for (int i = 0; i < times; ++i) work();
    best = std::min(best, static_cast<double>(std::clock() - start) * (1e9 / CLOCKS_PER_SEC) / times);
  }
  std::printf("%-44s %8.0f ns\n", name, best);
}

// Keeps the optimiser from dropping work whose result nobody reads.
std::size_t total = 0;

void measure_algorithm(char const* name, sealing algorithm) {
  auto const crypto = default_primitives<>::get();
  state_key key;
  key.secret = secret_bytes(32);
  key.algorithm = algorithm;
  key_ring const keys({key}, *crypto);
  std::string const plain(300, 'x');
  auto const token = seal_token(keys, *crypto, plain);
  std::printf("%s\n", name);
  measure("  seal_token, 300 bytes", [&] { total += seal_token(keys, *crypto, plain).size(); });
  measure("  open_token, 300 bytes", [&] { total += open_token(keys, *crypto, token)->plain.size(); });

  guard const with(key_ring({key}, *crypto), {}, crypto, system_environment());
  auto const now = std::chrono::system_clock::now();
  auto const who = principal::user("https://id.example", "ada", "cli").encoded();
  binding request;
  request.method = "tools/call";
  request.target = "restart_service";
  request.principal = who;
  request.audience = "ops";
  request.ledger = "none";
  auto flow = with.begin(now);
  flow.asked = {{"confirm_restart", {}, 0}};
  auto const state = with.seal(flow, request, now).value();
  measure("  guard::begin", [&] { total += static_cast<std::size_t>(with.begin(now).id[0]); });
  measure("  guard::seal, one question", [&] { total += with.seal(flow, request, now)->size(); });
  measure("  guard::open, one question", [&] { total += with.open(state, request, now)->asked.size(); });
}

}  // namespace

int main() {
  measure_algorithm("HMAC-SHA256", sealing::hmac_sha256);
  measure_algorithm("AES-256-GCM", sealing::aes_256_gcm);
  return total == 0;
}
