// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/protocol/encode_handshake.hpp>

#include "support/catch.hpp"

#include <string>
#include <utility>

using namespace parley;

namespace {

auto const id = request_id::integer(7);
revision const all[] = {revision::v2024_11_05, revision::v2025_03_26, revision::v2025_06_18, revision::v2025_11_25};

std::string answer(std::string const& members) { return R"({"jsonrpc":"2.0","id":7,"result":{)" + members + "}}"; }

std::string block(content_block const& which, revision as) {
  std::string text;
  json_writer out(text);
  write(out, which, as);
  return text;
}

std::string error(int code, std::string const& message, std::string const& data = {}) {
  return R"({"jsonrpc":"2.0","id":7,"error":{"code":)" + std::to_string(code) + R"(,"message":")" + message + '"' +
         (data.empty() ? data : R"(,"data":)" + data) + "}}";
}

CallToolResult structured(std::string value) {
  CallToolResult made = CallToolResult::text("t");
  made.structured = std::move(value);
  return made;
}

}  // namespace

TEST_CASE("a result has no type, no hints, and no identity", "[protocol][LEG-08]") {
  GetPromptResult prompt;
  prompt.description = "d";
  prompt.messages = {PromptMessage::user("hi"), PromptMessage::assistant("ho")};
  ReadResourceResult read;
  read.contents.push_back({.uri = "a:1", .mime_type = "text/plain", .text = "x"});
  for (auto const as : all) {
    CAPTURE(to_string(as));
    CHECK(encode_call_result(id, CallToolResult::text("5"), as) == answer(R"("content":[{"type":"text","text":"5"}])"));
    CHECK(encode_prompt_result(id, prompt, as) ==
          answer(R"("description":"d","messages":[{"role":"user","content":{"type":"text","text":"hi"}},)"
                 R"({"role":"assistant","content":{"type":"text","text":"ho"}}])"));
    CHECK(encode_read_result(id, read, as) ==
          answer(R"("contents":[{"uri":"a:1","mimeType":"text/plain","text":"x"}])"));
    CHECK(encode_completion(id, {.values = {"a", "b"}, .total = {}, .has_more = true}, as) ==
          answer(R"("completion":{"values":["a","b"],"hasMore":true})"));
  }
}

TEST_CASE("nothing to say is an empty object", "[protocol][LEG-07][LEG-53]") {
  CHECK(encode_empty_result(request_id::string("p")) == R"({"jsonrpc":"2.0","id":"p","result":{}})");
}

TEST_CASE("an error of a tool is a result", "[protocol][LEG-08]") {
  for (auto const as : all) {
    CHECK(encode_call_result(id, CallToolResult::error("no"), as) ==
          answer(R"("content":[{"type":"text","text":"no"}],"isError":true)"));
  }
}

TEST_CASE("what a handler put into _meta goes out as it is", "[protocol][LEG-08]") {
  CallToolResult tool;
  tool.meta = R"({"z":1,"io.modelcontextprotocol/serverInfo":{"name":"other"}})";
  ReadResourceResult read;
  read.meta = R"({"k":2})";
  GetPromptResult prompt;
  prompt.meta = R"({"k":3})";
  for (auto const as : all) {
    CHECK(encode_call_result(id, tool, as) == answer(R"("content":[],"_meta":)" + tool.meta));
    CHECK(encode_read_result(id, read, as) == answer(R"("contents":[],"_meta":{"k":2})"));
    CHECK(encode_prompt_result(id, prompt, as) == answer(R"("messages":[],"_meta":{"k":3})"));
  }
}

