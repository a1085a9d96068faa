// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/core/ascii.hpp>

#include "support/catch.hpp"

#include <string>

using namespace parley;

TEST_CASE("classes hold ASCII only", "[core][ascii]") {
  int digits = 0, letters = 0, hex = 0, visible = 0;
  for (int code = 0; code < 256; ++code) {
    char const c = static_cast<char>(code);
    digits += is_ascii_digit(c) ? 1 : 0;
    letters += is_ascii_alpha(c) ? 1 : 0;
    hex += is_ascii_hex(c) ? 1 : 0;
    visible += is_ascii_visible(c) ? 1 : 0;
  }
  CHECK(digits == 10);
  CHECK(letters == 52);
  CHECK(hex == 22);
  CHECK(visible == 94);
}

TEST_CASE("case is ignored for letters and nothing else", "[core][ascii][HDR-04]") {
  CHECK(equals_ignoring_case("MCP-Protocol-Version", "mcp-protocol-version"));
  CHECK(!equals_ignoring_case("mcp", "mcpx"));
  CHECK(!equals_ignoring_case("[", "{"));  // these differ by the bit that tells letter cases apart
  CHECK(!equals_ignoring_case("\xc9", "\xe9"));
  CHECK(ascii_lower(std::string_view("A-Z[\xc9")) == "a-z[\xc9");
}

TEST_CASE("white space is trimmed at the ends only", "[core][ascii][HDR-04]") {
  CHECK(trim(" \ta b\t ") == "a b");
  CHECK(trim(" \t ").empty());
  CHECK(trim("").empty());
  CHECK(trim("\na\r") == "\na\r");  // line breaks are not white space in a header
}

TEST_CASE("a token is what a header may be called", "[core][ascii][HDR-15]") {
  int characters = 0;
  for (int code = 0; code < 256; ++code) characters += is_http_token(std::string(1, static_cast<char>(code))) ? 1 : 0;
  CHECK(characters == 26 + 26 + 10 + 15);
  CHECK(is_http_token("Tenant-Id_2"));
  CHECK(!is_http_token(""));
  CHECK(!is_http_token("a b"));
  CHECK(!is_http_token("a:"));
  CHECK(!is_http_token("a\r\nX: y"));
  CHECK(!is_http_token("caf\xc3\xa9"));
}
