// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/environment.hpp>
#include <parley/state/primitives.hpp>
#include <parley/state/secret_bytes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

// How a state is protected. The choice belongs to the key, never to the token that names the key.
enum class sealing : std::uint8_t {
  hmac_sha256,  // default: signed. The client can read the state, but not change it
  aes_256_gcm,  // encrypted and signed. At most 2^32 states a key (random nonces, NIST SP 800-38D §8.3)
};

// One key of a ring.
struct state_key {
  // Names the key inside tokens, so that no key is ever tried in vain. 1 … 64 bytes; empty: derived from the secret.
  std::string id{};
  // At least 32 bytes of randomness. `openssl rand -hex 32` prints one as hexadecimal text.
  secret_bytes secret{};
  sealing algorithm = sealing::hmac_sha256;
};

// A key from an even number of hexadecimal digits. Throws std::invalid_argument on anything else; no message of this
// header ever contains a part of a key.
PARLEY_DECL state_key state_key_from_hex(std::string_view digits, sealing algorithm = sealing::hmac_sha256);

// Where the keys of a server come from. They are taken from all the places named, in the order in which they stand
// here; the first seals, every one opens. When nothing is named, a random key is drawn that lives as long as the
// process: states then end with a restart and are foreign to other processes, and the log says so.
//
// To change a key without hurting anybody: {old, new} everywhere, then {new, old} everywhere, and {new} after the
// time of one round.
struct key_options {
  std::vector<state_key> keys{};
  // The name of an environment variable that holds keys in hexadecimal, separated by commas. Named but unset or empty
  // is an error: a server that was meant to have keys must not start without them.
  std::string environment_variable{};
  // The path of a file with one hexadecimal key a line; blank lines and lines that start with '#' are skipped. Must be
  // readable and writable by nobody but its owner, and readable by its group at most.
  std::string file{};
  // How keys from the variable and the file seal.
  sealing algorithm = sealing::hmac_sha256;
};

namespace detail {

// The name of a key inside a token: fixed in size, and not secret.
using key_id = std::array<std::byte, 8>;

// One key, ready for use: a subkey of its own for each purpose, so that nothing made for one can serve another.
struct ring_key {
  key_id id{};
  sealing algorithm = sealing::hmac_sha256;
  std::unique_ptr<primitives::mac const> sign{};       // hmac_sha256: seals; else null
  std::unique_ptr<primitives::aead const> encrypt{};   // aes_256_gcm: seals; else null
  std::unique_ptr<primitives::mac const> principal{};  // makes principals into tags
  std::unique_ptr<primitives::mac const> flow{};       // makes the randomness that is fixed for a flow
};

// The keys of a server. Immutable, and so safe to use from every thread. The secrets themselves are not kept.
class key_ring {
 public:
  // Throws std::invalid_argument, with a sentence for the operator, on: no key, a key under 32 bytes, an id over 64
  // bytes, two keys of one id, two equal keys.
  PARLEY_DECL key_ring(std::vector<state_key> const& keys, primitives const& with);

  // The key that seals.
  ring_key const& active() const noexcept { return keys_.front(); }
  // The key of that name, or null.
  PARLEY_DECL ring_key const* find(key_id const& id) const noexcept;
  std::size_t size() const noexcept { return keys_.size(); }

 private:
  std::vector<ring_key> keys_{};
};

// Gathers the keys as the options say. Throws std::invalid_argument as key_ring does, and when a place that is named
// has no key, bad hexadecimal, cannot be read, or is open to others.
PARLEY_DECL std::vector<state_key> gather_keys(key_options const& options, primitives const& with,
                                               environment const& world);

}  // namespace detail
}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>
#include <parley/core/hex.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace parley {

PARLEY_DECL state_key state_key_from_hex(std::string_view digits, sealing algorithm) {
  auto bytes = hex_decode(digits);
  if (!bytes) throw std::invalid_argument("parley: a state key must be an even number of hexadecimal digits");
  state_key key;
  key.secret = secret_bytes(std::span<std::byte const>(*bytes));
  key.algorithm = algorithm;
  wipe(*bytes);
  return key;
}

