// SPDX-FileCopyrightText: 2026 The parley authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// The only file of parley that names the JSON library. Translation units that see declarations only get its forward
// declarations; those that see definitions get all of it.

#include <parley/core/config.hpp>

#include <nlohmann/json_fwd.hpp>
#if PARLEY_DEFINITIONS
#include <nlohmann/json.hpp>
#endif

#include <string_view>

namespace parley {

// A JSON value as it is read from a client. Members are held sorted; what parley sends in declared order (schemas,
// forms) it writes as text and never holds in one of these. A program that is compiled separately and builds values
// of its own includes <nlohmann/json.hpp> beside parley.
using json = nlohmann::json;

// The member of that name; null when `object` has none, or is no object.
PARLEY_DECL json const* find_member(json const& object, std::string_view name);

}  // namespace parley

#if PARLEY_DEFINITIONS

namespace parley {

PARLEY_DECL json const* find_member(json const& object, std::string_view name) {
  auto const found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

}  // namespace parley

#endif
