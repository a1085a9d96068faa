// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/reply.hpp>

#include "support/catch.hpp"

using namespace parley;

TEST_CASE("the status follows from the code and from where the error arose",
          "[protocol][HTTP-10][HTTP-11][HTTP-12][T04][T18][T21]") {
  CHECK(status_of(method_not_found()) == reply_status::not_found);
  CHECK(status_of(parse_error()) == reply_status::bad_request);
  CHECK(status_of(invalid_request("x")) == reply_status::bad_request);
  CHECK(status_of(header_mismatch("Mcp-Name")) == reply_status::bad_request);
  CHECK(status_of(missing_client_capability({.sampling = true})) == reply_status::bad_request);
  CHECK(status_of(unsupported_protocol_version("x")) == reply_status::bad_request);
  CHECK(status_of(invalid_params("x", error_origin::ladder)) == reply_status::bad_request);
  CHECK(status_of(invalid_params("x")) == reply_status::ok);
  CHECK(status_of(invalid_request_state()) == reply_status::ok);
  CHECK(status_of(internal_error()) == reply_status::ok);
}

TEST_CASE("a reply that nobody filled in sends nothing", "[protocol][HTTP-03]") {
  reply const nothing;
  CHECK(nothing.body.empty());
  CHECK(nothing.status == reply_status::accepted);
}
