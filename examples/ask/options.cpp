// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include "options.hpp"

#include <charconv>
#include <filesystem>

namespace ask {

char const* const usage = R"(ask: uses an MCP server from the terminal, and puts the server's questions to you

  ask [options] -- COMMAND ARGUMENTS…     a server that is a program, over stdio
  ask [options] http://HOST:PORT/mcp      a server over HTTP

  --list                 list the tools, prompts and resources, and end
  --tool NAME            the tool to call; without it, the only tool there is
  --prompt NAME          a prompt to get instead
  --read URI             a resource to read instead
  --arg NAME=VALUE       an argument of the tool or the prompt (may be repeated)

When the server asks and there is a terminal, you are asked. These answer in your place:
  --answer FIELD=VALUE   a field of a form, or QUESTION.FIELD=VALUE (may be repeated)
  --open-links           agree to every link
  --decline              say no to every question
  --cancel               dismiss every question

  --era REVISION         speak 2025-11-25, 2025-06-18 or 2025-03-26 in place of 2026-07-28
  --no-elicitation       do not tell the server that it may ask
  --root PATH            a folder that the server may know of (may be repeated)
  --header 'NAME: VALUE' a header of every HTTP request (may be repeated)
  --timeout SECONDS      how long to wait for the server each time (300)
  --help                 this page

Exit status: 0 the tool did its work; 1 the tool reports an error; 2 the command line is wrong; 3 the server refused the
request; 4 the server cannot be reached, or broke the protocol.
)";

namespace {

// The command line, word by word.
class words {
 public:
  words(int argc, char const* const* argv) : all_(argv + 1, argv + argc) {}

  bool empty() const { return at_ == all_.size(); }
  std::string next() { return all_[at_++]; }
  std::string value_of(std::string const& option) {
    if (empty()) throw usage_error(option + " needs a value");
    return next();
  }
  std::vector<std::string> rest() {
    return {all_.begin() + static_cast<std::ptrdiff_t>(std::exchange(at_, all_.size())), all_.end()};
  }

 private:
  std::vector<std::string> all_;
  std::size_t at_ = 0;
};

std::pair<std::string, std::string> split(std::string const& option, std::string const& text, char const* separator) {
  auto const at = text.find(separator);
  if (at == 0 || at == std::string::npos) throw usage_error(option + " needs NAME" + separator + "VALUE, not " + text);
  return {text.substr(0, at), text.substr(at + std::string(separator).size())};
}

std::chrono::seconds read_seconds(std::string const& option, std::string const& text) {
  int seconds = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || seconds < 1) {
    throw usage_error(option + " needs a number of seconds, not " + text);
  }
  return std::chrono::seconds(seconds);
}

}  // namespace

options read_options(int argc, char const* const* argv) {
  options read;
  words line(argc, argv);
  while (!line.empty()) {
    auto const word = line.next();
    if (word == "--") {
      read.command = line.rest();
    } else if (word == "--list") {
      read.list = true;
    } else if (word == "--tool") {
      read.tool = line.value_of(word);
    } else if (word == "--prompt") {
      read.prompt = line.value_of(word);
    } else if (word == "--read") {
      read.resource = line.value_of(word);
    } else if (word == "--arg") {
      read.arguments.insert(split(word, line.value_of(word), "="));
    } else if (word == "--answer") {
      read.answers.answers.insert(split(word, line.value_of(word), "="));
    } else if (word == "--open-links") {
      read.answers.open_links = true;
    } else if (word == "--decline") {
      read.answers.towards_questions = script::stance::decline;
    } else if (word == "--cancel") {
      read.answers.towards_questions = script::stance::cancel;
    } else if (word == "--era") {
      read.revision = line.value_of(word);
    } else if (word == "--no-elicitation") {
      read.elicitation = false;
    } else if (word == "--root") {
      read.roots.push_back(std::filesystem::absolute(line.value_of(word)).lexically_normal().string());
    } else if (word == "--header") {
      read.headers.push_back(split(word, line.value_of(word), ": "));
    } else if (word == "--timeout") {
      read.limit = read_seconds(word, line.value_of(word));
    } else if (word.starts_with("-")) {
      throw usage_error("there is no option " + word);
    } else if (read.url.empty()) {
      read.url = word;
    } else {
      throw usage_error("one URL is enough; a command stands after --");
    }
  }
  if (int{!read.tool.empty()} + int{!read.prompt.empty()} + int{!read.resource.empty()} > 1) {
    throw usage_error("--tool, --prompt and --read exclude each other");
  }
  if (read.command.empty() == read.url.empty()) throw usage_error("name one server: a URL, or a command after --");
  return read;
}

json typed_arguments(std::map<std::string, std::string> const& typed, json const& tool) {
  auto const properties = tool.value("inputSchema", json::object()).value("properties", json::object());
  json arguments = json::object();
  for (auto const& [name, text] : typed) {
    auto const type = properties.value(name, json::object()).value("type", json());
    bool const is_text = type == "string" || !json::accept(text);
    arguments[name] = is_text ? json(text) : json::parse(text);
  }
  return arguments;
}

}  // namespace ask
