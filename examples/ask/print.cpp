// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include "print.hpp"

#include <parley/core/utf8.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>

namespace ask {
namespace {

bool misleads(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0)             // control characters
         || code == 0x061C || (code >= 0x200B && code <= 0x200F)  // no width, or a mark of direction
         || (code >= 0x2028 && code <= 0x202E)                    // separators, embeddings and overrides
         || (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF || code == 0xFFFD;
}

void print_bytes(std::string const& what, std::string const& mime_type, std::string const& base64) {
  std::cout << "[" << shown(what) << " " << shown(mime_type) << ", about " << base64.size() / 4 * 3 << " bytes]\n";
}

void print_contents(json const& contents) {
  if (contents.contains("blob")) {
    print_bytes("resource", contents.value("mimeType", ""), contents.value("blob", ""));
  } else {
    std::cout << shown(contents.value("text", ""), 0) << "\n";
  }
}

void print_content(json const& block) {
  auto const type = block.value("type", "");
  if (type == "text") {
    std::cout << shown(block.value("text", ""), 0) << "\n";
  } else if (type == "resource_link") {
    std::cout << "[link " << shown(block.value("uri", "")) << "]\n";
  } else if (type == "resource") {
    auto const resource = block.value("resource", json::object());
    std::cout << "[resource " << shown(resource.value("uri", "")) << "]\n";
    print_contents(resource);
  } else {
    print_bytes(type, block.value("mimeType", ""), block.value("data", ""));
  }
}

void print_heading(json const& entry, char const* name) {
  std::cout << shown(entry.value(name, "")) << "\n  " << shown(entry.value("description", "")) << "\n";
}

void print_argument(std::string const& name, bool needed, json const& about) {
  std::cout << "    --arg " << shown(name) << "=… " << (needed ? "" : "(may be left out) ")
            << shown(about.value("description", "")) << "\n";
}

}  // namespace

std::string shown(std::string_view text, std::size_t indent) {
  std::string safe;
  while (!text.empty()) {
    auto const next = parley::decode_utf8(text);
    if (next.value == '\n') {
      safe += '\n' + std::string(indent, ' ');
    } else if (misleads(next.value)) {
      char code[16];
      std::snprintf(code, sizeof code, "<U+%04X>", static_cast<unsigned>(next.value));
      safe += code;
    } else {
      safe += text.substr(0, next.length);
    }
    text.remove_prefix(next.length);
  }
  return safe;
}

void print_tool(json const& tool) {
  print_heading(tool, "name");
  auto const schema = tool.value("inputSchema", json::object());
  auto const required = schema.value("required", json::array());
  auto const properties = schema.value("properties", json::object());
  for (auto const& [name, property] : properties.items()) {
    print_argument(name, std::find(required.begin(), required.end(), name) != required.end(), property);
  }
}

void print_prompt(json const& prompt) {
  print_heading(prompt, "name");
  for (auto const& one : prompt.value("arguments", json::array())) {
    print_argument(one.value("name", ""), one.value("required", false), one);
  }
}

void print_resource(json const& resource) { print_heading(resource, resource.contains("uri") ? "uri" : "uriTemplate"); }

void print_result(json const& result) {
  for (auto const& contents : result.value("contents", json::array())) print_contents(contents);
  for (auto const& message : result.value("messages", json::array())) {
    std::cout << "[" << shown(message.value("role", "")) << "]\n";
    print_content(message.value("content", json::object()));
  }
  auto const content = result.value("content", json::array());
  for (auto const& block : content) print_content(block);
  if (content.empty() && result.contains("structuredContent")) {
    std::cout << shown(result["structuredContent"].dump(2), 0) << "\n";
  }
}

void print_notification(json const& notification) {
  auto const params = notification.value("params", json::object());
  auto const method = notification.value("method", "");
  if (method == "notifications/progress") {
    std::cerr << "… " << params.value("progress", 0.0);
    if (params.contains("total")) std::cerr << " of " << params.value("total", 0.0);
    std::cerr << " " << shown(params.value("message", "")) << "\n";
  } else if (method == "notifications/message") {
    std::cerr << "… " << shown(params.value("level", "")) << ": " << shown(params.value("data", json()).dump()) << "\n";
  }
}

void print_error(json const& error) {
  std::cerr << "the server refused: " << error.value("code", 0) << " " << shown(error.value("message", "")) << "\n";
  if (error.contains("data")) std::cerr << "  " << shown(error["data"].dump()) << "\n";
}

}  // namespace ask
