// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/wire/origin.hpp>

#include "support/catch.hpp"

using namespace parley;

TEST_CASE("every spelling of this machine is a good Host, with and without port", "[wire][origin][SEC-03][C-39]") {
  auto const host = GENERATE("127.0.0.1", "127.0.0.1:8080", "localhost", "localhost:8080", "LOCALHOST:8080", "[::1]",
                             "[::1]:8080", "localhost:");
  CAPTURE(host);
  CHECK(host_allowed(host, {}));
  CHECK(!host_allowed(host, {.loopback = false}));
}

TEST_CASE("names that only look like this machine are foreign", "[wire][origin][SEC-03][C-39]") {
  auto const host = GENERATE("evil.example", "evil.example.com", "localhost.evil.example", "127.0.0.1.evil.example",
                             "127.0.0.1:80.evil.example", "", ":8080", "::1", "[::1", "localhost:x", "localhost:99999",
                             "evil.example@localhost", "localhost, evil.example", "localhost/", "local host", "*");
  CAPTURE(host);
  CHECK(!host_allowed(host, {}));
}

TEST_CASE("listed hosts are allowed at the ports that the list names", "[wire][origin][SEC-04]") {
  access_policy const policy{.hosts = {"mcp.example.com", "Other.Example:8443", "[2001:db8::1]", "not a host"}};
  CHECK(host_allowed("mcp.example.com", policy));
  CHECK(host_allowed("MCP.example.com:444", policy));
  CHECK(host_allowed("other.example:8443", policy));
  CHECK(host_allowed("[2001:db8::1]:80", policy));
  CHECK(!host_allowed("other.example", policy));
  CHECK(!host_allowed("other.example:8444", policy));
  CHECK(!host_allowed("sub.mcp.example.com", policy));
  CHECK(!host_allowed("not a host", policy));
  CHECK(host_allowed("anything.example", {.hosts = {"*"}}));
  CHECK(!host_allowed("not a host", {.hosts = {"*"}}));
}

TEST_CASE("pages of this machine may talk to it", "[wire][origin][SEC-01][C-39]") {
  auto const origin = GENERATE("http://localhost", "HTTP://LOCALHOST:8080", "https://localhost:6274",
                               "http://127.0.0.1:3000", "http://[::1]:8080");
  CAPTURE(origin);
  CHECK(origin_allowed(origin, {}));
  CHECK(!origin_allowed(origin, {.loopback = false}));
}

TEST_CASE("other pages may not", "[wire][origin][SEC-01][SEC-02][C-39]") {
  auto const origin =
      GENERATE("http://evil.example", "https://evil.example.com", "null", "", "http://localhost.evil.example",
               "http://127.0.0.1.evil.example", "http://localhost@evil.example", "http://evil.example#localhost",
               "http://localhost/", "http://localhost?x", "localhost", "file://", "file://localhost",
               "chrome-extension://localhost", "http://localhost http://localhost", "http://localhost:x",
               "http:localhost", "http://", "//localhost");
  CAPTURE(origin);
  CHECK(!origin_allowed(origin, {}));
}

TEST_CASE("listed origins must match in scheme, host and port", "[wire][origin][SEC-02]") {
  access_policy const policy{
      .origins = {"https://app.example.com", "http://intern.example:8080", "chrome-extension://abcdef", "null"}};
  CHECK(origin_allowed("https://app.example.com", policy));
  CHECK(origin_allowed("HTTPS://App.Example.com:443", policy));
  CHECK(origin_allowed("http://intern.example:8080", policy));
  CHECK(origin_allowed("chrome-extension://abcdef", policy));
  CHECK(!origin_allowed("http://app.example.com", policy));
  CHECK(!origin_allowed("https://app.example.com:8443", policy));
  CHECK(!origin_allowed("https://app.example.com.evil.example", policy));
  CHECK(!origin_allowed("https://sub.app.example.com", policy));
  CHECK(!origin_allowed("http://intern.example", policy));
  CHECK(!origin_allowed("null", policy));
}