TEST_CASE("structured content is an object, and came with 2025-06-18", "[protocol][TOOL-22][T20]") {
  std::string const content = R"("content":[{"type":"text","text":"t"}])";
  for (auto const as : {revision::v2025_06_18, revision::v2025_11_25}) {
    CAPTURE(to_string(as));
    CHECK(encode_call_result(id, structured(R"({"z":1,"a":2})"), as) ==
          answer(content + R"(,"structuredContent":{"z":1,"a":2})"));
    for (std::string const value : {"[1,2]", "5", "null", "\"{\"", "true"}) {
      CAPTURE(value);
      CHECK(encode_call_result(id, structured(value), as) ==
            answer(content + R"(,"structuredContent":{"result":)" + value + "}"));
    }
  }
  for (auto const as : {revision::v2024_11_05, revision::v2025_03_26}) {
    CAPTURE(to_string(as));
    CHECK(encode_call_result(id, structured(R"({"z":1})"), as) == answer(content));
    CHECK(encode_call_result(id, structured("5"), as, true) == answer(content));
  }
}

TEST_CASE("an object is wrapped as well when the tool's list says so", "[protocol][TOOL-22][T20]") {
  CHECK(encode_call_result(id, structured(R"({"z":1})"), revision::v2025_11_25, true) ==
        answer(R"("content":[{"type":"text","text":"t"}],"structuredContent":{"result":{"z":1}})"));
  // Nothing is made up where there is nothing.
  CHECK(encode_call_result(id, CallToolResult::text("t"), revision::v2025_11_25, true) ==
        answer(R"("content":[{"type":"text","text":"t"}])"));
}

TEST_CASE("before 2025-06-18 a link is text that says where it leads", "[protocol][LEG-60][TYPE-06]") {
  resource_link link;
  link.uri = "file:///r.pdf";
  link.name = "report";
  std::string const as_link = R"({"type":"resource_link","uri":"file:///r.pdf","name":"report"})";
  CHECK(block(link, revision::v2025_11_25) == as_link);
  CHECK(block(link, revision::v2025_06_18) == as_link);
  CHECK(block(link, revision::v2025_03_26) == R"({"type":"text","text":"report: file:///r.pdf"})");
  link.title = "The report";
  link.description = "Of last year.";
  link.mime_type = "application/pdf";
  link.annotations.meant_for = audience::user;
  link.meta = R"({"k":1})";
  CHECK(block(link, revision::v2024_11_05) ==
        R"({"type":"text","text":"The report: file:///r.pdf (application/pdf)\nOf last year.",)"
        R"("annotations":{"audience":["user"]},"_meta":{"k":1}})");
}

TEST_CASE("audio of 2024-11-05 is a resource with the same bytes", "[protocol][LEG-60][TYPE-06]") {
  audio_content const audio{.data = "abcd", .mime_type = "audio/wav"};
  for (auto const as : {revision::v2025_03_26, revision::v2025_06_18, revision::v2025_11_25}) {
    CHECK(block(audio, as) == R"({"type":"audio","data":"YWJjZA==","mimeType":"audio/wav"})");
  }
  CHECK(block(audio, revision::v2024_11_05) ==
        R"({"type":"resource","resource":{"uri":"data:audio/wav;base64,YWJjZA==","mimeType":"audio/wav",)"
        R"("blob":"YWJjZA=="}})");
  audio_content const spelled{.data = "", .mime_type = "audio/ogg; codecs=\"opus\"", .meta = R"({"k":1})"};
  CHECK(block(spelled, revision::v2024_11_05) ==
        R"({"type":"resource","resource":{"uri":"data:audio/ogg;%20codecs=%22opus%22;base64,",)"
        R"("mimeType":"audio/ogg; codecs=\"opus\"","blob":""},"_meta":{"k":1}})");
}

TEST_CASE("content that all revisions have is the same in all", "[protocol][LEG-60][TYPE-06]") {
  for (auto const as : all) {
    CHECK(block(text_content{"x"}, as) == R"({"type":"text","text":"x"})");
    CHECK(block(image_content{.data = "abcd", .mime_type = "image/png"}, as) ==
          R"({"type":"image","data":"YWJjZA==","mimeType":"image/png"})");
    CHECK(block(embedded_resource{.uri = "a:1", .text = "x"}, as) ==
          R"({"type":"resource","resource":{"uri":"a:1","text":"x"}})");
  }
}

