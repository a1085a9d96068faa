// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What the probe server has beside tools: prompts, resources, suggestions, and lists that change.

#include <parley/parley.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace probe {

using namespace parley;

// ---- prompts -----------------------------------------------------------------------------------------------------

enum class Tone { formal, friendly, furious };

inline std::vector<PromptMessage> letter(Arg<"to"> to, Arg<"tone", std::optional<Tone>> tone,
                                         Arg<"note", std::optional<std::string>> note) {
  return {PromptMessage::user("To " + *to + (*tone == Tone::furious ? "!" : ".")),
          PromptMessage::assistant(note->value_or("-"))};
}

// As many suggestions as the text says; for other texts those of the context, or the text itself.
inline std::vector<std::string> complete_to(Arg<"to"> so_far, Arg<"note", std::optional<std::string>> note) {
  auto const count = std::strtoul(so_far->c_str(), nullptr, 10);
  if (count == 0) return {note->value_or(*so_far)};
  std::vector<std::string> values;
  for (unsigned long i = 0; i < std::min(count, 5000UL); ++i) values.push_back("number " + std::to_string(i));
  return values;
}

inline std::string broken_prompt() { throw std::runtime_error("/srv/secret/path.cpp: parley::internal exploded"); }

// A prompt and a tool of the same name, which ask the same.
struct Answer {
  std::string name;
};
inline Elicit<Answer> asked(Arg<"topic">) { return {message("Your name?")}; }
inline std::string ask_prompt(Arg<"topic"> topic, Resolve<asked> who) { return who->name + " on " + *topic; }

// ---- resources ---------------------------------------------------------------------------------------------------

inline std::string text() { return "plain text"; }
inline ResourceContents blob() { return ResourceContents::of_bytes(std::string("\0\xFF\x80 bytes", 9)); }
inline std::string secret() { return "for one alone"; }
inline std::string item(Arg<"id"> id) {
  if (*id == "missing") throw resource_not_found{};
  if (*id == "broken") throw std::runtime_error("/srv/secret/path.cpp: parley::internal exploded");
  return "item " + *id;
}
inline std::vector<std::string> complete_id(Arg<"id"> so_far) { return {*so_far + "-1", *so_far + "-2"}; }
inline std::string file(Arg<"path"> path) { return "file " + *path; }
inline std::vector<ResourceContents> folder() {
  return {{.uri = "probe://folder/a", .mime_type = "text/x-a", .text = "a"}, ResourceContents::of_text("b")};
}
inline Elicit<Answer> reader() { return {message("Who reads?")}; }
inline std::string ask_resource(Resolve<reader> who) { return "read by " + who->name; }

// Only the user of the token "one" may read the secret.
inline bool may_read(principal const& who, std::string_view uri) {
  return uri != "probe://secret" || who == principal::user("token", "one");
}

// ---- changes -----------------------------------------------------------------------------------------------------

inline std::string touch(Arg<"uri"> uri, Arg<"times", std::optional<int>> times, Service<Server> server) {
  for (int i = 0; i < times->value_or(1); ++i) server->resource_updated(*uri);
  return "touched";
}

enum class Kind { tool, prompt, resource, resource_template };

inline bool remove(Server& server, Kind which) {
  switch (which) {
    case Kind::tool: return server.remove_tool("extra");
    case Kind::prompt: return server.remove_prompt("extra");
    case Kind::resource: return server.remove_resource("probe://extra");
    case Kind::resource_template: return server.remove_resource("probe://extra/{id}");
  }
  return false;
}
inline void add(Server& server, Kind which) {
  auto const nothing = [] { return std::string("extra"); };
  switch (which) {
    case Kind::tool: server.tool<"extra">("One more.", nothing); break;
    case Kind::prompt: server.prompt<"extra">("One more.", nothing); break;
    case Kind::resource: server.resource<"probe://extra">("One more.", nothing); break;
    case Kind::resource_template:
      server.resource<"probe://extra/{id}">("One more.", [](Arg<"id"> id) { return *id; });
      break;
  }
}

// Adds what is not there, or removes what is, as often as that.
inline std::string change(Arg<"kind", Kind> kind, Arg<"times", std::optional<int>> times, Service<Server> server) {
  static std::mutex one_at_a_time;
  std::lock_guard const lock(one_at_a_time);
  for (int i = 0; i < times->value_or(1); ++i) {
    if (!remove(*server, *kind)) add(*server, *kind);
  }
  return "changed";
}

// A number from the environment, which must be one.
inline std::size_t number_from(char const* name, std::size_t usual) {
  char const* const text = std::getenv(name);
  return text == nullptr ? usual : std::strtoul(text, nullptr, 10);
}

inline void add_tools(Server& server) {
  server.tool<touch>("Tells that a resource has changed.");
  server.tool<change>("Adds one more tool, prompt or resource, or removes it.");
  server.tool<ask_prompt>("Asks for a name.");
}

inline void add_features(Server& server) {
  server.prompt<letter>("Two messages.", {.completers = {completer<"to", complete_to>()}});
  server.prompt<ask_prompt>("Asks for a name.");
  server.prompt<broken_prompt>("Throws.");

  server.resource<"probe://text", text>("A text.");
  server.resource<"probe://blob", blob>("Bytes.", {.mime_type = "application/octet-stream"});
  server.resource<"probe://secret", secret>("A text for one alone.");
  server.resource<"probe://folder", folder>("Two contents.");
  server.resource<"probe://ask", ask_resource>("Asks who reads it.");
  server.resource<"probe://item/{id}", item>("An item.", {.completers = {completer<"id", complete_id>()}});
  server.resource<"probe://files/{+path}", file>("A file in a folder.");
}

}  // namespace probe
