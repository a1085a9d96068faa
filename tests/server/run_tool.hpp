// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/server/feature_table.hpp>
#include <parley/server/outcome.hpp>

#include "support/catch.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// Plays the part of a round with a table alone: the test gives the arguments as C++ values, and answers what is asked.
class hand_run {
 public:
  explicit hand_run(parley::detail::tool_table const& tool) : tool_(tool), slots_(tool.nodes.size()) {
    frame_.slots = slots_;
  }

  parley::detail::frame& frame() { return frame_; }

  parley::detail::slot& slot_of(std::string_view name) {
    std::size_t at = 0;
    while (at < tool_.nodes.size() && tool_.nodes[at].name != name) ++at;
    REQUIRE(at < tool_.nodes.size());
    return slots_[at];
  }

  template <class T>
  hand_run& give(std::string_view name, T value) {
    slot_of(name).put(std::move(value));
    return *this;
  }

  // Runs the resolvers that have not run yet, in order.
  hand_run& resolve() {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      auto const& node = tool_.nodes[i];
      if (node.role != parley::detail::node_role::resolver || slots_[i].state != parley::detail::slot_state::empty)
        continue;
      node.run(node.self, frame_, node, slots_[i]);
    }
    return *this;
  }

  // Runs the body, and returns what it left.
  parley::detail::body_outcome& outcome() {
    tool_.body.run(tool_.body.self, frame_, tool_.body, body_);
    return body_.value.get<parley::detail::body_outcome>();
  }

  // The text of a body's one text block.
  std::string text() {
    auto& result = std::get<parley::CallToolResult>(outcome());
    REQUIRE(result.blocks.size() == 1);
    return std::get<parley::text_content>(result.blocks[0]).text;
  }

 private:
  parley::detail::tool_table const& tool_;
  std::vector<parley::detail::slot> slots_;
  parley::detail::slot body_{};
  parley::detail::frame frame_{};
};
