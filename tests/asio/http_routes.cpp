// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/asio/http_routes.hpp>

#include "support/catch.hpp"

#include <stdexcept>
#include <string>
#include <vector>

using parley::http_challenge;
using parley::http_request;
using parley::http_request_view;
using parley::http_response;
using parley::http_route;
using parley::detail::call_route;
using parley::detail::challenge_response;
using parley::detail::match_route;

namespace {

http_route route(std::string method, std::string path) {
  http_route made;
  made.method = std::move(method);
  made.path = std::move(path);
  made.handler = [](http_request const&) { return http_response{}; };
  return made;
}

}  // namespace

TEST_CASE("a route is found by its exact path and method", "[http]") {
  std::vector<http_route> const routes{route("GET", "/a"), route("POST", "/a"), route("POST", "/b")};
  CHECK(match_route(routes, "GET", "/a").route == &routes[0]);
  CHECK(match_route(routes, "POST", "/a").route == &routes[1]);
  CHECK(match_route(routes, "HEAD", "/a").route == &routes[0]);
  CHECK(match_route(routes, "GET", "/a/").route == nullptr);
  CHECK(match_route(routes, "GET", "/c").allowed.empty());
  CHECK(match_route(routes, "PUT", "/a").allowed == "GET, HEAD, POST");
  CHECK(match_route(routes, "HEAD", "/b").route == nullptr);
}

TEST_CASE("a handler that throws is a 500 that says nothing, and a line in the log", "[http][BASE-26]") {
  auto failing = route("GET", "/");
  failing.handler = [](http_request const&) -> http_response { throw std::runtime_error("/srv/secret"); };
  std::vector<std::string> lines;
  auto world = parley::system_environment();
  world.log = [&](parley::log_event const& event) { lines.emplace_back(event.detail); };
  http_request_view const head{"GET", "/", {}};
  http_request const request{head, {}, {}, {}, {}};
  auto const response = call_route(failing, request, world);
  CHECK(response.status == 500);
  CHECK(response.body.find("secret") == std::string::npos);
  CHECK(lines == std::vector<std::string>{"/srv/secret"});
  failing.handler = [](http_request const&) -> http_response { throw 42; };
  CHECK(call_route(failing, request, world).status == 500);
}

TEST_CASE("a challenge names the scheme, and the error only when there is one", "[http][AUTH-07]") {
  http_challenge why;
  auto const bare = challenge_response(why);
  CHECK(bare.status == 401);
  CHECK(bare.fields.at(0).second == "Bearer");
  CHECK(bare.body.empty());
  why.error = "invalid_token";
  CHECK(challenge_response(why).body == "{\"error\":\"invalid_token\"}");
}
