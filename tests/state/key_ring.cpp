// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/state/key_ring.hpp>

#include "state/fixtures.hpp"
#include "support/catch.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <unistd.h>

using namespace parley;
using namespace parley::testing;

namespace {

std::string const hex_a = std::string(64, 'a');
std::string const hex_b = std::string(64, 'b');

std::string refusal(auto&& attempt) {
  try {
    attempt();
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
  return {};
}

bool says(std::string const& text, std::string_view what) { return text.find(what) != std::string::npos; }

// A file of keys that goes away with the object.
class key_file {
 public:
  explicit key_file(std::string_view content, std::filesystem::perms allowed = std::filesystem::perms::owner_read) {
    std::ofstream(path_, std::ios::binary) << content;
    std::filesystem::permissions(path_, allowed | std::filesystem::perms::owner_write);
  }
  ~key_file() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  static inline int made_ = 0;
  std::filesystem::path path_ = std::filesystem::temp_directory_path() /
                                ("parley_keys_" + std::to_string(::getpid()) + "_" + std::to_string(++made_) + ".txt");
};

// An environment variable that goes away with the object.
class variable {
 public:
  explicit variable(char const* value) { ::setenv("PARLEY_TEST_KEYS", value, 1); }
  ~variable() { ::unsetenv("PARLEY_TEST_KEYS"); }
};

std::vector<state_key> gather(key_options const& options, still_world& world) {
  return detail::gather_keys(options, *default_primitives<>::get(), world.view());
}

}  // namespace

TEST_CASE("bad rings are refused when they are made, with a sentence", "[state][C-14]") {
  auto make = [](std::vector<state_key> const& keys) { return refusal([&] { ring_of(keys); }); };
  CHECK(says(make({}), "at least one key"));

  state_key small;
  small.secret = secret_bytes(std::string_view("8 bytes!"));
  CHECK(says(make({small}), "8 bytes"));
  CHECK(says(make({key_of('a'), small}), "state key 2"));
  small.secret = secret_bytes(31);
  CHECK(says(make({small}), "at least 32"));
  small.secret = secret_bytes(32);
  CHECK(make({small}).empty());

  CHECK(says(make({key_of('a', "k"), key_of('b', "k")}), "has the id of an earlier one"));
  CHECK(says(make({key_of('a', "k1"), key_of('a', "k2")}), "equals state key 1"));
  CHECK(says(make({key_of('a'), key_of('a')}), "equals state key 1"));
  CHECK(says(make({key_of('a', std::string(65, 'x'))}), "more than 64 bytes"));
  CHECK(make({key_of('a', "k1"), key_of('b', "k2"), key_of('c')}).empty());
}

TEST_CASE("the same secret cannot stand twice, not even for two algorithms", "[state]") {
  CHECK_FALSE(refusal([] { ring_of({key_of('a', "x"), key_of('a', "y", sealing::aes_256_gcm)}); }).empty());
}

TEST_CASE("the first key seals and every key is found by its id", "[state]") {
  auto const ring = ring_of({key_of('a', "new"), key_of('b', "old", sealing::aes_256_gcm)});
  REQUIRE(ring.size() == 2);
  CHECK(ring.active().algorithm == sealing::hmac_sha256);
  auto const alone = ring_of({key_of('b', "old", sealing::aes_256_gcm)});
  auto const* const found = ring.find(alone.active().id);
  REQUIRE(found != nullptr);
  CHECK(found->algorithm == sealing::aes_256_gcm);
  CHECK(found->encrypt != nullptr);
  CHECK(found->sign == nullptr);
  CHECK(ring.find(ring_of({key_of('c')}).active().id) == nullptr);
}

TEST_CASE("an id that is not given is derived from the secret alone", "[state]") {
  CHECK(ring_of({key_of('a')}).active().id ==
        ring_of({key_of('b'), key_of('a')}).find(ring_of({key_of('a')}).active().id)->id);
  CHECK(ring_of({key_of('a')}).active().id != ring_of({key_of('b')}).active().id);
}

TEST_CASE("keys are read from hexadecimal text, and a bad one is never repeated", "[state]") {
  CHECK(state_key_from_hex(hex_a).secret.size() == 32);
  CHECK(state_key_from_hex(hex_a).secret.reveal()[0] == std::byte{0xaa});
  for (std::string const& bad :
       {hex_a + "a", std::string("0x") + hex_a, hex_a.substr(1) + "g", std::string("secret!!")}) {
    auto const sentence = refusal([&] { state_key_from_hex(bad); });
    CHECK(says(sentence, "hexadecimal"));
    CHECK_FALSE(says(sentence, bad));
  }
}

TEST_CASE("keys come from options, an environment variable and a file, in that order", "[state][C-14]") {
  still_world world;
  variable const set((hex_a + ", " + hex_b).c_str());
  key_file const file("# keys of the test\n\n" + std::string(64, 'c') + "\r\n  " + std::string(64, 'd') + "\n");
  key_options options;
  options.keys = {key_of('k', "mine")};
  options.environment_variable = "PARLEY_TEST_KEYS";
  options.file = file.path();
  options.algorithm = sealing::aes_256_gcm;
  auto const keys = gather(options, world);
  REQUIRE(keys.size() == 5);
  CHECK(keys[0].id == "mine");
  CHECK(keys[0].algorithm == sealing::hmac_sha256);
  CHECK(keys[1].secret.reveal()[0] == std::byte{0xaa});
  CHECK(keys[2].secret.reveal()[0] == std::byte{0xbb});
  CHECK(keys[3].secret.reveal()[0] == std::byte{0xcc});
  CHECK(keys[4].secret.reveal()[0] == std::byte{0xdd});
  CHECK(keys[4].algorithm == sealing::aes_256_gcm);
  CHECK(world.lines.empty());
}

TEST_CASE("a place that is named and has no good key stops the start", "[state][C-14]") {
  still_world world;
  key_options from_variable;
  from_variable.environment_variable = "PARLEY_TEST_KEYS";
  CHECK(says(refusal([&] { gather(from_variable, world); }), "PARLEY_TEST_KEYS"));
  {
    variable const empty(" , ");
    CHECK(says(refusal([&] { gather(from_variable, world); }), "has none"));
  }
  {
    variable const bad("abc");
    CHECK(says(refusal([&] { gather(from_variable, world); }), "hexadecimal"));
  }
  auto from_file = [](std::string path) {
    key_options options;
    options.file = std::move(path);
    return options;
  };
  CHECK(says(refusal([&] { gather(from_file("/nonexistent/keys"), world); }), "cannot be read"));
  key_file const only_comments("# nothing\n");
  CHECK(says(refusal([&] { gather(from_file(only_comments.path()), world); }), "has no key"));
  key_file const long_one(std::string(70'000, '#'));
  CHECK(says(refusal([&] { gather(from_file(long_one.path()), world); }), "too long"));
}

TEST_CASE("a file of keys that others can read or change is refused", "[state]") {
  using std::filesystem::perms;
  still_world world;
  auto attempt = [&](perms allowed) {
    key_file const file(hex_a, perms::owner_read | allowed);
    key_options options;
    options.file = file.path();
    return refusal([&] { gather(options, world); });
  };
  CHECK(attempt(perms::none).empty());
  CHECK(attempt(perms::group_read).empty());
  CHECK(says(attempt(perms::others_read), "open to others"));
  CHECK(says(attempt(perms::group_write), "open to others"));
  CHECK(says(attempt(perms::others_write), "open to others"));
}

TEST_CASE("without any key a random one is drawn, and the log says what that means", "[state][C-14]") {
  still_world world;
  auto const first = gather({}, world);
  auto const second = gather({}, world);
  REQUIRE(first.size() == 1);
  CHECK(first[0].secret.size() == 32);
  CHECK_FALSE(default_primitives<>::get()->equal(first[0].secret.reveal(), second[0].secret.reveal()));
  REQUIRE(world.lines.size() == 2);
  CHECK(says(world.lines[0], "state_key_ephemeral"));
}
