// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/bearer_tokens.hpp>
#include <parley/crypto/openssl.hpp>

#include "support/catch.hpp"

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
