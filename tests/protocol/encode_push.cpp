// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/encode_push.hpp>

#include "support/catch.hpp"

using namespace parley;

TEST_CASE("a request of the server's has an id, a method, and params if there are any", "[protocol][LEG-50]") {
  CHECK(encode_request(request_id::string("s-1"), "sampling/createMessage", R"({"maxTokens":1})") ==
        R"({"jsonrpc":"2.0","id":"s-1","method":"sampling/createMessage","params":{"maxTokens":1}})");
  CHECK(encode_request(request_id::integer(3), "roots/list", {}) ==
        R"({"jsonrpc":"2.0","id":3,"method":"roots/list"})");
}

TEST_CASE("what is no longer waited for is called off by its id", "[protocol][LEG-56]") {
  CHECK(encode_cancelled(request_id::string("s-1"), "The call has ended") ==
        R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
        R"("params":{"requestId":"s-1","reason":"The call has ended"}})");
  CHECK(encode_cancelled(request_id::integer(3), {}) ==
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}})");
}

TEST_CASE("the end of a visit is told by the id of its page", "[protocol][LEG-52]") {
  CHECK(encode_elicitation_complete("e1") ==
        R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e1"}})");
}
