// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>

#include <cstdint>
#include <string>

namespace parley {

// Who sends a request, as the transport established it; never what a message says of itself (ELF-17). A state that
// was sealed for one principal is refused from every other (MRTR-13).
class principal {
 public:
  enum class kind : std::uint8_t {
    anonymous,  // over HTTP without authentication: everybody who can reach the port
    stdio,      // the process that started this one
    user,       // somebody whom an authenticator has verified
  };

  // Anonymous, the least that one can be.
  principal() = default;

  static principal anonymous() { return {}; }
  PARLEY_DECL static principal stdio();
  // `issuer`: who vouches for the identity, the token's `iss` or any name of the program's own. `subject`: whom it
  // vouches for (`sub`). `client`: the program through which that person came (`client_id`), empty when unknown.
  // Throws std::invalid_argument when `subject` and `client` are both empty, since all such users would be one.
  PARLEY_DECL static principal user(std::string issuer, std::string subject, std::string client = {});

  kind tag() const noexcept { return kind_; }
  std::string const& issuer() const noexcept { return issuer_; }
  std::string const& subject() const noexcept { return subject_; }
  std::string const& client() const noexcept { return client_; }

  // Bytes that are equal for equal principals only: the kind, then each part behind its length.
  PARLEY_DECL std::string encoded() const;

  bool operator==(principal const&) const = default;

 private:
  kind kind_ = kind::anonymous;
  std::string issuer_{};
  std::string subject_{};
  std::string client_{};
};

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <stdexcept>
#include <string_view>
#include <utility>

namespace parley {

PARLEY_DECL principal principal::stdio() {
  principal made;
  made.kind_ = kind::stdio;
  return made;
}

PARLEY_DECL principal principal::user(std::string issuer, std::string subject, std::string client) {
  if (subject.empty() && client.empty()) {
    throw std::invalid_argument("parley: a user needs a subject or a client, or all users without them would be one");
  }
  principal made;
  made.kind_ = kind::user;
  made.issuer_ = std::move(issuer);
  made.subject_ = std::move(subject);
  made.client_ = std::move(client);
  return made;
}

PARLEY_DECL std::string principal::encoded() const {
  std::string bytes(1, static_cast<char>(kind_));
  for (std::string const* part : {&issuer_, &subject_, &client_}) {
    std::uint64_t const size = part->size();
    for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(size >> shift & 0xff);
    bytes += *part;
  }
  return bytes;
}

}  // namespace parley

#endif
