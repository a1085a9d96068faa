// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/wire/header_value.hpp>

#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace parley;
using namespace std::string_view_literals;

TEST_CASE("text is encoded exactly when a header could not hold it", "[wire][header_value][HDR-10]") {
  CHECK(encode_header_value("caf\xc3\xa9") == "=?base64?Y2Fmw6k=?=");
  CHECK(encode_header_value(" x") == "=?base64?IHg=?=");
  CHECK(encode_header_value("x ") == "=?base64?eCA=?=");
  CHECK(encode_header_value("=?base64?zz?=") == "=?base64?PT9iYXNlNjQ/eno/PQ==?=");
  CHECK(encode_header_value("-7") == "-7");
  CHECK(encode_header_value("true") == "true");
  CHECK(encode_header_value("").empty());
  CHECK(encode_header_value("two words") == "two words");
  CHECK(encode_header_value("=?BASE64?zz?=") == "=?BASE64?zz?=");
  CHECK(encode_header_value("a\tb") == "=?base64?YQli?=");
  CHECK(encode_header_value("a\r\nX: y").starts_with("=?base64?"));
}

TEST_CASE("every text comes back from its value", "[wire][header_value][HDR-10][HDR-12]") {
  auto const text =
      GENERATE(""sv, " "sv, "a"sv, "caf\xc3\xa9"sv, "=?base64?zz?="sv, "=?base64?\?="sv, "=?base64?="sv, "=?base64?"sv,
               "?="sv, "\0"sv, "a\r\nb"sv, "\t"sv, "\xf0\x9f\x98\x80"sv, "file:///a%20b"sv);
  CHECK(decode_header_value(encode_header_value(text)).value() == text);
}

TEST_CASE("values that nobody encoded stand for themselves", "[wire][header_value][HDR-11][HDR-13][HDR-14]") {
  CHECK(decode_header_value(" \tquery ").value() == "query");
  CHECK(decode_header_value("a\tb").value() == "a\tb");
  CHECK(decode_header_value("").value().empty());
  CHECK(decode_header_value("=?base64?\?=").value().empty());
  CHECK(decode_header_value("=?BASE64?Y2Fmw6k=?=").value() == "=?BASE64?Y2Fmw6k=?=");
  CHECK(decode_header_value("=?Base64?x?=").value() == "=?Base64?x?=");
  CHECK(decode_header_value("=?base64?x").value() == "=?base64?x");
  CHECK(decode_header_value("=?base64?=").value() == "=?base64?=");
  CHECK(decode_header_value("x=?base64?eA==?=").value() == "x=?base64?eA==?=");
}

TEST_CASE("what is not one value's encoding is refused", "[wire][header_value][HDR-05][HDR-12]") {
  auto const value = GENERATE("=?base64?Y2Fmw6k?="sv, "=?base64?Y2Fmw6l=?="sv, "=?base64?Y2Fm w6k=?="sv,
                              "=?base64?Y2Fm_6k=?="sv, "=?base64?=?="sv, "=?base64?wyg=?="sv /* C3 28 */,
                              "=?base64?7aCA?="sv /* a surrogate */, "caf\xc3\xa9"sv, "a\x01z"sv, "a\x7f"sv);
  CAPTURE(value);
  auto const decoded = decode_header_value(value);
  REQUIRE(!decoded);
  CHECK(decoded.error().reason == "header_value");
}

TEST_CASE("the mirror holds what the headers say", "[wire][header_value][HDR-01][HDR-02][HDR-03][HDR-04]") {
  auto const mirror = read_header_mirror({"POST",
                                          "/mcp",
                                          {{"mcp-protocol-version", " 2026-07-28\t"},
                                           {"MCP-METHOD", "tools/call"},
                                           {"Mcp-Name", "=?base64?Y2Fmw6k=?="},
                                           {"Mcp-Param-Zone", "x"}}});
  CHECK(mirror.protocol_version == "2026-07-28");
  CHECK(mirror.method == "tools/call");
  CHECK(mirror.name == "caf\xc3\xa9");
  CHECK(!mirror.duplicated);
  CHECK(!mirror.undecodable);

  auto const empty = read_header_mirror({"POST", "/mcp", {{"Mcp-Name", ""}}});
  CHECK(!empty.protocol_version);
  CHECK(!empty.method);
  CHECK(empty.name == "");
}

TEST_CASE("a header that came twice is marked, equal or not", "[wire][header_value][HDR-06]") {
  auto const name = GENERATE("MCP-Protocol-Version", "Mcp-Method", "Mcp-Name");
  CHECK(read_header_mirror({"POST", "/mcp", {{name, "x"}, {name, "y"}}}).duplicated);
  CHECK(read_header_mirror({"POST", "/mcp", {{name, "x"}, {"mcp-other", "x"}, {name, "x"}}}).duplicated);
}

