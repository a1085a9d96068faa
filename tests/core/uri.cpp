// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/uri.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;
using namespace std::string_view_literals;

TEST_CASE("a URI falls into its parts", "[core][uri]") {
  auto const uri = parse_uri("https://user:pw@Example.COM:8443/a/b;c?x=/?&y#frag?/").value();
  CHECK(uri.scheme == "https");
  CHECK(uri.has_userinfo);
  CHECK(uri.userinfo == "user:pw");
  CHECK(uri.host == "Example.COM");
  CHECK(uri.port == "8443");
  CHECK(uri.path == "/a/b;c");
  CHECK(uri.query == "x=/?&y");
  CHECK(uri.fragment == "frag?/");
}

TEST_CASE("absent and empty parts differ", "[core][uri]") {
  auto const full = parse_uri("http://h:/?#").value();
  CHECK(full.has_authority);
  CHECK(full.port.empty());
  CHECK(full.has_query);
  CHECK(full.has_fragment);
  CHECK(!full.has_userinfo);
  auto const bare = parse_uri("urn:isbn:0451450523").value();
  CHECK(!bare.has_authority);
  CHECK(bare.path == "isbn:0451450523");
  CHECK(!bare.has_query);
  CHECK(!bare.has_fragment);
  CHECK(parse_uri("file:///etc/hosts").value().host.empty());
  CHECK(parse_uri("http://@h").value().has_userinfo);
}

TEST_CASE("absolute URIs of every kind are taken", "[core][uri]") {
  auto const text =
      GENERATE("ftp://ftp.is.co.za/rfc/rfc1808.txt", "ldap://[2001:db8::7]/c=GB?objectClass?one",
               "mailto:John.Doe@example.com", "tel:+1-816-555-1212", "http://127.0.0.1:80", "a:", "x+y-z.1:/p",
               "test://static-text", "notes://a%20b/%C3%A9", "http://[v1.fe:80]/", "http://[::ffff:1.2.3.4]:1/");
  CAPTURE(text);
  CHECK(parse_uri(text));
}

TEST_CASE("what RFC 3986 does not allow is refused", "[core][uri]") {
  auto const text = GENERATE(
      ""sv, ":x"sv, "/relative"sv, "//host/x"sv, "1http://h"sv, "ht tp://h"sv, "http://h/a b"sv, "http://h/\r\nX: y"sv,
      "http://h/\0"sv, "http://h/%"sv, "http://h/%4"sv, "http://h/%zz"sv, "http://h/caf\xc3\xa9"sv, "http://h/<x>"sv,
      "http://h/\"x\""sv, "http://h\\@evil/"sv, "http://a@b@c/"sv, "http://h:8x/"sv, "http://h:65536/"sv,
      "http://h:-1/"sv, "http://[::1/"sv, "http://[::1]x/"sv, "http://[127.0.0.1]/"sv, "http://[fe80::1%25eth0]/"sv,
      "http://[v.x]/"sv, "http://[]/"sv, "http://::1/"sv, "http://h/[x]"sv, "http://h/#a#b"sv);
  CAPTURE(text);
  auto const uri = parse_uri(text);
  REQUIRE(!uri);
  CHECK(uri.error().reason == "uri");
}

TEST_CASE("IPv6 addresses have the grammar of RFC 4291", "[core][uri]") {
  for (auto text : {"[::]", "[::1]", "[1::]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]", "[1::8]",
                    "[fFfF::]", "[1:2:3:4:5:6:1.2.3.4]", "[::1.2.3.4]"}) {
    CAPTURE(text);
    CHECK(parse_uri("http://" + std::string(text) + "/"));
  }
  for (auto text : {"[:]", "[:::]", "[1]", "[1:]", "[:1]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]",
                    "[1:2:3:4:5:6:7:8::]", "[1::2::3]", "[12345::]", "[g::]", "[::1.2.3]", "[::1.2.3.4.5]",
                    "[::01.2.3.4]", "[::256.2.3.4]", "[1.2.3.4::]", "[1:2:3:4:5:6:7:1.2.3.4]"}) {
    CAPTURE(text);
    CHECK(!parse_uri("http://" + std::string(text) + "/"));
  }
}

TEST_CASE("loopback has these names and no others", "[core][uri][C-39][SEC-03]") {
  for (auto host :
       {"localhost", "LocalHost", "127.0.0.1", "127.255.255.254", "[::1]", "::1", "[0:0:0:0:0:0:0:1]", "[0::0:0001]"}) {
    CAPTURE(host);
    CHECK(is_loopback_host(host));
  }
  for (auto host : {"", "localhost.", "localhost.evil.example", "evil.localhost", "127.0.0.1.evil.example", "127.1",
                    "0127.0.0.1", "2130706433", "0x7f.0.0.1", "128.0.0.1", "0.0.0.0", "[::]", "[::2]", "[127.0.0.1]",
                    "[::1", "1270.0.0.1", "127.0.0.1 ", "127.0.0.256", "[::ffff:127.0.0.1]"}) {
    CAPTURE(host);
    CHECK(!is_loopback_host(host));
  }
}

TEST_CASE("links that a person may be shown", "[core][uri][C-18]") {
  auto const text =
      GENERATE("https://example.com", "HTTPS://example.com/a?b=c#d", "https://shop.example.com:8443/pay/7",
               "https://[2001:db8::1]/x", "http://localhost:8080/page", "http://127.0.0.1/", "http://[::1]:3000/x",
               "https://xn--caf-dma.example/");
  CAPTURE(text);
  CHECK(check_link(text));
}

TEST_CASE("links that nobody is shown", "[core][uri][C-18]") {
  auto const text = GENERATE("javascript:alert(1)"sv, "data:text/html,x"sv, "/relative"sv, "relative"sv, "//host/x"sv,
                             "http://example.com/"sv, "ftp://example.com/"sv, "file:///etc/passwd"sv, "https:///x"sv,
                             "https:x"sv, "https://"sv, "https://:443/"sv, "https://user:pw@h/"sv, "https://@h/"sv,
                             "https://good.example@evil.example/"sv, "https://h/\r\nSet-Cookie: x"sv, "https://h/a b"sv,
                             " https://h/"sv, "https://h/ "sv, "https://h/\0"sv, "https://h%2eevil/"sv,
                             "https://caf\xc3\xa9.example/"sv, "http://localhost.evil.example/"sv, "http://0x7f.1/"sv,
                             "https://h\\.evil/"sv, ""sv);
  CAPTURE(text);
  auto const checked = check_link(text);
  REQUIRE(!checked);
  CHECK(checked.error().reason == "link");
  CHECK(!checked.error().detail.empty());
}
