// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <parley/core/config.hpp>
#include <parley/core/result.hpp>
#include <parley/json/value.hpp>

#include <string>
#include <vector>

namespace parley {

// Asking the client which folders the user works in (client/roots). Deprecated in 2026-07-28, like sampling. A
// resolver returns a ListRoots; who consumes it takes a RootList.
struct ListRoots {};

struct Root {
  std::string uri{};   // a file:// URI
  std::string name{};  // for people; empty: none given
};

// The answer (ListRootsResult). An empty list is a good answer. What a client names here is what its user chose to
// show, not a permission: check paths as strictly as without it.
struct RootList {
  std::vector<Root> roots{};
};

// Fails with "roots" when the shape is wrong or a root is not a file:// URI.
PARLEY_DECL result<RootList> read_root_list(json const& answer);

}  // namespace parley

#if PARLEY_DEFINITIONS

#include <utility>

namespace parley {

PARLEY_DECL result<RootList> read_root_list(json const& answer) {
  auto malformed = [](char const* what) { return refused{failure{"roots", what}}; };
  if (!answer.is_object()) return malformed("not an object");
  auto const list = answer.find("roots");
  if (list == answer.end() || !list->is_array()) return malformed("no array of roots");
  RootList result;
  for (auto const& entry : *list) {
    if (!entry.is_object()) return malformed("a root is not an object");
    auto const uri = entry.find("uri");
    if (uri == entry.end() || !uri->is_string()) return malformed("a root has no uri");
    Root root{uri->get<std::string>(), {}};
    if (!root.uri.starts_with("file://")) return malformed("a root is not a file:// URI");
    if (auto const name = entry.find("name"); name != entry.end()) {
      if (!name->is_string()) return malformed("a root's name is not a string");
      root.name = name->get<std::string>();
    }
    result.roots.push_back(std::move(root));
  }
  return result;
}

}  // namespace parley

#endif