namespace detail {

PARLEY_DECL secret_bytes subkey(primitives const& with, state_key const& key, std::string_view purpose,
                                std::size_t size = 32) {
  secret_bytes made(size);
  with.hkdf(key.secret.reveal(), {}, purpose, made.reveal());
  return made;
}

PARLEY_DECL ring_key make_ring_key(state_key const& key, primitives const& with) {
  ring_key made;
  made.algorithm = key.algorithm;
  auto const name = key.id.empty() ? subkey(with, key, "parley state p1 key id", made.id.size())
                                   : secret_bytes(std::span<std::byte const>(with.sha256(bytes_of(key.id))));
  std::copy_n(name.reveal().begin(), made.id.size(), made.id.begin());
  if (key.algorithm == sealing::hmac_sha256) {
    made.sign = with.make_mac(subkey(with, key, "parley state p1 hmac-sha256").reveal());
  } else {
    made.encrypt = with.make_aead(subkey(with, key, "parley state p1 aes-256-gcm").reveal());
  }
  made.principal = with.make_mac(subkey(with, key, "parley state p1 principal").reveal());
  made.flow = with.make_mac(subkey(with, key, "parley state p1 flow random").reveal());
  return made;
}

PARLEY_DECL key_ring::key_ring(std::vector<state_key> const& keys, primitives const& with) {
  if (keys.empty()) throw std::invalid_argument("parley: a ring of state keys needs at least one key");
  for (std::size_t i = 0; i < keys.size(); ++i) {
    state_key const& key = keys[i];
    auto const which = "parley: state key " + std::to_string(i + 1);
    if (key.secret.size() < 32) {
      throw std::invalid_argument(which + " has " + std::to_string(key.secret.size()) +
                                  " bytes; it must have at least 32 of randomness (openssl rand -hex 32)");
    }
    if (key.id.size() > 64) throw std::invalid_argument(which + " has an id of more than 64 bytes");
    for (std::size_t k = 0; k < i; ++k) {
      if (with.equal(keys[k].secret.reveal(), key.secret.reveal())) {
        throw std::invalid_argument(which + " equals state key " + std::to_string(k + 1));
      }
    }
    ring_key made = make_ring_key(key, with);
    if (find(made.id) != nullptr) throw std::invalid_argument(which + " has the id of an earlier one");
    keys_.push_back(std::move(made));
  }
}

PARLEY_DECL ring_key const* key_ring::find(key_id const& id) const noexcept {
  for (auto const& key : keys_) {
    if (key.id == id) return &key;
  }
  return nullptr;
}

// Adds the keys of a list in hexadecimal, `separator` between them. Lines that are comments only occur in files.
PARLEY_DECL void add_keys(std::string_view list, char separator, sealing algorithm, std::vector<state_key>& into) {
  for (std::size_t at = 0; at <= list.size();) {
    auto const end = std::min(list.find(separator, at), list.size());
    auto item = list.substr(at, end - at);
    if (item.ends_with('\r')) item.remove_suffix(1);  // of a file that was written on Windows
    item = trim(item);
    if (!item.empty() && item.front() != '#') into.push_back(state_key_from_hex(item, algorithm));
    at = end + 1;
  }
}

PARLEY_DECL void add_keys_of_variable(std::string const& name, sealing algorithm, std::vector<state_key>& into) {
  char const* const list = std::getenv(name.c_str());
  auto const before = into.size();
  if (list != nullptr) add_keys(list, ',', algorithm, into);
  if (into.size() == before) {
    throw std::invalid_argument("parley: the environment variable " + name + " should hold state keys, and has none");
  }
}

PARLEY_DECL void add_keys_of_file(std::string const& path, sealing algorithm, std::vector<state_key>& into) {
  namespace fs = std::filesystem;
  std::error_code problem;
  auto const allowed = fs::status(path, problem).permissions();
  std::ifstream file(path, std::ios::binary);
  if (problem || !file) throw std::invalid_argument("parley: the file of state keys " + path + " cannot be read");
  // A group that may read is how Kubernetes hands out secrets to a user that is not root.
  constexpr auto too_open = fs::perms::group_write | fs::perms::others_all;
  if ((allowed & too_open) != fs::perms::none) {
    throw std::invalid_argument("parley: the file of state keys " + path + " is open to others; chmod 600 it");
  }
  auto const before = into.size();
  secret_bytes text(64 * 1024);
  auto* const characters = reinterpret_cast<char*>(text.reveal().data());
  file.read(characters, static_cast<std::streamsize>(text.size()));
  auto const length = static_cast<std::size_t>(file.gcount());
  if (length == text.size()) throw std::invalid_argument("parley: the file of state keys " + path + " is too long");
  add_keys({characters, length}, '\n', algorithm, into);
  if (into.size() == before) throw std::invalid_argument("parley: the file of state keys " + path + " has no key");
}

PARLEY_DECL std::vector<state_key> gather_keys(key_options const& options, primitives const& with,
                                               environment const& world) {
  auto keys = options.keys;
  if (!options.environment_variable.empty()) {
    add_keys_of_variable(options.environment_variable, options.algorithm, keys);
  }
  if (!options.file.empty()) add_keys_of_file(options.file, options.algorithm, keys);
  if (keys.empty()) {
    state_key drawn;
    drawn.secret = secret_bytes(32);
    drawn.algorithm = options.algorithm;
    with.random(drawn.secret.reveal());
    keys.push_back(std::move(drawn));
    world.log({severity::warning, "state_key_ephemeral",
               "no state key was given, so one was drawn: a restart or another process will refuse the states that "
               "this process seals"});
  }
  return keys;
}

}  // namespace detail
}  // namespace parley

#endif