TEST_CASE("a name that cannot be decoded is marked", "[wire][header_value][HDR-05][HDR-12][T09]") {
  CHECK(read_header_mirror({"POST", "/mcp", {{"Mcp-Name", "=?base64?!?="}}}).undecodable);
  CHECK(read_header_mirror({"POST", "/mcp", {{"Mcp-Name", "caf\xe9"}}}).undecodable);
  // The other two are compared as they are.
  CHECK(read_header_mirror({"POST", "/mcp", {{"Mcp-Method", "=?base64?!?="}}}).method == "=?base64?!?=");
}

TEST_CASE("headers of arguments are kept under their own names, decoded",
          "[wire][header_value][HDR-04][HDR-10][HDR-14]") {
  auto const mirror = read_header_mirror({"POST",
                                          "/mcp",
                                          {{"Mcp-Param-Region", " us-west1\t"},
                                           {"mcp-param-GREETING", "=?base64?SGVsbG8sIOS4lueVjA==?="},
                                           {"Mcp-Param-Text", "a\tb"},
                                           {"Mcp-Param-Same", "=?base64?YQli?="}}});
  REQUIRE(mirror.params.size() == 4);
  CHECK(mirror.params[0].name == "Region");
  CHECK(mirror.params[0].value == "us-west1");
  CHECK(mirror.params[1].name == "GREETING");
  CHECK(mirror.params[1].value == "Hello, \xe4\xb8\x96\xe7\x95\x8c");
  CHECK(mirror.params[2].value == mirror.params[3].value);
  for (auto const& each : mirror.params) CHECK((!each.undecodable && !each.duplicated));
  CHECK(!mirror.params_cut_off);
}

TEST_CASE("an argument's header may be empty in two spellings", "[wire][header_value][HDR-13][T09]") {
  auto const value = GENERATE("", " \t ", "=?base64?\?=");
  auto const mirror = read_header_mirror({"POST", "/mcp", {{"Mcp-Param-X", value}}});
  REQUIRE(mirror.params.size() == 1);
  CHECK(mirror.params[0].value.empty());
  CHECK(!mirror.params[0].undecodable);
}

TEST_CASE("an argument's header that cannot be decoded is marked, and no other is",
          "[wire][header_value][HDR-11][HDR-12]") {
  auto const bad =
      GENERATE("=?base64?SGVsbG8?=", "=?base64?SGVs!!!bG8=?=", "=?base64?Y2Fmw6l=?=", "=?base64?wyg=?=", "caf\xc3\xa9",
               "a\x01z");
  auto const mirror =
      read_header_mirror({"POST", "/mcp", {{"Mcp-Param-Bad", bad}, {"Mcp-Param-Good", "=?BASE64?!?="}}});
  REQUIRE(mirror.params.size() == 2);
  CHECK(mirror.params[0].undecodable);
  CHECK(mirror.params[0].value.empty());
  CHECK(!mirror.params[1].undecodable);
  CHECK(mirror.params[1].value == "=?BASE64?!?=");
  CHECK(!mirror.undecodable);  // that one is Mcp-Name's
}

TEST_CASE("an argument's header that came twice is marked, equal or not", "[wire][header_value][HDR-04]") {
  auto const again = GENERATE("x", "y", "=?base64?!?=");
  auto const mirror = read_header_mirror(
      {"POST", "/mcp", {{"Mcp-Param-Zone", "x"}, {"Mcp-Param-Zones", "x"}, {"MCP-PARAM-ZONE", again}}});
  REQUIRE(mirror.params.size() == 2);
  CHECK(mirror.params[0].duplicated);
  CHECK(mirror.params[0].value == "x");
  CHECK(!mirror.params[1].duplicated);
  CHECK(!mirror.duplicated);  // that one is the standard headers'
}

TEST_CASE("a prefix alone is nobody's header, and its neighbours are not either", "[wire][header_value][HDR-24]") {
  auto const mirror = read_header_mirror(
      {"POST", "/mcp", {{"Mcp-Param-", "x"}, {"Mcp-Param", "x"}, {"Mcp-Params-A", "x"}, {"X-Mcp-Param-A", "x"}}});
  CHECK(mirror.params.empty());
  CHECK(mirror.params.capacity() == 0);  // a request without such headers does not pay for them
}

TEST_CASE("a bounded number of arguments' headers is kept", "[wire][header_value][HDR-24]") {
  std::vector<std::string> names;
  for (std::size_t i = 0; i <= max_param_headers; ++i) names.push_back("Mcp-Param-" + std::to_string(i));
  http_request_view request{"POST", "/mcp", {}};
  for (std::size_t i = 0; i < max_param_headers; ++i) request.headers.emplace_back(names[i], "x");
  request.headers.emplace_back(names[0], "x");
  auto mirror = read_header_mirror(request);
  CHECK(mirror.params.size() == max_param_headers);
  CHECK(!mirror.params_cut_off);  // the last one is the first one again

  request.headers.emplace_back(names[max_param_headers], "x");
  mirror = read_header_mirror(request);
  CHECK(mirror.params.size() == max_param_headers);
  CHECK(mirror.params_cut_off);
}