TEST_CASE("blocks of results and messages alike are put into the words of the revision", "[protocol][LEG-60]") {
  resource_link link;
  link.uri = "a:1";
  link.name = "n";
  CallToolResult tool;
  tool.blocks.push_back(link);
  CHECK(encode_call_result(id, tool, revision::v2025_03_26) ==
        answer(R"("content":[{"type":"text","text":"n: a:1"}])"));
  GetPromptResult prompt;
  prompt.messages.push_back({role::user, link});
  CHECK(encode_prompt_result(id, prompt, revision::v2024_11_05) ==
        answer(R"("messages":[{"role":"user","content":{"type":"text","text":"n: a:1"}}])"));
}

TEST_CASE("a resource that is not there has a code of its own", "[protocol][LEG-58][RES-06][T24]") {
  for (auto const as : all) {
    CHECK(encode_error(id, resource_not_found_error("a:1"), as).body ==
          error(-32002, "Resource not found", R"({"uri":"a:1"})"));
  }
  CHECK(encode_error(id, invalid_params("Unknown tool"), revision::v2025_11_25).body == error(-32602, "Unknown tool"));
}

TEST_CASE("codes of 2026-07-28 are told in older ones", "[protocol][BASE-11][T13]") {
  std::string const lacking = R"({"requiredCapabilities":{"roots":{}}})";
  for (auto const as : all) {
    CAPTURE(to_string(as));
    CHECK(encode_error(id, missing_client_capability({.roots = true}), as).body ==
          error(-32600, "The client did not declare a capability that this request needs", lacking));
    CHECK(encode_error(id, header_mismatch("x"), as).body == error(-32600, "Header mismatch: x"));
    CHECK(encode_error(id, unsupported_protocol_version("1"), as).body.find(R"("code":-32602,)") != std::string::npos);
    CHECK(encode_error(id, method_not_found(), as).body == error(-32601, "Method not found"));
    CHECK(encode_error(id, internal_error(), as).body == error(-32603, "Internal error"));
    CHECK(encode_error(id, {error_code{17}, "Mine", "[1]"}, as).body == error(17, "Mine", "[1]"));
  }
}

TEST_CASE("pages to be opened first are an error of 2025-11-25 alone", "[protocol][LEG-52]") {
  rpc_error const pages{error_code::url_elicitation_required, "Visit", R"({"elicitations":[]})"};
  CHECK(encode_error(id, pages, revision::v2025_11_25).body == error(-32042, "Visit", R"({"elicitations":[]})"));
  CHECK(encode_error(id, pages, revision::v2025_06_18).body == error(-32600, "Visit", R"({"elicitations":[]})"));
}

TEST_CASE("an error without a readable id has the id null", "[protocol][BASE-04][T22]") {
  for (auto const as : all) {
    CHECK(encode_error({}, parse_error(), as).body ==
          R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}})");
  }
}

TEST_CASE("only what never reached its method has a status of its own", "[protocol][LEG-38]") {
  auto status = [](rpc_error const& why) { return encode_error(id, why, revision::v2025_06_18).status; };
  CHECK(status(parse_error()) == reply_status::bad_request);
  CHECK(status(invalid_request("no")) == reply_status::bad_request);
  CHECK(status(invalid_params("no", error_origin::ladder)) == reply_status::bad_request);
  CHECK(status(method_not_found()) == reply_status::ok);
  CHECK(status(invalid_params("no")) == reply_status::ok);
  CHECK(status(internal_error()) == reply_status::ok);
  CHECK(status(missing_client_capability({.roots = true})) == reply_status::ok);
  CHECK(status(resource_not_found_error("a:1")) == reply_status::ok);
}
