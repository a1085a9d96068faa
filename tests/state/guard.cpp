// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/state/guard.hpp>
#include <parley/state/token.hpp>

#include "state/fixtures.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace parley;
using namespace parley::detail;
using namespace parley::testing;
using namespace std::chrono_literals;

namespace {

std::string const ada = principal::user("https://id.example", "ada", "cli").encoded();

binding a_call() {
  binding request;
  request.method = "tools/call";
  request.target = "charge";
  request.arguments.fill(std::byte{7});
  request.principal = ada;
  request.audience = "shop";
  request.ledger = "none";
  return request;
}

// Why a token is refused; "" when it is taken.
std::string verdict(guard const& with, std::string_view token, binding const& request,
                    std::chrono::system_clock::time_point now) {
  auto const opened = with.open(token, request, now);
  return opened ? std::string() : std::string(to_string(opened.error()));
}

std::string seal_first(guard const& with, still_world const& world) {
  return with.seal(with.begin(world.now), a_call(), world.now).value();
}

}  // namespace

TEST_CASE("a flow comes back from its state as it went in", "[state][MRTR-12]") {
  still_world world;
  auto const with = guard_of(world);
  auto flow = with.begin(world.now);
  flow.asked = {{"confirm", {}, 1}};
  flow.answered = {{"who", {}, elicit_action::decline, {}}};
  flow.author_state = "step 2";
  auto const token = with.seal(flow, a_call(), world.now).value();
  CHECK(with.open(token, a_call(), world.now + 9min).value() == flow);
}

TEST_CASE("a state is refused on any request but the one it was made for, each for its own reason",
          "[state][MRTR-13][once-02][C-10]") {
  still_world world;
  auto const with = guard_of(world);
  auto const token = seal_first(with, world);
  auto on = [&](auto&& change) {
    auto request = a_call();
    change(request);
    return verdict(with, token, request, world.now + 1s);
  };
  auto const bob = principal::user("https://id.example", "bob", "cli").encoded();
  auto const other_client = principal::user("https://id.example", "ada", "web").encoded();
  auto const pipe = principal::stdio().encoded();
  auto const nobody = principal::anonymous().encoded();

  CHECK(on([](binding&) {}) == "");
  CHECK(on([](binding& it) { it.method = "prompts/get"; }) == "wrong_method");
  CHECK(on([](binding& it) { it.target = "refund"; }) == "wrong_target");
  CHECK(on([](binding& it) { it.target = "Charge"; }) == "wrong_target");
  CHECK(on([](binding& it) { it.arguments[31] ^= std::byte{1}; }) == "wrong_arguments");
  CHECK(on([&](binding& it) { it.principal = bob; }) == "wrong_principal");
  CHECK(on([&](binding& it) { it.principal = other_client; }) == "wrong_principal");
  CHECK(on([&](binding& it) { it.principal = pipe; }) == "wrong_principal");
  CHECK(on([&](binding& it) { it.principal = nobody; }) == "wrong_principal");
  CHECK(on([](binding& it) { it.audience = "shop2"; }) == "wrong_audience");
  CHECK(on([](binding& it) { it.ledger = "other"; }) == "wrong_ledger");
}

TEST_CASE("callers without an identity of their own are bound to their kind", "[state][C-10]") {
  still_world world;
  auto const with = guard_of(world);
  auto const pipe = principal::stdio().encoded(), nobody = principal::anonymous().encoded();
  auto request = a_call();
  request.principal = pipe;
  auto const token = with.seal(with.begin(world.now), request, world.now).value();
  CHECK(verdict(with, token, request, world.now) == "");
  request.principal = nobody;
  CHECK(verdict(with, token, request, world.now) == "wrong_principal");
}

