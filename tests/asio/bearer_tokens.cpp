// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/bearer_tokens.hpp>
#include <parley/crypto/openssl.hpp>

#include "support/catch.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using parley::http_request_view;
using parley::principal;

namespace {

auto const authenticate =
    parley::bearer_tokens({{"ann", "secret-a"}, {"bob", "secret-b"}}, parley::openssl_primitives());

auto ask(std::vector<std::string_view> authorizations, std::string_view target = "/mcp") {
  http_request_view request{"POST", target, {{"Host", "h"}}};
  for (auto const value : authorizations) request.headers.emplace_back("authorization", value);
  return authenticate(request);
}

}  // namespace

TEST_CASE("whoever shows a token is the one that it was given to", "[http][AUTH-05]") {
  auto const ann = ask({"Bearer secret-a"});
  REQUIRE(ann);
  CHECK(*ann == principal::user("token", "ann"));
  CHECK(*ask({"bearer secret-b"}) == principal::user("token", "bob"));
  CHECK(ask({"BEARER  secret-b"}));
}

TEST_CASE("no token is asked for, a wrong one is called wrong", "[http][AUTH-07][C-59]") {
  for (auto const* other : {"Basic secret-a", "secret-a", "Bearer", "Bearersecret-a", ""}) {
    INFO(other);
    auto const nobody = ask({other});
    REQUIRE_FALSE(nobody);
    CHECK(nobody.error().status == 401);
    CHECK(nobody.error().authenticate == "Bearer");
  }
  CHECK(ask({}).error().error.empty());
  for (auto const* wrong : {"Bearer secret-", "Bearer secret-aa", "Bearer SECRET-A", "Bearer secret-a,secret-b"}) {
    INFO(wrong);
    auto const nobody = ask({wrong});
    REQUIRE_FALSE(nobody);
    CHECK(nobody.error().error == "invalid_token");
    CHECK(nobody.error().authenticate == "Bearer error=\"invalid_token\"");
  }
}

TEST_CASE("two credentials are a malformed request, and one in the address is none", "[http][AUTH-05][AUTH-10][C-59]") {
  CHECK(ask({"Bearer secret-a", "Bearer secret-a"}).error().status == 400);
  CHECK(ask({}, "/mcp?access_token=secret-a").error().status == 401);
}

TEST_CASE("a table that would let in somebody else is refused when it is made", "[http][AUTH-05]") {
  using table = std::vector<parley::named_token>;
  auto const crypto = parley::openssl_primitives();
  for (auto const& bad : {table{{"", "a"}}, table{{"ann", ""}}, table{{"ann", "a b"}}, table{{"ann", "=="}},
                          table{{"ann", "a"}, {"bob", "a"}}}) {
    CHECK_THROWS_AS(parley::bearer_tokens(bad, crypto), std::invalid_argument);
  }
  CHECK_THROWS_AS(parley::bearer_tokens({{"ann", "a"}}, nullptr), std::invalid_argument);
  CHECK_NOTHROW(parley::bearer_tokens({{"ann", "a"}, {"bob", "b=="}}, crypto));
}
