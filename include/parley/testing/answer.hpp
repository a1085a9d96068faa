// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/json/value.hpp>
#include <parley/protocol/reply.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley::testing {

// What a server sent back to one message, taken apart. Copies share the same tree.
class answer {
 public:
  // Throws std::invalid_argument when the body is neither empty nor JSON, which no server of parley's sends.
  PARLEY_DECL explicit answer(reply what = {});

  // The line as it was sent; empty: nothing was.
  std::string const& body() const { return body_; }
  reply_status status() const { return status_; }
  // The same as a tree; null for an empty body.
  json const& tree() const { return *tree_; }

  // A result that is complete and no tool error.
  PARLEY_DECL bool completed() const;
  // A result of a tool that ran and failed, or that was not run.
  PARLEY_DECL bool failed() const;
  // Questions.
  PARLEY_DECL bool asks() const;
  PARLEY_DECL bool asks(std::string_view key) const;
  // The keys of the questions, in alphabetical order.
  PARLEY_DECL std::vector<std::string> keys() const;
  // The code of a JSON-RPC error.
  PARLEY_DECL std::optional<int> error() const;

  // What a model reads: the text blocks of a result, or the message of an error, one after the other.
  PARLEY_DECL std::string text() const;
  // Structured content as JSON text; empty: none.
  PARLEY_DECL std::string structured() const;
  // requestState; empty: none.
  PARLEY_DECL std::string state() const;

 private:
  PARLEY_DECL json const* result() const;

  std::string body_;
  reply_status status_;
  std::shared_ptr<json const> tree_;
};

}  // namespace parley::testing

#if PARLEY_DEFINITIONS

#include <parley/json/parse.hpp>
#include <parley/json/writer.hpp>

#include <stdexcept>
#include <utility>

namespace parley::testing {

PARLEY_DECL answer::answer(reply what) : body_(std::move(what.body)), status_(what.status) {
  if (body_.empty()) {
    tree_ = std::make_shared<json const>();
    return;
  }
  auto tree = parse(body_);
  if (!tree) throw std::invalid_argument("not JSON: " + body_);
  tree_ = std::make_shared<json const>(*std::move(tree));
}

PARLEY_DECL json const* answer::result() const {
  if (!tree_->is_object()) return nullptr;
  auto const found = tree_->find("result");
  return found == tree_->end() ? nullptr : &*found;
}

PARLEY_DECL bool answer::completed() const {
  return result() != nullptr && result()->value("resultType", "") == "complete" && !failed();
}

PARLEY_DECL bool answer::failed() const { return result() != nullptr && result()->value("isError", false); }

PARLEY_DECL bool answer::asks() const {
  return result() != nullptr && result()->value("resultType", "") == "input_required";
}

PARLEY_DECL bool answer::asks(std::string_view key) const {
  return asks() && result()->contains("inputRequests") && result()->at("inputRequests").contains(std::string(key));
}

PARLEY_DECL std::vector<std::string> answer::keys() const {
  std::vector<std::string> found;
  if (asks() && result()->contains("inputRequests")) {
    for (auto const& [key, request] : result()->at("inputRequests").items()) found.push_back(key);
  }
  return found;
}

PARLEY_DECL std::optional<int> answer::error() const {
  if (!tree_->is_object() || !tree_->contains("error")) return std::nullopt;
  return tree_->at("error").at("code").get<int>();
}

PARLEY_DECL std::string answer::text() const {
  if (error()) return tree_->at("error").at("message").get<std::string>();
  std::string said;
  if (result() == nullptr || !result()->contains("content")) return said;
  for (auto const& block : result()->at("content")) said += block.value("text", "");
  return said;
}

PARLEY_DECL std::string answer::structured() const {
  std::string text;
  if (result() != nullptr && result()->contains("structuredContent")) {
    json_writer(text).value(result()->at("structuredContent"));
  }
  return text;
}

PARLEY_DECL std::string answer::state() const {
  return result() == nullptr ? std::string() : result()->value("requestState", "");
}

}  // namespace parley::testing

#endif
