// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_options.hpp>
#include <parley/core/config.hpp>
#include <parley/core/environment.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace parley::detail {

struct route_match {
  http_route const* route = nullptr;  // null: none for this method
  std::string allowed{};              // the methods that the path has, for Allow; empty: there is no such path
};

// Looks among the program's own routes. GET routes answer HEAD too.
PARLEY_DECL route_match match_route(std::vector<http_route> const& routes, std::string_view method,
                                    std::string_view path);

// Calls the handler. What it throws goes to the log, and the client learns that something failed.
PARLEY_DECL http_response call_route(http_route const& route, http_request const& request, environment const& world);

// The answer to somebody who is not let in.
PARLEY_DECL http_response challenge_response(http_challenge const& why);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/writer.hpp>

#include <exception>

namespace parley::detail {

PARLEY_DECL route_match match_route(std::vector<http_route> const& routes, std::string_view method,
                                    std::string_view path) {
  route_match match;
  for (auto const& route : routes) {
    if (route.path != path) continue;
    if (route.method == method) {
      match.route = &route;  // exactly this method wins over HEAD by way of GET
      return match;
    }
    if (route.method == "GET" && method == "HEAD") match.route = &route;
    if (!match.allowed.empty()) match.allowed += ", ";
    match.allowed += route.method == "GET" ? "GET, HEAD" : route.method;
  }
  return match;
}

PARLEY_DECL http_response call_route(http_route const& route, http_request const& request, environment const& world) {
  http_response failed;
  failed.status = 500;
  failed.body = "The request failed\n";
  try {
    return route.handler(request);
  } catch (std::exception const& thrown) {
    world.log({severity::error, "route_failed", thrown.what()});
  } catch (...) {
    world.log({severity::error, "route_failed", "something that is no std::exception"});
  }
  return failed;
}

PARLEY_DECL http_response challenge_response(http_challenge const& why) {
  http_response response;
  response.status = why.status;
  response.content_type = "application/json";
  if (!why.authenticate.empty()) response.fields.emplace_back("WWW-Authenticate", why.authenticate);
  if (!why.error.empty()) {
    json_writer out(response.body);
    out.begin_object().key("error").string(why.error).end_object();
  }
  return response;
}

}  // namespace parley::detail

#endif