TEST_CASE("a state does not show who it was made for", "[state][once-02]") {
  still_world world;
  auto const with = guard_of(world);
  auto tag_of = [&] {
    auto const opened = open_token(ring_of({key_of('k')}), *default_primitives<>::get(), seal_first(with, world));
    CHECK(opened->plain.find("ada") == std::string::npos);
    return decode_claims(bytes_of(opened->plain)).value().principal;
  };
  CHECK(tag_of() != tag_of());  // not even that two flows belong to one
}

TEST_CASE("what is no token at all is malformed, and what is too long is not even looked at", "[state][once-03]") {
  still_world world;
  auto const with = guard_of(world);
  auto const token = seal_first(with, world);
  CHECK(verdict(with, "", a_call(), world.now) == "malformed");
  CHECK(verdict(with, "p1.????", a_call(), world.now) == "malformed");
  CHECK(verdict(with, token + "-TAMPERED", a_call(), world.now) != "");
  CHECK(verdict(with, std::string(8192, 'A'), a_call(), world.now) == "malformed");
  CHECK(verdict(with, std::string(8193, 'A'), a_call(), world.now) == "too_large");
  auto flipped = token;
  flipped[40] = flipped[40] == 'A' ? 'B' : 'A';
  CHECK(verdict(with, flipped, a_call(), world.now) == "bad_signature");
  CHECK(verdict(guard_of(world, {key_of('z')}), token, a_call(), world.now) == "unknown_key");
}

TEST_CASE("what a key of the ring signed is still read with care", "[state]") {
  still_world world;
  auto const with = guard_of(world);
  auto const token = seal_token(ring_of({key_of('k')}), *default_primitives<>::get(), "not claims");
  CHECK(verdict(with, token, a_call(), world.now) == "malformed");
}

TEST_CASE("a state ends with its round time, to the millisecond", "[state][C-12][once-03]") {
  still_world world;
  state_limits limits;
  limits.round_time = 2s;
  auto const with = guard_of(world, {key_of('k')}, limits);
  auto const token = seal_first(with, world);
  CHECK(verdict(with, token, a_call(), world.now + 1s) == "");
  CHECK(verdict(with, token, a_call(), world.now + 1999ms) == "");
  CHECK(verdict(with, token, a_call(), world.now + 2s) == "expired");
  CHECK(verdict(with, token, a_call(), world.now + 3s) == "expired");
}

TEST_CASE("a round time may be a fraction of a second", "[state][C-12]") {
  still_world world;
  state_limits limits;
  limits.round_time = std::chrono::duration<double>(0.5);
  auto const with = guard_of(world, {key_of('k')}, limits);
  auto const token = seal_first(with, world);
  CHECK(verdict(with, token, a_call(), world.now + 100ms) == "");
  CHECK(verdict(with, token, a_call(), world.now + 900ms) == "expired");
}

TEST_CASE("a clock that is set back by an hour makes the client start over", "[state][C-12]") {
  still_world world;
  auto const with = guard_of(world);
  auto const token = seal_first(with, world);
  CHECK(verdict(with, token, a_call(), world.now - 1h) == "not_yet");
  // Clocks of two machines may differ by a minute.
  CHECK(verdict(with, token, a_call(), world.now - 60s) == "");
  CHECK(verdict(with, token, a_call(), world.now - 60001ms) == "not_yet");
}

TEST_CASE("a clock that is set forward by an hour ends the state", "[state][C-12]") {
  still_world world;
  auto const with = guard_of(world);
  CHECK(verdict(with, seal_first(with, world), a_call(), world.now + 1h) == "flow_over");
}

