// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include "session.hpp"

#include <parley/core/base64.hpp>
#include <parley/core/config.hpp>

#include <algorithm>

#include "print.hpp"

namespace ask {
namespace {

constexpr char const* newest = "2026-07-28";

// A header's value: as it is if it is visible ASCII without spaces around it, else in the specification's base64 form.
std::string header_value(std::string const& text) {
  bool const plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  bool const trimmed = text.empty() || (text.front() != ' ' && text.back() != ' ');
  if (plain && trimmed && !text.starts_with("=?base64?")) return text;
  return "=?base64?" + parley::base64_encode(text) + "?=";
}

// Arguments that the tool wants to see in headers too, for proxies that route by them.
header_list mirrored_arguments(json const& tool, json const& arguments) {
  header_list headers;
  auto const properties = tool.value("inputSchema", json::object()).value("properties", json::object());
  for (auto const& [name, property] : properties.items()) {
    if (!property.contains("x-mcp-header") || !arguments.contains(name) || arguments[name].is_null()) continue;
    auto const& value = arguments[name];
    headers.emplace_back("Mcp-Param-" + property["x-mcp-header"].get<std::string>(),
                         header_value(value.is_string() ? value.get<std::string>() : value.dump()));
  }
  return headers;
}

std::string file_uri(std::string const& path) {
  constexpr std::string_view kept = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  constexpr char const* digits = "0123456789ABCDEF";
  std::string uri = "file://";
  for (char const c : path) {
    auto const byte = static_cast<unsigned char>(c);
    if (kept.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return uri;
}

}  // namespace

bool session::is_older() const { return revision_ != newest; }

void session::begin() {
  if (!is_older()) return;
  about_ = request("initialize",
                   {{"protocolVersion", revision_},
                    {"capabilities", capabilities()},
                    {"clientInfo", {{"name", "ask"}, {"version", PARLEY_VERSION}}}},
                   {});
  revision_ = about_.value("protocolVersion", "");
  if (revision_ != "2025-11-25" && revision_ != "2025-06-18" && revision_ != "2025-03-26") {
    throw transport_error("the server wants to speak revision " + shown(revision_));
  }
  server_.tell({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}}, {{"MCP-Protocol-Version", revision_}});
}

json session::list(std::string const& kind) {
  std::string const member = kind == "resources/templates" ? "resourceTemplates" : kind;
  json entries = json::array();
  json params = json::object();
  do {
    auto const page = request(kind + "/list", params, {});
    for (auto const& entry : page.value(member, json::array())) entries.push_back(entry);
    params = page.contains("nextCursor") ? json{{"cursor", page["nextCursor"]}} : json();
  } while (!params.is_null());
  return entries;
}

json session::discover() { return is_older() ? about_ : request("server/discover", json::object(), {}); }

json session::call_tool(json const& tool, json const& arguments) {
  auto const name = tool.at("name").get<std::string>();
  return until_complete("tools/call", name, {{"name", name}, {"arguments", arguments}},
                        mirrored_arguments(tool, arguments));
}

json session::get_prompt(std::string const& name, json const& arguments) {
  return until_complete("prompts/get", name, {{"name", name}, {"arguments", arguments}}, {});
}

json session::read_resource(std::string const& uri) {
  return until_complete("resources/read", uri, {{"uri", uri}}, {});
}

json session::until_complete(std::string const& method, std::string const& name, json params, header_list headers) {
  headers.emplace_back("Mcp-Name", header_value(name));
  for (int round = 1; round <= most_rounds; ++round) {
    auto result = request(method, params, headers);
    if (result.value("resultType", "complete") != "input_required") return result;

    // Each round carries the answers to the questions of the last one only; the server's state holds the others.
    json responses = json::object();
    auto const questions = result.value("inputRequests", json::object());
    for (auto const& [question, asked] : questions.items()) responses[question] = answer(question, asked);
    params["inputResponses"] = responses;
    params.erase("requestState");
    if (result.contains("requestState")) params["requestState"] = result["requestState"];
  }
  throw transport_error("the server still asks after " + std::to_string(most_rounds) + " rounds");
}

json session::answer(std::string const& question, json const& asked) {
  auto const method = asked.value("method", "");
  auto const params = asked.value("params", json::object());
  if (method == "elicitation/create" && able_.elicitation) {
    return params.value("mode", "form") == "url" ? person_.answer_link(question, params)
                                                 : person_.answer_form(question, params);
  }
  if (method == "roots/list" && !able_.roots.empty()) {
    json roots = json::array();
    for (auto const& path : able_.roots) roots.push_back({{"uri", file_uri(path)}});
    return {{"roots", roots}};
  }
  throw transport_error("the server asks for " + shown(method) + ", which this host did not say it can do");
}

// A request of the server's, in an older revision. Such a question has no name.
json session::respond(json const& asked) {
  bool const is_ping = asked.value("method", "") == "ping";
  return {
      {"jsonrpc", "2.0"}, {"id", asked["id"]}, {"result", is_ping ? json::object() : answer("while it works", asked)}};
}

json session::request(std::string const& method, json params, header_list headers) {
  json const id = ++last_id_;
  params["_meta"]["progressToken"] = id;
  if (is_older()) {
    headers.clear();  // they repeat what is in the body, in the newest revision alone
    if (method != "initialize") headers.emplace_back("MCP-Protocol-Version", revision_);
  } else {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = revision_;
    params["_meta"]["io.modelcontextprotocol/clientInfo"] = {{"name", "ask"}, {"version", PARLEY_VERSION}};
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities();
    headers.emplace_back("MCP-Protocol-Version", revision_);
    headers.emplace_back("Mcp-Method", method);
  }
  auto response = server_.exchange({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}},
                                   headers, {print_notification, [this](json const& asked) { return respond(asked); }});
  if (response.contains("error")) throw refusal{response["error"]};
  if (!response.contains("result")) throw transport_error("the server sent neither a result nor an error");
  return response["result"];
}

json session::capabilities() const {
  json able = json::object();
  if (able_.elicitation) able["elicitation"] = {{"form", json::object()}, {"url", json::object()}};
  if (!able_.roots.empty()) able["roots"] = json::object();
  return able;
}

}  // namespace ask
