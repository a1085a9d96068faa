// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "transport.hpp"

namespace ask {

// Answers given on the command line, for runs without a person.
struct script {
  enum class stance { answer, decline, cancel };
  stance towards_questions = stance::answer;
  bool open_links = false;                       // agree to every link
  std::map<std::string, std::string> answers{};  // by `field` or `question.field`

  bool empty() const { return towards_questions == stance::answer && !open_links && answers.empty(); }
};

// Whoever answers what the server asks: each call shows one question and returns an ElicitResult, which is
// {"action": "accept", "content": {…}}, {"action": "decline"} or {"action": "cancel"}.
class person {
 public:
  virtual ~person() = default;
  virtual json answer_form(std::string const& question, json const& params) = 0;
  virtual json answer_link(std::string const& question, json const& params) = 0;
};

// Somebody at the terminal.
std::unique_ptr<person> at_terminal();

// The script. It shows each question and what it answers. An empty script declines everything, and says why.
std::unique_ptr<person> scripted(script answers);

}  // namespace ask