TEST_CASE("a flow ends with its own time, however young its round is", "[state][once-03]") {
  still_world world;
  auto const with = guard_of(world);
  auto flow = with.begin(world.now);
  flow.round = 3;
  auto const late = world.now + 55min;
  auto const token = with.seal(flow, a_call(), late).value();
  CHECK(verdict(with, token, a_call(), late + 4min) == "");
  CHECK(verdict(with, token, a_call(), late + 5min) == "flow_over");
  CHECK(with.seal(flow, a_call(), world.now + 1h).error() == state_fault::flow_over);

  // The end is sealed: a server of the fleet that allows more does not stretch it.
  state_limits longer;
  longer.flow_time = 10h;
  auto const generous = guard_of(world, {key_of('k')}, longer);
  CHECK(verdict(generous, token, a_call(), late + 4min) == "");
  CHECK(verdict(generous, token, a_call(), late + 5min) == "expired");
}

TEST_CASE("a flow takes so many requests and no more", "[state][once-03]") {
  still_world world;
  state_limits limits;
  limits.rounds = 3;
  auto const with = guard_of(world, {key_of('k')}, limits);
  auto flow = with.begin(world.now);
  CHECK(flow.round == 1);
  CHECK(with.seal(flow, a_call(), world.now));
  flow.round = 2;
  auto const token = with.seal(flow, a_call(), world.now).value();
  flow.round = 3;
  CHECK(with.seal(flow, a_call(), world.now).error() == state_fault::too_many_rounds);

  // Another server of the fleet may allow fewer.
  limits.rounds = 2;
  CHECK(verdict(guard_of(world, {key_of('k')}, limits), token, a_call(), world.now) == "too_many_rounds");
}

TEST_CASE("a state that would be too large is not made", "[state][once-03]") {
  still_world world;
  state_limits limits;
  limits.state_size = 1000;
  auto const algorithm = GENERATE(sealing::hmac_sha256, sealing::aes_256_gcm);
  auto const with = guard_of(world, {key_of('k', {}, algorithm)}, limits);
  auto flow = with.begin(world.now);
  std::size_t largest = 0;
  for (std::size_t size = 0; size < 1100; ++size) {
    flow.author_state.assign(size, 'x');
    auto const token = with.seal(flow, a_call(), world.now);
    if (!token) {
      CHECK(token.error() == state_fault::too_large);
      continue;
    }
    CHECK(token->size() <= 1000);
    CHECK(size == largest);  // no hole below the edge
    largest = size + 1;
    CHECK(verdict(with, *token, a_call(), world.now) == "");
  }
  CHECK(largest > 400);
}

TEST_CASE("limits that mean nothing are refused at the start, and the sentence names them", "[state][C-12][once-03]") {
  still_world world;
  auto refusal = [&](state_limits const& limits) -> std::string {
    try {
      guard_of(world, {key_of('k')}, limits);
    } catch (std::invalid_argument const& error) {
      return error.what();
    }
    return {};
  };
  auto const nan = std::numeric_limits<double>::quiet_NaN();
  auto const infinity = std::numeric_limits<double>::infinity();
  for (double const bad : {0.0, -0.0, -1.0, nan, infinity, -infinity, 1e300, 0.0001}) {
    state_limits limits;
    limits.round_time = std::chrono::duration<double>(bad);
    CHECK(refusal(limits).find("round_time") != std::string::npos);
    limits = {};
    limits.flow_time = std::chrono::duration<double>(bad);
    CHECK(refusal(limits).find("flow_time") != std::string::npos);
  }
  state_limits limits;
  limits.rounds = 1;
  CHECK(refusal(limits).find("rounds") != std::string::npos);
  limits = {};
  limits.state_size = 0;
  CHECK(refusal(limits).find("state_size") != std::string::npos);
  limits = {};
  limits.attempts = 0;
  CHECK(refusal(limits).find("attempts") != std::string::npos);
  CHECK(refusal({}).empty());
}

