// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_options.hpp>
#include <parley/core/config.hpp>
#include <parley/state/primitives.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

// A bearer token and the name of whoever holds it.
struct named_token {
  std::string name{};
  std::string value{};
};

// Lets in whoever shows one of a fixed set of tokens in `Authorization: Bearer` (RFC 6750 §2.1; AUTH-05, AUTH-07): the
// caller is then the user of that name. For servers with a handful of known clients; there is no expiry, and a token
// that has leaked is taken back by a restart without it. Tokens are compared in constant time, and never logged.
// Throws std::invalid_argument when a name is empty, a value is no bearer token or stands twice, or `crypto` is null.
PARLEY_DECL http_authenticator bearer_tokens(std::vector<named_token> const& tokens,
                                             std::shared_ptr<primitives const> crypto);

namespace detail {
// Whether a text has only the characters that RFC 6750 §2.1 allows, so that it can be sent.
PARLEY_DECL bool is_bearer_token(std::string_view text);
}  // namespace detail

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <parley/core/ascii.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>

namespace parley {
namespace detail {

PARLEY_DECL bool is_bearer_token(std::string_view text) {
  auto const padding = text.find_last_not_of('=') + 1;
  return padding > 0 && std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(padding), [](char c) {
           return is_ascii_digit(c) || is_ascii_alpha(c) ||
                  std::string_view("-._~+/").find(c) != std::string_view::npos;
         });
}

class token_table {
 public:
  token_table(std::vector<named_token> const& tokens, std::shared_ptr<primitives const> crypto)
      : crypto_(std::move(crypto)) {
    auto demand = [](bool held, char const* sentence) {
      if (!held) throw std::invalid_argument(std::string("parley: bearer_tokens: ") + sentence);
    };
    demand(crypto_ != nullptr, "there are no primitives");
    for (auto const& token : tokens) {
      demand(!token.name.empty(), "a token needs the name of its holder");
      demand(is_bearer_token(token.value), "a token is empty or holds a character that no bearer token may hold");
      demand(holder(token.value) == nullptr, "two holders have the same token");
      known_.push_back({token.name, digest(token.value)});
    }
  }

  // The holder's name, or null. Digests have one length whatever was sent, and every entry is looked at.
  std::string const* holder(std::string_view token) const {
    auto const shown = digest(token);
    std::string const* found = nullptr;
    for (auto const& known : known_) {
      if (crypto_->equal(shown, known.token)) found = &known.name;
    }
    return found;
  }

 private:
  struct entry {
    std::string name;
    digest256 token;
  };
  digest256 digest(std::string_view text) const { return crypto_->sha256(std::as_bytes(std::span(text))); }

  std::shared_ptr<primitives const> crypto_;
  std::vector<entry> known_{};
};

}  // namespace detail

PARLEY_DECL http_authenticator bearer_tokens(std::vector<named_token> const& tokens,
                                             std::shared_ptr<primitives const> crypto) {
  auto const table = std::make_shared<detail::token_table const>(tokens, std::move(crypto));
  return [table](http_request_view const& request) -> result<principal, http_challenge> {
    if (count_header(request, "Authorization") > 1) {
      return refused{http_challenge{400, "Bearer error=\"invalid_request\"", "invalid_request"}};
    }
    auto const credentials = find_header(request, "Authorization").value_or("");
    auto const space = credentials.find(' ');
    if (space == std::string_view::npos || !equals_ignoring_case(credentials.substr(0, space), "Bearer")) {
      return refused{http_challenge{}};
    }
    auto const* const name = table->holder(trim(credentials.substr(space)));
    if (name == nullptr) return refused{http_challenge{401, "Bearer error=\"invalid_token\"", "invalid_token"}};
    return principal::user("token", *name);
  };
}

}  // namespace parley

#endif
