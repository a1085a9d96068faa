// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#include <parley/server/pending_changes.hpp>

#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace parley;
using parley::detail::pending_changes;

namespace {

auto const id = request_id::integer(1);

// What waits, as text. Afterwards nothing does.
std::vector<std::string> drain(pending_changes& changes) {
  std::vector<std::string> lines;
  for (auto const what : changes.take()) lines.push_back(changes.encode(id, what));
  CHECK(changes.empty());
  return lines;
}

auto const tools = encode_list_changed(id, list_kind::tools);
auto const prompts = encode_list_changed(id, list_kind::prompts);
auto const resources = encode_list_changed(id, list_kind::resources);

}  // namespace

TEST_CASE("changes are told in the order in which they first came", "[server][SUB-16]") {
  pending_changes changes({true, true, true, {"a:1", "a:2"}});
  CHECK(changes.empty());
  changes.resource_updated(1);
  changes.list_changed(list_kind::resources);
  changes.resource_updated(0);
  changes.list_changed(list_kind::tools);
  changes.list_changed(list_kind::prompts);
  CHECK_FALSE(changes.empty());
  CHECK(drain(changes) == std::vector<std::string>{encode_resource_updated(id, "a:2"), resources,
                                                   encode_resource_updated(id, "a:1"), tools, prompts});
}

TEST_CASE("a burst is told once, and the next change again", "[server][SUB-16]") {
  pending_changes changes({true, false, false, {"a:1"}});
  for (int i = 0; i < 1000; ++i) {
    changes.resource_updated(0);
    changes.list_changed(list_kind::tools);
  }
  CHECK(drain(changes) == std::vector<std::string>{encode_resource_updated(id, "a:1"), tools});
  CHECK(drain(changes).empty());
  changes.list_changed(list_kind::tools);
  CHECK(drain(changes) == std::vector<std::string>{tools});
}

TEST_CASE("lists that nobody asked about are not told of", "[server][SUB-05]") {
  pending_changes changes({false, true, false, {}});
  changes.list_changed(list_kind::tools);
  changes.list_changed(list_kind::resources);
  CHECK(changes.empty());
  changes.list_changed(list_kind::prompts);
  CHECK(drain(changes) == std::vector<std::string>{prompts});
}

TEST_CASE("what waits never exceeds the filter", "[server][SUB-14]") {
  pending_changes changes({true, true, true, {"a:1", "a:2", "a:3"}});
  for (int round = 0; round < 100; ++round) {
    for (auto const which : {list_kind::tools, list_kind::prompts, list_kind::resources}) changes.list_changed(which);
    for (std::size_t place = 0; place < 3; ++place) changes.resource_updated(place);
  }
  CHECK(changes.take().size() == 6);
  CHECK(changes.filter().resource_subscriptions.size() == 3);
}