TEST_CASE("two servers with one ring take each other's states; a ring in change keeps the old ones", "[state][C-14]") {
  still_world world;
  auto const k1 = key_of('1', "k1"), k2 = key_of('2', "k2");
  auto const token = seal_first(guard_of(world, {k1}), world);
  CHECK(verdict(guard_of(world, {k1}), token, a_call(), world.now) == "");
  auto const during = guard_of(world, {k2, k1});
  CHECK(verdict(during, token, a_call(), world.now) == "");
  auto const after = guard_of(world, {k2});
  CHECK(verdict(after, token, a_call(), world.now) == "unknown_key");

  // What is asked during the change is sealed with the new key, and so outlives the old one.
  auto flow = during.open(token, a_call(), world.now).value();
  flow.round = 2;
  CHECK(verdict(after, during.seal(flow, a_call(), world.now).value(), a_call(), world.now) == "");
}

TEST_CASE("two states of one flow differ from round to round", "[state][MRTR-20]") {
  still_world world;
  auto const with = guard_of(world);
  auto flow = with.begin(world.now);
  auto const first = with.seal(flow, a_call(), world.now).value();
  flow.round = 2;
  CHECK(with.seal(flow, a_call(), world.now).value() != first);
  CHECK(with.begin(world.now).id != with.begin(world.now).id);
}

TEST_CASE("the id of a flow is drawn from the environment, so that a test decides it", "[state]") {
  still_world world;
  environment fixed = world.view();
  fixed.random = [](std::span<std::byte> out) { std::fill(out.begin(), out.end(), std::byte{5}); };
  guard const with(ring_of({key_of('k')}), {}, default_primitives<>::get(), fixed);
  auto const flow = with.begin(world.now);
  CHECK(flow.id[15] == std::byte{5});
  CHECK(with.seal(flow, a_call(), world.now).value() == with.seal(flow, a_call(), world.now).value());
}

TEST_CASE("a flow has randomness of its own that stays through its rounds and through new keys", "[state][once-08]") {
  still_world world;
  auto const k1 = key_of('1', "k1"), k2 = key_of('2', "k2");
  auto const before = guard_of(world, {k1}), during = guard_of(world, {k2, k1}), after = guard_of(world, {k2});
  auto const flow = before.begin(world.now);
  auto const drawn = before.flow_random(flow).value();
  CHECK(during.flow_random(flow).value() == drawn);
  CHECK(after.flow_random(flow).error() == state_fault::unknown_key);
  CHECK(before.flow_random(before.begin(world.now)).value() != drawn);
  CHECK(guard_of(world, {key_of('3', "k1")}).flow_random(flow).value() != drawn);
}

TEST_CASE("each refusal is counted and logged with its reason, which never holds what the peer sent",
          "[state][MRTR-16]") {
  still_world world;
  auto const with = guard_of(world);
  auto const token = seal_first(with, world);
  CHECK(world.lines.empty());
  verdict(with, "peer's own words", a_call(), world.now);
  verdict(with, "p1.again", a_call(), world.now);
  verdict(with, token, a_call(), world.now + 20min);
  CHECK(with.count(state_fault::malformed) == 2);
  CHECK(with.count(state_fault::expired) == 1);
  CHECK(with.count(state_fault::bad_signature) == 0);
  REQUIRE(world.lines.size() == 3);
  CHECK(world.lines[0] == "state_rejected: malformed tools/call");
  CHECK(world.lines[2] == "state_rejected: expired tools/call");
}

TEST_CASE("a guard may be used from several threads at once", "[state][threads]") {
  still_world world;
  environment quiet = world.view();
  quiet.log = [](log_event const&) {};
  guard const with(ring_of({key_of('k'), key_of('g', {}, sealing::aes_256_gcm)}), {}, default_primitives<>::get(),
                   quiet);
  std::vector<std::thread> threads;
  std::atomic<int> good{0};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 200; ++k) {
        auto const token = with.seal(with.begin(world.now), a_call(), world.now);
        if (token && with.open(*token, a_call(), world.now) && !with.open("x", a_call(), world.now)) ++good;
      }
    });
  }
  for (auto& each : threads) each.join();
  CHECK(good == 800);
  CHECK(with.count(state_fault::malformed) == 800);
}
