// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "server/engine_client.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace parley::testing {

// Requests for prompts, resources and completion, and what their answers hold.

inline std::string get_prompt(std::string const& name, std::string const& arguments = "{}",
                              std::string const& envelope = meta()) {
  return request("1", "prompts/get", R"("name":")" + name + R"(","arguments":)" + arguments + ",", envelope);
}

inline std::string read_resource(std::string const& uri, std::string const& envelope = meta()) {
  return request("1", "resources/read", R"("uri":")" + uri + R"(",)", envelope);
}

// `ref` is an object as text; `context` the arguments that are filled in already.
inline std::string complete(std::string const& ref, std::string const& argument, std::string const& so_far,
                            std::string const& context = {}) {
  std::string members = R"("ref":)" + ref + R"(,"argument":{"name":")" + argument + R"(","value":")" + so_far + "\"},";
  if (!context.empty()) members += R"("context":{"arguments":)" + context + "},";
  return request("1", "completion/complete", members);
}

inline std::string of_prompt(std::string const& name) { return R"({"type":"ref/prompt","name":")" + name + "\"}"; }
inline std::string of_template(std::string const& uri) { return R"({"type":"ref/resource","uri":")" + uri + "\"}"; }

// Fail when the answer is of the other kind.
inline json result_of(std::string const& body) { return json::parse(body).at("result"); }
inline json error_of(std::string const& body) { return json::parse(body).at("error"); }

// The text of a prompt's one message, or of a resource's one piece.
inline std::string text_of(std::string const& body) {
  json const result = result_of(body);
  json const& list = result.contains("messages") ? result["messages"] : result.at("contents");
  if (list.size() != 1) return "not one: " + body;
  return result.contains("messages") ? list[0]["content"]["text"] : list[0]["text"];
}

// The members that go with answers to a round that asked: before `_meta`, with a comma at the end.
inline std::string answering(json const& asked, std::string const& responses) {
  return R"("inputResponses":)" + responses + R"(,"requestState":)" + asked.at("requestState").dump() + ",";
}

// What a client sends that has forms.
inline std::string with_forms() { return meta(R"({"elicitation":{}})"); }

}  // namespace parley::testing
