// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/asio/http_options.hpp>
#include <parley/asio/pool.hpp>
#include <parley/core/config.hpp>
#include <parley/core/environment.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

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

// The same on the pool; 503 when it lets no more in. What is passed by reference must outlive the operation, which
// cannot be abandoned. Ends on `home`.
PARLEY_DECL boost::asio::awaitable<http_response> call_route_on(pool& threads, boost::asio::any_io_executor home,
                                                                http_route const& route, http_request const& request,
                                                                environment const& world);

// The answer to somebody who is not let in.
PARLEY_DECL http_response challenge_response(http_challenge const& why);

// Who sends this request, or the answer to somebody who is not let in. A hook that throws lets nobody in.
PARLEY_DECL result<principal, http_response> authenticate(http_options const& options, http_request_view const& head,
                                                          environment const& world);

}  // namespace parley::detail

#if PARLEY_DEFINITIONS

#include <parley/json/writer.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <memory>
#include <utility>

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
    write_log(world, severity::error, "route_failed", thrown.what());
  } catch (...) {
    write_log(world, severity::error, "route_failed", "something that is no std::exception");
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

PARLEY_DECL boost::asio::awaitable<http_response> call_route_on(pool& threads, boost::asio::any_io_executor home,
                                                                http_route const& route, http_request const& request,
                                                                environment const& world) {
  auto initiate = [&threads, home = std::move(home), &route, &request, &world](auto handler) {
    auto const shared = std::make_shared<decltype(handler)>(std::move(handler));
    auto answer = [shared, home](http_response what) {
      boost::asio::post(home, [shared, what = std::move(what)]() mutable { (*shared)(std::move(what)); });
    };
    auto ticket = threads.try_enter();
    bool const taken = ticket && threads.run([answer, &route, &request, &world, ticket = std::move(ticket)] {
      answer(call_route(route, request, world));
    });
    if (taken) return;
    http_response busy;
    busy.status = 503;
    busy.body = "The server is busy\n";
    busy.fields.emplace_back("Retry-After", "1");
    answer(std::move(busy));
  };
  return boost::asio::async_initiate<boost::asio::use_awaitable_t<> const, void(http_response)>(
      std::move(initiate), boost::asio::use_awaitable);
}

PARLEY_DECL result<principal, http_response> authenticate(http_options const& options, http_request_view const& head,
                                                          environment const& world) {
  if (!options.authenticate) return principal::anonymous();
  try {
    auto who = options.authenticate(head);
    if (who) return *std::move(who);
    return refused{challenge_response(who.error())};
  } catch (std::exception const& thrown) {
    write_log(world, severity::error, "authenticate_failed", thrown.what());
  } catch (...) {
    write_log(world, severity::error, "authenticate_failed", "something that is no std::exception");
  }
  http_response failed;
  failed.status = 500;
  failed.body = "The request failed\n";
  return refused{std::move(failed)};
}

}  // namespace parley::detail

#endif
