// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0

#include "person.hpp"

#include <iostream>
#include <optional>

#include "form.hpp"
#include "print.hpp"

namespace ask {
namespace {

json const declined{{"action", "decline"}};
json const cancelled{{"action", "cancel"}};

void show_question(std::string const& question, json const& params) {
  std::cout << "\nThe server asks (" << shown(question) << "):\n  " << shown(params.value("message", "")) << "\n";
}

void show_field(field const& what) {
  std::cout << "\n  " << shown(what.title.empty() ? what.name : what.title) << " (" << shown(describe(what)) << ")\n";
  if (!what.description.empty()) std::cout << "    " << shown(what.description) << "\n";
  for (std::size_t index = 0; index < what.options.size(); ++index) {
    std::cout << "    " << index + 1 << ". " << shown(what.options[index].title) << "\n";
  }
}

// The form as it would be sent, for a last look.
void show_answers(std::vector<field> const& fields, json const& content) {
  std::cout << "\n";
  for (auto const& what : fields) {
    auto const value = content.contains(what.name) ? shown_value(what, content[what.name]) : "(left out)";
    std::cout << "  " << shown(what.title.empty() ? what.name : what.title) << ": " << shown(value) << "\n";
  }
}

class terminal final : public person {
 public:
  json answer_form(std::string const& question, json const& params) override {
    show_question(question, params);
    std::cout << "  (/decline says no, /cancel says nothing)\n";
    auto const fields = read_form(params.at("requestedSchema"));
    for (;;) {
      json content = json::object();
      for (auto const& what : fields) {
        show_field(what);
        if (auto const end = ask_field(what, content)) return *end;
      }
      show_answers(fields, content);
      auto const typed = read_line("\nSend this? [yes, edit, decline, cancel] ");
      if (!typed || *typed == "cancel" || *typed == "c") return cancelled;
      if (*typed == "decline" || *typed == "d" || *typed == "no" || *typed == "n") return declined;
      if (*typed == "yes" || *typed == "y") return {{"action", "accept"}, {"content", content}};
    }
  }

  json answer_link(std::string const& question, json const& params) override {
    show_question(question, params);
    std::cout << "\n  " << shown(params.value("url", "")) << "\n"
              << "  The page belongs to whoever runs it. Open it in a browser if you trust that host.\n";
    for (;;) {
      auto const typed = read_line("\nGo there? [yes, decline, cancel] ");
      if (!typed || *typed == "cancel" || *typed == "c") return cancelled;
      if (*typed == "decline" || *typed == "d" || *typed == "no" || *typed == "n") return declined;
      if (*typed == "yes" || *typed == "y") {
        read_line("Press Enter when you are done there. ");
        return {{"action", "accept"}};
      }
    }
  }

 private:
  // The end of the input is a cancel.
  static std::optional<std::string> read_line(char const* prompt) {
    std::cout << prompt << std::flush;
    std::string typed;
    if (!std::getline(std::cin, typed)) return std::nullopt;
    return typed;
  }

  // Asks until there is a value in `content`, or none is needed; returns the end of the whole form if there is one.
  static std::optional<json> ask_field(field const& what, json& content) {
    for (;;) {
      auto const typed = read_line("  > ");
      if (!typed || *typed == "/cancel") return cancelled;
      if (*typed == "/decline") return declined;
      if (typed->empty()) {
        if (!what.preset.is_null()) content[what.name] = what.preset;
        if (!what.preset.is_null() || !what.required) return std::nullopt;
        std::cout << "  is needed\n";
        continue;
      }
      auto const value = read_answer(what, *typed);
      if (value) {
        content[what.name] = *value;
        return std::nullopt;
      }
      std::cout << "  " << shown(value.error()) << "\n";
    }
  }
};

class absent final : public person {
 public:
  explicit absent(script answers) : script_(std::move(answers)) {}

  json answer_form(std::string const& question, json const& params) override {
    show_question(question, params);
    auto const fields = read_form(params.at("requestedSchema"));
    for (auto const& what : fields) show_field(what);
    if (auto const end = without_content()) return *end;

    json content = json::object();
    for (auto const& what : fields) {
      if (auto const* typed = find_answer(question, what.name)) {
        auto const value = read_answer(what, *typed);
        if (!value) return give_up(what.name + " " + value.error());
        content[what.name] = *value;
      } else if (!what.preset.is_null()) {
        content[what.name] = what.preset;
      } else if (what.required) {
        return give_up("there is no --answer " + what.name + "=…");
      }
    }
    show_answers(fields, content);
    return {{"action", "accept"}, {"content", content}};
  }

  json answer_link(std::string const& question, json const& params) override {
    show_question(question, params);
    std::cout << "\n  " << shown(params.value("url", "")) << "\n";
    if (auto const end = without_content()) return *end;
    if (!script_.open_links) return give_up("there is no --open-links");
    std::cout << "\n  (agreed)\n";
    return {{"action", "accept"}};
  }

 private:
  std::optional<json> without_content() const {
    if (script_.empty()) {
      std::cout << "\n  (declined: there is no terminal, and no --answer on the command line)\n";
      return declined;
    }
    if (script_.towards_questions == script::stance::answer) return std::nullopt;
    bool const decline = script_.towards_questions == script::stance::decline;
    std::cout << (decline ? "\n  (declined)\n" : "\n  (cancelled)\n");
    return decline ? declined : cancelled;
  }

  static json give_up(std::string const& why) {
    std::cout << "\n  (cancelled: " << shown(why) << ")\n";
    return cancelled;
  }

  std::string const* find_answer(std::string const& question, std::string const& name) const {
    for (auto const& key : {question + "." + name, name}) {
      if (auto const found = script_.answers.find(key); found != script_.answers.end()) return &found->second;
    }
    return nullptr;
  }

  script script_;
};

}  // namespace

std::unique_ptr<person> at_terminal() { return std::make_unique<terminal>(); }

std::unique_ptr<person> scripted(script answers) { return std::make_unique<absent>(std::move(answers)); }

}  // namespace ask
