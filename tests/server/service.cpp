// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include <parley/server/service.hpp>

#include "support/catch.hpp"

#include <string>

using parley::Service;
using parley::detail::make_service;
using parley::detail::service_of;

namespace {

struct database {
  int rows = 3;
};

}  // namespace

TEST_CASE("a service is a handle to the application's own object", "[server]") {
  database own;
  Service<database> const handle(own);
  handle->rows = 4;
  CHECK(own.rows == 4);
  CHECK(&*handle == &own);
}

TEST_CASE("a service is told by its type", "[server]") {
  CHECK(service_of<database> == service_of<database>);
  CHECK(service_of<database> != service_of<database const>);
  CHECK(service_of<database> != service_of<std::string>);
}

TEST_CASE("what a server is given is a Service that parameters can refer to", "[server]") {
  database own;
  auto const entry = make_service(own);
  CHECK(entry.key == service_of<database>);
  CHECK(&**static_cast<Service<database>*>(entry.handle.get()) == &own);
}
